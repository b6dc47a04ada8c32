/**
 * The table `held_rows`: reads the rows of a wallet that are held, and writes what a window does to them.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber } from "../../../domain/Period.ts"
import { dayOf } from "../../../domain/Transaction.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { CommitPlan } from "../../plan/commitPlan.ts"
import { heldAfter, type HeldEnd, type HeldRow, planHeld } from "../../plan/heldPlan.ts"
import type { StoredRow } from "../../plan/windowDiff.ts"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { type ColumnSource, constantInstant, constantInteger, constantText } from "../vectors/ColumnSource.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { instant } from "./commitSql.ts"

/** The rows of a wallet that are held, in the order of their ids. */
export const readHeld = (connection: DuckDBConnection, walletNo: WalletNo): Promise<ReadonlyArray<HeldRow>> =>
  connection
    .runAndReadAll(
      `SELECT id, txn_id, leg, day - DATE '1970-01-01', held_run_id, window_from - DATE '1970-01-01',
         window_to - DATE '1970-01-01' FROM held_rows
       WHERE wallet_no = ${quoteText(walletNo)} AND state = 'held' ORDER BY id`
    )
    .then((reader) =>
      reader.getRows().map(([id, txnId, leg, day, runId, from, to]) => ({
        id: Number(id),
        txnId: text(txnId),
        leg: Number(leg),
        day: dayFromNumber(Number(day)),
        runId: text(runId),
        window: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
      }))
    )

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

/** What a commit knows of a wallet's held rows, and the id given out last in the file. */
export interface HeldTarget {
  readonly session: Session
  readonly appender: TableAppender
  readonly held: ReadonlyArray<HeldRow>
  readonly lastId: number
}

/** Writes what a window does to the held rows of its wallet; gives those that it has then, and the id given out last. */
export const writeHeld = Effect.fnUntraced(
  function*(
    { appender, held, lastId, session }: HeldTarget,
    window: StatementWindow,
    stamp: CommitStamp,
    plan: CommitPlan
  ): Effect.fn.Return<Pick<HeldTarget, "held" | "lastId">, SinkError> {
    const change = planHeld(window, plan, held)
    const { ended, fresh } = change
    for (const state of ["shown", "accepted"] as const) {
      const ids = ended.flatMap((end) => (end.state === state ? [end.row.id] : []))
      if (ids.length > 0) yield* session.expectRows(ids.length, end(window, stamp, state, ids))
    }
    if (fresh.length > 0) {
      const columns = columnsOfHeld(fresh, window, stamp, lastId + 1)
      yield* session.load(() => appender.append(fresh.length, columns))
    }
    return { held: heldAfter(window, change, held, lastId + 1), lastId: lastId + fresh.length }
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
  rows: ReadonlyArray<StoredRow>,
  window: StatementWindow,
  stamp: CommitStamp,
  firstId: number
): ReadonlyArray<ColumnSource> => {
  return [
    { kind: "integer", at: (index) => firstId + index },
    constantText(window.walletNo),
    { kind: "text", at: (index) => rows[index]?.transaction.txnId ?? null },
    { kind: "int32", at: (index) => rows[index]?.leg ?? null },
    { kind: "int32", at: (index) => dayAt(rows[index]) },
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

const dayAt = (row: StoredRow | undefined): number | null => (row === undefined ? null : dayOf(row.transaction))
