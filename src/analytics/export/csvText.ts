/**
 * CSV that a spreadsheet may open: a text of others is never taken for a formula, also where semicolons or tabs are taken for what separates
 * fields, and ends of lines inside a text for those of rows.
 */

/** What a spreadsheet may take for the beginning of a formula, in letters of any width, whatever nobody sees before it. */
const commanding = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** The same behind what may end a cell; quotes around a text are doubled, and may be taken for those of an empty one. */
const commandingInside = /(?<=[;\t\n\v\f\r\u0085\u2028\u2029][\s\p{Cc}\p{Cf}"]*)[=+\-@＝＋－＠]/gu

/** What nearly all texts are: letters and marks that nothing takes for more, behind one that begins no formula. */
const plain = /^[A-Za-z0-9][ !#-:<-~]*$/

/** Whether a text is harmless and printable as it is; others may be, too. */
export const isPlain = (text: string): boolean => plain.test(text)

/** Whether a text begins like a formula. */
export const isCommanding = (text: string): boolean => commanding.test(text)

/** The text with a quote before each formula that stands in it where another cell may be taken to begin. */
export const harmlessInside = (text: string): string => text.replace(commandingInside, "'$&")

/** A text that no spreadsheet takes for a formula: a quote stands before all that it might. */
export const harmless = (text: string): string => {
  const inside = harmlessInside(text)
  return isCommanding(inside) ? `'${inside}` : inside
}

/** A line as RFC 4180 has it, with quotes around all that holds a mark that somebody separates fields by; the fields are written as they are. */
export const csvLine = (fields: ReadonlyArray<string>): string => `${fields.map(csvField).join(",")}\r\n`

const csvField = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text)
