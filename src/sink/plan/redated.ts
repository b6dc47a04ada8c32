/**
 * Which rows of a wallet may be dated anew, of all that it has.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import { contains, type Day } from "../../domain/Period.ts"
import { dayOf, farthestDated } from "../../domain/Transaction.ts"
import type { MaybeRedated } from "./MaybeRedated.ts"
import type { CompletingWindow } from "./Watermark.ts"
import type { StoredRow } from "./windowDiff.ts"

/** A row, and the number of the window that brought it. */
export interface BroughtRow extends StoredRow {
  readonly sequence: number
}

/** A window of the wallet, its number, and its run. */
export interface NumberedWindow extends CompletingWindow {
  readonly sequence: number
  readonly runId: string
}

/** Those in the order of days and ids: rows with one other row beside them in the order of days, and no more. */
export const maybeRedatedIn = (
  rows: ReadonlyArray<BroughtRow>,
  windows: ReadonlyArray<NumberedWindow>
): ReadonlyArray<MaybeRedated> => {
  const live = rows.filter(({ transaction: { txnId }, withdrawn }) => !withdrawn && !isBlankId(txnId))
  if (live.every(({ leg }) => leg === 0)) return []
  const isSeenSince = (other: BroughtRow, later: BroughtRow): boolean => {
    const runId = other.transaction.confirmed
      ? windows.find(({ sequence }) => sequence === later.sequence)?.runId
      : undefined
    return windows.some((window) =>
      window.complete && !window.doubted && contains(window.days, dayIn(other)) &&
      (window.sequence >= later.sequence || window.runId === runId)
    )
  }
  const alike = Map.groupBy(live, ({ transaction: { amount, txnId, type } }) => `${type} ${amount} ${txnId}`)
  const found = new Set([...alike.values()].flatMap((same) => {
    const ordered = same.toSorted((one, other) => dayIn(one) - dayIn(other) || one.leg - other.leg)
    return ordered.flatMap((later, index) => {
      const near = [-2, -1, 1, 2].flatMap((step) => ordered[index + step] ?? [])
        .filter((row) => Math.abs(dayIn(row) - dayIn(later)) <= farthestDated)
      const [other] = near
      return other !== undefined && near.length === 1 && isRedated(other, later) && !isSeenSince(other, later)
        ? [other]
        : []
    })
  }))
  return [...found].map(({ transaction }) => {
    const { amount, balance, confirmed, txnId, type } = transaction
    return { day: dayOf(transaction), txnId, type, amount, balance, confirmed }
  }).sort((one, other) => one.day - other.day || (one.txnId < other.txnId ? -1 : 1))
}

const dayIn = ({ transaction }: StoredRow): Day => dayOf(transaction)

const isRedated = (other: StoredRow, later: StoredRow): boolean => {
  const [{ balance, confirmed }, own] = [other.transaction, later.transaction.balance]
  return other.leg < later.leg && dayIn(other) !== dayIn(later) && (!confirmed || (balance !== null && balance === own))
}
