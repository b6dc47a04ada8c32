/**
 * The table `held_rows`: reads the rows of a wallet that are held, and writes what a window does to them.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { HeldEnd, HeldRow } from "../../plan/heldPlan.ts"
import type { SinkError } from "../../SinkError.ts"
import type { WindowChange } from "../../store/Change.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { type ColumnSource, constantInstant, constantInteger, constantText } from "../vectors/ColumnSource.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { instant } from "./commitSql.ts"

/** The rows of a wallet that are held, in the order of their ids. */
export const readHeld = (connection: DuckDBConnection, walletNo: WalletNo): Promise<ReadonlyArray<HeldRow>> =>
  askRows(
    connection,
    `SELECT id, txn_id, leg, day - DATE '1970-01-01', held_run_id, window_from - DATE '1970-01-01',
         window_to - DATE '1970-01-01' FROM held_rows
       WHERE wallet_no = ${quoteText(walletNo)} AND state = 'held' ORDER BY id`
  )
    .then((rows) =>
      rows.map(([id, txnId, leg, day, runId, from, to]) => ({
        id: Number(id),
        txnId: text(txnId),
        leg: Number(leg),
        day: dayFromNumber(Number(day)),
        runId: text(runId),
        window: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
      }))
    )

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

/** Writes what a window does to the held rows of its wallet. */
export const writeHeld = Effect.fnUntraced(
  function*(
    session: Session,
    appender: TableAppender,
    window: StatementWindow,
    { ended, fresh }: WindowChange["held"],
    stamp: CommitStamp
  ): Effect.fn.Return<void, SinkError> {
    for (const state of ["shown", "accepted"] as const) {
      const ids = ended.flatMap((end) => (end.state === state ? [end.row.id] : []))
      if (ids.length > 0) yield* session.expectRows(ids.length, end(window, stamp, state, ids))
    }
    if (fresh.length > 0) yield* session.load(() => appender.append(fresh.length, columnsOfHeld(fresh, window, stamp)))
  }
)

const end = (
  { runId }: StatementWindow,
  { committedAt, sequence }: CommitStamp,
  state: HeldEnd,
  ids: ReadonlyArray<number>
): string =>
  `UPDATE held_rows SET state = '${state}', ended_sequence = ${sequence}, ended_at = ${instant(committedAt)},
     ended_run_id = ${quoteText(runId)} WHERE state = 'held' AND id IN (${ids.join(", ")})`

const columnsOfHeld = (
  rows: ReadonlyArray<HeldRow>,
  window: StatementWindow,
  stamp: CommitStamp
): ReadonlyArray<ColumnSource> => {
  return [
    { kind: "integer", at: (index) => rows[index]?.id ?? null },
    constantText(window.walletNo),
    { kind: "text", at: (index) => rows[index]?.txnId ?? null },
    { kind: "int32", at: (index) => rows[index]?.leg ?? null },
    { kind: "int32", at: (index) => rows[index]?.day ?? null },
    constantText("held"),
    constantInteger(stamp.sequence),
    { kind: "int32", at: () => window.days.from },
    { kind: "int32", at: () => window.days.to },
    constantInstant(stamp.committedAt),
    constantText(window.runId),
    { kind: "integer", at: () => null },
    { kind: "integer", at: () => null },
    { kind: "text", at: () => null }
  ]
}
