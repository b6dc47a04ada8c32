/**
 * Answers and changes for a store that has all rows of a wallet at hand, where a database would be asked.
 */
import * as Money from "../../domain/Money.ts"
import { contains, type Day, type Period } from "../../domain/Period.ts"
import { at, toArray } from "../../domain/Rows.ts"
import { dayOf, signedAmount, type Transaction } from "../../domain/Transaction.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { RowEvent } from "../plan/changedSince.ts"
import type { StoredTotal } from "../plan/storedAnswer.ts"
import type { Match, StoredRow } from "../plan/windowDiff.ts"
import type { WindowChange } from "./Change.ts"
import type { Beside, Sought } from "./Store.ts"

/** The rows on some days, all or those that are not withdrawn. */
export const rowsWithin = <Row extends StoredRow>(
  rows: ReadonlyArray<Row>,
  days: Period,
  which: "all" | "live"
): ReadonlyArray<Row> =>
  rows.filter(({ transaction, withdrawn }) => contains(days, dayOf(transaction)) && (which === "all" || !withdrawn))

/** Live rows counted and summed by day. */
export const totalsOf = (rows: ReadonlyArray<StoredRow>, days: Period): ReadonlyMap<Day, StoredTotal> => {
  const totals = new Map<Day, StoredTotal>()
  for (const { transaction } of rowsWithin(rows, days, "live")) {
    const { moved, rows: count } = totals.get(dayOf(transaction)) ?? { rows: 0, moved: Money.zero }
    totals.set(dayOf(transaction), { rows: count + 1, moved: Money.add(moved, signedAmount(transaction)) })
  }
  return totals
}

/** What of a wallet's rows concerns those of a window that are sought. */
export const besideOf = (
  rows: ReadonlyArray<StoredRow>,
  { days, rows: fetched }: StatementWindow,
  { ids: wanted }: Sought
): Beside => {
  const sought = toArray(fetched).filter(({ txnId }) => wanted?.has(txnId) !== false)
  const ids = new Set(sought.map(({ txnId }) => txnId))
  const alike = new Set(sought.map(likenessOf))
  const freeLegs = new Map<string, number>()
  for (const { leg, transaction: { txnId } } of rows) {
    if (ids.has(txnId)) freeLegs.set(txnId, Math.max(freeLegs.get(txnId) ?? 0, leg + 1))
  }
  return {
    elsewhere: rows.filter(({ transaction }) =>
      transaction.balance !== null && !contains(days, dayOf(transaction)) && alike.has(likenessOf(transaction))
    ),
    freeLegs
  }
}

const likenessOf = ({ amount, balance, txnId }: Transaction): string => `${amount} ${balance} ${txnId}`

/** What a window does to one row: all but a new place is an event, too. */
export interface RowChange {
  readonly kind: "inserted" | "changed" | "returned" | "withdrawn" | "placed"
  /** Null where it is new. */
  readonly before: StoredRow | null
  readonly after: StoredRow
}

/** What a window does to the rows of its wallet. */
export const rowChanges = (
  { plan: { diff, placements, positions }, window: { rows } }: Pick<WindowChange, "plan" | "window">
): ReadonlyArray<RowChange> => {
  const shown = (kind: "changed" | "returned") => ({ index, stored }: Match): RowChange => ({
    kind,
    before: stored,
    after: { transaction: at(rows, index), leg: stored.leg, position: positions[index] ?? null, withdrawn: false }
  })
  return [
    ...diff.inserts.map(({ index, leg }): RowChange => ({
      kind: "inserted",
      before: null,
      after: { transaction: at(rows, index), leg, position: positions[index] ?? null, withdrawn: false }
    })),
    ...diff.changes.map(shown("changed")),
    ...diff.returns.map(shown("returned")),
    ...diff.withdrawals.map((stored): RowChange => ({
      kind: "withdrawn",
      before: stored,
      after: { ...stored, position: null, withdrawn: true }
    })),
    ...placements.map(({ position, stored }): RowChange => ({
      kind: "placed",
      before: stored,
      after: { ...stored, position }
    }))
  ]
}

/** The same as events, in that order. */
export const eventsOf = (changes: ReadonlyArray<RowChange>, sequence: number): ReadonlyArray<RowEvent> =>
  changes.flatMap(({ after, before, kind }) =>
    kind === "placed" ? [] : [{
      sequence,
      kind,
      txnId: after.transaction.txnId,
      leg: after.leg,
      before: before?.transaction ?? null,
      after: kind === "withdrawn" ? null : after.transaction
    }]
  )
