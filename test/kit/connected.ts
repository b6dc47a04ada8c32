/** Connections to a database of their own, without the program's store. */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"

/** A connection to a file, or to a database in memory when none is named, until the scope ends. */
export const connected = Effect.fnUntraced(function*(path?: string) {
  const instance = yield* Effect.acquireRelease(
    Effect.promise(() => DuckDBInstance.create(path)),
    (made) => Effect.sync(() => made.closeSync())
  )
  return yield* Effect.acquireRelease(
    Effect.promise(() => instance.connect()),
    (made) => Effect.sync(() => made.closeSync())
  )
})
