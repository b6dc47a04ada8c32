/**
 * How a new file comes into being: at once. DuckDB writes a file step by step, and one whose making was cut short
 * never opens. So it is made whole under a temporary name in the same folder, brought to the disk, and then given its
 * name. A process that is killed meanwhile leaves a `.new-…` file behind that nothing reads, and that goes when the file is written next.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { accessSync, writeFileSync } from "node:fs"
import { link, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import { builtBlank, freshStatements } from "./blank.ts"
import { fileError } from "./duckErrors.ts"
import { temporaryBeside } from "./leftovers.ts"
import { firstStatements } from "./migrations.ts"
import { lookAt, type Seen } from "./refuseReplaced.ts"

/** Creates an empty database of ours at `path`, as a copy of a blank, and says how it left it; nothing when a file is there. */
export const createFile = Effect.fnUntraced(
  function*(
    path: string,
    blank: () => Uint8Array | undefined = builtBlank
  ): Effect.fn.Return<Seen | undefined, SinkError> {
    const attempt = <A>(run: () => Promise<A>) =>
      Effect.tryPromise({ try: run, catch: (cause) => fileError(path, cause) })
    if (yield* exists(path)) return undefined
    const temporary = temporaryBeside(path, "new")
    // A name that can't be removed is a leftover that nothing reads, and no reason to fail.
    const remove = attempt(() => Promise.all([temporary, `${temporary}.wal`].map((name) => rm(name, { force: true }))))
    return yield* Effect.gen(function*() {
      yield* fill(path, temporary, blank(), remove)
      const made = yield* lookAt(temporary)
      yield* attempt(() => sync(temporary))
      yield* setAsideLog(path, attempt)
      const isGiven = yield* attempt(() => giveName(temporary, path))
      yield* attempt(() => sync(dirname(path)))
      return isGiven ? made : undefined
    }).pipe(Effect.ensuring(Effect.ignore(remove)))
  }
)

/** Makes a database as a copy of a blank; by the statements where there is none, or the copy fails. */
const fill = (
  path: string,
  temporary: string,
  blank: Uint8Array | undefined,
  remove: Effect.Effect<unknown, SinkError>
) => {
  const byStatements = runIn(path, temporary, firstStatements)
  if (blank === undefined) return byStatements
  const copied = Effect.try({
    // Not by copying the file, which would give it the permissions of the blank; at once, since this thread may be busy with other things.
    try: () => writeFileSync(temporary, blank, { flag: "wx" }),
    catch: (cause) => fileError(path, cause)
  })
  return Effect.andThen(copied, runIn(path, temporary, freshStatements)).pipe(
    Effect.catch(() => Effect.andThen(remove, byStatements))
  )
}

const runIn = Effect.fnUntraced(function*(path: string, database: string, statements: string) {
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => fileError(path, cause) })
  const instance = yield* attempt(() => DuckDBInstance.create(database))
  yield* Effect.gen(function*() {
    const connection = yield* attempt(() => instance.connect())
    yield* attempt(() => connection.run(statements)).pipe(
      Effect.ensuring(Effect.sync(() => connection.closeSync()))
    )
  }).pipe(Effect.ensuring(Effect.sync(() => instance.closeSync())))
})

/** A log without its file belongs to one that is gone; the new file must not take it for its own. */
const setAsideLog = Effect.fnUntraced(function*(
  path: string,
  attempt: <A>(run: () => Promise<A>) => Effect.Effect<A, SinkError>
) {
  const log = `${path}.wal`
  if (!(yield* exists(path)) && (yield* exists(log))) {
    yield* attempt(() => rename(log, `${log}.set-aside-${randomUUID()}`))
  }
})

/** Whether there is something of a name, or it can't be told. */
export const exists = (name: string): Effect.Effect<boolean> =>
  Effect.sync(() => {
    try {
      accessSync(name)
      return true
    } catch (cause) {
      return codeIsnt("ENOENT")(cause)
    }
  })

const codeIsnt = (code: string) => (cause: unknown): boolean =>
  !(cause instanceof Error && "code" in cause && cause.code === code)

/** Brings a file or a folder to the disk. */
export const sync = (name: string): Promise<void> =>
  open(name, "r").then((handle) => handle.sync().finally(() => handle.close()))

/** A hard link, unlike a rename, never replaces a file that another process made meanwhile; false when there is one. */
const giveName = (temporary: string, path: string): Promise<boolean> =>
  link(temporary, path).then(() => true, (cause: unknown) => {
    if (!codeIsnt("EEXIST")(cause)) return false
    if (codeIsnt("EPERM")(cause) && codeIsnt("ENOTSUP")(cause)) throw cause
    return rename(temporary, path).then(() => true)
  })
