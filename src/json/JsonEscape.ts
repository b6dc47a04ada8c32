/**
 * The escapes of a JSON string.
 */

const letters: ReadonlyMap<string, string> = new Map([
  ["\"", "\""],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"]
])

/** What the one letter behind a backslash stands for; undefined when it stands for nothing. */
export const escapedLetter = (letter: string): string | undefined => letters.get(letter)

/** The UTF-16 code unit that four hexadecimal digits name; undefined when they are none. */
export const escapedUnit = (digits: string): string | undefined =>
  /^[0-9A-Fa-f]{4}$/.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : undefined

/**
 * JSON in which controls, invisible and bidirectional characters stand as `\\u…`: it means the same, and nothing in it moves a
 * cursor, commands a terminal or turns the reading direction. JSON itself asks for that of the first 32 only.
 */
export const plainJson = (json: string): string =>
  json.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
  )
