/**
 * Refuses a file with definitions that change what everything asked of it means. DuckDB finds a file's own macros and types before
 * its own ones, and a view reads like a table: a check of the file would ask what somebody else wrote, and be told what they like.
 * A table of the program whose columns or constraints were altered can hold what the program never writes and never looks for.
 *
 * What is asked here names the engine's own functions in full and leaves all comparing to this program.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { printable } from "../../../domain/printable.ts"
import { Foreign, type SinkError, sinkError } from "../../SinkError.ts"
import type { Table } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { alterationOf } from "./alteredTable.ts"
import { fileError, notOurs } from "./duckErrors.ts"
import { currentVersion, ledger, tablesAt, versionOf } from "./migrations.ts"

const definitions = `SELECT 'macro' AS kind, function_name AS name, '' AS schema, '' AS sql, 0 AS indexes
    FROM system.main.duckdb_functions() WHERE NOT internal
  UNION ALL SELECT 'type', type_name, '', '', 0 FROM system.main.duckdb_types() WHERE NOT internal
  UNION ALL SELECT 'view', view_name, '', '', 0 FROM system.main.duckdb_views() WHERE NOT internal
  UNION ALL SELECT 'table', table_name, schema_name, sql, index_count FROM system.main.duckdb_tables() WHERE NOT internal`

interface Definition {
  readonly kind: string
  readonly name: string
  readonly schema: string
  /** The statement that makes a table, as the database prints it. */
  readonly sql: string
  readonly indexed: boolean
}

/** So many are named. */
const mostNamed = 3

/**
 * Gives the version of a file's layout. Fails with Foreign where the file holds a macro or a type, something else in the place of
 * one of the program's tables, or such a table otherwise than that version has it.
 */
export const refuseForeign = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<number, SinkError> {
    const answer = yield* Effect.tryPromise({
      try: () => askRows(connection, definitions),
      catch: (cause) => fileError(path, cause)
    })
    const found = answer.map((row): Definition => {
      const [kind = "", name = "", schema = "", sql = "", indexes = ""] = row.map(String)
      return { kind, name, schema, sql, indexed: indexes !== "0" }
    })
    yield* refuse(path, found.flatMap(foreignIn))
    const tables = new Map(found.flatMap((each) => (each.kind === "table" ? [[each.name.toLowerCase(), each]] : [])))
    const alteredLedger = alteredIn([ledger], tables)
    // Many programs have a table of that name.
    if (alteredLedger.length > 0 && !mainTables.every((name) => tables.has(name))) return yield* notOurs(path)
    // The version is believed when what it stands in is what the program made.
    yield* refuse(path, alteredLedger)
    const version = yield* versionOf(path, connection)
    const expected = tablesAt(version)
    const names = new Set(expected.map(({ name }) => name))
    yield* refuse(path, [
      ...alteredIn(expected, tables),
      ...[...ours].flatMap((name) =>
        tables.has(name) && !names.has(name) ? [`the table ${name}, which its layout ${version} does not have`] : []
      )
    ])
    return version
  }
)

const ours: ReadonlySet<string> = new Set(tablesAt(currentVersion).map(({ name }) => name))

/** Tables that a file of any version has beside the ledger. */
const mainTables = ["transactions", "statement_windows"]

const refuse = (path: string, foreign: ReadonlyArray<string>): Effect.Effect<void, SinkError> => {
  if (foreign.length === 0) return Effect.void
  const named = foreign.slice(0, mostNamed).map((what) => printable(what)).join(", ")
  const others = foreign.length > mostNamed ? ` and ${foreign.length - mostNamed} more` : ""
  return sinkError(
    new Foreign({}),
    `${path} holds what this program never makes, and what can change all that is read of it: ${named}${others}. It was left ` +
      "alone. Use a copy that you trust, or pull into a new file; with the DuckDB shell you can look at it and put that right."
  )
}

const foreignIn = ({ kind, name, schema }: Definition): ReadonlyArray<string> => {
  if (kind === "macro" || kind === "type") return [`the ${kind} ${name}`]
  if (!ours.has(name.toLowerCase())) return []
  if (kind === "view") return [`the view ${name} in the place of a table`]
  return schema === "main" ? [] : [`the table ${name} of the schema ${schema}`]
}

const alteredIn = (expected: ReadonlyArray<Table>, tables: ReadonlyMap<string, Definition>): ReadonlyArray<string> =>
  expected.flatMap((table) => {
    const found = tables.get(table.name)
    if (found === undefined) return [`no table ${table.name}`]
    const alteration = alterationOf(table, found.sql)
    if (alteration !== undefined) return [`the table ${table.name} ${alteration}`]
    return found.indexed ? [`an index on the table ${table.name}`] : []
  })
