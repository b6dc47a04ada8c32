/**
 * A sink that keeps statements in a DuckDB file. One process at a time, and in it one sink, can have a file open for
 * writing; windows are committed in the order they come. docs/audit.md describes the chain of hashes.
 *
 * Closing the layer's scope writes the log into the file and closes it, whether the program ended, failed or was
 * interrupted.
 */
import { Clock, Effect, Layer, Semaphore } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import * as Period from "../../domain/Period.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WalletConclusions } from "../../domain/Window.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { takingSeveral } from "../inFlight.ts"
import { windowProblem } from "../plan/commitPlan.ts"
import { type RunStart, Sink } from "../Sink.ts"
import { notKept, type SinkError } from "../SinkError.ts"
import { isReadable } from "./audit/audit.ts"
import { CommitQueue } from "./CommitQueue.ts"
import { readerOf } from "./file/Database.ts"
import { type OpenDatabase, openDatabase } from "./file/DatabaseFile.ts"
import { unreadable } from "./file/duckErrors.ts"
import { Session } from "./file/Session.ts"
import { replaceEntries } from "./tables/ContinuityTable.ts"
import { newRowsOf } from "./tables/newRows.ts"
import { readings } from "./tables/readings.ts"
import { beginRun, endRun, interruptRuns } from "./tables/RunTable.ts"
import { WindowCommitter } from "./WindowCommitter.ts"

/** Where the file is, and who may share it. */
export interface DuckDbOptions {
  /** The file is created, readable by its owner alone, when it is missing; its folder must exist. */
  readonly path: string
  /** Whether the file's group may read and write it too, when it is one of this process's; otherwise such a file is refused. */
  readonly allowGroup?: boolean | undefined
}

/**
 * Keeps statements in a DuckDB file. Fails with Locked, Damaged, TooNew, DiskFull, Inaccessible or Exposed when it can't or
 * won't open.
 */
export const layerDuckDb = ({ allowGroup, path }: DuckDbOptions): Layer.Layer<Sink, SinkError> =>
  Layer.effect(
    Sink,
    openDatabase(path, "write", { allowGroup }).pipe(
      Effect.tap((database) => refuseUnreadable(path, database)),
      Effect.flatMap(sinkOn)
    )
  )

/** What nobody can read is no ground to go on from. The questions are the sink's own: damage that they meet is the file's. */
const refuseUnreadable = Effect.fnUntraced(
  function*(path: string, database: OpenDatabase): Effect.fn.Return<void, SinkError> {
    const own = readerOf({ ...database, refusal: database.failure })
    if (yield* isReadable(own)) return
    yield* database.leave
    return yield* unreadable(path)
  }
)

/** The same for the file of the settings in force. */
export const layerDuckDbConfig: Layer.Layer<Sink, SinkError, DatabaseSettings> = Layer.fresh(
  Layer.unwrap(Effect.map(DatabaseSettings, layerDuckDb))
)

/** Enough windows to fill a transaction while another one is under way. */
const commitsInFlight = 8

/** The sink on a database that is open for writing, by this sink alone. */
export const sinkOn = Effect.fnUntraced(function*(database: OpenDatabase) {
  const connection = yield* database.connect
  const turn = yield* Semaphore.make(1)
  const session = new Session(database, connection)
  const committer = yield* WindowCommitter.make(database, connection)

  const queue = new CommitQueue(turn, (commits) => committer.commitTogether(commits))

  /** A connection does one thing at a time, so what is begun on it is not interrupted. */
  const inTurn = <A>(effect: Effect.Effect<A, SinkError>) => turn.withPermit(Effect.uninterruptible(effect))
  const run = (sql: string) => Effect.asVoid(inTurn(session.run(sql)))

  // The file was locked by nobody, so a run that never ended is no longer running.
  yield* run(interruptRuns)

  const sink = Sink.of({
    ...readings((question) => inTurn(session.ask(question)), true),
    beginRun: Effect.fn("Sink.beginRun")((start: RunStart) => run(beginRun(start))),
    commit: Effect.fn("Sink.commit")(function*(window: StatementWindow) {
      const problem = windowProblem(window)
      if (problem !== undefined) return yield* notKept(Period.format(window.days), problem)
      const committedAt = yield* Clock.currentTimeMillis
      return yield* queue.commit({ window, rows: newRowsOf(window), committedAt })
    }),
    endRun: Effect.fn("Sink.endRun")(function*(report: RunReport) {
      const endedAt = yield* Clock.currentTimeMillis
      yield* run(endRun(report, endedAt))
      committer.coverage.end(report.runId)
    }),
    recordContinuity: Effect.fn("Sink.recordContinuity")(
      (walletNo: WalletNo, entries: ReadonlyArray<ContinuityEntry>) =>
        inTurn(Effect.ensuring(
          replaceEntries(session, walletNo, entries),
          Effect.sync(() => committer.forgetEntries(walletNo))
        ))
    ),
    recordConclusions: Effect.fn("Sink.recordConclusions")(function*(conclusions: WalletConclusions) {
      const foundAt = yield* Clock.currentTimeMillis
      yield* inTurn(committer.recordConclusions(conclusions, foundAt))
    })
  })
  return takingSeveral(sink, commitsInFlight)
})
