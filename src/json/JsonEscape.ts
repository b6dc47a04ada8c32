/**
 * The escapes of a JSON string.
 */

const letters: ReadonlyMap<number, string> = new Map(
  Object.entries({ "\"": "\"", "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }).map((
    [letter, meant]
  ) => [letter.charCodeAt(0), meant])
)

/** What the one letter behind a backslash stands for; undefined when it stands for nothing. */
export const escapedLetter = (letter: number | undefined): string | undefined => letters.get(letter ?? -1)

/** The UTF-16 code unit that four bytes name as hexadecimal digits; -1 when they are none. */
export const escapedUnit = (bytes: Uint8Array, from: number): number => {
  let unit = 0
  for (let at = from; at < from + 4; at++) {
    const digit = hexDigit(bytes[at] ?? -1)
    if (digit < 0) return -1
    unit = 16 * unit + digit
  }
  return unit
}

/** The letters differ from their capitals in one bit. */
const hexDigit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

/**
 * JSON in which controls, invisible and bidirectional characters stand as `\\u…`: it means the same, and nothing in it moves a
 * cursor, commands a terminal or turns the reading direction. JSON itself asks for that of the first 32 only.
 */
export const plainJson = (json: string): string =>
  json.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
  )
