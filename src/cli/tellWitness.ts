/**
 * Tells the head of the audit chain where it can't be changed together with the file: a line to a file, and to a program. The line
 * stands for all that the file held at that time, whatever wallets are in it, and for all runs before.
 */
import { Cause, Clock, Duration, Effect, Exit, Option, type PlatformError, Stream } from "effect"
import { ChildProcess, type ChildProcessSpawner } from "effect/process"
import { constants } from "node:fs"
import { type FileHandle, open, stat } from "node:fs/promises"
import { printable } from "../domain/printable.ts"
import { environmentOfCommands } from "../settings/runCommand.ts"
import { variablePrefix } from "../settings/setting.ts"
import { WitnessSettings } from "../settings/WitnessSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { printNotice } from "./output.ts"
import { beginsAsWitness, mostOfLine, witnessLine } from "./WitnessLine.ts"

/** Longest time that a file or a program may take, in which an interrupted run has to end too. */
const patience = Duration.seconds(30)

/** What came of telling it; null when settings name nobody. */
export interface Witnessed {
  /** Why it could not be told; empty when it was. */
  readonly problems: ReadonlyArray<string>
}

/**
 * Runs what writes to the sink, and tells the head when it has come to an end, whether it succeeded, failed or was interrupted:
 * what was committed is stored in any case. Problems of a run that failed are told here.
 */
export const withWitness = <A, E, R>(
  run: Effect.Effect<A, E, R>
): Effect.Effect<
  readonly [A, Witnessed | null],
  E,
  R | Sink | WitnessSettings | ChildProcessSpawner.ChildProcessSpawner
> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(restore(run))
      const witnessed = yield* tellHead
      if (Exit.isSuccess(exit)) return [exit.value, witnessed] as const
      yield* printProblems(witnessed)
      return yield* Effect.failCause(exit.cause)
    })
  )

/** Says on stderr what was not told, and what that means. */
export const printProblems = (witnessed: Witnessed | null): Effect.Effect<void> =>
  witnessed === null || witnessed.problems.length === 0
    ? Effect.void
    : printNotice(
      `${witnessed.problems.join("\n")}\n` +
        "What the run loaded is stored. The next run's line stands for it too; until then nothing outside vouches for it.",
      "ERROR"
    )

const tellHead = Effect.gen(function*() {
  const { command, file } = yield* WitnessSettings
  if (Option.isNone(file) && Option.isNone(command)) return null
  const sink = yield* Sink
  const problems: Array<string> = []
  const attempt = <R>(name: string, effect: Effect.Effect<void, string, R>) =>
    // The run is over and what is told is bounded by time, so it may be given up, but not by whoever interrupted the run.
    Effect.interruptible(effect).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(`took longer than ${Duration.format(patience)}`)
      }),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          problems.push(`${variablePrefix}${name} was not told the head of the audit chain: it ${reasonOf(cause)}.`)
        })
      )
    )
  const told = yield* Effect.result(sink.head)
  if (told._tag === "Failure") {
    return { problems: [`The head of the audit chain can't be told: ${(told.failure satisfies SinkError).message}`] }
  }
  const line = `${witnessLine(yield* Clock.currentTimeMillis, told.success)}\n`
  if (Option.isSome(file)) yield* attempt("WITNESS_FILE", appendTo(file.value, line))
  if (Option.isSome(command)) yield* attempt("WITNESS_COMMAND", handTo(command.value, line))
  const witnessed: Witnessed = { problems }
  return witnessed
})

const reasonOf = (cause: Cause.Cause<string>): string => {
  const reason = Cause.squash(cause)
  return typeof reason === "string" ? reason : "failed"
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown"

const appendTo = (path: string, line: string): Effect.Effect<void, string> =>
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
  const beginning = yield* read(0, mostOfLine)
  return [beginning ?? "", (yield* read(size - 1, 1)) ?? "\n"] as const
})

const handTo = (
  [program = "", ...rest]: ReadonlyArray<string>,
  line: string
): Effect.Effect<void, string, ChildProcessSpawner.ChildProcessSpawner> =>
  Effect.gen(function*() {
    const child = yield* ChildProcess.make(program, rest, {
      env: environmentOfCommands(),
      stdin: Stream.succeed(new TextEncoder().encode(line)),
      stdout: "ignore",
      stderr: "pipe",
      forceKillAfter: "500 millis"
    })
    const said = yield* Stream.mkString(Stream.decodeText(child.stderr))
    return [yield* child.exitCode, said] as const
  }).pipe(
    Effect.scoped,
    Effect.mapError((error: PlatformError.PlatformError) => `could not be started (${error.reason._tag})`),
    Effect.flatMap(([code, said]) =>
      Number(code) === 0
        ? Effect.void
        : Effect.fail(`ended with the code ${code}${said.trim() === "" ? "" : `: ${printable(said.trim())}`}`)
    )
  )
