/**
 * Who stands in a description, as SQL. The interface says of descriptions only that they include the currency and the amount; the
 * rest is what services and their merchants write: a direction, a name, what it is for, an invoice, a telephone number.
 */

/** What a text is without all that a pattern fits; `by` is what stands there instead. */
const without = (text: string, pattern: string, by = "", flags = "gi"): string =>
  `regexp_replace(${text}, '${pattern}', '${by}', '${flags}')`

/** A description without the direction, currency and amount that it begins with. */
export const textOf = (description: string): string =>
  without(description, "^\\s*((credited|debited)\\s+)?[A-Za-z]{3}\\s?[0-9][0-9.,]*\\s*", "", "i")

/** What is taken away, in this order. */
const patterns: ReadonlyArray<readonly [pattern: string, by?: string]> = [
  ["^reversal\\b[\\s,:]*(of\\b)?\\s*"],
  // A name in brackets at the end says more than what stands before it.
  ["^.*\\(([^()]*\\pL[^()]*)\\)\\s*$", "\\1"],
  ["^((received|sent|paid|payment|transfer(red)?|money)\\s+)*(to|from|by|at)\\s+"],
  ["\\s+for\\s+.*$"],
  [
    "[\\s,;:#-]*\\b(invoice|inv|order|ref|reference|receipt|bill|account|acc|a/c|txn|transaction)\\b\\.?" +
    "\\s*(no|number|id)?\\.?[\\s:#]*\\S*\\d\\S*"
  ],
  ["\\+?\\d[\\d -]{7,}\\d|\\b\\d{5,}\\b"],
  ["\\s+", " "],
  ["^[\\s,;:.-]+|[\\s,;:.-]+$"]
]

/** The name in such a text; NULL where nothing is left. */
export const nameIn = (text: string): string =>
  `nullif(${patterns.reduce((sql, [pattern, by]) => without(sql, pattern, by), text)}, '')`
