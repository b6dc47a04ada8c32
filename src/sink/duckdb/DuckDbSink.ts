/**
 * A sink that keeps statements in a DuckDB file. One process at a time, and in it one sink, can have a file open for
 * writing; windows are committed in the order they come. docs/audit.md describes the chain of hashes.
 *
 * Closing the layer's scope writes the log into the file and closes it, whether the program ended, failed or was
 * interrupted.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Clock, Effect, Layer, Option, Semaphore } from "effect"
import * as Period from "../../domain/Period.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { windowProblem } from "../commitPlan.ts"
import { type RunStart, Sink } from "../Sink.ts"
import { DatabaseFailed, type SinkError, sinkError } from "../SinkError.ts"
import { instant } from "./commitSql.ts"
import { openDatabase } from "./DatabaseFile.ts"
import { fileError } from "./duckErrors.ts"
import { ofDays } from "./storedRows.ts"
import { quoteText } from "./tableText.ts"
import { countOpen, readWatermark } from "./WalletState.ts"
import { WindowCommitter } from "./WindowCommitter.ts"

/** Where the file is. */
export interface DuckDbOptions {
  /** The file is created, readable by its owner alone, when it is missing; its folder must exist. */
  readonly path: string
}

/** Keeps statements in a DuckDB file. Fails with Locked, Damaged, TooNew, DiskFull or Inaccessible when it can't open. */
export const layerDuckDb = (options: DuckDbOptions): Layer.Layer<Sink, SinkError> =>
  Layer.effect(Sink, make(options.path))

const make = Effect.fnUntraced(function*(file: string) {
  const database = yield* openDatabase(file, "write")
  const connection = yield* database.connect
  const turn = yield* Semaphore.make(1)
  const committer = yield* WindowCommitter.make(database, connection)

  /** A connection does one thing at a time, so what is begun on it is not interrupted. */
  const inTurn = <A>(effect: Effect.Effect<A, SinkError>) => turn.withPermit(Effect.uninterruptible(effect))
  const ask = <A>(question: (connection: DuckDBConnection) => Promise<A>) =>
    inTurn(Effect.tryPromise({
      try: () => question(connection),
      catch: (cause) => {
        database.abandon(cause)
        return fileError(database.path, cause)
      }
    }))
  const run = (sql: string) => Effect.asVoid(ask((open) => open.run(sql)))

  // The file was locked by nobody, so a run that never ended is no longer running.
  yield* run("UPDATE runs SET status = 'interrupted' WHERE status = 'running'")

  return Sink.of({
    beginRun: Effect.fn("Sink.beginRun")((start: RunStart) => run(insertRun(start))),
    commit: Effect.fn("Sink.commit")(function*(window: StatementWindow) {
      const problem = windowProblem(window)
      if (problem !== undefined) {
        return yield* sinkError(
          new DatabaseFailed(),
          `The window ${Period.format(window.days)} was not kept: ${problem}.`
        )
      }
      const committedAt = yield* Clock.currentTimeMillis
      return yield* inTurn(committer.commit(window, committedAt))
    }),
    endRun: Effect.fn("Sink.endRun")(function*(report: RunReport) {
      const endedAt = yield* Clock.currentTimeMillis
      yield* run(updateRun(report, endedAt))
      committer.coverage.end(report.runId)
    }),
    watermark: Effect.fn("Sink.watermark")((walletNo: WalletNo) =>
      Effect.map(ask((open) => readWatermark(open, walletNo)), Option.fromUndefinedOr)
    ),
    rowsByDay: Effect.fn("Sink.rowsByDay")((walletNo: WalletNo, period: Period.Period) =>
      ask((open) => countByDay(open, walletNo, period))
    ),
    openQuarantine: Effect.fn("Sink.openQuarantine")((walletNo: WalletNo) => ask((open) => countOpen(open, walletNo)))
  })
})

const day = (of: Period.Day | undefined): string => (of === undefined ? "NULL" : quoteText(Period.formatDay(of)))

const insertRun = (start: RunStart): string => {
  const wallets = start.wallets.map(quoteText).join(", ")
  return `INSERT INTO runs VALUES (${quoteText(start.runId)}, 'running', ${quoteText(start.programVersion)},
    [${wallets}]::VARCHAR[], ${day(start.asked?.from)}, ${day(start.asked?.to)}, ${instant(start.startedAt)},
    NULL, NULL, NULL)`
}

const updateRun = (report: RunReport, endedAt: number): string =>
  `UPDATE runs SET status = ${quoteText(report.status)}, ended_at = ${instant(endedAt)},
     duration_ms = ${report.durationMs}, report = ${quoteText(JSON.stringify(report))}
   WHERE run_id = ${quoteText(report.runId)}`

const countByDay = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  period: Period.Period
): Promise<ReadonlyMap<Period.Day, number>> =>
  connection
    .runAndReadAll(
      `SELECT t.local_time::DATE - DATE '1970-01-01' AS day, count(*) FROM transactions t
       WHERE ${ofDays("t", walletNo, period)} AND t.withdrawn_at IS NULL GROUP BY day ORDER BY day`
    )
    .then((reader) => new Map(reader.getRows().map(([day, rows]) => [Period.dayFromNumber(Number(day)), Number(rows)])))
