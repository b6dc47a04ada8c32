/**
 * Reads the database's vectors into columns, chunk after chunk.
 */
import type { DuckDBDataChunk } from "@duckdb/node-api"
import { int64At } from "../../../domain/int64.ts"
import type { TextArea } from "../../../domain/TextArea.ts"
import type { Currency } from "../../../domain/Wallet.ts"
import { valuesOf } from "./exactValues.ts"
import { bytesOf, isNull, release, textBytes, Texts, validityOf, wordsOf } from "./vectors.ts"

/** A column of values that the database keeps in the same form; what stands in the place of a NULL is any. */
export const copyValues = (chunk: DuckDBDataChunk, column: number, out: BigInt64Array | Uint8Array): void => {
  const bytes = bytesOf(chunk, column, out.BYTES_PER_ELEMENT)
  new Uint8Array(out.buffer, out.byteOffset, out.byteLength).set(bytes)
  release(bytes)
}

/** 1 for each value that is there, 0 for NULL. */
export const readPresence = (chunk: DuckDBDataChunk, column: number, out: Uint8Array): void => {
  const validity = validityOf(chunk, column)
  for (let row = 0; row < out.length; row++) out[row] = isNull(validity, row) ? 0 : 1
}

/** 64-bit integers, each divided; NaN for NULL. */
export const readNumbers = (chunk: DuckDBDataChunk, column: number, out: Float64Array, divisor = 1): void => {
  const words = wordsOf(chunk, column, 8)
  const validity = validityOf(chunk, column)
  for (let row = 0; row < out.length; row++) {
    out[row] = isNull(validity, row) ? Number.NaN : int64At(words, row) / divisor
  }
  release(words)
}

/** Timestamps as milliseconds. */
export const readMillis = (chunk: DuckDBDataChunk, column: number, out: Float64Array): void =>
  readNumbers(chunk, column, out, 1000)

/** Texts, and where each of them begins and ends. */
export const readTexts = (
  chunk: DuckDBDataChunk,
  column: number,
  texts: TextArea,
  starts: Int32Array,
  ends: Int32Array
): void => {
  const found = new Texts(chunk, column)
  let place = texts.length
  for (const piece of found.joined()) texts.addBytes(piece)
  found.end()
  for (let row = 0; row < starts.length; row++) {
    starts[row] = place
    ends[row] = place += found.lengths[row] as number
  }
}

/** Numbers the currencies that occur; next to each other they are nearly always the same. */
export class Currencies {
  readonly known: Array<Currency | null> = []

  read(chunk: DuckDBDataChunk, column: number, out: Uint16Array): void {
    const words = wordsOf(chunk, column, textBytes)
    const validity = validityOf(chunk, column)
    const values = valuesOf(chunk, column)
    for (let row = 0; row < out.length; row++) {
      out[row] = row > 0 && isSame(words, validity, row)
        ? (out[row - 1] as number)
        : this.numberOf(values(row) as Currency | null)
    }
    release(words)
  }

  private numberOf(currency: Currency | null): number {
    const place = this.known.indexOf(currency)
    return place >= 0 ? place : this.known.push(currency) - 1
  }
}

/** Whether a text is that of the row before, as far as its own bytes tell. */
const isSame = (words: Int32Array, validity: Uint8Array | undefined, row: number): boolean => {
  if (isNull(validity, row) || isNull(validity, row - 1)) return isNull(validity, row) && isNull(validity, row - 1)
  for (let word = 4 * row; word < 4 * row + 4; word++) if (words[word] !== words[word - 4]) return false
  return true
}
