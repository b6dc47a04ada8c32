/**
 * Finds what somebody replaced or dropped of what people read the file by: views, and comments on tables, columns and views.
 */
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import type { DatabaseReader } from "../file/Database.ts"
import { tablesAt } from "../file/migrations.ts"
import { ours, viewsOf } from "../schema/layout.ts"
import { quoteText } from "../schema/tableText.ts"
import { viewColumns } from "../schema/viewColumns.ts"
import { commentedSince } from "../schema/views.ts"

/** Says of each view and comment that is not as the program made it which one it is, in sentences without their ends. */
export const verifyLayout = Effect.fn("verifyLayout")(
  function*(reader: DatabaseReader): Effect.fn.Return<ReadonlyArray<string>, SinkError> {
    const version = Number((yield* reader.query("SELECT max(number) FROM migrations")).rows[0]?.[0])
    const { rows: foundViews } = yield* reader.query(
      `SELECT view_name, ${canonical("regexp_replace(sql, '^CREATE VIEW \\S+( \\([^)]*\\))? AS ', '')")}, comment
       FROM duckdb_views() WHERE NOT internal AND ${ours}`
    )
    const expected = yield* reader.query(
      `SELECT name, ${canonical("sql")} FROM (VALUES ${
        viewsOf(version).map(({ name, sql }) => `(${quoteText(name)}, ${quoteText(sql)})`).join(", ")
      }) AS v(name, sql)`
    )
    const sqlOf = new Map(expected.rows.map(([name = null, sql = null]) => [name, sql]))
    const comments = new Map(
      (yield* reader.query(
        `SELECT table_name, comment FROM duckdb_tables() WHERE NOT internal AND ${ours}
         UNION ALL SELECT table_name || '.' || column_name, comment FROM duckdb_columns()
           WHERE NOT internal AND ${ours}`
      )).rows.map(([name = null, comment = null]) => [name, comment])
    )
    return [
      ...viewsOf(version).flatMap(({ about, name }) => {
        const found = foundViews.find(([view]) => view === name)
        if (found === undefined) return [`the view ${name} is not there`]
        if (found[1] !== sqlOf.get(name)) return [`the view ${name} asks something else`]
        return [
          ...(found[2] === about ? [] : [`the comment on the view ${name} is another`]),
          ...(version < commentedSince ? [] : viewColumns[name] ?? []).flatMap(([column, what]) =>
            comments.get(`${name}.${column}`) === what ? [] : [`the comment on ${name}.${column} is another`]
          )
        ]
      }),
      ...tablesAt(version).flatMap(({ about, columns, name }) => [
        ...(comments.get(name) === about ? [] : [`the comment on the table ${name} is another`]),
        ...columns.flatMap(([column, , what]) =>
          comments.get(`${name}.${column}`) === what ? [] : [`the comment on ${name}.${column} is another`]
        )
      ])
    ]
  }
)

/** A question as the database prints it, whatever quotes and brackets it is written with. */
const canonical = (sql: string): string => `json_deserialize_sql(json_serialize_sql(${sql}))`
