/**
 * Texts in the characters that SWIFT messages are written in, its set x: letters of English, digits, blanks and `/-?:().,'+`.
 */

const plain = /^[A-Za-z0-9/\-?:().,'+ ]*$/
const foreign = /[^A-Za-z0-9/\-?:().,'+ ]/gu

/** What stands nearest to a character that has no place. */
const nearest: ReadonlyMap<string, string> = new Map([
  ["&", "+"],
  ["_", "-"],
  ["–", "-"],
  ["—", "-"],
  ["\"", "'"],
  ["`", "'"],
  ["‘", "'"],
  ["’", "'"],
  ["“", "'"],
  ["”", "'"],
  ["<", "("],
  [">", ")"],
  ["[", "("],
  ["]", ")"],
  ["{", "("],
  ["}", ")"],
  [";", ","],
  ["|", "/"],
  ["ß", "ss"],
  ["ø", "o"],
  ["Ø", "O"],
  ["æ", "ae"],
  ["Æ", "AE"],
  ["ł", "l"],
  ["Ł", "L"],
  ["đ", "d"],
  ["Đ", "D"]
])

/** Whether a text is one that a message holds as it is: blanks behind one another would be lost where a line ends. */
export const isSwiftText = (text: string): boolean => plain.test(text) && !text.includes("  ")

/** The text in those characters: letters without their accents, others by what is nearest to them, `?` for the rest, and blanks one by one. */
export const swiftText = (text: string): string =>
  isSwiftText(text) ? text : text.normalize("NFKD").replace(/(?<=[A-Za-z])\p{M}+/gu, "").replace(
    foreign,
    (character) => nearest.get(character) ?? "?"
  ).replace(/ {2,}/g, " ")

/** An id in those characters, so that no other one is written like it: others stand as their codes, `A?(5F)B`. */
export const swiftId = (id: string): string =>
  id.replace(
    /\?(?=\()|[^A-Za-z0-9/\-?:().,'+ ]/gu,
    (character) => `?(${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()})`
  )

/** Lines of at most `width` characters; none begins like a field or like the end of a message, and none ends with a blank. */
export const swiftLines = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let rest = text.trimEnd()
  while (rest !== "") {
    if (rest.length <= width) {
      lines.push(rest)
      break
    }
    const line = rest.slice(0, width).trimEnd()
    lines.push(line)
    const next = rest.slice(line.length)
    rest = /^[:-]/.test(next) ? ` ${next}` : next
  }
  return lines
}
