/**
 * What becomes of a damaged file: it and its log get a new name beside the old one, and nothing is deleted. A file that
 * does not begin as DuckDB's do is left alone, for it is most likely somebody's own.
 */
import { Clock, Effect } from "effect"
import { open, rename } from "node:fs/promises"
import { dirname } from "node:path"
import type { SinkError } from "../../SinkError.ts"
import { asideName } from "./asides.ts"
import { exists, sync } from "./createFile.ts"
import { fileError } from "./duckErrors.ts"
import { identityOf } from "./identity.ts"

const magic = "DUCK"
const magicAt = 8

/** Whether a file begins as DuckDB's do. Only for a file that nobody in this process has open. */
export const isDuckDb = (path: string): Effect.Effect<boolean, SinkError> =>
  Effect.tryPromise({
    try: () =>
      open(path, "r").then((handle) =>
        handle.read(Buffer.alloc(magic.length), 0, magic.length, magicAt)
          .then(({ buffer }) => buffer.toString("latin1") === magic)
          .finally(() => handle.close())
      ),
    catch: (cause) => fileError(path, cause)
  })

/**
 * Sets a closed file and its log aside and gives the new name; undefined when another file is there by now. `identity` is
 * of the file that was found damaged.
 */
export const setAside = Effect.fnUntraced(
  function*(path: string, identity: string): Effect.fn.Return<string | undefined, SinkError> {
    const attempt = <A>(run: () => Promise<A>) =>
      Effect.tryPromise({ try: run, catch: (cause) => fileError(path, cause) })
    // Another process may have set it aside and made a new one meanwhile.
    if ((yield* attempt(() => identityOf(path))) !== identity) return undefined
    const name = yield* freeName(asideName(path, yield* Clock.currentTimeMillis))
    // The file first: a log without its file is taken by nobody, a file without its log would look whole.
    yield* attempt(() => rename(path, name))
    if (yield* exists(`${path}.wal`)) yield* attempt(() => rename(`${path}.wal`, `${name}.wal`))
    yield* attempt(() => sync(dirname(path)))
    return name
  }
)

/** A name that no file and no log has: the one given, or one with a number behind it. */
export const freeName = Effect.fnUntraced(function*(base: string) {
  let name = base
  for (let count = 2; (yield* exists(name)) || (yield* exists(`${name}.wal`)); count++) name = `${base}-${count}`
  return name
})
