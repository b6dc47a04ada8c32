/**
 * A pull with all it needs but its file and settings.
 */
import { Effect, Layer } from "effect"
import { LoginNow } from "../../auth/LoginMemory.ts"
import * as Pull from "../../pipeline/Pull.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { Signer } from "../../signer/Signer.ts"
import { Statement } from "../../statement/Statement.ts"
import { codeOfRun, codesOfWitness, CommandEnd, exitCode } from "../ending/exit.ts"
import { logReport } from "../output/logReport.ts"
import { dataColumns, printData, printJson } from "../output/output.ts"
import { summary } from "../output/summary.ts"
import { withProgress } from "../output/withProgress.ts"
import { printProblems, withWitness } from "../witness/tellWitness.ts"
import { codesOfPublished, printUnpublished, publishAll, publishedLines } from "./publishAll.ts"

/** The way to the service; `loginNow`: whatever earlier runs met. */
export const layerService = (loginNow: boolean) =>
  Statement.layerConfig.pipe(Layer.provide(Signer.layerConfig), Layer.provide(Layer.succeed(LoginNow, loginNow)))

/** How much a pull tells of itself. */
export interface Told {
  readonly json: boolean
  /** Nothing, when all is well. */
  readonly quiet: boolean
  readonly verbose: boolean
  /** Progress, also where no terminal is. */
  readonly progress: boolean
}

/** Pulls the wallets of the settings, tells what it did, and ends with the code for that. */
export const load = Effect.fnUntraced(function*({ json, progress, quiet, verbose }: Told) {
  const { path } = yield* DatabaseSettings
  const [[{ failures, report }, witness], published] = yield* withProgress(
    Effect.all([withWitness(Pull.run), publishAll]),
    { terminal: process.stderr, isAsked: progress, isQuiet: quiet },
    (message) => (json ? printJson({ error: { exitCode: 130, message } }) : Effect.void)
  )
  yield* logReport(report)
  yield* printProblems(witness)
  yield* printUnpublished(published)
  const code = codeOfRun(report, failures, [...codesOfWitness(witness), ...codesOfPublished(published)])
  if (json) yield* printJson({ ...report, witness, published })
  else if (!quiet || code !== exitCode.complete) {
    yield* printData(summary(report, { database: path, verbose, columns: dataColumns() }))
    if (verbose && published.length > 0) yield* printData(publishedLines(published).join("\n"))
  }
  if (code !== exitCode.complete) return yield* new CommandEnd({ code, message: "" })
})
