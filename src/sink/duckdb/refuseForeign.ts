/**
 * Refuses a file with definitions that change what everything asked of it means. DuckDB finds a file's own macros and types before
 * its own ones, and a view reads like a table: a check of the file would ask what somebody else wrote, and be told what they like.
 *
 * What is asked here names the engine's own functions in full and leaves all comparing to this program.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { printable } from "../../domain/printable.ts"
import { Foreign, type SinkError, sinkError } from "../SinkError.ts"
import { fileError } from "./duckErrors.ts"
import { currentVersion, tablesAt } from "./migrations.ts"

const definitions = `SELECT 'macro', function_name, '', '' FROM system.main.duckdb_functions() WHERE NOT internal
  UNION ALL SELECT 'type', type_name, '', '' FROM system.main.duckdb_types() WHERE NOT internal
  UNION ALL SELECT 'view', view_name, '', '' FROM system.main.duckdb_views() WHERE NOT internal
  UNION ALL SELECT 'table', table_name, schema_name, sql FROM system.main.duckdb_tables() WHERE NOT internal`

/** So many are named. */
const mostNamed = 3

/** Fails with Foreign where the file holds a macro or a type, or something else in the place of one of the program's tables. */
export const refuseForeign = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<void, SinkError> {
    const found = yield* Effect.tryPromise({
      try: () => connection.runAndReadAll(definitions),
      catch: (cause) => fileError(path, cause)
    })
    const ours = new Set(tablesAt(currentVersion).map(({ name }) => name))
    const foreign = found.getRows().flatMap((row) => foreignIn(row.map(String), ours))
    if (foreign.length === 0) return
    const named = foreign.slice(0, mostNamed).map((what) => printable(what)).join(", ")
    const others = foreign.length > mostNamed ? ` and ${foreign.length - mostNamed} more` : ""
    return yield* sinkError(
      new Foreign({}),
      `${path} holds what this program never makes, and what can change all that is read of it: ${named}${others}. It was left ` +
        "alone. Use a copy that you trust, or pull into a new file; with the DuckDB shell you can look at it and take that out."
    )
  }
)

const foreignIn = (
  [kind = "", name = "", schema = "", sql = ""]: ReadonlyArray<string>,
  ours: ReadonlySet<string>
): ReadonlyArray<string> => {
  if (kind === "macro" || kind === "type") return [`the ${kind} ${name}`]
  if (!ours.has(name.toLowerCase())) return []
  if (kind === "view") return [`the view ${name} in the place of a table`]
  if (schema !== "main") return [`the table ${name} of the schema ${schema}`]
  return generated.test(sql) ? [`the table ${name} with computed columns`] : []
}

const generated = /\bGENERATED\b/i
