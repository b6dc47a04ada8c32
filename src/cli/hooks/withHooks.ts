/**
 * Who hears of a pull's end, whatever that is: a program that gets the report, and a monitor that hears when all is well. The
 * database is closed by then. A pull that did not come to a report leaves `{"status": "failed", "error": {"exitCode", "message"}}`.
 */
import { Cause, Duration, Effect, Exit, Fiber, Layer, Option, Result } from "effect"
import { readHeartbeat, readOnResult } from "../../settings/hooks.ts"
import { runCommand } from "../../settings/runCommand.ts"
import { gather, placeOf, type SettingsError } from "../../settings/setting.ts"
import type { Ended } from "../ending/Ended.ts"
import { type CommandError, endingOf, toEnding, unexpected } from "../ending/ending.ts"
import { CommandEnd, exitCode } from "../ending/exit.ts"
import { printNotice } from "../output/output.ts"
import { beat } from "./heartbeat.ts"

/** Longest time that the program may take. */
const patience = Duration.seconds(60)

/**
 * Runs a pull, tells its end on stderr and stdout as other commands do, and then those whom settings name; an interruption is told,
 * too. A report that was not taken makes of a success a failure. A monitor that was not reached does not: it gives alarm by itself.
 */
export const withHooks = <R>(json: boolean, pull: Effect.Effect<Ended, CommandError, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const { heartbeat, onResult } = yield* restore(readHooks)
      const exit = yield* withAll([heartbeat, onResult], pull).pipe(
        Effect.catchDefect((defect) => Effect.fail(unexpected(defect))),
        restore,
        Effect.exit
      )
      const { code, document } = endOf(exit)
      const told = yield* Effect.exit(toEnding(json)(Effect.asVoid(exit)))
      const problem = yield* hand(onResult, document)
      if (problem !== undefined) yield* printNotice(problem, "ERROR")
      if (code !== exitCode.complete) return yield* codeAlone(told, code)
      if (problem !== undefined) return yield* new CommandEnd({ code: exitCode.failed, message: "" })
      yield* tellMonitor(heartbeat)
    })
  )

const readHooks = Effect.all({ onResult: Effect.result(readOnResult), heartbeat: Effect.result(readHeartbeat) })

type Read<A> = Result.Result<Option.Option<A>, SettingsError>

/** What is wrong with the settings of hooks is told together with all that is wrong with others, and nothing is pulled. */
const withAll = <R>(hooks: ReadonlyArray<Read<unknown>>, pull: Effect.Effect<Ended, CommandError, R>) =>
  hooks.every(Result.isSuccess)
    ? pull
    : Effect.andThen(
      Effect.flatMap(Effect.promise(() => import("../../settings/Settings.ts")), ({ layer }) =>
        gather({
          settings: Effect.scoped(Layer.build(layer)),
          ...Object.fromEntries(hooks.map((hook, index) => [index, Effect.fromResult(hook)]))
        })),
      pull
    )

const endOf = (exit: Exit.Exit<Ended, CommandError>): Ended => {
  if (Exit.isSuccess(exit)) return exit.value
  const failure = Cause.findErrorOption(exit.cause)
  const { code, message } = Option.match(failure, {
    onNone: () => ({ code: exitCode.interrupted, message: "Interrupted. What was committed stays." }),
    onSome: endingOf
  })
  return { code, document: { status: "failed", error: { exitCode: code, message } } }
}

const codeAlone = (told: Exit.Exit<void, CommandEnd>, code: number): Effect.Effect<never, CommandEnd> =>
  Exit.isFailure(told) ? Effect.failCause(told.cause) : Effect.fail(new CommandEnd({ code, message: "" }))

/** A fiber of its own: what takes too long is given up, but not because the pull was interrupted before. */
const apart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkChild(Effect.interruptible(effect)), Fiber.join)

const hand = (onResult: Read<ReadonlyArray<string>>, document: object): Effect.Effect<string | undefined> => {
  if (Result.isFailure(onResult) || Option.isNone(onResult.success)) return Effect.undefined
  const input = new TextEncoder().encode(`${JSON.stringify(document)}\n`)
  return apart(runCommand(onResult.success.value, { input, timeout: patience, showsErrors: true })).pipe(
    Effect.as(undefined),
    Effect.catch(({ problem }) =>
      Effect.map(
        placeOf("ON_RESULT_COMMAND"),
        (place) => `${place} did not take the report of this pull: it ${problem}.\nThe file is as the pull left it.`
      )
    )
  )
}

const tellMonitor = (heartbeat: Effect.Success<typeof readHooks>["heartbeat"]): Effect.Effect<void> =>
  Result.isFailure(heartbeat) || Option.isNone(heartbeat.success)
    ? Effect.void
    : apart(beat(heartbeat.success.value)).pipe(
      Effect.catch((problem) =>
        Effect.flatMap(placeOf("HEARTBEAT_URL"), (place) =>
          printNotice(
            `The monitor of ${place} was not told that all is well: it ${problem}. It gives alarm when nothing comes: the ` +
              "pull itself is done.",
            "WARN"
          ))
      )
    )
