/**
 * A sink that keeps statements in a DuckDB file. One process at a time, and in it one sink, can have a file open for
 * writing; windows are committed in the order they come. docs/audit.md describes the chain of hashes.
 *
 * Closing the layer's scope writes the log into the file and closes it, whether the program ended, failed or was
 * interrupted.
 */
import { Effect, Layer, type Scope } from "effect"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { Sink } from "../Sink.ts"
import type { SinkError } from "../SinkError.ts"
import { isReadable } from "./audit/audit.ts"
import { storeOn } from "./DuckDbStore.ts"
import { type OpenDatabase, openDatabase } from "./file/DatabaseFile.ts"
import { unreadable } from "./file/duckErrors.ts"
import { Session } from "./file/Session.ts"
import { askRows, textOf } from "./vectors/answers.ts"
import { type LockWait, waitForLock } from "./waitForLock.ts"

/** Where the file is, and who may share it. */
export interface DuckDbOptions {
  /** The file is created, readable by its owner alone, when it is missing; its folder must exist. */
  readonly path: string
  /** Whether the file's group may read and write it too, when it is one of this process's; otherwise such a file is refused. */
  readonly allowGroup?: boolean | undefined
  /** Whether a file that was missing is removed again when the scope ends and no window was committed to it. */
  readonly removeUnused?: boolean | undefined
  /** How long to wait for another process that has the file open; not at all when left out. */
  readonly wait?: LockWait | undefined
}

/**
 * Keeps statements in a DuckDB file. Fails with Locked, Damaged, TooNew, DiskFull, Inaccessible or Exposed when it can't or
 * won't open.
 */
export const layerDuckDb = ({ allowGroup, path, removeUnused, wait }: DuckDbOptions): Layer.Layer<Sink, SinkError> =>
  Layer.effect(
    Sink,
    waitForLock(openDatabase(path, "write", { allowGroup, removeUnused }), wait).pipe(
      Effect.tap((database) => refuseUnreadable(path, database)),
      Effect.flatMap(sinkOn)
    )
  )

/** What nobody can read is no ground to go on from. The questions are the sink's own: damage that they meet is the file's. */
const refuseUnreadable = Effect.fnUntraced(
  function*(path: string, database: OpenDatabase): Effect.fn.Return<void, SinkError, Scope.Scope> {
    // This program made it just now.
    if (database.isNew) return
    const session = new Session(database, yield* database.connect)
    const query = (sql: string) =>
      Effect.map(session.ask((connection) => askRows(connection, sql)), (rows) => ({
        rows: rows.map((row) => row.map(textOf))
      }))
    if (yield* isReadable({ query })) return
    yield* database.leave
    return yield* unreadable(path)
  },
  Effect.scoped
)

/** The same for the file of the settings in force. */
export const layerDuckDbConfig: Layer.Layer<Sink, SinkError, DatabaseSettings> = Layer.fresh(
  Layer.unwrap(
    Effect.map(
      DatabaseSettings,
      ({ wait, ...options }) => layerDuckDb({ ...options, wait: wait && { atMost: wait } })
    )
  )
)

/** The sink on a database that is open for writing, by this sink alone. */
export const sinkOn = Effect.fnUntraced(function*(database: OpenDatabase) {
  return yield* Sink.fromStore(yield* storeOn(database, yield* database.connect))
})
