/**
 * Rows of text as a table for people. Values are printed as the database writes them, so money keeps every digit.
 */
import { printable } from "../../domain/printable.ts"
import { wrapped } from "./wrapped.ts"

/** A column: its name and its type as SQL writes it; numbers stand to the right. */
export interface Column {
  readonly name: string
  readonly type: string
}

/** Whether a column's values are numbers. */
export const isNumeric = ({ type }: Column): boolean => /^(DECIMAL|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT)/.test(type)

/** A result: one text for each column of each row; null is the database's NULL. */
export interface TextTable {
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

/** A small table for people, made by the program itself: the first two columns to the left, the others to the right. */
export const renderPlain = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  tableOf(plainTable(names, rows), Infinity)

/** The same as a table that may be drawn in other ways. */
export const plainTable = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): TextTable => ({
  columns: names.map((name, index) => ({ name, type: index > 1 ? "BIGINT" : "VARCHAR" })),
  rows
})

/** On a terminal longer values are cut; elsewhere and in other formats they are whole. */
const widest = 60

/** As a table, or a block a row where that is wider than the terminal; `columns` is its width, if it goes to one. */
export const renderTable = (table: TextTable, columns?: number): string =>
  fitting(table, columns) ??
    table.rows
      .map((row) => renderList(table.columns.map(({ name }, index) => [name, row[index] ?? null])))
      .join("\n\n")

/** The table as text; undefined where that is wider than the terminal. */
const fitting = (table: TextTable, columns: number | undefined): string | undefined => {
  const text = tableOf(table, columns === undefined ? Infinity : widest)
  return columns !== undefined && text.split("\n").some((line) => displayWidth(line) > columns) ? undefined : text
}

/**
 * As a table without as many of the columns that can be spared, the first ones first, as it takes to fit the terminal; which these are
 * is said beneath it. Where that does not help, a block a row with all of them.
 */
export const renderSparing = (table: TextTable, spared: ReadonlyArray<string>, columns?: number): string => {
  const kept = narrowed(table, spared, columns)
  const text = fitting(kept, columns)
  if (text === undefined || kept === table) return renderTable(table, columns)
  const left = table.columns.filter((column) => !kept.columns.includes(column)).map(({ name }) => name)
  return `${text}\n${wrapped(`A wider terminal shows also: ${left.join(", ")}.`, columns)}`
}

/** A table without as many of the columns that can be spared, the first ones first, as it takes to fit the terminal. */
export const narrowed = (table: TextTable, spared: ReadonlyArray<string>, columns?: number): TextTable => {
  const [name, ...others] = spared
  if (name === undefined || fitting(table, columns) !== undefined) return table
  const isShown = table.columns.map((column) => column.name !== name)
  const without = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => values.filter((_, index) => isShown[index])
  return narrowed({ columns: without(table.columns), rows: table.rows.map(without) }, others, columns)
}

/** Wider columns are not filled up with blanks: one long value would make every row as long. */
const widestFilled = 200

/**
 * A table that is written in parts, for more rows than memory holds: what is given for the first rows begins with the names.
 * Columns are as wide as their values so far, so that a longer one moves the rows from there on.
 */
export const tableInParts = (
  columns: ReadonlyArray<Column>
): (rows: TextTable["rows"]) => string => {
  let widths: ReadonlyArray<number> | undefined
  return (rows) => {
    const part = partOf({ columns, rows }, Infinity, widths)
    const lines = widths === undefined ? part.lines : part.lines.slice(headLines)
    widths = part.widths
    return lines.map((line) => `${line}\n`).join("")
  }
}

const tableOf = (table: TextTable, widest: number): string => partOf(table, widest).lines.join("\n")

/** The names and the rule. */
const headLines = 2

const partOf = (
  { columns, rows }: TextTable,
  widest: number,
  least?: ReadonlyArray<number>
): { readonly lines: ReadonlyArray<string>; readonly widths: ReadonlyArray<number> } => {
  const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)
  const cells = rows.map((row) => row.map((value) => (value === null ? "NULL" : shorten(printable(value, Infinity)))))
  const names = columns.map(({ name }) => shorten(printable(name, Infinity)))
  const widths = names.map((name, index) =>
    cells.reduce(
      (width, row) => Math.max(width, Math.min(displayWidth(row[index] ?? ""), widestFilled)),
      Math.max(least?.[index] ?? 0, Math.min(displayWidth(name), widestFilled))
    )
  )
  const line = (values: ReadonlyArray<string>): string =>
    columns.map((column, index) => pad(values[index] ?? "", widths[index] ?? 0, isNumeric(column))).join("  ").trimEnd()
  const rule = widths.map((width) => "─".repeat(width)).join("  ")
  return { lines: [line(names), rule, ...cells.map(line)], widths }
}

/** Names with their values, one a line, each value whole. */
export const renderList = (values: ReadonlyArray<readonly [name: string, value: string | null]>): string => {
  const lines = values.map(([name, value]) => [printable(name), printable(value ?? "NULL", Infinity)] as const)
  const width = lines.reduce((most, [name]) => Math.max(most, name.length), 0)
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g

const displayWidth = (text: string): number =>
  text.length - (text.match(pairs)?.length ?? 0) + (text.match(wide)?.length ?? 0)

const pad = (text: string, width: number, right: boolean): string => {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)))
  return right ? space + text : text + space
}
