/**
 * Bytes that texts of a vector point into. A vector keeps a long text elsewhere and its address in itself; giving it such
 * texts one by one costs a call for each. Instead the whole answer that they stand in is handed to DuckDB once, and
 * the addresses are reckoned from where it lies (the layout is that of `duckdb_string_t` in DuckDB's C interface).
 */
import { DuckDBDataChunk, VARCHAR } from "@duckdb/node-api"
import duckdb from "@duckdb/node-bindings"

/** What a text takes in a vector: its length in 4 bytes, and up to 12 bytes of its own; longer ones lie elsewhere. */
export const textBytes = 16

/** Bytes of a text that stand in the vector itself. */
export const mostInline = 12

/** Holds the bytes of one answer at a time. */
export class TextStore {
  private chunk: DuckDBDataChunk | undefined
  private held: Uint8Array | undefined
  private address = 0

  /**
   * Where a copy of the bytes, which are UTF-8, begins. It stays until other bytes are asked for: who appends a chunk with
   * such addresses does so before that.
   */
  addressOf(bytes: Uint8Array): number {
    if (this.held === bytes) return this.address
    const chunk = this.chunk ??= DuckDBDataChunk.create([VARCHAR], 1)
    chunk.reset()
    chunk.rowCount = 1
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, 0)
    duckdb.vector_assign_string_element_len(vector, 0, bytes)
    const text = duckdb.vector_get_data(vector, textBytes)
    this.address = Number(new DataView(text.buffer, text.byteOffset, textBytes).getBigUint64(8, true))
    this.held = bytes
    return this.address
  }
}
