/**
 * What came of publishing, and of when it is: what all ways of publishing have in common.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect, type Scope, Semaphore } from "effect"
import { stat } from "node:fs/promises"
import type { SinkError } from "../../SinkError.ts"
import { exists } from "../file/createFile.ts"
import { type OpenDatabase, openDatabase } from "../file/DatabaseFile.ts"
import { locked } from "../file/duckErrors.ts"
import { Session } from "../file/Session.ts"
import { askRows } from "../vectors/answers.ts"

/** The database file, and who may share it. */
export interface PublishedFile {
  readonly path: string
  /** Whether the file may be one that its group can read and write too. */
  readonly allowGroup?: boolean | undefined
}

/** What is published now. */
export interface Published {
  /** The absolute path of the copy. */
  readonly path: string
  /** Of when it is, in milliseconds since 1970: the last commit or the end of the last run that it holds; null for a file without any. */
  readonly at: number | null
  /** Whether something was written; not when the copy that is there holds the same. */
  readonly written: boolean
}

/** A state of a database: a text that tells it from others, and of when it is. */
export interface State {
  readonly text: string
  readonly at: number | null
  /** What tells the database from others: the audit hash of its first window, which stays; null before that. */
  readonly database: string | null
}

const turn = Semaphore.makeUnsafe(1)

/** Has one publication of this process behind the other: each takes away what others that were cut short left. */
export const oneAtATime = <A, E, R>(publishing: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  turn.withPermit(publishing)

/** The file, as this process has it open for writing, or opened for it. */
export const openToPublish = Effect.fnUntraced(
  function*({ allowGroup, path }: PublishedFile): Effect.fn.Return<OpenDatabase, SinkError, Scope.Scope> {
    const database = (yield* exists(path))
      ? yield* openDatabase(path, "write", { allowGroup }).pipe(
        Effect.catchIf(isOwn, () => openDatabase(path, "read"))
      )
      : yield* openDatabase(path, "read")
    return database.written ? database : yield* locked(path, process.pid)
  }
)

const isOwn = ({ reason }: SinkError): boolean => reason._tag === "Locked" && reason.holder === process.pid

const tables = `SELECT table_name FROM duckdb_tables()
  WHERE NOT internal AND NOT temporary AND database_name = current_database() ORDER BY table_name`

const countOf = (name: string): string => `(SELECT count(*) FROM "${name.replaceAll("\"", "\"\"")}")`

/** The state of an open database: rows are only ever added to a table, or changed by a window or in a run. */
export const stateOn = (connection: DuckDBConnection): Promise<State> =>
  askRows(connection, tables)
    .then((names) => askRows(connection, stateWith(names.map(([name]) => countOf(String(name))))))
    .then(([row]) => ({
      text: String(row?.[0]),
      at: typeof row?.[1] === "bigint" ? Number(row[1]) : null,
      database: typeof row?.[2] === "string" ? row[2] : null
    }))

const stateWith = (counts: ReadonlyArray<string>): string =>
  `SELECT concat_ws(' ', (SELECT max(sequence) FROM statement_windows), (SELECT any_value(audit_hash) FROM statement_windows
       WHERE sequence = (SELECT max(sequence) FROM statement_windows)), max(run_id), max(ended_at), ${
    counts.join(", ")
  }),
       epoch_ms(greatest(max(ended_at), (SELECT max(committed_at) FROM statement_windows))),
       (SELECT audit_hash FROM statement_windows ORDER BY sequence LIMIT 1) FROM runs`

/** The state of a file that is opened for reading. */
export const stateOf = (path: string): Effect.Effect<State, SinkError> =>
  Effect.scoped(Effect.flatMap(openDatabase(path, "read"), stateIn))

/** The state of a database that is open. */
export const stateIn = (database: OpenDatabase): Effect.Effect<State, SinkError> =>
  Effect.scoped(
    Effect.flatMap(database.connect, (connection) => new Session(database, connection).ask(stateOn))
  )

/** Of when a published copy of the file is, in milliseconds since 1970; null for one of a file without any commit or run. */
export const publishedAt = (path: string): Effect.Effect<number | null, SinkError> =>
  Effect.map(stateOf(path), ({ at }) => at)

/** The group that a folder gives to what is published in it. */
export const groupOf = (folder: string): Promise<number> => stat(folder).then(({ gid }) => gid)
