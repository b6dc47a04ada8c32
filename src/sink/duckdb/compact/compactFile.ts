/**
 * Writes a database file anew without what it no longer needs, and puts the new one in the place of the old at once: whoever is
 * killed meanwhile leaves the one or the other, and a `.FILE.compact-…` that the next one removes.
 *
 * The old one stays open for reading until the new one has its name, so that no process can write to it; a reader keeps what it has.
 */
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import { chmod, chown, rename, rm, stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseFailed, DiskFull, Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { verifyAudit } from "../audit/audit.ts"
import { verifyLayout } from "../audit/verifyLayout.ts"
import { attemptOn } from "../file/attemptOn.ts"
import { exists, sync } from "../file/createFile.ts"
import { Database } from "../file/Database.ts"
import { openDatabase } from "../file/DatabaseFile.ts"
import { removeLeftovers, temporaryBeside } from "../file/leftovers.ts"
import { openThere } from "../file/openThere.ts"
import { quoteText } from "../schema/tableText.ts"
import { sameContent } from "./sameContent.ts"

/** Which file, and what is done once it is known how much room that takes. */
export interface CompactOptions {
  readonly path: string
  /** Whether the file may be one that its group can read and write too. */
  readonly allowGroup?: boolean | undefined
  /** Called before anything is written; `bytes` is the most that is needed beside the file meanwhile. */
  readonly onBegin?: ((file: { readonly path: string; readonly bytes: number }) => Effect.Effect<void>) | undefined
}

/** What came of it. */
export interface Compacted {
  /** Absolute, and of the file itself. */
  readonly path: string
  /** The file with its log, in bytes. */
  readonly before: number
  readonly after: number
}

/**
 * Makes a file smaller; one that would not get smaller stays as it is. All that is in it is compared, and the new one verified, before it
 * takes its place. Fails with Locked when somebody has it open, with DiskFull when there is no room, with DatabaseFailed when it is not as
 * it was written.
 */
export const compactFile = Effect.fn("compactFile")(
  function*(
    { allowGroup, onBegin = () => Effect.void, path: given }: CompactOptions
  ): Effect.fn.Return<Compacted, SinkError, Scope.Scope> {
    const { before, path } = yield* makeReady(given, allowGroup)
    const at = attemptOn(path)
    // Nobody in this process writes to it from here on, and nobody in another one.
    yield* openDatabase(path, "read")
    const [{ size: bytes }, state] = yield* at(() => Promise.all([stat(path), stateOf(path)]))
    const temporary = temporaryBeside(path, "compact")
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.allSettled([remove(temporary)])))
    const connection = yield* opened(path, temporary)
    yield* refuseOther(path, state)
    yield* onBegin({ path, bytes })
    yield* refuseFullDisk(path, bytes)
    yield* copied(path, temporary, connection)
    yield* verified(path, temporary)
    const { size: after } = yield* at(() => stat(temporary))
    if (after >= bytes) return { path, before, after: bytes }
    yield* refuseOther(path, state)
    yield* takePlace(path, temporary)
    return { path, before, after }
  },
  Effect.scoped
)

const remove = (name: string): Promise<unknown> =>
  Promise.all(["", ".wal", ".tmp"].map((end) => rm(`${name}${end}`, { force: true, recursive: true })))

/** Opens the file alone, so that its log is in it and its layout the current one, and removes what was left behind. */
const makeReady = Effect.fnUntraced(function*(given: string, allowGroup: boolean | undefined) {
  const database = yield* openThere(given, { allowGroup })
  const { path } = database
  const at = attemptOn(path)
  const sizes = yield* at(() =>
    Promise.all([path, `${path}.wal`].map((name) => stat(name).then(({ size }) => size, () => 0)))
  )
  yield* removeLeftovers(path, "compact")
  return { path, before: sizes.reduce((sum, size) => sum + size, 0) }
}, Effect.scoped)

