/**
 * Rows of text as a table for people. Values are printed as the database writes them, so money keeps every digit.
 */
import { printable } from "../domain/printable.ts"

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
  tableOf(
    { columns: names.map((name, index) => ({ name, type: index > 1 ? "BIGINT" : "VARCHAR" })), rows },
    Infinity
  )

/** On a terminal longer values are cut; elsewhere and in other formats they are whole. */
const widest = 60

/** As a table, or a block a row where that is wider than the terminal; `columns` is its width, if it goes to one. */
export const renderTable = (table: TextTable, columns?: number): string => {
  const text = tableOf(table, columns === undefined ? Infinity : widest)
  const isTooWide = columns !== undefined && text.split("\n").some((line) => displayWidth(line) > columns)
  if (!isTooWide) return text
  return table.rows
    .map((row) => renderList(table.columns.map(({ name }, index) => [name, row[index] ?? null])))
    .join("\n\n")
}

const tableOf = ({ columns, rows }: TextTable, widest: number): string => {
  const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)
  const cells = rows.map((row) => row.map((value) => (value === null ? "NULL" : shorten(printable(value, Infinity)))))
  const names = columns.map(({ name }) => shorten(printable(name, Infinity)))
  const widths = names.map((name, index) =>
    cells.reduce((width, row) => Math.max(width, displayWidth(row[index] ?? "")), displayWidth(name))
  )
  const line = (values: ReadonlyArray<string>): string =>
    columns.map((column, index) => pad(values[index] ?? "", widths[index] ?? 0, isNumeric(column))).join("  ").trimEnd()
  const rule = widths.map((width) => "─".repeat(width)).join("  ")
  return [line(names), rule, ...cells.map(line)].join("\n")
}

/** Names with their values, one a line, each value whole. */
export const renderList = (values: ReadonlyArray<readonly [name: string, value: string | null]>): string => {
  const lines = values.map(([name, value]) => [printable(name), printable(value ?? "NULL", Infinity)] as const)
  const width = lines.reduce((most, [name]) => Math.max(most, name.length), 0)
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu

const displayWidth = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0)

const pad = (text: string, width: number, right: boolean): string => {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)))
  return right ? space + text : text + space
}
