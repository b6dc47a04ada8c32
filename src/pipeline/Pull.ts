/**
 * The main job: for each wallet plan windows, fetch, normalise, check and commit them, ask again around gaps, and
 * report what was found.
 *
 * Wallets are pulled next to each other, the windows of a wallet in the order of their days; the next window is
 * fetched while one is committed. What a failing wallet committed stays, and the others go on; a failing sink ends the
 * run. Interrupting keeps every committed window: the next run goes on from there.
 */
import { Clock, Effect, Option } from "effect"
import { isOpen } from "../domain/Finding.ts"
import { make } from "../domain/Period.ts"
import type { RunReport, WalletReport } from "../domain/RunReport.ts"
import { version } from "../domain/version.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { headText } from "../sink/audit/ChainHead.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import { endingWithin } from "../transport/limit/RunDeadline.ts"
import { newRunId } from "./newRunId.ts"
import { type PullFailure, pullWallet } from "./pullWallet.ts"
import { RunBudget } from "./RunBudget.ts"
import { runRules } from "./runRules.ts"
import { rememberedCap, withCappedDays } from "./sharedCap.ts"
import { running } from "./telemetry.ts"
import { todayAt } from "./WalletPull.ts"

export type { PullError, PullFailure } from "./pullWallet.ts"
export { expectedAsks, prepare, type WalletPull } from "./WalletPull.ts"
export { toSink, windows } from "./windows.ts"

/** How a run ended. */
export interface PullResult {
  readonly report: RunReport
  readonly failures: ReadonlyArray<PullFailure>
}

/** Pulls all wallets of the settings into the sink. */
export const run: Effect.Effect<PullResult, SinkError, Statement | Sink | PullSettings> = Effect.gen(function*() {
  const settings = yield* PullSettings
  const sink = yield* Sink
  const startedAt = yield* Clock.currentTimeMillis
  const runId = yield* newRunId(startedAt)
  yield* Effect.annotateCurrentSpan("wallet_statement.run", runId)
  const walletNos = settings.wallets.map(({ walletNo }) => walletNo)
  const today = yield* todayAt(settings)
  const asked = Option.match(settings.from, {
    onNone: () => null,
    onSome: (from) => make(from, Option.getOrElse(settings.to, () => today)) ?? null
  })
  yield* sink.beginRun({
    runId,
    startedAt,
    programVersion: version,
    wallets: walletNos,
    asked,
    rules: runRules(settings)
  })
  const cap = yield* rememberedCap
  const budget = new RunBudget(settings.maxRunBytes)
  const results = yield* Effect.forEach(walletNos, (walletNo) => pullWallet(runId, walletNo, cap, budget), {
    concurrency: settings.concurrency
  }).pipe(endingWithin(settings.runTimeout))
  const failures = results.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  const reports = yield* Effect.forEach(results, ({ report }) => withCappedDays(report, cap))
  const report: RunReport = {
    runId,
    status: failures.length > 0 ? "failed" : reports.every(isComplete) ? "complete" : "incomplete",
    durationMs: (yield* Clock.currentTimeMillis) - startedAt,
    head: headText(yield* sink.head),
    wallets: reports
  }
  yield* sink.endRun(report)
  return { report, failures }
}).pipe(running)

const isComplete = (report: WalletReport): boolean => !report.findings.some(isOpen)
