/**
 * The statements that a commit runs besides loading rows. Values stand in them as literals: they are the program's own
 * (counts, days, hashes) or quoted; contents of records never do.
 */
import { type Day, formatDay } from "../../../domain/Period.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp, RecordField } from "../../audit/WindowRecord.ts"
import type { CommitPlan } from "../../plan/commitPlan.ts"
import { contentColumns, contentOf } from "../schema/tables.ts"
import { quoteText } from "../schema/tableText.ts"

/** An instant in milliseconds since 1970 as a literal. */
export const instant = (millis: number): string => `TIMESTAMPTZ '${new Date(millis).toISOString()}'`

/** A day as a literal; NULL for none. */
export const dayLiteral = (day: Day | null | undefined): string =>
  day === null || day === undefined ? "NULL" : `DATE ${quoteText(formatDay(day))}`

/** The local times, in milliseconds, between which all stored rows lie that a commit writes again. */
export interface TimeRange {
  readonly first: number
  readonly last: number
}

/** The range of a commit's plan. */
export const storedTimes = ({ diff, placements }: CommitPlan): TimeRange => {
  let [first, last] = [Infinity, -Infinity]
  const rows = [...[...diff.changes, ...diff.returns, ...placements].map(({ stored }) => stored), ...diff.withdrawals]
  for (const { transaction } of rows) {
    first = Math.min(first, transaction.localTime)
    last = Math.max(last, transaction.localTime)
  }
  return { first, last }
}

/** A wall-clock time in milliseconds since 1970 as a literal. */
export const localTime = (millis: number): string => `TIMESTAMP '${new Date(millis).toISOString().slice(0, -1)}'`

const staged = (window: StatementWindow, range: TimeRange): string =>
  `t.wallet_no = ${quoteText(window.walletNo)} AND t.txn_id = s.txn_id AND t.leg = s.leg AND ` +
  `t.local_time BETWEEN ${localTime(range.first)} AND ${localTime(range.last)}`

/** Writes the events of the staged rows; must run before the rows are updated. */
export const insertEvents = (window: StatementWindow, stamp: CommitStamp, range: TimeRange): string =>
  `INSERT INTO row_changes
   SELECT ${stamp.sequence}, s.kind, t.wallet_no, t.txn_id, t.leg, ${contentOf("t")},
     CASE WHEN s.kind <> 'withdrawn' THEN ${contentOf("s")} END, ${quoteText(window.runId)}, ${
    instant(stamp.committedAt)
  }, NULL
   FROM temp.staged_rows s JOIN transactions t ON ${staged(window, range)} WHERE s.kind <> 'placed'`

const written = ["signed_amount", ...contentColumns].map((name) => `"${name}" = s."${name}"`).join(", ")

/** Updates the rows that change. */
export const updateRows = (window: StatementWindow, stamp: CommitStamp, range: TimeRange): string =>
  `UPDATE transactions t SET ${written}, position = s.position, last_changed_at = ${instant(stamp.committedAt)},
     withdrawn_at = CASE WHEN s.kind = 'withdrawn' THEN ${instant(stamp.committedAt)} END,
     run_id = ${quoteText(window.runId)}
   FROM temp.staged_rows s WHERE s.kind <> 'placed' AND ${staged(window, range)}`

/** Updates the place of rows that change nothing else. */
export const placeRows = (window: StatementWindow, range: TimeRange): string =>
  `UPDATE transactions t SET position = s.position
   FROM temp.staged_rows s WHERE s.kind = 'placed' AND ${staged(window, range)}`

const instants: ReadonlySet<string> = new Set(["requested_at", "committed_at"])

const literal = ([column, value]: RecordField): string => {
  if (value === null) return "NULL"
  if (instants.has(column)) return instant(Number(value) / 1000)
  return typeof value === "string" ? quoteText(value) : String(value)
}

/** Writes the audit record. */
export const insertRecord = (fields: ReadonlyArray<RecordField>, auditHash: string): string =>
  `INSERT INTO statement_windows VALUES (${[...fields.map(literal), quoteText(auditHash)].join(", ")})`
