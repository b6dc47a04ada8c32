/** Changes to a database file that nothing of the program made. */
import { Effect } from "effect"
import { connected } from "./connected.ts"
import { connectTo } from "./openFile.ts"

/** Changes a file that no sink is in, as another program could; gives the number of rows it changed. */
export const tamper = (path: string, sql: string): Effect.Effect<number> =>
  Effect.gen(function*() {
    const connection = yield* connectTo(path) ?? connected(path)
    return (yield* Effect.promise(() => connection.run(sql))).rowsChanged
  }).pipe(Effect.scoped, Effect.orDie)
