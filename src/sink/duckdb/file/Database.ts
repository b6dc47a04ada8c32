/**
 * Questions to a database file, by people and by programs that only read. Values come as text, exactly as the database
 * has them: a DECIMAL never passes through a JavaScript number, an instant is printed in UTC.
 *
 * Each question has a connection and a read-only transaction of its own, so nothing it says can change the file. While
 * a sink of this process has the file open its instance is shared; a sink in another process locks the file for readers
 * too.
 */
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBResult,
  DuckDBTimestampTZValue
} from "@duckdb/node-api"
import { Context, Effect, Layer, type Scope, Stream } from "effect"
import { payloadFreeSpan } from "../../../domain/payloadFreeSpan.ts"
import { isTooLong, QueryRefused, type SinkError, sinkError, valueTooLong } from "../../SinkError.ts"
import { askChunks, askRows, chunksBy, textOf } from "../vectors/answers.ts"
import { columnsOf } from "../vectors/exactValues.ts"
import { type OpenDatabase, openDatabase } from "./DatabaseFile.ts"
import { isKnownToRead, judgedPart, noteReading, parseQuestion, refusalIn } from "./readingOnly.ts"

/** A column of an answer: its name and its SQL type, such as `DECIMAL(18,4)`. */
export interface QueryColumn {
  readonly name: string
  readonly type: string
}

/** A row of an answer: each value as text, null for NULL. */
export type QueryRow = ReadonlyArray<string | null>

/** An answer, whole. */
export interface QueryResult {
  readonly columns: ReadonlyArray<QueryColumn>
  readonly rows: ReadonlyArray<QueryRow>
}

/** An answer that comes in batches of rows, for answers too large for memory. */
export interface QueryStream {
  readonly columns: ReadonlyArray<QueryColumn>
  readonly batches: Stream.Stream<ReadonlyArray<QueryRow>, SinkError>
}

/** Texts for a statement's `$name`s, which stand for values and never for SQL. */
export type QueryValues = Readonly<Record<string, string>>

/**
 * When batches come: `together` once the answer is there, or `singly`, so that one can be let go before the next. A
 * single one waits for one of the pool's few threads, which other questions may keep busy: for few and large ones.
 */
export type ChunksCome = "together" | "singly"

/** What can be asked of an open file. */
export interface DatabaseReader {
  /** Runs one statement that only reads tables; fails with QueryRefused when it is not one, or is wrong. */
  readonly query: (sql: string, values?: QueryValues) => Effect.Effect<QueryResult, SinkError>
  /** The same, in batches; the answer can be read until the scope ends. */
  readonly stream: (sql: string, values?: QueryValues) => Effect.Effect<QueryStream, SinkError, Scope.Scope>
  /** The same, as the database's own batches of columns, for values that would be dear as text. */
  readonly chunks: (sql: string, when: ChunksCome) => Stream.Stream<DuckDBDataChunk, SinkError>
}

/** Answers questions about a database file. */
export class Database extends Context.Service<Database, DatabaseReader>()("wallet-statement/sink/duckdb/Database") {
  /**
   * Opens an existing file for reading until the scope ends; a missing one is Inaccessible. Its questions take `bytes` of memory
   * at most, half of what the machine has when left out, unless the file is open in this process already.
   */
  static openReadOnly(path: string, bytes?: number): Effect.Effect<DatabaseReader, SinkError, Scope.Scope> {
    return Effect.map(openDatabase(path, "read", { bytes }), readerOf)
  }

  /** The same for `verifyAudit`, in little memory: who opens a file first in a process decides. */
  static openToCheck(path: string): Effect.Effect<DatabaseReader, SinkError, Scope.Scope> {
    return Effect.map(openDatabase(path, "check"), readerOf)
  }

  /** Opens an existing file for reading. */
  static layerReadOnly(options: { readonly path: string }): Layer.Layer<Database, SinkError> {
    return Layer.effect(Database, Database.openReadOnly(options.path))
  }
}

