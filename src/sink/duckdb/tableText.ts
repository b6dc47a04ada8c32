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

/** A text as an SQL literal. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The statements that create a table and describe it. */
export const createTable = (table: Table): string => {
  const columns = table.columns.map(([name, type]) => `"${name}" ${type}`).join(",\n  ")
  const comments = table.columns.map(([name, , about]) =>
    `COMMENT ON COLUMN ${table.name}."${name}" IS ${quoteText(about)};\n`
  )
  return `CREATE TABLE ${table.name} (\n  ${columns}\n);\n` +
    `COMMENT ON TABLE ${table.name} IS ${quoteText(table.about)};\n${comments.join("")}`
}
