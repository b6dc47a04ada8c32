/**
 * Text of others, made safe for a terminal, a log line and a page.
 *
 * The service's `message` and `description` can hold line breaks, escape sequences and bidirectional marks that forge
 * log lines, move the cursor or turn the reading direction.
 */

/** Controls, formats (bidi and zero-width marks among them), lone surrogates, unassigned, line and paragraph ends. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/gu

const ambiguous = /[\p{C}\p{Zl}\p{Zp}]|\\(?=u\{)/gu

/** A character as its code, `\u{a}`. */
export const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** The text with every invisible or commanding character written as `\u{…}`, cut to `maxLength` characters. */
export const printable = (text: string, maxLength = 200): string => {
  const safe = text.slice(0, maxLength + 1).replace(unsafe, escaped)
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe
}

/** The same for a text of several lines, which stay lines, and as long as it is. */
export const printableLines = (text: string): string =>
  text.split("\n").map((line) => printable(line, Infinity)).join("\n")

/** The whole text, so that no other one is written like it: the backslash of a text that looks as if it were escaped is `\u{5c}`. */
export const distinctlyPrintable = (text: string): string => text.replace(ambiguous, escaped)
