/**
 * Sentences in lines of a terminal, broken between words.
 */

/** What the lines of a sentence behind its first one begin with. */
const indent = "  "

/** Between words, but not between a number and its unit. */
const breaks = / (?!(?<=\d )(?:ms|s|min|h|d|kB|MB|GB|%)(?![\p{L}\d]))/u

/**
 * A sentence in lines of so many columns at most, where its words allow it; in one line where columns are undefined. One that is
 * indented is so in all its lines.
 */
export const wrapped = (text: string, columns: number | undefined): string => {
  if (columns === undefined || text.length <= columns) return text
  const [before = ""] = /^ */.exec(text) ?? []
  const lines: Array<string> = []
  let line = ""
  for (const word of text.slice(before.length).split(breaks)) {
    if (line === "") line = `${before}${word}`
    else if (line.length + 1 + word.length <= columns) line = `${line} ${word}`
    else {
      lines.push(line)
      line = `${before}${indent}${word}`
    }
  }
  return [...lines, line].join("\n")
}
