/**
 * CSV that a spreadsheet may open: a text of others is never taken for a formula.
 */

/** What a spreadsheet may take for the beginning of a formula, in letters of any width, whatever nobody sees before it. */
const commanding = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A text that no spreadsheet takes for a formula: a quote stands before one that it might. */
export const harmless = (text: string): string => (commanding.test(text) ? `'${text}` : text)

/** A line as RFC 4180 has it; the fields are written as they are. */
export const csvLine = (fields: ReadonlyArray<string>): string => `${fields.map(csvField).join(",")}\r\n`

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text)
