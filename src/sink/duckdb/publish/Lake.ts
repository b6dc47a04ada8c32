/**
 * The copy of a database from which Parquet files are written, by an engine of its own: the one that writes the database has all
 * other files closed to it.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { rm, stat } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { pipeline } from "node:stream/promises"
import type { SinkError } from "../../SinkError.ts"
import { attemptOn } from "../file/attemptOn.ts"
import { sync } from "../file/createFile.ts"
import { fileError } from "../file/duckErrors.ts"
import { type AnswerRow, askRows } from "../vectors/answers.ts"

/** Text as SQL writes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A file as it was written. */
export interface Written {
  readonly bytes: number
  readonly sha256: string
}

/** Reads a copy of a database, and writes Parquet files of it. */
export class Lake {
  private readonly connection: DuckDBConnection
  private readonly folder: string

  constructor(connection: DuckDBConnection, folder: string) {
    this.connection = connection
    this.folder = folder
  }

  /** The rows of an answer. */
  ask(sql: string): Effect.Effect<ReadonlyArray<AnswerRow>, SinkError> {
    return attemptOn(this.folder)(() => askRows(this.connection, sql))
  }

  /** Writes the rows of a statement into a new file, and brings it to the disk. */
  write(select: string, path: string): Effect.Effect<Written, SinkError> {
    return attemptOn(this.folder)(() =>
      this.connection.run(`COPY (${select}) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd)`)
        .then(() => sync(path))
        .then(() => Promise.all([stat(path), sha256Of(path)]))
        .then(([{ size }, sha256]) => ({ bytes: size, sha256 }))
    )
  }

  /** Whether a file has the very rows of a statement, as often; `rows` is how many the file has. */
  hasRows(select: string, path: string, rows: number): Effect.Effect<boolean, SinkError> {
    const file = `FROM read_parquet(${quoted(path)}, hive_partitioning = false)`
    return this.ask(`SELECT count(*) FROM (${select})`).pipe(
      Effect.flatMap(([row]) =>
        Number(row?.[0]) === rows
          ? Effect.map(this.ask(`SELECT count(*) FROM (${select} EXCEPT ALL ${file})`), ([more]) =>
            Number(more?.[0]) === 0)
          : Effect.succeed(false)
      )
    )
  }
}

const sha256Of = (path: string): Promise<string> => {
  const hash = createHash("sha256")
  return pipeline(createReadStream(path), hash).then(() => hash.digest("hex"))
}

/** What the engine may take: files are written piece by piece. */
const bounds = { memory_limit: "300MB", threads: String(Math.max(availableParallelism() - 1, 1)) }

/** Opens a copy until the scope ends; failures are told of `folder`, where files are written. */
export const openLake = Effect.fnUntraced(
  function*(copy: string, folder: string): Effect.fn.Return<Lake, SinkError, Scope.Scope> {
    const at = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => fileError(folder, cause) })
    const instance = yield* Effect.acquireRelease(
      at(() =>
        DuckDBInstance.create(":memory:", {
          autoinstall_known_extensions: "false",
          autoload_known_extensions: "false",
          preserve_insertion_order: "false",
          temp_directory: `${copy}.tmp`,
          ...bounds
        })
      ),
      (opened) =>
        Effect.promise(() => {
          opened.closeSync()
          return Promise.allSettled([rm(`${copy}.tmp`, { recursive: true, force: true })])
        })
    )
    const connection = yield* Effect.acquireRelease(
      at(() => instance.connect()),
      (opened) => Effect.sync(() => opened.closeSync())
    )
    yield* at(() =>
      connection.run(`SET TimeZone='UTC'; ATTACH ${quoted(copy)} AS statement (READ_ONLY); USE statement`)
    )
    return new Lake(connection, folder)
  }
)
