/**
 * Connections to a database in a world where time is virtual: a commit may take a while, and may fail.
 */
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api"
import { Effect } from "effect"
import type { OpenDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import type { Outside } from "./Outside.ts"
import type { VirtualTime } from "./VirtualTime.ts"

/** What befalls statements. */
export interface Mishaps {
  readonly time: VirtualTime
  /** Milliseconds that a commit takes before the database hears of it. */
  readonly commitMillis: () => number
  /** Texts that the disk has no room for. */
  readonly refused: ReadonlySet<string>
}

/** A database whose connections are watched. */
export const watched = (database: OpenDatabase, outside: Outside, mishaps: Mishaps): OpenDatabase => ({
  ...database,
  connect: Effect.map(database.connect, (connection) => watchedConnection(connection, outside, mishaps))
})

const watchedConnection = (connection: DuckDBConnection, outside: Outside, mishaps: Mishaps): DuckDBConnection =>
  new Proxy(connection, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== "function") return member
      return (...values: ReadonlyArray<unknown>): unknown => {
        const [sql] = values
        const call = (): unknown => {
          const answer: unknown = Reflect.apply(member, target, values)
          if (!(answer instanceof Promise)) return answer
          return name === "stream"
            ? outside.track(answer.then((result: DuckDBResult) => watchedResult(result, outside)))
            : outside.track(answer)
        }
        return name === "run" && typeof sql === "string" ? befall(sql, call, outside, mishaps) : call()
      }
    }
  })

/** Lets a statement run, or whatever befalls it instead. */
const befall = (
  sql: string,
  run: () => unknown,
  outside: Outside,
  { commitMillis, refused, time }: Mishaps
): unknown => {
  if ([...refused].some((text) => sql.includes(text))) {
    return outside.track(Promise.reject(new Error("IO Error: Could not write file: No space left on device")))
  }
  // One alone commits what a run leaves noted when it begins or ends, which is asked for where no time passes.
  const millis = sql !== "COMMIT" && sql.endsWith("COMMIT") ? commitMillis() : 0
  if (millis === 0) return run()
  return new Promise((resolve) => {
    time.wakeAfter(millis, () => resolve(run()))
  })
}

const watchedResult = (result: DuckDBResult, outside: Outside): DuckDBResult =>
  new Proxy(result, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== "function") return member
      return (...values: ReadonlyArray<unknown>): unknown => {
        const answer: unknown = Reflect.apply(member, target, values)
        return answer instanceof Promise ? outside.track(answer) : answer
      }
    }
  })
