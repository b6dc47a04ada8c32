/**
 * A copy of a database file for readers, so that they never meet the writer: it holds what was committed when it was made, and
 * takes the place of the one before at once. Who has that one open keeps it; who opens the name anew gets the new one.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { chmod, chown, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { exists, sync } from "../file/createFile.ts"
import { type OpenDatabase, openDatabase } from "../file/DatabaseFile.ts"
import { fileError, locked } from "../file/duckErrors.ts"
import { identityOf, isDuckDb } from "../file/setAside.ts"
import { askRows } from "../vectors/answers.ts"
import { copyApart } from "./copyApart.ts"

/** Where a copy goes, and what its readers may do. */
export interface PublishOptions {
  /** The database file. */
  readonly path: string
  /** Whether the file may be one that its group can read and write too. */
  readonly allowGroup?: boolean | undefined
  /** The copy. */
  readonly to: string
  /** The copy's permissions, such as 0o640; its group is that of its folder. */
  readonly mode: number
}

/**
 * Makes a copy of what is committed and puts it in the place of the one before. Who has the file open for writing in this
 * process must not commit meanwhile. Fails with Locked when another process has it, with Inaccessible or DiskFull when the copy
 * can't be written.
 */
export const publishFile = Effect.fn("publishFile")(
  function*({ mode, to, ...file }: PublishOptions): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const target = resolve(to)
    const database = yield* openForWriting(file)
    yield* refuseOther(database.path, target)
    const at = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => fileError(target, cause) })
    const temporary = join(dirname(target), `.${basename(target)}.new-${randomUUID()}`)
    yield* Effect.gen(function*() {
      yield* copied(database, temporary).pipe(Effect.catchTag("CopyFailed", (cause) => fileError(target, cause)))
      const [{ gid }, own] = yield* at(() => Promise.all([stat(dirname(target)), stat(temporary)]))
      if (gid !== own.gid && (mode & groupBits) !== 0) {
        yield* at(() => chown(temporary, -1, gid)).pipe(Effect.mapError(() => ofOtherGroup(target)))
      }
      yield* at(() => chmod(temporary, mode))
      yield* at(() => rename(temporary, target))
      yield* at(() => sync(dirname(target)))
    }).pipe(Effect.ensuring(Effect.promise(() => Promise.allSettled([rm(temporary, { force: true })]))))
  },
  Effect.scoped
)

const groupBits = 0o070

/** The file, as this process has it open for writing, or opened for it. */
const openForWriting = Effect.fnUntraced(function*({ allowGroup, path }: Pick<PublishOptions, "allowGroup" | "path">) {
  const database = (yield* exists(path))
    ? yield* openDatabase(path, "write", { allowGroup }).pipe(
      Effect.catchIf(isOwn, () => openDatabase(path, "read"))
    )
    : yield* openDatabase(path, "read")
  return database.written ? database : yield* locked(path, process.pid)
})

const isOwn = ({ reason }: SinkError): boolean => reason._tag === "Locked" && reason.holder === process.pid

/** What is in the copy's place is replaced only when it is a database, and not the very file. */
const refuseOther = Effect.fnUntraced(function*(path: string, target: string): Effect.fn.Return<void, SinkError> {
  if (!(yield* exists(target))) return
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => fileError(target, cause) })
  const [one, other] = yield* attempt(() => Promise.all([identityOf(path), identityOf(target)]))
  if (one === other) {
    return yield* sinkError(new Inaccessible(), `${target} is the database itself: name another place for its copy.`)
  }
  if (!(yield* isDuckDb(target))) {
    return yield* sinkError(
      new Inaccessible(),
      `${target} is there and is no DuckDB file, so it was left as it is: name another place for the copy.`
    )
  }
})

const ofOtherGroup = (target: string): SinkError =>
  sinkError(
    new Inaccessible(),
    `${target} was not published: this process may not give it the group of its folder, and its mode lets the group read. ` +
      "Run as a member of that group, or set WALLET_STATEMENT_PUBLISH_MODE=0644."
  )

/** Copies what is committed, and sees that it is what the database holds before and behind. */
const copied = Effect.fnUntraced(function*(database: OpenDatabase, to: string) {
  const connection = yield* database.connect
  const ask = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: database.failure })
  yield* ask(() => connection.run("CHECKPOINT"))
  const before = yield* ask(() => stateOf(connection))
  yield* copyApart(database.path, to)
  const copy = yield* Effect.scoped(
    Effect.flatMap(
      openDatabase(to, "read"),
      ({ connect, failure }) =>
        Effect.flatMap(connect, (reader) =>
          Effect.tryPromise({
            try: () => stateOf(reader),
            catch: failure
          }))
    )
  )
  if (copy === before && (yield* ask(() => stateOf(connection))) === before) return
  return yield* sinkError(
    new Inaccessible(),
    `${database.path} was changed while it was copied, so nothing was published: publish again.`
  )
}, Effect.scoped)

/** What tells a state of the file from others: its windows and its runs. */
const stateOf = (connection: DuckDBConnection): Promise<string> =>
  askRows(
    connection,
    `SELECT concat_ws(' ', (SELECT max(sequence) FROM statement_windows), (SELECT any_value(audit_hash) FROM statement_windows
       WHERE sequence = (SELECT max(sequence) FROM statement_windows)), count(*), max(run_id), max(ended_at)) FROM runs`
  ).then(([row]) => String(row?.[0]))
