/**
 * Compares two databases of one connection, `before` and `after`, as a whole: what is defined in them, and the rows of each table.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { askRows } from "../vectors/answers.ts"

/** All that a database defines, one text each. */
const definitions = (database: string): string =>
  [
    "SELECT concat_ws(' ', 'the view', schema_name, view_name, sql, comment) FROM duckdb_views()",
    "SELECT concat_ws(' ', 'the table', schema_name, table_name, sql, comment) FROM duckdb_tables()",
    "SELECT concat_ws(' ', 'the column', schema_name, table_name, column_name, comment) FROM duckdb_columns()",
    "SELECT concat_ws(' ', 'the index', schema_name, index_name, sql) FROM duckdb_indexes()",
    "SELECT concat_ws(' ', 'the sequence', schema_name, sequence_name, sql, last_value) FROM duckdb_sequences()"
  ].map((sql) => `${sql} WHERE database_name = '${database}'`).join(" UNION ALL ")

const quoted = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/** What of `before` is otherwise in `after`, in a few words; undefined when nothing is. */
export const sameContent = (connection: DuckDBConnection): Promise<string | undefined> => {
  const ask = (sql: string) => askRows(connection, sql)
  const [one, other] = [definitions("before"), definitions("after")]
  const digestOf = (table: string): Promise<string> =>
    ask(`SELECT concat_ws(' ', count(*), bit_xor(hash(t)), sum(hash(t)::HUGEINT)) FROM ${table} AS t`)
      .then(([row]) => String(row?.[0]))
  const compareTables = (tables: ReadonlyArray<string>): Promise<string | undefined> =>
    tables.reduce<Promise<string | undefined>>(
      (found, table) =>
        found.then((difference) =>
          difference ??
            Promise.all([digestOf(`before.${table}`), digestOf(`after.${table}`)])
              .then(([left, right]) => (left === right ? undefined : `the rows of ${table}`))
        ),
      Promise.resolve(undefined)
    )
  return ask(`((${one}) EXCEPT ALL (${other})) UNION ALL ((${other}) EXCEPT ALL (${one})) LIMIT 1`)
    .then(([row]) => (row === undefined ? undefined : String(row[0]).split(" ", 4).join(" ")))
    .then((difference) =>
      difference ??
        ask("SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'before' ORDER BY ALL")
          .then((rows) => compareTables(rows.map((row) => row.map((name) => quoted(String(name))).join("."))))
    )
}
