/**
 * Bytes that texts of a vector point into. A vector keeps a long text elsewhere and its address in itself; giving it such
 * texts one by one costs a call for each. Instead the whole answer that they stand in is handed to DuckDB once, and
 * the addresses are reckoned from where it lies (the layout is that of `duckdb_string_t` in DuckDB's C interface).
 */
import { DuckDBDataChunk, VARCHAR } from "@duckdb/node-api"
import duckdb from "@duckdb/node-bindings"
import { int64At } from "../../../domain/int64.ts"
import { textBytes, wordsOf } from "./vectors.ts"

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
    duckdb.vector_assign_string_element_len(duckdb.data_chunk_get_vector(chunk.chunk, 0), 0, bytes)
    this.address = int64At(wordsOf(chunk, 0, textBytes), 1)
    this.held = bytes
    return this.address
  }
}
