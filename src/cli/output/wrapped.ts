/**
 * Sentences in lines of a terminal, broken between words.
 */

/** What the lines of a sentence behind its first one begin with. */
const indent = "  "

/** A sentence in lines of so many columns at most, where its words allow it; in one line where columns are undefined. */
export const wrapped = (text: string, columns: number | undefined): string => {
  if (columns === undefined || text.length <= columns) return text
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line === "") line = word
    else if (line.length + 1 + word.length <= columns) line = `${line} ${word}`
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
  }
  return [...lines, line].join("\n")
}
