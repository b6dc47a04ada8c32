/**
 * Texts as Excel leaves them in CSV: with a quote before each that it would take for a number, a day, a truth value or a formula. Whoever
 * reads such CSV takes the quote away again.
 */

/** What Excel surely leaves a text: one that begins with a letter and is not taken for something else. */
const isText = /^\p{L}/u

/** Days of a month, and words for true or false; for DuckDB as well. */
const taken = String
  .raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s.,/-]*\d[\s\d.,/-]*$|(true|false)\s*$`

const isTaken = new RegExp(`^(${taken})`, "i")

/** A quote stands before every text that may not be left as it is, so one that is there is no part of the text. */
export const excelText = (text: string): string =>
  text === "" || (isText.test(text) && !isTaken.test(text)) ? text : `'${text}`

/** What a text with such a quote looks like, as a regular expression of DuckDB. */
export const quotedForExcel = String.raw`^'([^\p{L}]|(?i:${taken}))`
