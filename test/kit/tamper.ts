/** Changes to a database file that nothing of the program made. */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import { connectTo } from "./openFile.ts"

/** Changes a file that no sink is in, as another program could; gives the number of rows it changed. */
export const tamper = (path: string, sql: string): Effect.Effect<number> =>
  Effect.gen(function*() {
    const connection = yield* connectTo(path) ?? connectToClosed(path)
    return (yield* Effect.promise(() => connection.run(sql))).rowsChanged
  }).pipe(Effect.scoped, Effect.orDie)

const connectToClosed = (path: string) =>
  Effect.gen(function*() {
    const instance = yield* Effect.acquireRelease(
      Effect.promise(() => DuckDBInstance.create(path)),
      (made) => Effect.sync(() => made.closeSync())
    )
    return yield* Effect.acquireRelease(
      Effect.promise(() => instance.connect()),
      (made) => Effect.sync(() => made.closeSync())
    )
  })
