/**
 * A DuckDB of its own in memory, in which rows are laid out to be worked on. It is given nothing but statements of this
 * program; what it can't hold in its memory lies in a folder of the system's for temporary files meanwhile.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { usualQueryBytes } from "../settings/QuerySettings.ts"
import { fileError } from "../sink/duckdb/file/duckErrors.ts"
import { type AnswerRow, askRows, chunksBy, rowsIn } from "../sink/duckdb/vectors/answers.ts"
import type { SinkError } from "../sink/SinkError.ts"

/** Memory of its tables in bytes, enough for two million rows; the rest of a gigabyte is the program's and the file's. */
const leastBytes = 360_000_000

/** What each row takes that there are more. */
const bytesARow = 180

/** What so many rows are worked on with, within what a question to the database may take. */
const memoryFor = (rows: number): string =>
  `${Math.floor(Math.max(leastBytes, Math.min(rows * bytesARow, usualQueryBytes())) / 1024)}KiB`

/** Up to so many rows one thread takes less of the processor's time than several, and no longer: a third less with few, a sixth with as many. */
const mostForOneThread = 50_000

const threadsFor = (rows: number): number => rows > mostForOneThread ? availableParallelism() : 1

const inMemory = "the database in memory"

/** A database in memory, until the scope ends. */
export interface Workspace {
  readonly connection: DuckDBConnection
  /** Runs statements one after the other, each on its own. */
  readonly run: (statements: ReadonlyArray<string>) => Effect.Effect<void, SinkError>
  readonly ask: (sql: string) => Effect.Effect<ReadonlyArray<AnswerRow>, SinkError>
  /** Reads an answer that is too large to be had at once. */
  readonly batches: (sql: string) => Stream.Stream<ReadonlyArray<AnswerRow>, SinkError>
  /** Allows the memory and the threads that so many rows are worked on with: some of what is asked can't be put aside meanwhile. */
  readonly allowFor: (rows: number) => Effect.Effect<void, SinkError>
  /** Runs what else fails with this database, or with the place that it writes to. */
  readonly attempt: <A>(work: () => Promise<A>, place?: string) => Effect.Effect<A, SinkError>
}

/** What is begun is waited for, and an interruption stops it. */
const attemptOn =
  (connection: DuckDBConnection) => <A>(work: () => Promise<A>, place = inMemory): Effect.Effect<A, SinkError> =>
    Effect.callback<A, SinkError>((resume) => {
      const settled = work().then(
        (value) => resume(Effect.succeed(value)),
        (cause: unknown) => resume(Effect.fail(fileError(place, cause)))
      )
      return Effect.promise(() => {
        connection.interrupt()
        return settled
      })
    })

const batchesOn = (connection: DuckDBConnection, attempt: Workspace["attempt"]): Workspace["batches"] => (sql) =>
  Stream.unwrap(
    Effect.map(
      attempt(() => connection.stream(sql)),
      (result) => Stream.map(chunksBy(attempt(() => result.fetchChunk())), rowsIn)
    )
  )

/** Opens an empty one. */
export const openWorkspace: Effect.Effect<Workspace, SinkError, Scope.Scope> = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wallet-statement-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const instance = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () =>
        DuckDBInstance.create(":memory:", {
          autoinstall_known_extensions: "false",
          autoload_known_extensions: "false",
          memory_limit: memoryFor(0),
          preserve_insertion_order: "false",
          temp_directory: folder
        }),
      catch: (cause) => fileError(inMemory, cause)
    }),
    (made) => Effect.sync(() => made.closeSync())
  )
  const connection = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => instance.connect(),
      catch: (cause) => fileError(inMemory, cause)
    }),
    (made) => Effect.sync(() => made.closeSync())
  )
  const attempt = attemptOn(connection)
  return {
    connection,
    attempt,
    allowFor: (rows) =>
      Effect.asVoid(
        attempt(() => connection.run(`SET memory_limit = '${memoryFor(rows)}'; SET threads = ${threadsFor(rows)}`))
      ),
    run: (statements) => Effect.forEach(statements, (sql) => attempt(() => connection.run(sql)), { discard: true }),
    ask: (sql) => attempt(() => askRows(connection, sql)),
    batches: batchesOn(connection, attempt)
  }
})
