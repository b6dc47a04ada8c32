/**
 * A database in memory that serves one world after the other: each finds it empty. A process that is killed loses what
 * it had not committed; what was committed stays.
 *
 * Connections go from one process to the next, for a question that was asked before is answered in half the time through
 * the same one. Plans are made without the optimiser, which takes longer than these tables do.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import type { OpenDatabase } from "../src/sink/duckdb/DatabaseFile.ts"
import { isFatal, useError } from "../src/sink/duckdb/duckErrors.ts"
import { firstStatements } from "../src/sink/duckdb/migrations.ts"
import { temporaryTables } from "../src/sink/duckdb/rowColumns.ts"
import type { SinkError } from "../src/sink/SinkError.ts"
import { remembering } from "./rememberingConnection.ts"

/** So many worlds leave so much behind in memory that a new database is better. */
const mostWorlds = 100

interface Held {
  readonly instance: DuckDBInstance
  /** Empties all tables. */
  readonly empty: string
  readonly idle: Array<DuckDBConnection>
  worlds: number
  broken: boolean
}

let held: Held | undefined

const path = "the database in memory"

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, SinkError> =>
  Effect.tryPromise({ try: run, catch: (cause) => useError(path, cause) })

/** An empty database of the present layout. */
export const emptyDatabase: Effect.Effect<OpenDatabase, SinkError> = Effect.gen(function*() {
  if (held !== undefined && (held.broken || held.worlds >= mostWorlds)) {
    for (const connection of held.idle) connection.closeSync()
    held.instance.closeSync()
    held = undefined
  }
  const ours = held ?? (yield* create)
  held = ours
  if (ours.worlds++ > 0) {
    const connection = yield* take(ours)
    yield* attempt(() => connection.run(ours.empty))
    ours.idle.push(connection)
  }
  return {
    path,
    written: true,
    connect: Effect.acquireRelease(take(ours), (connection) => giveBack(ours, connection)),
    failure: (cause: unknown) => {
      ours.broken ||= isFatal(cause)
      return useError(path, cause)
    }
  }
})

const create = Effect.gen(function*() {
  const instance = yield* attempt(() => DuckDBInstance.create(":memory:", { threads: "1" }))
  const connection = yield* attempt(() => instance.connect())
  yield* attempt(() => connection.run(`${firstStatements}; SET GLOBAL TimeZone='UTC'`))
  const reader = yield* attempt(() =>
    connection.runAndReadAll("SELECT table_name FROM duckdb_tables() WHERE table_name <> 'migrations'")
  )
  connection.closeSync()
  const empty = reader.getRows().map(([name]) => `DELETE FROM ${String(name)}`).join(";\n")
  return { instance, empty: `BEGIN;\n${empty};\nCOMMIT`, idle: [], worlds: 0, broken: false }
})

const take = ({ idle, instance }: Held): Effect.Effect<DuckDBConnection, SinkError> =>
  Effect.suspend(() => {
    const connection = idle.pop()
    if (connection !== undefined) return Effect.succeed(connection)
    return attempt(() =>
      instance.connect().then((fresh) => fresh.run("PRAGMA disable_optimizer").then(() => remembering(fresh)))
    )
  })

const dropTemporary = [...temporaryTables.matchAll(/CREATE TEMP TABLE (\w+)/g)].map(([, name]) =>
  `DROP TABLE IF EXISTS temp.${name}`
).join("; ")

/** What a connection left open is rolled back, and what was its own is gone. */
const giveBack = ({ idle }: Held, connection: DuckDBConnection): Effect.Effect<void> => {
  const run = (sql: string) => Effect.tryPromise(() => connection.run(sql))
  return Effect.ignore(run("ROLLBACK")).pipe(
    Effect.andThen(run(dropTemporary)),
    Effect.match({
      onSuccess: () => void idle.push(connection),
      onFailure: () => connection.closeSync()
    })
  )
}
