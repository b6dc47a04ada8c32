/**
 * What of a CSV file is looked at before DuckDB reads it: the names, and that no quote is without its end, behind which DuckDB leaves
 * out all that comes, without a word.
 */
import { closeSync, openSync, readSync } from "node:fs"

/** A first line that is longer is no line of names. */
const longestHead = 64 * 1024

const partBytes = 1024 * 1024
const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** Calls with the bytes of a file, part by part, until it answers false; a part is overwritten by the next. */
export const eachPart = (path: string, bytes: number, look: (part: Buffer) => boolean): void => {
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

/** What stands between the cells: what the first line has most of. */
export const delimiterOf = (head: string): string =>
  [",", ";", "\t"].toSorted((left, right) => head.split(right).length - head.split(left).length)[0] ?? ","

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

/** From a row on, counted from 1 behind the names, so many empty lines stand before it. */
export interface EmptyLines {
  readonly row: number
  readonly lines: number
}

/** Whether two ends of lines stand next to each other, in quotes or not. */
const hasEmptyLines = (path: string): boolean => {
  let [found, tail] = [false, Buffer.alloc(0)]
  eachPart(path, partBytes, (part) => {
    const text = Buffer.concat([tail, part])
    found = text.includes("\n\n") || text.includes("\n\r\n")
    tail = text.subarray(-2)
    return !found
  })
  return found
}

/** The empty lines of a file, which DuckDB passes over: its rows are counted without them. */
export const emptyLinesIn = (path: string): ReadonlyArray<EmptyLines> => {
  const found: Array<EmptyLines> = []
  if (!hasEmptyLines(path)) return found
  let [rows, lines, told, isQuoted, isEmpty] = [0, 0, 0, false, true]
  eachPart(path, partBytes, (part) => {
    for (const byte of part) {
      if (byte === quote) isQuoted = !isQuoted
      if (byte === lineFeed && !isQuoted) {
        if (isEmpty) lines++
        else rows++
        isEmpty = true
      } else if (byte !== carriageReturn || isQuoted) {
        if (isEmpty && lines > told) {
          found.push({ row: rows, lines })
          told = lines
        }
        isEmpty = false
      }
    }
    return true
  })
  return found
}
