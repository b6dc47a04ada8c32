/**
 * The program behind the launcher.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Layer } from "effect"
import { CliError } from "effect/cli"
import { program } from "./Cli.ts"
import { crashText } from "./ending/crash.ts"
import { CommandEnd, exitCode } from "./ending/exit.ts"
import { layerLogger } from "./output/logging.ts"
import { onWriteError, printJson, printNotice } from "./output/output.ts"
import { layerPresenter } from "./output/presenter.ts"
import { boundYoungSpace } from "./youngSpace.ts"

const isJson = process.argv.includes("--json")

// Databases, their logs and temporary files, keys and reports are for their owner alone.
process.umask(0o077)
boundYoungSpace()
process.stdout.on("error", onWriteError)
process.on("uncaughtException", (error) => {
  const message = crashText(error)
  printNotice(message, "ERROR").pipe(
    Effect.andThen(isJson ? printJson({ error: { exitCode: exitCode.failed, message } }) : Effect.void),
    Effect.provide(layerLogger),
    Effect.ensuring(Effect.sync(() => process.exit(exitCode.failed))),
    Effect.runFork
  )
})

const codeOf = (failure: unknown): number => {
  if (failure instanceof CommandEnd) return failure.code
  if (CliError.isCliError(failure)) {
    return failure._tag === "ShowHelp" && failure.errors.length === 0 ? exitCode.complete : exitCode.usage
  }
  return exitCode.failed
}

/** Wrong arguments are told on stderr; with `--json` there is a document all the same. */
const documentUsageError = (failure: unknown): Effect.Effect<void> =>
  CliError.isCliError(failure) && codeOf(failure) === exitCode.usage && isJson
    ? printJson({ error: { exitCode: exitCode.usage, message: "The arguments are wrong; stderr says which." } })
    : Effect.void

program.pipe(
  Effect.tapError(documentUsageError),
  Effect.provide(Layer.mergeAll(layerLogger, layerPresenter, NodeServices.layer)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      if (Exit.isSuccess(exit)) return onExit(exitCode.complete)
      onExit(Cause.hasInterruptsOnly(exit.cause) ? exitCode.interrupted : codeOf(Cause.squash(exit.cause)))
    }
  })
)
