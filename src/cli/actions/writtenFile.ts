/**
 * Writes a file that a person asked for: under a name of its own beside the target first, so that nobody meets half of it, and readable for
 * whom the umask lets, which the program keeps to its user.
 */
import { Effect, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, open, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { CommandEnd, exitCode, wrongUsage } from "../ending/exit.ts"

/** What a file of a kind begins with, in lower case, and what it is called: a file that is there is replaced only when it is one. */
export interface FileKind {
  readonly beginning: string
  readonly name: string
}

/** Refuses a place that can't be written or holds something else; before the work that fills it. Fails with CommandEnd. */
export const refuseUnfit = Effect.fnUntraced(
  function*(path: string, { beginning, name }: FileKind): Effect.fn.Return<void, CommandEnd> {
    const folder = dirname(resolve(path))
    const around = yield* Effect.option(attempt(path, () => stat(folder)))
    if (around._tag === "None") {
      return yield* wrongUsage(`${path} can't be written: the folder ${folder} does not exist.`)
    }
    if (!around.value.isDirectory()) return yield* wrongUsage(`${path} can't be written: ${folder} is no folder.`)
    yield* attempt(path, () => access(folder, constants.W_OK))
    const there = yield* Effect.option(attempt(path, () => stat(path)))
    if (there._tag === "None") return
    if (!there.value.isFile()) return yield* wrongUsage(`${path} is there and is no plain file: name another place.`)
    const found = yield* attempt(path, () => beginningOf(path, Buffer.byteLength(beginning)))
    if (there.value.size > 0 && found.toLowerCase() !== beginning) {
      return yield* wrongUsage(`${path} is there and is no ${name}, so it was left as it is: name another place.`)
    }
  }
)

/** A name beside a place for what is not whole yet. */
export const besides = (path: string): string => {
  const target = resolve(path)
  return join(dirname(target), `.${basename(target)}.writing-${randomUUID()}`)
}

/** Puts a file in its place when it is whole; `write` fills it under the name that it is given. */
export const putInPlace = <E, R>(path: string, write: (temporary: string) => Effect.Effect<void, E, R>) => {
  const target = resolve(path)
  const temporary = besides(path)
  return write(temporary).pipe(
    Effect.andThen(attempt(path, () => rename(temporary, target))),
    Effect.ensuring(Effect.promise(() => Promise.allSettled([rm(temporary, { force: true })])))
  )
}

/** Writes a text, to the disk before it is in its place. */
export const writeText = (path: string, text: string): Effect.Effect<void, CommandEnd> =>
  writeParts(path, Stream.make(text))

/** The same with a text that comes in parts. */
export const writeParts = <E, R>(
  path: string,
  parts: Stream.Stream<string, E, R>
): Effect.Effect<void, CommandEnd | E, R> =>
  putInPlace(path, (temporary) =>
    Effect.acquireUseRelease(
      attempt(path, () => open(temporary, "wx")),
      (handle) =>
        Effect.andThen(
          Stream.runForEach(parts, (part) => attempt(path, () => handle.appendFile(part))),
          attempt(path, () => handle.sync())
        ),
      (handle) => Effect.promise(() => Promise.allSettled([handle.close()]))
    ))

/** Whether a file that can be read begins like those of a kind; `beginning` in lower case. */
export const beginsLike = (path: string, beginning: string): Effect.Effect<boolean> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => beginningOf(path, Buffer.byteLength(beginning))).pipe(
      Effect.map((found) => found.toLowerCase() === beginning)
    ),
    () => false
  )

const beginningOf = (path: string, length: number): Promise<string> =>
  open(path, "r").then((handle) =>
    handle.read(Buffer.alloc(length), 0, length, 0).then(({ buffer, bytesRead }) =>
      buffer.toString("utf8", 0, bytesRead)
    ).finally(() => handle.close())
  )

/** Input and output at a place; its failures name the place. */
export const attempt = <A>(path: string, io: () => Promise<A>): Effect.Effect<A, CommandEnd> =>
  Effect.tryPromise({
    try: io,
    catch: (cause) =>
      new CommandEnd({
        code: exitCode.failed,
        message: `${path} can't be written (${
          cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
        }).`
      })
  })
