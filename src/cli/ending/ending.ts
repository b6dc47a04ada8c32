/**
 * Turns whatever can go wrong in a command into words on stderr, with `--json` one document on stdout, and a code.
 */
import { Effect } from "effect"
import { printableLines } from "../../domain/printable.ts"
import type { SandboxError } from "../../sandbox/index.ts"
import type { SettingsError } from "../../settings/setting.ts"
import { withPlaces } from "../../settings/withPlaces.ts"
import type { KeygenError } from "../../signer/keygen.ts"
import type { SignerError } from "../../signer/SignerError.ts"
import type { SinkError } from "../../sink/Sink.ts"
import type { StatementError } from "../../statement/StatementError.ts"
import { printJson, printNotice } from "../output/output.ts"
import { crashText } from "./crash.ts"
import { codeOfRefusal, codeOfSinkError, CommandEnd, exitCode } from "./exit.ts"

/** What a command may fail with. */
export type CommandError =
  | SettingsError
  | SignerError
  | KeygenError
  | SinkError
  | StatementError
  | SandboxError
  | CommandEnd

const codeOf = (error: CommandError): number => {
  switch (error._tag) {
    case "SettingsError":
    case "SignerError":
    case "KeygenError":
      return exitCode.usage
    case "SinkError":
      return codeOfSinkError(error)
    case "StatementError":
      return codeOfRefusal(error)
    case "SandboxError":
      return exitCode.failed
    case "CommandEnd":
      return error.code
  }
}

/** The code that an error ends with, and its words for a terminal. */
export const endingOf = (error: CommandError): { readonly code: number; readonly message: string } => ({
  code: codeOf(error),
  message: printableLines(error.message)
})

/** Runs a command's effect to its ending. */
export const toEnding =
  (json: boolean) => <A, R>(effect: Effect.Effect<A, CommandError, R>): Effect.Effect<void, CommandEnd, R> =>
    effect.pipe(
      Effect.asVoid,
      Effect.catchDefect((defect) => Effect.fail(unexpected(defect))),
      Effect.catch((error) =>
        Effect.gen(function*() {
          const { code, message: named } = endingOf(error)
          const message = yield* withPlaces(named)
          if (message !== "") {
            yield* printNotice(message, "ERROR", yield* withPlaces(forLog(error)))
            if (json) yield* printJson({ error: { exitCode: code, message } })
          }
          return yield* new CommandEnd({ code, message: "" })
        })
      )
    )

/** A message without what the database quotes of the statement and of rows. */
const forLog = (error: CommandError): string =>
  error._tag === "SinkError" && error.reason._tag === "QueryRefused"
    ? `The query was refused: ${error.reason.kind}.`
    : error.message

/** A defect is a mistake of this program. */
export const unexpected = (defect: unknown): CommandEnd =>
  new CommandEnd({ code: exitCode.failed, message: crashText(defect) })
