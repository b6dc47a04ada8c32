/**
 * Writes a column's values into a vector of a data chunk: first into plain typed arrays, then as raw bytes with one
 * copy for all. The bytes are what DuckDB keeps: a DECIMAL(18,4) is its ten-thousandths as a 64-bit integer, a timestamp
 * its microseconds, a date its days; little-endian, as all of its platforms.
 */
import duckdb from "@duckdb/node-bindings"
import { putInt64 } from "../../../domain/int64.ts"
import { wordsOf } from "../../../domain/moneyText.ts"
import type { ColumnSource, Integers, Places } from "./ColumnSource.ts"
import { TextStore } from "./TextStore.ts"
import { mostInline, textBytes } from "./vectors.ts"

/** Rows of a data chunk at most. */
export const capacity = duckdb.vector_size()
const textWords = textBytes / 4

/** Writes columns of up to `capacity` rows. */
export class VectorWriter {
  private readonly int64 = new BigInt64Array(capacity)
  private readonly words = new Int32Array(this.int64.buffer)
  private readonly int32 = new Int32Array(capacity)
  private readonly bytes = new Uint8Array(capacity)
  private readonly texts = new Uint8Array(capacity * textBytes)
  private readonly textWords = new Int32Array(this.texts.buffer)
  private readonly validity = new BigUint64Array(capacity / 64)
  private readonly validityBytes = new Uint8Array(this.validity.buffer)
  private readonly store = new TextStore()
  private nulls = 0

  /** Writes the rows from `start` on, `count` of them. */
  write(vector: duckdb.Vector, column: ColumnSource, start: number, count: number): void {
    this.nulls = 0
    switch (column.kind) {
      case "constant":
        return duckdb.vector_reference_value(vector, column.value)
      case "text":
        return this.text(vector, column.at, start, count)
      case "integer":
        this.each(column.at, start, count, (value, index) => putInt64(this.words, index, value))
        return this.copy(vector, this.int64, 8, count)
      case "int32":
        this.each(column.at, start, count, (value, index) => {
          this.int32[index] = value
        })
        return this.copy(vector, this.int32, 4, count)
      case "boolean":
        this.each(column.at, start, count, (value, index) => {
          this.bytes[index] = value ? 1 : 0
        })
        return this.copy(vector, this.bytes, 1, count)
      case "numbers":
        this.numbers(column.values, column.order, start, count)
        return this.copy(vector, this.int64, 8, count)
      case "integers":
        this.integers(column, start, count)
        return this.copy(vector, this.int64, 8, count)
      case "bytes":
        for (let index = 0; index < count; index++) {
          this.bytes[index] = column.values[column.order[start + index] as number] as number
        }
        return this.copy(vector, this.bytes, 1, count)
      case "choice": {
        const { order, texts, values } = column
        return this.text(vector, (row) => texts[values[order[row] as number] as number] ?? null, start, count)
      }
      case "places":
        this.places(column, start, count)
        return this.copy(vector, this.texts, textBytes, count)
    }
  }

  private each<A>(
    at: (row: number) => A | null,
    start: number,
    count: number,
    put: (value: A, index: number) => void
  ): void {
    for (let index = 0; index < count; index++) {
      const value = at(start + index)
      if (value === null) this.markNull(index)
      else put(value, index)
    }
  }

  private numbers(values: Float64Array, order: Int32Array, start: number, count: number): void {
    for (let index = 0; index < count; index++) {
      const value = values[order[start + index] as number] as number
      if (value === value) putInt64(this.words, index, value)
      else this.markNull(index)
    }
  }

  private integers({ isThere, order, values }: Integers, start: number, count: number): void {
    const from = wordsOf(values)
    for (let index = 0; index < count; index++) {
      const row = order[start + index] as number
      if (isThere !== undefined && isThere[row] === 0) this.markNull(index)
      else {
        this.words[2 * index] = from[2 * row] as number
        this.words[2 * index + 1] = from[2 * row + 1] as number
      }
    }
  }

  /** Texts of up to 12 bytes stand in the vector; for a longer one its first 4 bytes and the place of all of them. */
  private places({ bytes, ends, order, starts }: Places, start: number, count: number): void {
    const address = this.store.addressOf(bytes)
    const { textWords: words, texts } = this
    for (let index = 0; index < count; index++) {
      const row = order[start + index] as number
      const from = starts[row] as number
      const length = (ends[row] as number) - from
      const word = index * textWords
      this.clear(index)
      words[word] = length
      const shown = length > mostInline ? 4 : length
      for (let at = 0; at < shown; at++) texts[word * 4 + 4 + at] = bytes[from + at] as number
      if (length > mostInline) putInt64(words, word / 2 + 1, address + from)
    }
  }

  private clear(index: number): void {
    const word = index * textWords
    this.textWords[word] =
      this.textWords[word + 1] =
      this.textWords[word + 2] =
      this.textWords[word + 3] =
        0
  }

  /** Short texts go in with one copy of all; each that is longer takes a call of its own, which costs ten times as much. */
  private text(vector: duckdb.Vector, at: (row: number) => string | null, start: number, count: number): void {
    const long: Array<number> = []
    for (let index = 0; index < count; index++) {
      const value = at(start + index)
      this.clear(index)
      if (value === null) this.markNull(index)
      else if (!writeInline(this.texts, index * textBytes, value)) long.push(index)
    }
    this.copy(vector, this.texts, textBytes, count)
    for (const index of long) duckdb.vector_assign_string_element(vector, index, at(start + index) ?? "")
  }

  private copy(
    vector: duckdb.Vector,
    data: BigInt64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
    width: number,
    count: number
  ): void {
    duckdb.copy_data_to_vector(vector, 0, data.buffer, 0, count * width)
    if (this.nulls === 0) return
    duckdb.vector_ensure_validity_writable(vector)
    duckdb.copy_data_to_vector_validity(vector, 0, this.validity.buffer, 0, this.validityBytes.length)
  }

  private markNull(index: number): void {
    if (this.nulls++ === 0) this.validityBytes.fill(255)
    this.validityBytes[index >> 3] = (this.validityBytes[index >> 3] ?? 0) & ~(1 << (index & 7))
  }
}

/** Writes a text of at most 12 ASCII characters as a vector holds it; false when it is another, and nothing is written. */
const writeInline = (texts: Uint8Array, start: number, text: string): boolean => {
  const { length } = text
  if (length > mostInline) return false
  for (let index = 0; index < length; index++) if (text.charCodeAt(index) > 127) return false
  for (let index = 0; index < length; index++) texts[start + 4 + index] = text.charCodeAt(index)
  texts[start] = length
  return true
}
