/**
 * Loads rows into a table by columns: values go into plain typed arrays, and those as raw bytes into the vectors of a
 * data chunk, without an object for each value. The bytes are what DuckDB keeps: a DECIMAL(18,4) is its
 * ten-thousandths as a 64-bit integer, a timestamp its microseconds, a date its days.
 *
 * Rows join the open transaction of the connection when `append` returns. After a failure call `clear`, or the rows
 * land in a later transaction.
 */
import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import duckdb from "@duckdb/node-bindings"

/**
 * A column's values by row number: text, 64-bit integers as bigint or as safe integers, 32-bit integers, booleans; or
 * one value for all rows.
 */
export type ColumnSource =
  | { readonly kind: "constant"; readonly value: duckdb.Value }
  | { readonly kind: "text"; readonly at: (row: number) => string | null }
  | { readonly kind: "bigint"; readonly at: (row: number) => bigint | null }
  | { readonly kind: "integer"; readonly at: (row: number) => number | null }
  | { readonly kind: "int32"; readonly at: (row: number) => number | null }
  | { readonly kind: "boolean"; readonly at: (row: number) => boolean | null }

/** A text for all rows. */
export const constantText = (text: string): ColumnSource => ({ kind: "constant", value: duckdb.create_varchar(text) })

/** A 64-bit integer for all rows. */
export const constantInteger = (value: number): ColumnSource => ({
  kind: "constant",
  value: duckdb.create_int64(BigInt(value))
})

/** An instant in milliseconds since 1970 for all rows. */
export const constantInstant = (millis: number): ColumnSource => ({
  kind: "constant",
  value: duckdb.create_timestamp_tz({ micros: BigInt(millis) * 1000n })
})

const capacity = duckdb.vector_size()
const twoTo32 = 4_294_967_296
/** What a text takes in a vector: its length in 4 bytes, and up to 12 bytes of its own; longer ones lie elsewhere. */
const textBytes = 16
const mostInline = 12

/** Loads rows into one table through one connection. */
export class TableAppender {
  private readonly appender: DuckDBAppender
  private readonly chunk: DuckDBDataChunk
  private readonly int64 = new BigInt64Array(capacity)
  private readonly words = new Int32Array(this.int64.buffer)
  private readonly int32 = new Int32Array(capacity)
  private readonly bytes = new Uint8Array(capacity)
  private readonly texts = new Uint8Array(capacity * textBytes)
  private readonly validity = new BigUint64Array(capacity / 64)
  private readonly validityBytes = new Uint8Array(this.validity.buffer)

  private constructor(appender: DuckDBAppender) {
    this.appender = appender
    const types = Array.from({ length: appender.columnCount }, (_, index) => appender.columnType(index))
    this.chunk = DuckDBDataChunk.create(types)
  }

  /** An appender for a table, which must exist. */
  static open(connection: DuckDBConnection, table: string, catalog?: string): Promise<TableAppender> {
    return connection.createAppender(table, null, catalog ?? null).then((appender) => new TableAppender(appender))
  }

  /** Appends rows; one source for each column of the table, in the table's order. */
  append(rowCount: number, columns: ReadonlyArray<ColumnSource>): void {
    if (rowCount === 0) return
    for (let start = 0; start < rowCount; start += capacity) {
      const count = Math.min(capacity, rowCount - start)
      this.chunk.reset()
      this.chunk.rowCount = count
      columns.forEach((column, index) => {
        this.fill(duckdb.data_chunk_get_vector(this.chunk.chunk, index), column, start, count)
      })
      this.appender.appendDataChunk(this.chunk)
    }
    this.appender.flushSync()
  }

  /** Forgets rows that were not flushed. */
  clear(): void {
    this.appender.clear()
  }

  /** Lets go of the table. */
  close(): void {
    this.appender.closeSync()
  }

  private fill(vector: duckdb.Vector, column: ColumnSource, start: number, count: number): void {
    switch (column.kind) {
      case "constant":
        return duckdb.vector_reference_value(vector, column.value)
      case "text":
        return this.fillText(vector, column.at, start, count)
      case "bigint":
        return this.fillFixed(vector, column.at, this.int64, 8, start, count, (value, index) => {
          this.int64[index] = value
        })
      case "integer":
        // Two halves of the 64 bits: cheaper than a bigint for each value. Little-endian, as DuckDB's own platforms.
        return this.fillFixed(vector, column.at, this.int64, 8, start, count, (value, index) => {
          this.words[index * 2] = value % twoTo32
          this.words[index * 2 + 1] = Math.floor(value / twoTo32)
        })
      case "int32":
        return this.fillFixed(vector, column.at, this.int32, 4, start, count, (value, index) => {
          this.int32[index] = value
        })
      case "boolean":
        return this.fillFixed(vector, column.at, this.bytes, 1, start, count, (value, index) => {
          this.bytes[index] = value ? 1 : 0
        })
    }
  }

  private fillFixed<A>(
    vector: duckdb.Vector,
    at: (row: number) => A | null,
    data: BigInt64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
    width: number,
    start: number,
    count: number,
    put: (value: A, index: number) => void
  ): void {
    let nulls = 0
    for (let index = 0; index < count; index++) {
      const value = at(start + index)
      if (value === null) this.markNull(nulls++, index)
      else put(value, index)
    }
    duckdb.copy_data_to_vector(vector, 0, data.buffer, 0, count * width)
    this.flushValidity(vector, nulls)
  }

  /** Short texts go in with one copy of all; each that is longer takes a call of its own, which costs ten times as much. */
  private fillText(vector: duckdb.Vector, at: (row: number) => string | null, start: number, count: number): void {
    let nulls = 0
    const { texts } = this
    texts.fill(0, 0, count * textBytes)
    const long: Array<number> = []
    for (let index = 0; index < count; index++) {
      const value = at(start + index)
      if (value === null) this.markNull(nulls++, index)
      else if (!writeInline(texts, index * textBytes, value)) long.push(index)
    }
    duckdb.copy_data_to_vector(vector, 0, texts.buffer, 0, count * textBytes)
    for (const index of long) duckdb.vector_assign_string_element(vector, index, at(start + index) ?? "")
    this.flushValidity(vector, nulls)
  }

  private markNull(nullsBefore: number, index: number): void {
    if (nullsBefore === 0) this.validityBytes.fill(255)
    this.validityBytes[index >> 3] = (this.validityBytes[index >> 3] ?? 0) & ~(1 << (index & 7))
  }

  private flushValidity(vector: duckdb.Vector, nulls: number): void {
    if (nulls === 0) return
    duckdb.vector_ensure_validity_writable(vector)
    duckdb.copy_data_to_vector_validity(vector, 0, this.validity.buffer, 0, this.validityBytes.length)
  }
}

/** Writes a text of at most 12 ASCII characters as a vector holds it; false when it is another, and nothing is written. */
const writeInline = (texts: Uint8Array, start: number, text: string): boolean => {
  const { length } = text
  if (length > mostInline) return false
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code > 127) {
      texts.fill(0, start, start + textBytes)
      return false
    }
    texts[start + 4 + index] = code
  }
  texts[start] = length
  return true
}
