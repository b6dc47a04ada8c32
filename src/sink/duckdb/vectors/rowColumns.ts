/**
 * The rows of a window as columns, for the table of transactions and for the temporary ones that a commit works with.
 */
import { addInt64 } from "../../../domain/int64.ts"
import { wordsOf } from "../../../domain/moneyText.ts"
import { at, from, type Rows, timeFlags } from "../../../domain/Rows.ts"
import type { Transaction } from "../../../domain/Transaction.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { CommitPlan } from "../../plan/commitPlan.ts"
import type { StoredRow } from "../../plan/windowDiff.ts"
import { type ColumnSource, constantInstant, constantInteger, constantText } from "./ColumnSource.ts"

/** Rows on their way into a table; the arrays go by the rows' indexes but for `order`, which says in which order they go in. */
export interface PlacedRows {
  readonly rows: Rows
  readonly order: Int32Array
  readonly legs: Int32Array
  /** NaN where the place is not known. */
  readonly positions: Float64Array
}

/** A stored row that a commit writes again, and how. */
export interface StagedRow {
  readonly kind: "changed" | "returned" | "withdrawn" | "placed"
  readonly transaction: Transaction
  readonly leg: number
  readonly position: number | null
}

/** The new rows in the order of their time, so that a window's rows lie together in the file. */
export const insertedRows = ({ diff, positions }: CommitPlan, rows: Rows): PlacedRows => {
  const legs = new Int32Array(rows.count)
  const order = new Int32Array(diff.inserts.length)
  for (const [place, { index, leg }] of diff.inserts.entries()) {
    order[place] = index
    legs[index] = leg
  }
  const placed = { rows, order, legs, positions: Float64Array.from(positions, (place) => place ?? NaN) }
  sortByTime(placed)
  return placed
}

const sortByTime = ({ legs, order, positions, rows: { localTime } }: PlacedRows): void => {
  const placeOf = (index: number): number => {
    const position = positions[index] as number
    return position === position ? position : Infinity
  }
  const compare = (left: number, right: number): number => {
    const between = (localTime[left] as number) - (localTime[right] as number)
    if (between !== 0) return between
    const [place, other] = [placeOf(left), placeOf(right)]
    return place === other ? (legs[left] as number) - (legs[right] as number) : place - other
  }
  const isSorted = (): boolean => {
    for (let place = 1; place < order.length; place++) {
      if (compare(order[place - 1] as number, order[place] as number) > 0) return false
    }
    return true
  }
  // Nearly every answer stands in the order of its times, or newest first.
  if (isSorted()) return
  order.reverse()
  if (!isSorted()) order.sort(compare)
}

/** The stored rows that change, and those that only change place. */
export const stagedRows = (plan: CommitPlan, rows: Rows): ReadonlyArray<StagedRow> => {
  const matched =
    (kind: StagedRow["kind"]) => ({ index, stored }: { index: number; stored: StoredRow }): StagedRow => ({
      kind,
      transaction: { ...at(rows, index), txnId: stored.transaction.txnId },
      leg: stored.leg,
      position: plan.positions[index] ?? null
    })
  return [
    ...plan.diff.changes.map(matched("changed")),
    ...plan.diff.returns.map(matched("returned")),
    ...plan.diff.withdrawals.map((row): StagedRow => ({ ...row, kind: "withdrawn", position: null })),
    ...plan.placements.map(({ position, stored }): StagedRow => ({ ...stored, kind: "placed", position }))
  ]
}

/** Columns of `transactions`, of which those of content are given. */
export const transactionColumns = (
  content: ReadonlyArray<ColumnSource>,
  window: StatementWindow,
  stamp: CommitStamp
): ReadonlyArray<ColumnSource> => {
  const at = constantInstant(stamp.committedAt)
  return [
    constantText(window.walletNo),
    ...content,
    at,
    at,
    { kind: "integer", at: () => null },
    constantText(window.runId),
    constantInteger(stamp.sequence)
  ]
}

/** Columns of the temporary table `staged_rows`. */
export const stagedColumns = (staged: ReadonlyArray<StagedRow>): ReadonlyArray<ColumnSource> => [
  { kind: "text", at: (index) => staged[index]?.kind ?? null },
  ...placedColumns({
    rows: from(staged.map(({ transaction }) => transaction)),
    order: Int32Array.from(staged.keys()),
    legs: Int32Array.from(staged, ({ leg }) => leg),
    positions: Float64Array.from(staged, ({ position }) => position ?? NaN)
  })
]

/** Columns of the temporary table `fetched_ids`, for the rows at some indexes. */
export const fetchedIdColumns = (rows: Rows, order: Int32Array): ReadonlyArray<ColumnSource> => [
  { kind: "places", bytes: rows.bytes, starts: rows.idStart, ends: rows.idEnd, order },
  { kind: "integers", values: rows.amount, isThere: undefined, order },
  { kind: "integers", values: rows.balance, isThere: rows.hasBalance, order }
]

/** Makes the temporary tables of a commit; they live in the connection, not in the file. */
export const temporaryTables = `
CREATE TEMP TABLE staged_rows AS
SELECT '' AS kind, * EXCLUDE (wallet_no, first_seen_at, last_changed_at, withdrawn_at, run_id, window_sequence)
FROM transactions LIMIT 0;
CREATE TEMP TABLE fetched_ids AS SELECT txn_id, amount, balance FROM transactions LIMIT 0;`

/** The columns of content. */
export const placedColumns = ({ legs, order, positions, rows }: PlacedRows): ReadonlyArray<ColumnSource> => {
  const texts = (starts: Int32Array, ends: Int32Array): ColumnSource => ({
    kind: "places",
    bytes: rows.bytes,
    starts,
    ends,
    order
  })
  const numbers = (values: Float64Array): ColumnSource => ({ kind: "numbers", values, order })
  const integers = (values: BigInt64Array, isThere?: Uint8Array): ColumnSource => ({
    kind: "integers",
    values,
    isThere,
    order
  })
  const choice = (values: Uint8Array | Uint16Array, names: ReadonlyArray<string | null>): ColumnSource => ({
    kind: "choice",
    values,
    texts: names,
    order
  })
  const [currency = null] = rows.currencies
  return [
    texts(rows.idStart, rows.idEnd),
    { kind: "int32", at: (place) => legs[order[place] as number] as number },
    choice(rows.credit, ["Debit", "Credit"]),
    integers(rows.amount),
    integers(signedAmounts(rows)),
    integers(rows.balance, rows.hasBalance.subarray(0, rows.count).includes(0) ? rows.hasBalance : undefined),
    rows.currencies.length === 1 && currency !== null ? constantText(currency) : choice(rows.currency, rows.currencies),
    texts(rows.descriptionStart, rows.descriptionEnd),
    { kind: "bytes", values: rows.confirmed, order },
    numbers(rows.occurredAt.map(toMicros)),
    numbers(rows.localTime.map(toMicros)),
    texts(rows.dateStart, rows.dateEnd),
    choice(rows.timeFlag, timeFlags),
    numbers(positions)
  ]
}

const toMicros = (millis: number): number => millis * 1000

/** What each row moves the balance by. */
const signedAmounts = ({ amount, count, credit }: Rows): BigInt64Array => {
  const signed = amount.slice(0, count)
  const words = wordsOf(signed)
  const nothing = new Int32Array(2)
  for (let index = 0; index < count; index++) {
    if (credit[index] !== 1) addInt64(words, index, nothing, 0, -1, words, index)
  }
  return signed
}
