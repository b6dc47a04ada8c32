/**
 * A command of the settings, taken apart into the program and its arguments as a POSIX shell does, without one: quotes
 * and backslashes mean what they mean there, and nothing is expanded. `$HOME`, `*`, `~`, `|`, `;` and `#` are themselves.
 */

/** Blanks, words' plain parts, and the three ways of quoting; a quote that begins and does not end matches none. */
const part = /([ \t\n]+)|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\(\n|[^])|([^ \t\n'"\\]+|\\$)/y

/** The words of a command; none for blanks alone, undefined for quotes that don't end. */
export const commandWords = (text: string): ReadonlyArray<string> | undefined => {
  const words: Array<string> = []
  let word: string | undefined
  for (part.lastIndex = 0; part.lastIndex < text.length;) {
    const found = part.exec(text)
    if (found === null) return undefined
    const [, blank, single, double, escaped, plain] = found
    if (blank === undefined) {
      if (escaped !== "\n") word = (word ?? "") + (single ?? plain ?? escaped ?? withoutEscapes(double ?? ""))
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

/** Between double quotes a backslash escapes only what would mean something there. */
const withoutEscapes = (quoted: string): string =>
  quoted.replaceAll(/\\([$`"\\\n])/g, (_, character: string) => (character === "\n" ? "" : character))
