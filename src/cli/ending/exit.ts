/**
 * How the program ends: one code for each kind of ending, so that a scheduler can tell them apart without reading.
 */
import { Schema } from "effect"
import type { RunReport } from "../../domain/RunReport.ts"
import type { PullError, PullFailure } from "../../pipeline/Pull.ts"
import type { SinkError } from "../../sink/Sink.ts"

/** The codes; what they mean stands in docs/commands.md. */
export const exitCode = {
  /** Loaded, and complete as far as it can be shown. */
  complete: 0,
  failed: 1,
  /** Usage or settings. */
  usage: 2,
  /** Loaded, but a finding remains: a gap, a cut-off day, a held row, a quarantined record. */
  incomplete: 3,
  /** Login, token or signature refused. */
  refused: 4,
  /** The database is locked by another process, damaged or of a newer version. */
  database: 5,
  /** What was committed stays, and the next run goes on from there. */
  interrupted: 130
} as const

/** A command ends with a code other than 0; `message` is what the user has not been told yet, if anything. */
export class CommandEnd extends Schema.TaggedError<CommandEnd>()("CommandEnd", {
  code: Schema.Int,
  message: Schema.String
}) {}

/** The end of a command that was told what it can't do. */
export const wrongUsage = (message: string): CommandEnd => new CommandEnd({ code: exitCode.usage, message })

/** The code for what went wrong with the database. */
export const codeOfSinkError = (error: SinkError): number => {
  switch (error.reason._tag) {
    case "Locked":
    case "Damaged":
    case "TooNew":
      return exitCode.database
    case "QueryRefused":
    case "Exposed":
      return exitCode.usage
    default:
      return exitCode.failed
  }
}

/** The code for a login or a request that brought nothing. */
export const codeOfRefusal = ({ refused }: { readonly refused: boolean }): number =>
  refused ? exitCode.refused : exitCode.failed

/** The code for what stopped a wallet's pull. */
export const codeOfPullError = (error: PullError): number => {
  switch (error._tag) {
    case "StatementError":
      return codeOfRefusal(error)
    case "SinkError":
      return codeOfSinkError(error)
    case "RunTimedOut":
    case "RunTooLarge":
      return exitCode.failed
    case "NothingToGoOnFrom":
    case "DaysReversed":
    case "DaysAhead":
      return exitCode.usage
  }
}

/** From the code that asks most urgently for somebody to the one that asks least. */
const urgency = [exitCode.database, exitCode.refused, exitCode.failed, exitCode.usage]

/** The code of several that asks most urgently for somebody; undefined when none does. */
export const mostUrgent = (codes: ReadonlyArray<number>): number | undefined =>
  urgency.find((code) => codes.includes(code))

/** The codes for an audit chain whose head was not told as settings ask. */
export const codesOfWitness = (witness: { readonly problems: ReadonlyArray<string> } | null): ReadonlyArray<number> =>
  witness === null || witness.problems.length === 0 ? [] : [exitCode.failed]

/** The code for a run that came to its end; `others` are those of what it did beside. */
export const codeOfRun = (
  report: RunReport,
  failures: ReadonlyArray<PullFailure>,
  others: ReadonlyArray<number> = []
): number => {
  const codes = [...failures.map(({ error }) => codeOfPullError(error)), ...others]
  return mostUrgent(codes) ?? (report.status === "complete" ? exitCode.complete : exitCode.incomplete)
}
