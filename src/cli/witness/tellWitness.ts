/**
 * Tells the head of the audit chain where it can't be changed together with the file: a line to a file, and to a program. The line
 * stands for all that the file held at that time, whatever wallets are in it, and for all runs before.
 */
import { Cause, Clock, Duration, Effect, Exit, Fiber, Option } from "effect"
import { runCommand } from "../../settings/runCommand.ts"
import { placeOf } from "../../settings/setting.ts"
import { WitnessSettings } from "../../settings/WitnessSettings.ts"
import { Sink, type SinkError } from "../../sink/Sink.ts"
import { printNotice } from "../output/output.ts"
import { appendTo } from "./appendWitness.ts"
import { witnessLine } from "./WitnessLine.ts"

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
): Effect.Effect<readonly [A, Witnessed | null], E, R | Sink | WitnessSettings> =>
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
  const attempt = (name: string, effect: Effect.Effect<void, string>) =>
    // A fiber of its own: what takes too long is given up, but not because the run was interrupted before.
    Effect.forkChild(Effect.interruptible(effect)).pipe(
      Effect.flatMap(Fiber.join),
      Effect.catchCause((cause) =>
        Effect.map(placeOf(name), (place) => {
          problems.push(`${place} was not told the head of the audit chain: it ${reasonOf(cause)}.`)
        })
      )
    )
  const told = yield* Effect.result(sink.head)
  if (told._tag === "Failure") {
    return { problems: [`The head of the audit chain can't be told: ${(told.failure satisfies SinkError).message}`] }
  }
  const line = `${witnessLine(yield* Clock.currentTimeMillis, told.success)}\n`
  if (Option.isSome(file)) yield* attempt("WITNESS_FILE", appendInTime(file.value, line))
  if (Option.isSome(command)) yield* attempt("WITNESS_COMMAND", handTo(command.value, line))
  const witnessed: Witnessed = { problems }
  return witnessed
})

const reasonOf = (cause: Cause.Cause<string>): string => {
  const reason = Cause.squash(cause)
  return typeof reason === "string" ? reason : "failed"
}

const appendInTime = (path: string, line: string): Effect.Effect<void, string> =>
  Effect.timeoutOrElse(appendTo(path, line), {
    duration: patience,
    orElse: () => Effect.fail(`took longer than ${Duration.format(patience)}`)
  })

const handTo = (words: ReadonlyArray<string>, line: string): Effect.Effect<void, string> =>
  runCommand(words, {
    input: new TextEncoder().encode(line),
    timeout: patience,
    showsErrors: true
  }).pipe(Effect.mapBoth({ onSuccess: () => undefined, onFailure: ({ problem }) => problem }))
