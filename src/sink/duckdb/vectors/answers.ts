/**
 * Asks a connection and reads its whole answer.
 */
import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue } from "@duckdb/node-api"
import { Effect, Stream } from "effect"
import { columnsOf } from "./exactValues.ts"

/** The values of a row in the order of its columns. */
export type AnswerRow = ReadonlyArray<DuckDBValue>

/** A value as the database prints it; null where there is none. */
export const textOf = (value: DuckDBValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

/** The rows of an answer; values for `$1` and so on. */
export const askRows = (
  connection: DuckDBConnection,
  sql: string,
  values?: Array<DuckDBValue>
): Promise<ReadonlyArray<AnswerRow>> => askChunks(connection, sql, values).then((chunks) => chunks.flatMap(rowsIn))

/** The same as the database's own batches of columns. */
export const askChunks = (
  connection: DuckDBConnection,
  sql: string,
  values?: Array<DuckDBValue>
): Promise<ReadonlyArray<DuckDBDataChunk>> =>
  connection.run(sql, values).then((result) =>
    Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index))
  )

/** The batches of an answer, each asked for when the one before was taken; none of them is empty. */
export const chunksBy = <E>(next: Effect.Effect<DuckDBDataChunk | null, E>): Stream.Stream<DuckDBDataChunk, E> =>
  Stream.unfold(
    0,
    () => Effect.map(next, (chunk) => (chunk === null || chunk.rowCount === 0 ? undefined : [chunk, 0] as const))
  )

/** The rows of a batch. */
export const rowsIn = (chunk: DuckDBDataChunk): ReadonlyArray<AnswerRow> => {
  const columns = columnsOf(chunk)
  return Array.from({ length: chunk.rowCount }, (_, row) => columns.map((values) => values(row)))
}
