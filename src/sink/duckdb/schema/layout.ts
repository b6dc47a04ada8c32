/**
 * What of the file people read by: its views, and the comments on tables, columns and views. Somebody who can write the
 * file can replace or drop them, so opening for writing makes anew what is not as the program made it.
 *
 * How the database prints a view changes when the file is opened again, in quotes, brackets and spaces only: a print of all
 * leaves those out. `verifyLayout` compares more closely, at a cost that no opening should have.
 */
import { createHash } from "node:crypto"
import { commentOn, commentOnTable, quoteText, type Table } from "./tableText.ts"
import { createView, type View } from "./view.ts"
import { viewColumns } from "./viewColumns.ts"
import { views } from "./views.ts"

/** Where the print is kept of what the program made. */
export const layout: Table = {
  name: "layout",
  about:
    "A print of all views and comments as the program made them: when they are others, the next pull makes them anew",
  columns: [["print", "VARCHAR NOT NULL", "Of what the program makes, and of what is there"]]
}

const names = (items: ReadonlyArray<{ readonly name: string }>): string =>
  items.map(({ name }) => quoteText(name)).join(", ")

/** What is the file's own, among what the engine lists of views, tables and columns: schemas of somebody else's are not looked at. */
export const ours = "database_name = current_database() AND schema_name = 'main'"

/** Of what the program makes: it tells a program of another version. */
const definitionOf = (tables: ReadonlyArray<Table>): string =>
  createHash("sha256").update(JSON.stringify([tables, views, viewColumns])).digest("hex")

/** The print as an expression: of what the program makes, then of what is there. */
export const printOf = (tables: ReadonlyArray<Table>): string =>
  `(SELECT concat('${definitionOf(tables)} ', md5(string_agg(part, chr(10) ORDER BY part))) FROM (
    SELECT concat_ws(chr(9), 'view', view_name, regexp_replace(sql, '["()\\s]', '', 'g'), comment) AS part
    FROM duckdb_views() WHERE ${ours} AND view_name IN (${names(views)})
    UNION ALL
    SELECT concat_ws(chr(9), 'table', table_name, comment) FROM duckdb_tables()
    WHERE ${ours} AND table_name IN (${names(tables)})
    UNION ALL
    SELECT concat_ws(chr(9), 'column', table_name, column_name, comment) FROM duckdb_columns()
    WHERE ${ours} AND table_name IN (${names([...tables, ...views])})
  ))`

/** Asks whether the file's views and comments are as the program made them. */
export const asksForPrint = (tables: ReadonlyArray<Table>): string =>
  `SELECT (SELECT any_value(print) FROM layout) IS NOT DISTINCT FROM ${printOf(tables)}`

/** Names tables that stand in the place of a view. */
export const tablesInPlaceOfViews = `SELECT table_name FROM duckdb_tables() WHERE ${ours} AND table_name IN (${
  names(views)
})`

/** The statements that make all views and comments anew; tables in the place of views get another name before. */
export const makeAnew = (tables: ReadonlyArray<Table>, inPlaceOfViews: ReadonlyArray<string>): string =>
  [
    ...inPlaceOfViews.map((name) => `ALTER TABLE ${name} RENAME TO "${name} set aside";\n`),
    ...views.map(createView),
    ...tables.flatMap((table) => [
      commentOnTable(table),
      ...table.columns.map((column) => commentOn(table.name, column))
    ]),
    takePrint(tables)
  ].join("")

/** The statement that keeps a print of what is there. */
export const takePrint = (tables: ReadonlyArray<Table>): string =>
  `DELETE FROM layout; INSERT INTO layout SELECT ${printOf(tables)};\n`

/** The views that a file of some version has as they are now. */
export const viewsOf = (version: number): ReadonlyArray<View> => views.filter(({ since }) => since <= version)
