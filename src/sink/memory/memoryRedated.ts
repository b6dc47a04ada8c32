/**
 * Which rows of a sink in memory may be dated anew.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import { contains, type Day } from "../../domain/Period.ts"
import { dayOf, farthestDated } from "../../domain/Transaction.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { MaybeRedated } from "../plan/MaybeRedated.ts"
import type { MemoryRow, MemoryTables } from "./MemoryTables.ts"

/** Those of a wallet, in the order of days and ids: rows with one other row beside them in the order of days, and no more. */
export const maybeRedatedIn = (tables: MemoryTables["Service"], walletNo: WalletNo): ReadonlyArray<MaybeRedated> => {
  const live = (tables.rows.get(walletNo) ?? []).filter(({ transaction: { txnId }, withdrawn }) =>
    !withdrawn && !isBlankId(txnId)
  )
  if (live.every(({ leg }) => leg === 0)) return []
  const insertedBy = insertions(tables, walletNo)
  const isSeenSince = (other: MemoryRow, sequence: number): boolean => {
    const runId = other.transaction.confirmed ? tables.windows[sequence - 1]?.window.runId : undefined
    return tables.windows.some(({ window }, index) =>
      window.walletNo === walletNo && window.complete && window.kept.length === 0 &&
      contains(window.days, dayIn(other)) &&
      (index >= sequence - 1 || window.runId === runId)
    )
  }
  const alike = Map.groupBy(live, ({ transaction: { amount, txnId, type } }) => `${type} ${amount} ${txnId}`)
  const found = new Set([...alike.values()].flatMap((rows) => {
    const ordered = rows.toSorted((one, other) => dayIn(one) - dayIn(other) || one.leg - other.leg)
    return ordered.flatMap((later, index) => {
      const near = [-2, -1, 1, 2].flatMap((step) => ordered[index + step] ?? [])
        .filter((row) => Math.abs(dayIn(row) - dayIn(later)) <= farthestDated)
      const [other] = near
      return other !== undefined && near.length === 1 && isRedated(other, later) &&
          !isSeenSince(other, insertedBy.get(keyOf(later)) ?? 0)
        ? [other]
        : []
    })
  }))
  return [...found].map(({ transaction }) => {
    const { amount, balance, confirmed, txnId, type } = transaction
    return { day: dayOf(transaction), txnId, type, amount, balance, confirmed }
  }).sort((one, other) => one.day - other.day || (one.txnId < other.txnId ? -1 : 1))
}

const dayIn = ({ transaction }: MemoryRow): Day => dayOf(transaction)

const keyOf = ({ leg, transaction: { txnId } }: MemoryRow): string => `${leg} ${txnId}`

/** The number of the window that brought each row. */
const insertions = (tables: MemoryTables["Service"], walletNo: WalletNo): ReadonlyMap<string, number> =>
  new Map(
    tables.events.flatMap(({ kind, leg, sequence, txnId }) =>
      kind === "inserted" && tables.windows[sequence - 1]?.window.walletNo === walletNo
        ? [[`${leg} ${txnId}`, sequence] as const]
        : []
    )
  )

const isRedated = (other: MemoryRow, later: MemoryRow): boolean => {
  const [{ balance, confirmed }, own] = [other.transaction, later.transaction.balance]
  return other.leg < later.leg && dayIn(other) !== dayIn(later) && (!confirmed || (balance !== null && balance === own))
}
