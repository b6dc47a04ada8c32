/**
 * Adds a line to a witness's file: behind what is there, to no file of another kind, and to the disk before it returns.
 */
import { Effect, Option } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open, stat } from "node:fs/promises"
import { beginsAsWitness, mostOfBeginning } from "./WitnessLine.ts"

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"

/** Adds a line, with its end, to a file, which is made where there is none; fails with what goes behind "it" to make a sentence. */
export const appendTo = (path: string, line: string): Effect.Effect<void, string> =>
  openToAdd(path).pipe(
    Effect.flatMap((handle) => Effect.ensuring(append(handle, line), Effect.ignore(attemptIo(() => handle.close())))),
    Effect.mapError((error) => ("problem" in error ? error.problem : `can't be written (${error.code})`))
  )

/** Opens a file to read its edges and add to it, or, where it may not be read or is no plain file, to add only. */
const openToAdd = Effect.fnUntraced(function*(path: string) {
  const toAdd = attemptIo(() =>
    open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | nonBlocking, mode)
  )
  const status = yield* Effect.option(attemptIo(() => stat(path)))
  // A pipe that is open for reading too would take a line that nobody reads.
  if (Option.isSome(status) && !status.value.isFile()) return yield* toAdd
  return yield* attemptIo(() => open(path, "a+", mode)).pipe(
    Effect.catchIf((error) => error.code === "EACCES" || error.code === "EPERM", () => toAdd)
  )
})

/** A pipe that nobody reads is refused at once, where the thread that opens it would keep the process from ending. */
const nonBlocking = constants.O_NONBLOCK ?? 0

/** For its owner alone. */
const mode = 0o600

interface IoError {
  readonly code: string
}

const attemptIo = <A>(io: () => Promise<A>): Effect.Effect<A, IoError> =>
  Effect.tryPromise({ try: io, catch: (error) => ({ code: codeOf(error) }) })

const append = Effect.fnUntraced(function*(handle: FileHandle, line: string) {
  const status = yield* attemptIo(() => handle.stat())
  const [beginning, end] = status.isFile() && status.size > 0 ? yield* edgesOf(handle, status.size) : ["", "\n"]
  if (!beginsAsWitness(beginning)) {
    return yield* Effect.fail({ problem: "is a file of another kind by its first line, and nothing was added to it" })
  }
  // A line that an earlier run could not write to its end stays one of its own.
  yield* attemptIo(() => handle.appendFile(end === "\n" ? line : `\n${line}`))
  if (status.isFile()) yield* attemptIo(() => handle.sync())
})

/** The first line of a file and its last character; what can't be read is taken for good. */
const edgesOf = Effect.fnUntraced(function*(handle: FileHandle, size: number) {
  const read = (position: number, length: number) =>
    attemptIo(() => handle.read({ buffer: Buffer.alloc(length), length, position })).pipe(
      Effect.map(({ buffer, bytesRead }) => buffer.toString("latin1", 0, bytesRead)),
      Effect.orElseSucceed(() => undefined)
    )
  const beginning = yield* read(0, mostOfBeginning)
  return [beginning ?? "", (yield* read(size - 1, 1)) ?? "\n"] as const
})
