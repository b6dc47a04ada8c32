/**
 * A pull with all it needs but its file and settings.
 */
import { Effect, Layer } from "effect"
import { LoginNow } from "../../auth/LoginMemory.ts"
import * as Pull from "../../pipeline/Pull.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { Signer } from "../../signer/Signer.ts"
import { Statement } from "../../statement/Statement.ts"
import type { Ended } from "../ending/Ended.ts"
import { codeOfRun, codesOfWitness, exitCode } from "../ending/exit.ts"
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

/** Pulls the wallets of the settings, tells what it did, and gives how that ended. */
export const load = Effect.fnUntraced(function*({ json, progress, quiet, verbose }: Told) {
  const { path } = yield* DatabaseSettings
  const [[{ failures, report }, witness], published] = yield* withProgress(
    Effect.all([withWitness(Pull.run), publishAll]),
    { terminal: process.stderr, isAsked: progress, isQuiet: quiet },
    (message) => (json ? printJson({ error: { exitCode: exitCode.interrupted, message } }) : Effect.void)
  )
  yield* logReport(report)
  yield* printProblems(witness)
  yield* printUnpublished(published)
  const code = codeOfRun(report, failures, [...codesOfWitness(witness), ...codesOfPublished(published)])
  const ended: Ended = { code, document: { ...report, witness, published } }
  if (json) yield* printJson(ended.document)
  else if (!quiet || code !== exitCode.complete) {
    yield* printData(summary(report, { database: path, verbose, columns: dataColumns() }))
    if (verbose && published.length > 0) yield* printData(publishedLines(published).join("\n"))
  }
  return ended
})
