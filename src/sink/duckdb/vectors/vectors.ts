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

/** The texts of a column, as long as the chunk is there. */
export class Texts {
  /** How many bytes each of them has in UTF-8; 0 for NULL. */
  readonly lengths: Uint32Array
  private readonly vector: Uint8Array
  private readonly words: Uint32Array

  constructor(chunk: DuckDBDataChunk, column: number) {
    this.vector = bytesOf(chunk, column, textBytes)
    const { buffer, byteLength, byteOffset } = this.vector
    this.words = new Uint32Array(buffer, byteOffset, byteLength / 4)
    this.lengths = new Uint32Array(chunk.rowCount)
    const validity = validityOf(chunk, column)
    for (let row = 0; row < this.lengths.length; row++) {
      this.lengths[row] = isNull(validity, row) ? 0 : this.words[row * wordsOfText] as number
    }
  }

  /**
   * The bytes of the texts from one row up to another, one text behind the other, in as few pieces as they lie in: a call to the
   * database for each text would take many times as long as all else. A piece is of use until the next.
   */
  *joined(from = 0, to = this.lengths.length): Generator<Uint8Array> {
    for (let row = from; row < to;) {
      const end = this.isInline(row) ? this.endOfInline(row, to) : this.endOfRun(row, to)
      const piece = this.isInline(row) ? this.inlineOf(row, end) : this.runOf(row, end)
      yield piece
      release(piece)
      row = end
    }
  }

  /** Gives the memory back that they were looked up in; they can't be read any more. */
  end(): void {
    release(this.vector)
  }

  private isInline(row: number): boolean {
    return (this.lengths[row] as number) <= mostInline
  }

  private endOfInline(row: number, to: number): number {
    let end = row + 1
    while (end < to && this.isInline(end)) end++
    return end
  }

  /** The row whose text does not stand in memory behind that of the row before. */
  private endOfRun(row: number, to: number): number {
    let end = row + 1
    let next = this.placeOf(row) + (this.lengths[row] as number)
    while (end < to && !this.isInline(end) && this.placeOf(end) === next) next += this.lengths[end++] as number
    return end
  }

  private inlineOf(row: number, end: number): Uint8Array {
    const piece = new Uint8Array(mostInline * (end - row))
    let length = 0
    for (let each = row; each < end; each++) {
      const start = each * textBytes + 4
      const bytes = this.lengths[each] as number
      for (let index = 0; index < bytes; index++) piece[length++] = this.vector[start + index] as number
    }
    return piece.subarray(0, length)
  }

  private runOf(row: number, end: number): Uint8Array {
    const { buffer, byteOffset } = this.vector
    const length = this.placeOf(end - 1) + (this.lengths[end - 1] as number) - this.placeOf(row)
    return duckdb.get_data_from_pointer(buffer as ArrayBuffer, byteOffset + row * textBytes + 8, length)
  }

  /** Where a text that does not stand in the vector itself begins in memory. */
  private placeOf(row: number): number {
    const word = row * wordsOfText + 2
    return (this.words[word] as number) + (this.words[word + 1] as number) * 2 ** 32
  }
}

const wordsOfText = textBytes / 4

/** Gives the database's own memory of a column back, which else is given back with the chunk some day; it is not read again. */
export const letGo = (chunk: DuckDBDataChunk, column: number): void => {
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
