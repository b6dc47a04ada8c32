/**
 * A database in memory that serves one world after the other: each finds it empty. A process that is killed loses what
 * it had not committed; what was committed stays.
 *
 * Connections go from one process to the next, for a question that was asked before is answered in half the time through
 * the same one. Plans are made without the optimiser, which takes longer than these tables do.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import type { OpenDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import { isFatal, questionError, useError } from "../src/sink/duckdb/file/duckErrors.ts"
import { firstStatements } from "../src/sink/duckdb/file/migrations.ts"
import type { SinkError } from "../src/sink/SinkError.ts"
import { remembering, type Reusable } from "./rememberingConnection.ts"

/** So many worlds leave so much behind in memory that a new database is better. */
const mostWorlds = 100

interface Held {
  readonly instance: DuckDBInstance
  /** Empties all tables. */
  readonly empty: string
  readonly idle: Array<Reusable>
  worlds: number
  broken: boolean
}

let held: Held | undefined

const path = "the database in memory"

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, SinkError> =>
  Effect.tryPromise({ try: run, catch: (cause) => useError(path, cause, true) })

/** An empty database of the present layout. */
export const emptyDatabase: Effect.Effect<OpenDatabase, SinkError> = Effect.gen(function*() {
  if (held !== undefined && (held.broken || held.worlds >= mostWorlds)) {
    for (const { connection } of held.idle) connection.closeSync()
    held.instance.closeSync()
    held = undefined
  }
  const ours = held ?? (yield* create)
  held = ours
  if (ours.worlds++ > 0) {
    const taken = yield* take(ours)
    yield* attempt(() => taken.connection.run(ours.empty))
    ours.idle.push(taken)
  }
  return {
    path,
    written: true,
    isNew: false,
    connect: Effect.map(
      Effect.acquireRelease(take(ours), (taken) => giveBack(ours, taken)),
      ({ connection }) => connection
    ),
    failure: (cause: unknown) => {
      ours.broken ||= isFatal(cause)
      return useError(path, cause, true)
    },
    leave: Effect.void,
    refusal: (cause: unknown) => questionError(path, cause)
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

const take = ({ idle, instance }: Held): Effect.Effect<Reusable, SinkError> =>
  Effect.suspend(() => {
    const known = idle.pop()
    if (known !== undefined) return Effect.succeed(known)
    return attempt(() =>
      instance.connect().then((fresh) => fresh.run("PRAGMA disable_optimizer").then(() => remembering(fresh)))
    )
  })

const giveBack = ({ idle }: Held, taken: Reusable): Effect.Effect<void> =>
  Effect.match(Effect.tryPromise(taken.clean), {
    onSuccess: () => void idle.push(taken),
    onFailure: () => taken.connection.closeSync()
  })
