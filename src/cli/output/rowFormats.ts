/**
 * Rows for programs and documents, one after the other, so that an answer of any length can be printed as it comes. Values are
 * as the database writes them, so money keeps every digit.
 */
import { Schema } from "effect"
import { printable } from "../../domain/printable.ts"
import { plainJson } from "../../json/JsonEscape.ts"
import { type Column, isNumeric, type TextTable } from "./table.ts"

/** How the rows of an answer are written, and what stands around them. */
export interface RowFormat {
  readonly before: string
  readonly row: (values: ReadonlyArray<string | null>, isFirst: boolean) => string
  readonly after: string
}

/** The formats of `query --format` but for `table`, which needs all rows before it can write the first. */
export const rowFormats = {
  csv: (columns: ReadonlyArray<Column>): RowFormat => ({
    before: csvLine(columns.map(({ name }) => name)),
    row: csvLine,
    after: ""
  }),
  json: (columns: ReadonlyArray<Column>): RowFormat => ({
    before: "[",
    row: (values, isFirst) => `${isFirst ? "" : ","}${jsonOf(columns, values)}`,
    after: "]\n"
  }),
  ndjson: (columns: ReadonlyArray<Column>): RowFormat => ({
    before: "",
    row: (values) => `${jsonOf(columns, values)}\n`,
    after: ""
  }),
  markdown: (columns: ReadonlyArray<Column>): RowFormat => ({
    before: markdownLine(columns.map(({ name }) => markdownCell(name))) +
      markdownLine(columns.map((column) => (isNumeric(column) ? "---:" : "---"))),
    row: (values) => markdownLine(values.map(markdownCell)),
    after: ""
  })
} as const

/** CSV as people may see it: what commands a terminal is escaped. */
export const csvForTerminal = (columns: ReadonlyArray<Column>): RowFormat => ({
  before: csvLineShown(columns.map(({ name }) => name)),
  row: csvLineShown,
  after: ""
})

/** The formats of `query --format`. */
export const Format = Schema.Literals(["table", ...Object.keys(rowFormats) as Array<keyof typeof rowFormats>])
export type Format = typeof Format.Type

/** The formats of which an object is made of each row, so that a name may stand for one column only. */
export const named: ReadonlySet<string> = new Set(["json", "ndjson"])

/** A value for programs: money and large numbers as text, instants as ISO 8601 in UTC. */
export type JsonScalar = string | number | boolean | null

/** A row as an object by column name. */
export const toObject = (
  columns: ReadonlyArray<Column>,
  values: ReadonlyArray<string | null>
): Record<string, JsonScalar> =>
  Object.fromEntries(columns.map((column, index) => [column.name, forPrograms(column, values[index] ?? null)]))

const jsonOf = (columns: ReadonlyArray<Column>, values: ReadonlyArray<string | null>): string =>
  plainJson(JSON.stringify(toObject(columns, values)))

/** The rows as objects by column name. */
export const toObjects = ({ columns, rows }: TextTable): ReadonlyArray<Record<string, JsonScalar>> =>
  rows.map((row) => toObject(columns, row))

const forPrograms = ({ type }: Column, value: string | null): JsonScalar => {
  if (value === null) return null
  if (type === "TIMESTAMP WITH TIME ZONE") return value.replace(" ", "T").replace(/\+00(:00)?$/, "Z")
  if (type === "BOOLEAN") return value === "true"
  if (!/^(DOUBLE|FLOAT|U?(TINY|SMALL|BIG)?INT)/.test(type)) return value
  const number = Number(value)
  return type.includes("INT") && !Number.isSafeInteger(number) || !Number.isFinite(number) ? value : number
}

/** As RFC 4180 says, which lets a spreadsheet take a value for a formula: no value is changed here. */
const csvLine = (values: ReadonlyArray<string | null>): string => `${values.map(csvField).join(",")}\r\n`

const csvLineShown = (values: ReadonlyArray<string | null>): string =>
  csvLine(values.map((value) => (value === null ? null : printable(value, Infinity))))

const csvField = (value: string | null): string =>
  value === null ? "" : value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll("\"", "\"\"")}"` : value

const markdownLine = (values: ReadonlyArray<string>): string => `| ${values.join(" | ")} |\n`

const markdownCell = (value: string | null): string => printable(value ?? "", Infinity).replaceAll("|", "\\|")
