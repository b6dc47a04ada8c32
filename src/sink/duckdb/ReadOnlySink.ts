/**
 * A sink on a file that is opened for reading alone: the file stays as it is to the last byte, none is made, and a run
 * that never ended stays as it was left. Its reading members answer; its writing members fail.
 */
import { Effect, Layer, Semaphore } from "effect"
import { Sink } from "../Sink.ts"
import { DatabaseFailed, type SinkError, sinkError } from "../SinkError.ts"
import type { DuckDbOptions } from "./DuckDbSink.ts"
import { type OpenDatabase, openDatabase } from "./file/DatabaseFile.ts"
import { Session } from "./file/Session.ts"
import { readings } from "./tables/readings.ts"

/** Reads what a DuckDB file holds. Fails with Inaccessible when it is missing, or with Locked, Damaged or TooNew. */
export const layerDuckDbReadOnly = (options: Pick<DuckDbOptions, "path">): Layer.Layer<Sink, SinkError> =>
  Layer.effect(Sink, Effect.flatMap(openDatabase(options.path, "read"), readOnlySinkOn))

/** The same for a check of a whole file, in little memory: who opens a file first in a process decides. */
export const layerDuckDbToCheck = (options: Pick<DuckDbOptions, "path">): Layer.Layer<Sink, SinkError> =>
  Layer.effect(Sink, Effect.flatMap(openDatabase(options.path, "check"), readOnlySinkOn))

/** The same on a database that is open, for writing by somebody else or for reading. */
export const readOnlySinkOn = Effect.fnUntraced(function*(database: OpenDatabase) {
  const session = new Session(database, yield* database.connect)
  const turn = yield* Semaphore.make(1)
  const refuse = () =>
    Effect.fail(sinkError(
      new DatabaseFailed(),
      `${database.path} is open for reading only, so nothing is written to it: open it with layerDuckDb to write.`
    ))
  return Sink.of({
    ...readings((question) => turn.withPermit(Effect.uninterruptible(session.ask(question))), database.written),
    beginRun: refuse,
    commit: refuse,
    endRun: refuse,
    recordContinuity: refuse,
    recordConclusions: refuse
  })
})
