/**
 * A pull with all it needs but its file and settings.
 */
import { Effect, Layer } from "effect"
import { LoginNow } from "../../auth/LoginMemory.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import * as Pull from "../../pipeline/Pull.ts"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { Signer } from "../../signer/Signer.ts"
import { Statement } from "../../statement/Statement.ts"
import { codeOfRun, codesOfWitness, CommandEnd, exitCode } from "../ending/exit.ts"
import { printData, printJson } from "../output/output.ts"
import { withProgress } from "../output/progress.ts"
import { summary } from "../output/summary.ts"
import { printProblems, withWitness } from "../witness/tellWitness.ts"

/** The way to the service; `loginNow`: whatever earlier runs met. */
export const layerService = (loginNow: boolean) =>
  Statement.layerConfig.pipe(Layer.provide(Signer.layerConfig), Layer.provide(Layer.succeed(LoginNow, loginNow)))

/** Pulls the wallets of the settings, tells what it did, and ends with the code for that. */
export const load = Effect.fnUntraced(function*(json: boolean) {
  const { path } = yield* DatabaseSettings
  const [{ failures, report }, witness] = yield* withProgress(
    withWitness(Pull.run),
    process.stderr,
    (message) => (json ? printJson({ error: { exitCode: 130, message } }) : Effect.void)
  )
  yield* logReport(report)
  yield* printProblems(witness)
  yield* json ? printJson({ ...report, witness }) : printData(summary(report, path))
  const code = codeOfRun(report, failures, codesOfWitness(witness))
  if (code !== exitCode.complete) return yield* new CommandEnd({ code, message: "" })
})

/** What an unattended run leaves in a log. */
const logReport = Effect.fnUntraced(function*({ durationMs, head, runId, status, wallets }: RunReport) {
  for (const { error, held, requests, retries, rows, verdict, wallet, watermark, windows } of wallets) {
    const fields = { run: runId, wallet, verdict, watermark, windows, requests, retries, held, ...rows }
    yield* error === null
      ? Effect.logInfo("wallet ended").pipe(Effect.annotateLogs(fields))
      : Effect.logError("wallet failed").pipe(Effect.annotateLogs({ ...fields, error }))
  }
  yield* Effect.logInfo("run ended").pipe(Effect.annotateLogs({ run: runId, status, head, durationMs }))
})
