/**
 * Looks into the database's own vectors, for columns that would be dear as a value for each row: the bytes are what
 * DuckDB keeps, little-endian on all its platforms.
 */
import type { DuckDBDataChunk } from "@duckdb/node-api"
import duckdb, { type Vector } from "@duckdb/node-bindings"

/** What a text takes in a vector: its length in 4 bytes, then its first 12 bytes, or 4 of them and where all of it is. */
export const textBytes = 16

/** The bytes of a text that stand in the vector itself when it has no more. */
export const mostInline = 12

/** The values of a column, each of a width in bytes. */
export const bytesOf = (chunk: DuckDBDataChunk, column: number, width: number): Uint8Array =>
  duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk.chunk, column), width * chunk.rowCount)

/** The same as words of 32 bits. */
export const wordsOf = (chunk: DuckDBDataChunk, column: number, width: number): Int32Array =>
  wordsIn(duckdb.data_chunk_get_vector(chunk.chunk, column), chunk.rowCount, width)

/** The same of any vector with so many values. */
export const wordsIn = (vector: Vector, count: number, width: number): Int32Array => {
  const { buffer, byteLength, byteOffset } = duckdb.vector_get_data(vector, width * count)
  return new Int32Array(buffer, byteOffset, byteLength / 4)
}

/** The bytes of each text or BLOB of a column, none in the place of a NULL; each is of use until the next. */
export function* textsOf(chunk: DuckDBDataChunk, column: number): Generator<Uint8Array> {
  const { buffer, byteLength, byteOffset } = bytesOf(chunk, column, textBytes)
  const view = new DataView(buffer, byteOffset, byteLength)
  const validity = validityOf(chunk, column)
  for (let start = 0; start < byteLength; start += textBytes) {
    const length = isNull(validity, start / textBytes) ? 0 : view.getUint32(start, true)
    const text = length <= mostInline
      ? new Uint8Array(buffer, byteOffset + start + 4, length)
      : duckdb.get_data_from_pointer(buffer as ArrayBuffer, byteOffset + start + 8, length)
    yield text
    release(text)
  }
}

/** The same of BLOBs, the last time that the column is read. */
export function* blobsOf(chunk: DuckDBDataChunk, column: number): Generator<Uint8Array> {
  yield* textsOf(chunk, column)
  // The database's own memory of the column is given back when nothing refers to it, or else with the chunk some day.
  duckdb.vector_reference_value(
    duckdb.data_chunk_get_vector(chunk.chunk, column),
    duckdb.create_blob(new Uint8Array())
  )
}

/** Smaller bytes are not worth it, and may lie in a pool of Node's, which can't be given back. */
const worthReleasing = 16_384

/**
 * Gives the memory of bytes back at once; they are of no more use then. Gigabytes of them pass, and left to the garbage
 * collector they make it go through the whole heap again and again.
 */
export const release = ({ buffer, byteLength }: Uint8Array | Int32Array): void => {
  const isAll = byteLength === buffer.byteLength && byteLength >= worthReleasing
  if (isAll && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** A bit for each row, 1 where the value is not NULL; undefined when none is NULL. */
export const validityOf = (chunk: DuckDBDataChunk, column: number): Uint8Array | undefined =>
  validityIn(duckdb.data_chunk_get_vector(chunk.chunk, column), chunk.rowCount)

/** The same of any vector with so many values. */
export const validityIn = (vector: Vector, count: number): Uint8Array | undefined =>
  duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) ?? undefined

/** Whether a value is NULL. */
export const isNull = (validity: Uint8Array | undefined, row: number): boolean =>
  validity !== undefined && (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0
