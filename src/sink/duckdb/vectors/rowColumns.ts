/**
 * The rows of a window as columns, for the table of transactions and for the temporary ones that a commit works with.
 */
import { signedAmount, type Transaction } from "../../../domain/Transaction.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { CommitPlan } from "../../plan/commitPlan.ts"
import type { StoredRow } from "../../plan/windowDiff.ts"
import { type ColumnSource, constantInstant, constantInteger, constantText } from "./ColumnSource.ts"

/** A row on its way into a table. */
export interface PlacedRow {
  readonly transaction: Transaction
  readonly leg: number
  readonly position: number | null
}

/** A stored row that a commit writes again, and how. */
export interface StagedRow extends PlacedRow {
  readonly kind: "changed" | "returned" | "withdrawn" | "placed"
}

/** The new rows in the order of their time, so that a window's rows lie together in the file. */
export const insertedRows = (plan: CommitPlan, rows: ReadonlyArray<Transaction>): ReadonlyArray<PlacedRow> =>
  plan.diff.inserts
    .flatMap(({ index, leg }) => {
      const transaction = rows[index]
      return transaction === undefined ? [] : [{ transaction, leg, position: plan.positions[index] ?? null }]
    })
    .sort((left, right) =>
      left.transaction.localTime - right.transaction.localTime ||
      (left.position ?? Infinity) - (right.position ?? Infinity) || left.leg - right.leg
    )

/** The stored rows that change, and those that only change place. */
export const stagedRows = (plan: CommitPlan, rows: ReadonlyArray<Transaction>): ReadonlyArray<StagedRow> => {
  const matched =
    (kind: StagedRow["kind"]) => ({ index, stored }: { index: number; stored: StoredRow }): StagedRow => ({
      kind,
      transaction: { ...(rows[index] ?? stored.transaction), txnId: stored.transaction.txnId },
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
export const stagedColumns = (rows: ReadonlyArray<StagedRow>): ReadonlyArray<ColumnSource> => [
  text(rows, (row) => row.kind),
  ...contentColumns(rows)
]

/** Columns of the temporary table `fetched_ids`. */
export const fetchedIdColumns = (rows: ReadonlyArray<Transaction>): ReadonlyArray<ColumnSource> => [
  { kind: "text", at: (index) => rows[index]?.txnId ?? null },
  { kind: "bigint", at: (index) => rows[index]?.amount ?? null },
  { kind: "bigint", at: (index) => rows[index]?.balance ?? null }
]

/** Makes the temporary tables of a commit; they live in the connection, not in the file. */
export const temporaryTables = `
CREATE TEMP TABLE staged_rows AS
SELECT '' AS kind, * EXCLUDE (wallet_no, first_seen_at, last_changed_at, withdrawn_at, run_id, window_sequence)
FROM transactions LIMIT 0;
CREATE TEMP TABLE fetched_ids AS SELECT txn_id, amount, balance FROM transactions LIMIT 0;`

const text = <Row>(rows: ReadonlyArray<Row>, of: (row: Row) => string | null): ColumnSource => ({
  kind: "text",
  at: (index) => {
    const row = rows[index]
    return row === undefined ? null : of(row)
  }
})

const integer = <Row>(rows: ReadonlyArray<Row>, of: (row: Row) => number | null): ColumnSource => ({
  kind: "integer",
  at: (index) => {
    const row = rows[index]
    return row === undefined ? null : of(row)
  }
})

/** The columns of content. */
export const contentColumns = (rows: ReadonlyArray<PlacedRow>): ReadonlyArray<ColumnSource> => [
  text(rows, (row) => row.transaction.txnId),
  { kind: "int32", at: (index) => rows[index]?.leg ?? null },
  text(rows, (row) => row.transaction.type),
  { kind: "bigint", at: (index) => rows[index]?.transaction.amount ?? null },
  {
    kind: "bigint",
    at: (index) => {
      const row = rows[index]
      return row === undefined ? null : signedAmount(row.transaction)
    }
  },
  { kind: "bigint", at: (index) => rows[index]?.transaction.balance ?? null },
  text(rows, (row) => row.transaction.currency),
  text(rows, (row) => row.transaction.description),
  { kind: "boolean", at: (index) => rows[index]?.transaction.confirmed ?? null },
  integer(rows, (row) => row.transaction.occurredAt * 1000),
  integer(rows, (row) => row.transaction.localTime * 1000),
  text(rows, (row) => row.transaction.dateText),
  text(rows, (row) => row.transaction.timeFlag),
  integer(rows, (row) => row.position)
]
