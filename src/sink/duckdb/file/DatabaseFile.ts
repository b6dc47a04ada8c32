/**
 * The file on disk: how it comes into being, is opened and closed.
 *
 * DuckDB lets one process open the same file twice, says nothing, and loses data. So every opening in this process
 * goes through one register: one sink may write, readers share its instance. The register is per thread: never open
 * the file in a worker. Nothing here opens the database with `fs` while it is in use, for that would drop its lock.
 *
 * Opening for writing or for a check sets the process's umask to 077, for good: DuckDB makes its log file and the
 * folder of what it puts aside anew whenever it likes.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope, Semaphore } from "effect"
import { resolve } from "node:path"
import { isMainThread } from "node:worker_threads"
import { usualQueryBytes } from "../../../settings/QuerySettings.ts"
import type { SinkError } from "../../SinkError.ts"
import { askRows } from "../vectors/answers.ts"
import { type Access, configurations } from "./access.ts"
import { attemptOn } from "./attemptOn.ts"
import { createFile } from "./createFile.ts"
import { damagedAndSetAside, isDamagedBlock, isFatal, locked, notOurs, questionError, useError } from "./duckErrors.ts"
import { fileItself } from "./fileItself.ts"
import { removeOldLeftovers } from "./leftovers.ts"
import { makeReady } from "./makeReady.ts"
import { currentVersion, readingStatements } from "./migrations.ts"
import { refuseExposed } from "./refuseExposed.ts"
import { isAsLeft, lookAt, refuseReplaced, type Seen } from "./refuseReplaced.ts"
import { refuseUnwritable } from "./refuseUnwritable.ts"
import { removeUnused } from "./removeUnused.ts"
import { isDuckDb, setAside } from "./setAside.ts"

/** An open file. */
export interface OpenDatabase {
  /** Absolute, and of the file itself. */
  readonly path: string
  /** Whether a sink of this process has the file open for writing. */
  readonly written: boolean
  /** Whether the file was made for who opened it first, and nobody else was at it since: there is nothing to look for in it. */
  readonly isNew: boolean
  /** A connection of one's own, closed with the scope. */
  readonly connect: Effect.Effect<DuckDBConnection, SinkError, Scope.Scope>
  /**
   * What a failure of a sink's own statement means. An instance that failed beyond repair is closed without another write;
   * a file that turned out to be damaged is set aside then, if it was open for writing.
   */
  readonly failure: (cause: unknown) => SinkError
  /** Has the file closed without another write, and its log beside it as it is. */
  readonly leave: Effect.Effect<void>
  /** What a failure of a question means. Nothing that a question says has a file set aside. */
  readonly refusal: (cause: unknown) => SinkError
}

interface Shared {
  readonly key: string
  readonly path: string
  readonly access: Access
  readonly instance: DuckDBInstance
  /** Whether the file goes when it is closed without a window in it: it was made for this, by this process. */
  readonly mayGo: boolean
  /** Whether it was made for this, and is as it was left then. */
  readonly isNew: boolean
  /** Of the file's layout. */
  readonly version: number
  readers: number
  writers: number
  broken: boolean
  damaged: boolean
}

const register = new Map<string, Shared>()
const turn = Semaphore.makeUnsafe(1)

/** How a file is opened, where it is not as usual. */
export interface OpenOptions {
  /** Memory that questions may take, in bytes. */
  readonly bytes?: number | undefined
  /** Whether a file to write may be one that its group can read and write too, when that group is this process's. */
  readonly allowGroup?: boolean | undefined
  /** Whether a file that this opening makes is removed again when it is closed and no window was committed to it. */
  readonly removeUnused?: boolean | undefined
}

/** Opens a file until the scope ends. For writing it is created when missing; for reading it must be there. */
export const openDatabase = (
  path: string,
  access: Access,
  options: OpenOptions = {}
): Effect.Effect<OpenDatabase, SinkError, Scope.Scope> =>
  Effect.acquireRelease(
    turn.withPermit(acquire(resolve(path), access, options)),
    (shared) => turn.withPermit(release(shared, access))
  ).pipe(
    Effect.map((shared) => ({
      path: shared.path,
      written: shared.access === "write",
      isNew: shared.isNew,
      connect: Effect.acquireRelease(
        attemptOn(shared.path)(() => shared.instance.connect()),
        (connection) => Effect.sync(() => connection.closeSync())
      ).pipe(Effect.tap((connection) => asCurrent(shared, connection))),
      leave: Effect.sync(() => {
        shared.broken = true
      }),
      failure: (cause: unknown) => {
        shared.damaged ||= isDamagedBlock(cause)
        shared.broken ||= shared.damaged || isFatal(cause)
        return useError(shared.path, cause, shared.access === "write")
      },
      refusal: (cause: unknown) => {
        shared.broken ||= isFatal(cause)
        return questionError(shared.path, cause)
      }
    }))
  )

