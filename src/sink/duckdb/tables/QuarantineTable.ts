/**
 * The table `quarantine`: reads its open records, and writes what a window does to them.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { RejectionReason } from "../../../domain/Rejection.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { ClosedRecord, OpenRecord } from "../../plan/quarantine.ts"
import type { SinkError } from "../../SinkError.ts"
import type { QuarantineChange } from "../../store/Change.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import type { ColumnSource } from "../vectors/ColumnSource.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { dayLiteral, instant } from "./commitSql.ts"

/** The open records of a wallet, in the order of their ids. */
export const readOpen = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<OpenRecord>> =>
  askRows(
    connection,
    `SELECT id, wallet_no, raw_text, reason, detail, day - DATE '1970-01-01', window_from - DATE '1970-01-01',
         window_to - DATE '1970-01-01', coalesce(awaited_from, window_from) - DATE '1970-01-01',
         coalesce(awaited_to, window_to) - DATE '1970-01-01', last_run_id FROM quarantine
       WHERE state = 'open' AND wallet_no = ${quoteText(walletNo)} ORDER BY id`
  )
    .then((rows) =>
      rows.map((
        [id, wallet, rawText, reason, detail, day, from, to, awaitedFrom, awaitedTo, lastRunId]
      ) => ({
        id: Number(id),
        walletNo: text(wallet) as WalletNo,
        rawText: text(rawText),
        reason: text(reason) as RejectionReason,
        detail: text(detail),
        day: day === null ? null : dayFromNumber(Number(day)),
        window: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        awaited: { from: dayFromNumber(Number(awaitedFrom)), to: dayFromNumber(Number(awaitedTo)) },
        lastRunId: text(lastRunId)
      }))
    )

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

/** Writes what a window does to the quarantine of its wallet. */
export const writeQuarantine = Effect.fnUntraced(
  function*(
    session: Session,
    appender: TableAppender,
    window: StatementWindow,
    { added, awaiting, closed, seenAgain }: QuarantineChange,
    stamp: CommitStamp
  ): Effect.fn.Return<void, SinkError> {
    if (seenAgain.length > 0) yield* session.run(seeAgain(window, seenAgain, stamp))
    if (awaiting.length > 0) yield* session.run(awaitOthers(awaiting))
    if (closed.length > 0) yield* session.expectRows(closed.length, closeRecords(window, closed, stamp))
    if (added.length > 0) {
      yield* session.load(() => appender.append(added.length, quarantineColumns(added, window, stamp)))
    }
  }
)

/** Marks records as seen again. */
const seeAgain = (window: StatementWindow, ids: ReadonlyArray<number>, stamp: CommitStamp): string =>
  `UPDATE quarantine SET last_seen_at = ${instant(stamp.committedAt)}, last_run_id = ${quoteText(window.runId)}
   WHERE id IN (${ids.join(", ")})`

/** Writes down which days are awaited of records from now on. */
const awaitOthers = (awaiting: ReadonlyArray<Pick<OpenRecord, "id" | "awaited">>): string =>
  [...Map.groupBy(
    awaiting,
    ({ awaited }) => `awaited_from = ${dayLiteral(awaited.from)}, awaited_to = ${dayLiteral(awaited.to)}`
  )]
    .map(([days, records]) => `UPDATE quarantine SET ${days} WHERE id IN (${records.map(({ id }) => id).join(", ")})`)
    .join(";\n")

/** Marks records as closed. */
const closeRecords = (
  window: StatementWindow,
  closed: ReadonlyArray<ClosedRecord>,
  stamp: CommitStamp
): string => {
  const idsOf = (state: ClosedRecord["state"]) => closed.filter((entry) => entry.state === state).map(({ id }) => id)
  const resolved = idsOf("resolved")
  const state = resolved.length === 0 ? "" : `WHEN id IN (${resolved.join(", ")}) THEN 'resolved' `
  return `UPDATE quarantine SET state = CASE ${state}WHEN true THEN 'replaced' END,
     closed_at = ${instant(stamp.committedAt)}, closed_run_id = ${quoteText(window.runId)},
     closed_sequence = ${stamp.sequence}
   WHERE state = 'open' AND id IN (${closed.map(({ id }) => id).join(", ")})`
}

const quarantineColumns = (
  records: ReadonlyArray<OpenRecord>,
  window: StatementWindow,
  stamp: CommitStamp
): ReadonlyArray<ColumnSource> => {
  const text = (of: (record: OpenRecord) => string): ColumnSource => ({
    kind: "text",
    at: (index) => {
      const record = records[index]
      return record === undefined ? null : of(record)
    }
  })
  const seenAt: ColumnSource = { kind: "integer", at: () => stamp.committedAt * 1000 }
  return [
    { kind: "integer", at: (index) => records[index]?.id ?? null },
    always(window.walletNo),
    text((record) => record.rawText),
    text((record) => record.reason),
    text((record) => record.detail),
    { kind: "int32", at: (index) => records[index]?.day ?? null },
    always("open"),
    { kind: "integer", at: () => stamp.sequence },
    { kind: "int32", at: () => window.days.from },
    { kind: "int32", at: () => window.days.to },
    { kind: "int32", at: (index) => (records[index]?.day === null ? window.days.from : null) },
    { kind: "int32", at: (index) => (records[index]?.day === null ? window.days.to : null) },
    seenAt,
    always(window.runId),
    seenAt,
    always(window.runId),
    { kind: "integer", at: () => null },
    { kind: "text", at: () => null },
    { kind: "integer", at: () => null }
  ]
}

const always = (value: string): ColumnSource => ({ kind: "text", at: () => value })
