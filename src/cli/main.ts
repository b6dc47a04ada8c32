/**
 * The program behind the launcher.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Effect, Exit } from "effect"
import { CliError } from "effect/cli"
import { program } from "./Cli.ts"
import { CommandEnd, exitCode } from "./exit.ts"

/** Whoever reads our output may stop reading: `wallet-statement query … | head` is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCode.complete)
})

const codeOf = (failure: unknown): number => {
  if (failure instanceof CommandEnd) return failure.code
  if (CliError.isCliError(failure)) {
    return failure._tag === "ShowHelp" && failure.errors.length === 0 ? exitCode.complete : exitCode.usage
  }
  return exitCode.failed
}

const interrupted = 130

program.pipe(
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      if (Exit.isSuccess(exit)) return onExit(exitCode.complete)
      onExit(Cause.hasInterruptsOnly(exit.cause) ? interrupted : codeOf(Cause.squash(exit.cause)))
    }
  })
)