/** Lets a connection read a file of an earlier layout like one of the current. */
const asCurrent = ({ path, version }: Shared, connection: DuckDBConnection): Effect.Effect<void, SinkError> =>
  version === currentVersion
    ? Effect.void
    : attemptOn(path)(() => askRows(connection, "SELECT current_database()")).pipe(
      Effect.flatMap(([row]) => attemptOn(path)(() => connection.run(readingStatements(version, String(row?.[0])))))
    )

const acquire = Effect.fnUntraced(function*(
  given: string,
  access: Access,
  { allowGroup = false, bytes = usualQueryBytes(), removeUnused: mayRemove = false }: OpenOptions
): Effect.fn.Return<Shared, SinkError> {
  if (access !== "read" && isMainThread) yield* Effect.sync(() => process.umask(0o077))
  const path = yield* fileItself(given)
  const made = access === "write"
    ? yield* Effect.andThen(refuseUnwritable(path), removeOldLeftovers(path)).pipe(Effect.andThen(createFile(path)))
    : undefined
  const before = yield* lookAt(path).pipe(
    Effect.tapError(() => (access === "write" ? refuseReplaced(path, undefined) : Effect.void))
  )
  const open = register.get(before.identity)
  if (open !== undefined && access === "write") return yield* locked(path, process.pid)
  const opened = Effect.andThen(
    access === "write" ? refuseExposed(path, allowGroup) : Effect.void,
    openInstance(before, path, access, bytes, made, mayRemove)
  )
  const shared = open ?? (yield* opened.pipe(Effect.catch((error) => leaveOrSetAside(before, path, access, error))))
  register.set(shared.key, shared)
  if (access === "write") shared.writers++
  else shared.readers++
  return shared
})

const release = Effect.fnUntraced(function*(shared: Shared, access: Access) {
  if (access === "write") shared.writers--
  else shared.readers--
  if (shared.writers + shared.readers > 0) return
  register.delete(shared.key)
  if (shared.access === "write" && !shared.broken) {
    const isGone = shared.mayGo && (yield* removeUnused(shared.path, shared.key, shared.instance))
    if (!isGone) yield* Effect.ignore(checkpoint(shared))
  }
  yield* Effect.sync(() => shared.instance.closeSync())
  if (shared.damaged && shared.access === "write") yield* Effect.ignore(setAside(shared.path, shared.key))
})

/** A damaged file is set aside when we were to write it; one that never was a database is left alone, and is none whatever it fails by. */
const leaveOrSetAside = Effect.fnUntraced(
  function*(before: Seen, path: string, access: Access, error: SinkError): Effect.fn.Return<never, SinkError> {
    if (access === "write" && error.reason._tag !== "Locked") yield* refuseReplaced(path, before)
    const isDamaged = error.reason._tag === "Damaged" && error.reason.ours
    if (!isDamaged && error.reason._tag !== "DatabaseFailed") return yield* error
    if (!(yield* isDuckDb(path))) return yield* notOurs(path)
    if (!isDamaged || access !== "write") return yield* error
    const name = yield* setAside(path, before.identity).pipe(Effect.mapError(() => error))
    return yield* name === undefined ? error : damagedAndSetAside(path, name)
  }
)

const checkpoint = ({ instance, path }: Shared) =>
  attemptOn(path)(() => instance.connect()).pipe(
    Effect.flatMap((connection) =>
      attemptOn(path)(() => connection.run("CHECKPOINT")).pipe(
        Effect.ensuring(Effect.sync(() => connection.closeSync()))
      )
    )
  )

const openInstance = Effect.fnUntraced(
  function*(
    before: Seen,
    path: string,
    access: Access,
    bytes: number,
    made: Seen | undefined,
    mayRemove: boolean
  ): Effect.fn.Return<Shared, SinkError> {
    const instance = yield* attemptOn(path)(() =>
      DuckDBInstance.create(path, {
        access_mode: access === "write" ? "READ_WRITE" : "READ_ONLY",
        autoinstall_known_extensions: "false",
        autoload_known_extensions: "false",
        ...configurations[access]
      })
    )
    const { isNew, version } = yield* Effect.gen(function*() {
      if (access === "write") yield* refuseReplaced(path, before)
      const isNew = made !== undefined && (yield* isAsLeft(path, made))
      return { isNew, version: yield* makeReady(path, instance, { access, bytes, isNew }) }
    }).pipe(Effect.onError(() => Effect.sync(() => instance.closeSync())))
    return {
      key: before.identity,
      path,
      access,
      instance,
      mayGo: made !== undefined && mayRemove,
      isNew,
      version,
      readers: 0,
      writers: 0,
      broken: false,
      damaged: false
    }
  }
)
