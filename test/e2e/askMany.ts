// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Asks a file one made-up statement after the other, as `query` does, and writes a line for each: its number, and what became
 * of it. A process of its own, for the engine may break down.
 */
import { Effect } from "effect"
import { writeSync } from "node:fs"
import { Database } from "../../src/sink/duckdb/index.ts"
import { statements, type Vocabulary } from "./sqlGrammar.ts"

const [path = "", seed = "1", from = "0", to = "0", canary = "", ...files] = process.argv.slice(2)

const wordsFrom = Effect.fnUntraced(function*(database: Database["Service"]) {
  const list = (sql: string) => Effect.map(database.query(sql), ({ rows }) => rows.flatMap(([name]) => name ?? []))
  const functions = (types: string) =>
    list(`SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN (${types}) ORDER BY 1`)
  return {
    scalars: yield* functions("'scalar', 'macro'"),
    tables: yield* functions("'table', 'table_macro'"),
    pragmas: yield* functions("'pragma'"),
    aggregates: yield* functions("'aggregate'"),
    settings: yield* list("SELECT name FROM duckdb_settings() ORDER BY 1"),
    relations: yield* list(
      "SELECT table_name FROM duckdb_tables() UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1"
    ),
    files: [path, `${path}.wal`, `${path}.tmp/x`, ...files]
  } satisfies Vocabulary
})

const asking = Effect.gen(function*() {
  const database = yield* Database.openReadOnly(path, 200_000_000)
  const next = statements(yield* wordsFrom(database), Number(seed))
  for (let index = 0; index < Number(to); index++) {
    const sql = next()
    if (index < Number(from)) continue
    writeSync(1, `${index} ${JSON.stringify(sql)}\n`)
    const told = yield* database.query(sql).pipe(
      Effect.map(({ rows }) => ({ outcome: "answered", text: JSON.stringify(rows) })),
      Effect.catch((error) => Effect.succeed({ outcome: error.reason._tag, text: error.message })),
      Effect.timeoutOrElse({
        duration: "2 seconds",
        orElse: () => Effect.succeed({ outcome: "stopped", text: "" })
      })
    )
    writeSync(1, `${index} ${told.text.includes(canary) ? "READ" : told.outcome}\n`)
  }
})

await Effect.runPromise(Effect.scoped(asking))
