/**
 * What of a CSV file is looked at before DuckDB reads it: the names, and that no quote is without its end, behind which DuckDB leaves
 * out all that comes, without a word.
 */
import { closeSync, openSync, readSync } from "node:fs"

/** A first line that is longer is no line of names. */
const longestHead = 64 * 1024

const partBytes = 1024 * 1024
const quote = 0x22

/** Calls with the bytes of a file, part by part, until it answers false; a part is overwritten by the next. */
const eachPart = (path: string, bytes: number, look: (part: Buffer) => boolean): void => {
  const file = openSync(path, "r")
  try {
    const buffer = Buffer.alloc(bytes)
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      if (!look(buffer.subarray(0, read))) return
    }
  } finally {
    closeSync(file)
  }
}

/** The first line, without a byte order mark. */
export const firstLine = (path: string): string => {
  let text = ""
  eachPart(path, longestHead, (part) => {
    text = part.toString("utf8")
    return false
  })
  return text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)[0] ?? ""
}

/** Whether a file has an even number of quotes. */
export const hasPairedQuotes = (path: string): boolean => {
  let quotes = 0
  eachPart(path, partBytes, (part) => {
    for (let at = part.indexOf(quote); at !== -1; at = part.indexOf(quote, at + 1)) quotes++
    return true
  })
  return quotes % 2 === 0
}