const refuseFullDisk = Effect.fnUntraced(function*(path: string, bytes: number): Effect.fn.Return<void, SinkError> {
  const { bavail, bsize } = yield* attemptOn(path)(() => statfs(dirname(path)))
  if (bavail * bsize >= bytes) return
  return yield* sinkError(
    new DiskFull(),
    `${path} was left as it is: writing it anew may take ${bytes} bytes beside it, and its disk has ${
      bavail * bsize
    } free. Make room first.`
  )
})

/** Opens the file as `before`, for reading, so that other processes can do no more than that until the scope ends. */
const opened = Effect.fnUntraced(function*(path: string, temporary: string) {
  const at = attemptOn(path)
  const options = {
    autoinstall_known_extensions: "false",
    memory_limit: "1GB",
    temp_directory: `${temporary}.tmp`,
    threads: "1"
  }
  const instance = yield* Effect.acquireRelease(
    at(() => DuckDBInstance.create(":memory:", options)),
    (made) => Effect.sync(() => made.closeSync())
  )
  const connection = yield* Effect.acquireRelease(
    at(() => instance.connect()),
    (made) => Effect.sync(() => made.closeSync())
  )
  yield* at(() => connection.run(`SET TimeZone='UTC'; ATTACH ${quoteText(path)} AS before (READ_ONLY)`))
  if (!(yield* exists(`${path}.wal`))) return connection
  return yield* sinkError(
    new Inaccessible(),
    `${path} was written by another process meanwhile, and was left as it is: run again.`
  )
})

/** Which file a path leads to, and when it was written last. */
const stateOf = (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(({ dev, ino, mtimeNs, size }) => [dev, ino, mtimeNs, size].join(":"))

/** Fails when another file has the name by now, such as a backup, or one that somebody else has compacted. */
const refuseOther = Effect.fnUntraced(function*(path: string, state: string): Effect.fn.Return<void, SinkError> {
  if ((yield* attemptOn(path)(() => stateOf(path))) === state) return
  return yield* sinkError(
    new Inaccessible(),
    `${path} was replaced meanwhile, and what is there now was left as it is: run again.`
  )
})

/** Copies all that the file holds. */
const copied = Effect.fnUntraced(function*(path: string, temporary: string, connection: DuckDBConnection) {
  const at = attemptOn(path)
  yield* at(() =>
    connection.run(`ATTACH ${quoteText(temporary)} AS after; COPY FROM DATABASE before TO after; CHECKPOINT after`)
  )
  const difference = yield* at(() => sameContent(connection))
  if (difference !== undefined) return yield* notTheSame(path, difference)
  yield* at(() => connection.run("DETACH after"))
})

const notTheSame = (path: string, what: string): SinkError =>
  sinkError(
    new DatabaseFailed(),
    `${path} was left as it is: written anew, ${what} would not be what it was. Please report this.`
  )

const verified = Effect.fnUntraced(
  function*(path: string, temporary: string): Effect.fn.Return<void, SinkError, Scope.Scope> {
    const database = yield* Database.openToCheck(temporary)
    const { difference } = yield* verifyAudit(database)
    const layout = yield* verifyLayout(database)
    if (difference === null && layout.length === 0) return
    return yield* sinkError(
      new DatabaseFailed(),
      `${path} was left as it is, since it is not what was written: \`wallet-statement verify\` says what differs. Put that right first.`
    )
  },
  Effect.scoped
)

/** Gives the new file the owner, the permissions and the name of the old one. */
const takePlace = Effect.fnUntraced(function*(path: string, temporary: string) {
  const at = attemptOn(path)
  const [old, made] = yield* at(() => Promise.all([stat(path), stat(temporary)]))
  if (old.uid !== made.uid || old.gid !== made.gid) yield* at(() => chown(temporary, old.uid, old.gid))
  yield* at(() => chmod(temporary, old.mode & 0o7777))
  yield* at(() => sync(temporary))
  yield* at(() => rename(temporary, path))
  yield* at(() => sync(dirname(path)))
})
