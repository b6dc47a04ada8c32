/**
 * CSV for people who open it in a spreadsheet: no text of others is a formula there, and none has a line of its own.
 */
import { csvLine, harmless, isPlain } from "../../analytics/export/csvText.ts"
import { printable } from "../../domain/printable.ts"

const number = /^-?\d+(\.\d+)?$/

/** A line of the file; decimals stay numbers, and what is not told is empty. */
export const spreadsheetLine = (values: ReadonlyArray<string | null>): string => csvLine(values.map(field))

const field = (value: string | null): string =>
  value === null ? "" : isPlain(value) || number.test(value) ? value : harmless(printable(value, Infinity))
