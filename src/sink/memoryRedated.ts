/**
 * Which rows of a sink in memory may be dated anew.
 */
import { isBlankId } from "../domain/duplicates.ts"
import { contains } from "../domain/Period.ts"
import { dayOf, farthestDated } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { MaybeRedated } from "./MaybeRedated.ts"
import type { MemoryRow, MemoryTables } from "./MemoryTables.ts"

/** Those of a wallet, in the order of days and ids. */
export const maybeRedatedIn = (tables: MemoryTables["Service"], walletNo: WalletNo): ReadonlyArray<MaybeRedated> => {
  const live = (tables.rows.get(walletNo) ?? []).filter(({ withdrawn }) => !withdrawn)
  const later = live.filter(({ leg, transaction: { txnId } }) => leg > 0 && !isBlankId(txnId))
  if (later.length === 0) return []
  const byId = Map.groupBy(live, ({ transaction: { txnId } }) => txnId)
  const insertedBy = insertions(tables, walletNo)
  const found = later.flatMap((row) => {
    const since = insertedBy.get(keyOf(row)) ?? 0
    return (byId.get(row.transaction.txnId) ?? []).filter((other) => mayBeSame(other, row)).filter((other) =>
      !tables.windows.slice(since - 1).some(({ window }) =>
        window.walletNo === walletNo && window.complete && window.kept.length === 0 &&
        contains(window.days, dayOf(other.transaction))
      )
    )
  })
  const rows = new Map(found.map(({ transaction }) => {
    const { amount, balance, confirmed, txnId, type } = transaction
    const day = dayOf(transaction)
    return [`${day} ${type} ${amount} ${balance} ${confirmed} ${txnId}`, {
      day,
      txnId,
      type,
      amount,
      balance,
      confirmed
    }]
  }))
  return [...rows.values()].sort((one, other) => one.day - other.day || (one.txnId < other.txnId ? -1 : 1))
}

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

const mayBeSame = (other: MemoryRow, later: MemoryRow): boolean => {
  const [one, two] = [other.transaction, later.transaction]
  const apart = Math.abs(dayOf(one) - dayOf(two))
  return other.leg < later.leg && one.type === two.type && one.amount === two.amount && apart > 0 &&
    apart <= farthestDated && (!one.confirmed || (one.balance !== null && one.balance === two.balance))
}
