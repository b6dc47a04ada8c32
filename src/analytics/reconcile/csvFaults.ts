/**
 * What is wrong with a CSV file that can't be read as a table: the first fault that it has, with its line and the remedy. Only a file that
 * was refused is looked at here, byte by byte.
 */
import { eachPart } from "./csvBytes.ts"

const partBytes = 1024 * 1024
const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** The number of the first line that is not UTF-8; undefined where all are. */
const foreignLine = (path: string): number | undefined => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let [line, found, rest] = [1, false, Buffer.alloc(0)]
  const isText = (bytes: Buffer): boolean => {
    try {
      decoder.decode(bytes)
      return true
    } catch {
      return false
    }
  }
  eachPart(path, partBytes, (part) => {
    let bytes = Buffer.concat([rest, part])
    const end = bytes.lastIndexOf(lineFeed) + 1
    rest = bytes.subarray(end)
    bytes = bytes.subarray(0, end)
    if (isText(bytes)) {
      for (const byte of bytes) if (byte === lineFeed) line++
      return true
    }
    found = true
    for (let at = 0; isText(bytes.subarray(at, bytes.indexOf(lineFeed, at) + 1)); line++) {
      at = bytes.indexOf(lineFeed, at) + 1
    }
    return false
  })
  return found || !isText(rest) ? line : undefined
}

/** The first fault in how cells and lines stand, behind the word for the line. */
const tableFault = (path: string, delimiter: number): string | undefined => {
  let fault: string | undefined
  let [line, start, cells, wanted, opened] = [1, 1, 1, 0, 0]
  let [isQuoted, isClosed, isCellStart, isEmpty, wasReturn] = [false, false, true, true, false]
  let ends: "CRLF" | "LF" | undefined
  const endOfLine = (): void => {
    const itsEnds = wasReturn ? "CRLF" : "LF"
    ends ??= itsEnds
    if (ends !== itsEnds) fault = `${start} ends with ${itsEnds} and the first one with ${ends}: save it with one kind`
    endOfRow()
  }
  const endOfRow = (): void => {
    if (isEmpty) return
    if (wanted === 0) wanted = cells
    if (cells !== wanted && fault === undefined) {
      fault = `${start} has ${
        cells === 1 ? "1 cell" : `${cells} cells`
      }, and the first line names ${wanted}: put that right, or put a cell with a ${
        delimiter === 0x09 ? "tab" : String.fromCharCode(delimiter)
      } in it in quotes`
    }
  }
  eachPart(path, partBytes, (part) => {
    for (const byte of part) {
      if (isQuoted) {
        if (byte === quote) [isQuoted, isClosed] = [false, true]
        else if (byte === lineFeed) line++
        continue
      }
      if (byte === quote && isClosed) [isQuoted, isClosed] = [true, false]
      else if (byte === quote && isCellStart) [isQuoted, opened, isEmpty] = [true, line, false]
      else if (byte === lineFeed) {
        endOfLine()
        line++
        ;[start, cells, isClosed, isEmpty] = [line, 1, false, true]
      } else if (byte === delimiter) [cells, isClosed, isEmpty] = [cells + 1, false, false]
      else if (byte !== carriageReturn) {
        if (isClosed) fault = `${start} has more behind the quote that ends a cell: write a quote within a cell twice`
        isEmpty = false
      }
      wasReturn = byte === carriageReturn
      isCellStart = byte === delimiter || byte === lineFeed
      if (fault !== undefined) return false
    }
    return true
  })
  if (fault === undefined && isQuoted) return `${opened} has a quote without an end: quotes come in pairs`
  if (fault === undefined) endOfRow()
  return fault
}

/** The first fault of a file whose cells have `delimiter` between them; undefined where none is found. */
export const csvFault = (path: string, delimiter: string): string | undefined => {
  const line = foreignLine(path)
  return line === undefined
    ? tableFault(path, delimiter.charCodeAt(0))
    : `${line} is not UTF-8: save it as CSV UTF-8`
}