/** Answers questions about a database that is open. */
export const readerOf = (database: OpenDatabase): DatabaseReader => {
  const prepared = Effect.fnUntraced(
    function*(
      sql: string
    ): Effect.fn.Return<{ readonly connection: DuckDBConnection; readonly run: string }, SinkError, Scope.Scope> {
      // The driver prints instants in the machine's zone; the session's is UTC, and so is everything we print.
      DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0
      const connection = yield* database.connect
      const statements = yield* ask(database, connection, () => connection.extractStatements(sql))
      if (statements.count !== 1) {
        return yield* sinkError(
          new QueryRefused({ kind: "several statements" }),
          `One statement at a time: this text holds ${statements.count}.`
        )
      }
      const { judged, run } = judgedPart(sql)
      if (!isKnownToRead(judged)) {
        const [[parse] = []] = yield* ask(database, connection, () => askRows(connection, parseQuestion, [judged]))
        const refusal = refusalIn(String(parse))
        if (refusal !== undefined) return yield* sinkError(new QueryRefused({ kind: "not reading" }), refusal)
        noteReading(judged)
      }
      yield* ask(database, connection, () => connection.run("BEGIN TRANSACTION READ ONLY"))
      return { connection, run }
    }
  )

  const open = Effect.fnUntraced(function*(sql: string, values?: QueryValues) {
    const { connection, run } = yield* prepared(sql)
    const result = yield* ask(database, connection, () => connection.stream(run, values))
    return { columns: columnsOfAnswer(result), chunks: chunksBy(ask(database, connection, () => result.fetchChunk())) }
  })

  const stream = Effect.fnUntraced(function*(sql: string, values?: QueryValues) {
    const { chunks, columns } = yield* open(sql, values)
    return {
      columns,
      batches: Stream.flatMap(chunks, (chunk) => Stream.fromIterable(batchesOf(chunk), { chunkSize: 1 })).pipe(
        Stream.catchDefect(asTooLong)
      )
    }
  }, payloadFreeSpan("Database.stream"))

  const query = Effect.fnUntraced(
    function*(sql: string, values?: QueryValues) {
      const { batches, columns } = yield* stream(sql, values)
      const rows = yield* Stream.runCollect(batches)
      return { columns, rows: rows.flat() }
    },
    Effect.scoped,
    payloadFreeSpan("Database.query")
  )

  const chunks = (sql: string, when: ChunksCome): Stream.Stream<DuckDBDataChunk, SinkError> =>
    Stream.unwrap(
      when === "singly"
        ? Effect.map(open(sql), (opened) => opened.chunks)
        : prepared(sql).pipe(
          Effect.flatMap(({ connection, run }) => ask(database, connection, () => askChunks(connection, run))),
          Effect.map(Stream.fromIterable)
        )
    )

  return { query, stream, chunks }
}

/** Asks through a connection; an interruption stops the database's work and waits until it has stopped. */
const ask = <A>(
  database: OpenDatabase,
  connection: DuckDBConnection,
  question: () => Promise<A>
): Effect.Effect<A, SinkError> =>
  Effect.callback<A, SinkError>((resume) => {
    const answer = question()
    const settled = answer.then(
      (value) => resume(Effect.succeed(value)),
      (cause: unknown) => resume(Effect.fail(database.refusal(cause)))
    )
    return Effect.promise(() => {
      connection.interrupt()
      return settled
    })
  })

const columnsOfAnswer = (result: DuckDBResult): ReadonlyArray<QueryColumn> =>
  result.columnNames().map((name, index) => ({ name, type: String(result.columnType(index)) }))

/** Characters after which a batch ends: of the database's own, each of 2,048 rows, one could be larger than the memory. */
const enough = 2 ** 18

/** Rows of a chunk, made as they are asked for. */
function* batchesOf(chunk: DuckDBDataChunk): Generator<ReadonlyArray<QueryRow>> {
  const columns = columnsOf(chunk)
  let batch: Array<QueryRow> = []
  let length = 0
  for (let index = 0; index < chunk.rowCount; index++) {
    const row = columns.map((values) => textOf(values(index)))
    batch.push(row)
    length += row.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (length < enough) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

const asTooLong = (defect: unknown) => (isTooLong(defect) ? Stream.fail(valueTooLong()) : Stream.die(defect))
