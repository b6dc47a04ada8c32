/**
 * Files that were changed by hand, for tests of what a check says of them. One open copy does for all tests of a file: each change is
 * undone before the next, since to copy, open and close a file takes longer than most checks. Where all cases are tried each change
 * is made to a closed copy of its own.
 */
import { Effect, Option, type Scope } from "effect"
import { copyFileSync } from "node:fs"
import { openDatabase } from "../../src/sink/duckdb/file/DatabaseFile.ts"
import { currentVersion, tablesAt } from "../../src/sink/duckdb/file/migrations.ts"
import { isThorough } from "./cases.ts"
import { tamper } from "./tamper.ts"
import { untilTestsEnd } from "./untilTestsEnd.ts"

const tables = tablesAt(currentVersion).map(({ name }) => name)

/** The tables that statements change. */
const changedIn = (sql: string): ReadonlyArray<string> =>
  [...sql.matchAll(/\b(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)/g)].map(([, table = ""]) => table)

/**
 * An open copy of a file. `change` does something to it as another program could, and undoes the change before; it gives the number
 * of rows that were changed, and nothing when the database refuses.
 */
export const openCopy = Effect.fnUntraced(function*(path: string) {
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  const connection = yield* Effect.flatMap(openDatabase(copy, "write"), ({ connect }) => connect)
  const run = (sql: string) => Effect.promise(() => connection.run(sql))
  for (const name of tables) yield* run(`CREATE TEMP TABLE kept_${name} AS FROM main.${name}`)
  let changed: ReadonlyArray<string> = []
  const change = Effect.fnUntraced(function*(sql: string) {
    for (const name of new Set(changed)) {
      yield* run(`DELETE FROM ${name}`)
      yield* run(`INSERT INTO ${name} FROM kept_${name}`)
    }
    changed = changedIn(sql)
    const result = yield* Effect.option(Effect.tryPromise(() => connection.run(sql)))
    return Option.map(result, ({ rowsChanged }) => rowsChanged)
  })
  return { copy, change }
})

/** Changes a file like the one that is made, and gives its path; fails the test where no row is changed. */
export const changedFile = <E>(make: Effect.Effect<string, E, Scope.Scope>) => {
  if (isThorough) {
    return (sql: string) =>
      Effect.tap(make, (path) => Effect.flatMap(tamper(path, sql), (rows) => mustChange(sql, rows)))
  }
  const opened = untilTestsEnd(Effect.flatMap(make, openCopy))
  return (sql: string) =>
    Effect.gen(function*() {
      const { change, copy } = yield* opened
      yield* mustChange(sql, Option.getOrElse(yield* change(sql), () => 0))
      return copy
    })
}

const mustChange = (sql: string, rows: number): Effect.Effect<void> =>
  rows > 0 ? Effect.void : Effect.die(new Error(`no row is changed by ${sql}`))
