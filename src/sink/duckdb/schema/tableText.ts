/**
 * Tables as data: one list gives the CREATE TABLE statement and the comments that a reader of the file sees in
 * `duckdb_columns()`.
 */

/** A column: its name, its type with constraints, and what it holds. */
export type Column = readonly [name: string, type: string, about: string]

/** A table of the file. */
export interface Table {
  readonly name: string
  readonly about: string
  readonly columns: ReadonlyArray<Column>
}

/** A column that a table got later, behind those that it had. */
export interface AddedColumn {
  readonly table: string
  /** Without NOT NULL, which what is there already could not be. */
  readonly column: Column
}

/** A column of which something else is to be said. */
export interface RetoldColumn {
  readonly table: string
  readonly name: string
  readonly about: string
}

/** A column whose type is another one from a version of the layout on. */
export interface RetypedColumn {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** The statement that gives a column another type. */
export const retype = ({ name, table, type }: RetypedColumn): string =>
  `ALTER TABLE ${table} ALTER COLUMN "${name}" SET DATA TYPE ${type};\n`

/** A text as an SQL literal. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The same, where there may be none. */
export const textOrNull = (text: string | null): string => (text === null ? "NULL" : quoteText(text))

/** The statements that create a table and describe it. */
export const createTable = (table: Table): string => {
  const comments = table.columns.map((column) => commentOn(table.name, column))
  return `CREATE TABLE ${table.name} (\n  ${columnList(table)}\n);\n` +
    commentOnTable(table) + comments.join("")
}

/** The statement that describes a table. */
export const commentOnTable = ({ about, name }: Table): string => `COMMENT ON TABLE ${name} IS ${quoteText(about)};\n`

const columnList = (table: Table): string => table.columns.map(([name, type]) => `"${name}" ${type}`).join(",\n  ")

/** The statement that describes a column. */
export const commentOn = (table: string, [name, , about]: Column): string =>
  `COMMENT ON COLUMN ${table}."${name}" IS ${quoteText(about)};\n`

/** The statements that add a column to a table and describe it. */
export const addColumn = ({ column, table }: AddedColumn): string =>
  `ALTER TABLE ${table} ADD COLUMN "${column[0]}" ${column[1]};\n${commentOn(table, column)}`

/** The statement that makes an empty table for one connection alone. */
export const createTemporaryTable = (table: Table): string =>
  `CREATE TEMP TABLE ${table.name} (${columnList(table)});\n`
