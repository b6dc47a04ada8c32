/**
 * CSV for people who open it in a spreadsheet: no text of others is a formula there, and none has a line of its own.
 */
import { printable } from "../../domain/printable.ts"

/** What a spreadsheet takes for the beginning of a formula, also behind blanks. */
const formula = /^\s*[=+\-@|%＝＋－＠]/u

const number = /^-?\d+(\.\d+)?$/

/** A text that is one in a spreadsheet, too; an apostrophe before it marks what would be a formula. Decimals stay numbers. */
export const defused = (text: string): string => {
  const safe = printable(text, Infinity)
  return formula.test(safe) && !number.test(safe) ? `'${safe}` : safe
}

const field = (text: string | null): string => {
  if (text === null) return ""
  const safe = defused(text)
  return /[",;]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

/** A line of the file. */
export const spreadsheetLine = (values: ReadonlyArray<string | null>): string => `${values.map(field).join(",")}\r\n`
