/**
 * Rows of text as a table for people, or in a format for programs. Values are printed as the database writes them,
 * so money keeps every digit.
 */
import { printable } from "../domain/printable.ts"

/** The formats of `query --format`. */
export const formats = ["table", "csv", "json", "ndjson", "markdown"] as const
export type Format = (typeof formats)[number]

/** A column: its name and its type as SQL writes it; numbers stand to the right. */
export interface Column {
  readonly name: string
  readonly type: string
}

const isNumeric = ({ type }: Column): boolean => /^(DECIMAL|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT)/.test(type)

/** A result: one text for each column of each row; null is the database's NULL. */
export interface TextTable {
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

/** Renders a result in a format; `columns` is the width of the terminal, if it goes to one. */
export const render = (table: TextTable, format: Format | "list", columns?: number): string => {
  switch (format) {
    case "list":
      return renderList(table)
    case "table":
      return renderForPeople(table, columns)
    case "csv":
      return [table.columns.map(({ name }) => name), ...table.rows].map((row) => row.map(csvField).join(",")).join(
        "\r\n"
      )
    case "json":
      return JSON.stringify(toObjects(table))
    case "ndjson":
      return toObjects(table).map((row) => JSON.stringify(row)).join("\n")
    case "markdown":
      return renderMarkdown(table)
  }
}

/** A small table for people, made by the program itself: the first two columns to the left, the others to the right. */
export const renderPlain = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  renderTable(
    { columns: names.map((name, index) => ({ name, type: index > 1 ? "BIGINT" : "VARCHAR" })), rows },
    Infinity
  )

/** A value for programs: money and large numbers as text, instants as ISO 8601 in UTC. */
export type JsonScalar = string | number | boolean | null

/** The rows as objects by column name. */
export const toObjects = ({ columns, rows }: TextTable): ReadonlyArray<Record<string, JsonScalar>> =>
  rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column.name, forPrograms(column, row[index] ?? null)]))
  )

const forPrograms = ({ type }: Column, value: string | null): JsonScalar => {
  if (value === null) return null
  if (type === "TIMESTAMP WITH TIME ZONE") return value.replace(" ", "T").replace(/\+00(:00)?$/, "Z")
  if (type === "BOOLEAN") return value === "true"
  if (!/^(DOUBLE|FLOAT|U?(TINY|SMALL|BIG)?INT)/.test(type)) return value
  const number = Number(value)
  return type.includes("INT") && !Number.isSafeInteger(number) || !Number.isFinite(number) ? value : number
}

const csvField = (value: string | null): string =>
  value === null ? "" : value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll("\"", "\"\"")}"` : value

/** On a terminal longer values are cut; elsewhere and in other formats they are whole. */
const widest = 60

/** As a table, or a block a row where that is wider than the terminal. */
const renderForPeople = (table: TextTable, columns: number | undefined): string => {
  const text = renderTable(table, columns === undefined ? Infinity : widest)
  const isTooWide = columns !== undefined && text.split("\n").some((line) => displayWidth(line) > columns)
  if (!isTooWide) return text
  return table.rows
    .map((row) => renderList({ ...table, rows: table.columns.map(({ name }, index) => [name, row[index] ?? null]) }))
    .join("\n\n")
}

const renderTable = ({ columns, rows }: TextTable, widest: number): string => {
  const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)
  const cells = rows.map((row) => row.map((value) => (value === null ? "NULL" : shorten(printable(value, Infinity)))))
  const widths = columns.map(({ name }, index) =>
    cells.reduce((width, row) => Math.max(width, displayWidth(row[index] ?? "")), displayWidth(name))
  )
  const line = (values: ReadonlyArray<string>): string =>
    columns.map((column, index) => pad(values[index] ?? "", widths[index] ?? 0, isNumeric(column))).join("  ").trimEnd()
  const rule = widths.map((width) => "─".repeat(width)).join("  ")
  return [line(columns.map(({ name }) => name)), rule, ...cells.map(line)].join("\n")
}

/** Two columns, name and value, each value whole. */
const renderList = ({ rows }: TextTable): string => {
  const width = rows.reduce((most, [name]) => Math.max(most, (name ?? "").length), 0)
  return rows.map(([name, value]) => `${(name ?? "").padEnd(width)}  ${printable(value ?? "NULL", Infinity)}`).join(
    "\n"
  )
}

const markdownLine = (values: ReadonlyArray<string>): string => `| ${values.join(" | ")} |`

const markdownCell = (value: string | null): string => printable(value ?? "", Infinity).replaceAll("|", "\\|")

const renderMarkdown = ({ columns, rows }: TextTable): string =>
  [
    columns.map(({ name }) => markdownCell(name)),
    columns.map((column) => (isNumeric(column) ? "---:" : "---")),
    ...rows.map((row) => row.map(markdownCell))
  ].map(markdownLine).join("\n")

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu

const displayWidth = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0)

const pad = (text: string, width: number, right: boolean): string => {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)))
  return right ? space + text : text + space
}
