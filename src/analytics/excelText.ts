/**
 * Texts as Excel leaves them in CSV: with a quote before each that it would take for a number, a day, a truth value or a formula. Whoever
 * reads such CSV takes the quote away again.
 */

const truthValues = [
  "true",
  "false",
  "wahr",
  "falsch",
  "vrai",
  "faux",
  "verdadero",
  "falso",
  "vero",
  "verdadeiro",
  "waar",
  "onwaar"
]

/** What `\s` is in JavaScript; DuckDB means less by it. */
const blanks = String.raw`\t-\r\p{Z}${"\ufeff"}`

/** Letter by letter: a pattern that is told to heed no case takes `ſ` for an `s` as well, which Excel does not. */
const inAnyCase = (word: string): string => word.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/**
 * What Excel may take for something else, for DuckDB as well: what begins with no letter, words for true and false, and all with a number,
 * which a day of any language would have. An id such as `SFC12ABCDE` is no day: a word with letters behind its digits.
 */
const taken = [
  String.raw`[^\p{L}]`,
  String.raw`(?:${truthValues.map(inAnyCase).join("|")})[${blanks}]*$`,
  "[A-Za-z]+[0-9]+$",
  "[A-Za-z]*[0-9][A-Za-z0-9]*[^A-Za-z0-9]",
  String.raw`[A-Za-z]*[^A-Za-z0-9\p{N}][^\p{N}]*\p{N}`,
  String.raw`[A-Za-z]*[^A-Za-z0-9\P{N}]`,
  "[^年月日時时分秒년월일]*[年月日時时分秒년월일]"
].join("|")

const isTaken = new RegExp(`^(${taken})`, "u")

/** A quote stands before every text that may not be left as it is, so one that is there is no part of the text. */
export const excelText = (text: string): string => isTaken.test(text) ? `'${text}` : text

/** What a text with such a quote looks like, as a regular expression of DuckDB. */
export const quotedForExcel = `^'(${taken})`
