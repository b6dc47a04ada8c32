/**
 * Loads rows into a table by columns, without an object for each value.
 *
 * Rows join the open transaction of the connection when `append` returns. After a failure call `clear`, or the rows
 * land in a later transaction.
 */
import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import duckdb from "@duckdb/node-bindings"
import type { ColumnSource } from "./ColumnSource.ts"
import { capacity, VectorWriter } from "./VectorWriter.ts"

/** Loads rows into one table through one connection. */
export class TableAppender {
  private readonly appender: DuckDBAppender
  private readonly chunk: DuckDBDataChunk
  private readonly writer = new VectorWriter()

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
        this.writer.write(duckdb.data_chunk_get_vector(this.chunk.chunk, index), column, start, count)
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
}
