/**
 * The main job: for each wallet plan windows, fetch, normalise, check and commit them, and report what was found.
 *
 * Wallets are pulled next to each other, the windows of a wallet in the order of their days; the next window is
 * fetched while one is committed. What a failing wallet committed stays, and the others go on; a failing sink ends the
 * run. Interrupting keeps every committed window: the next run goes on from there.
 */
import { Clock, Effect, Option, Random } from "effect"
import { joinWindows } from "../continuity/WalletContinuity.ts"
import { addDays, type Day, dayOfLocalTime, formatDay, type Period } from "../domain/Period.ts"
import type { RunReport, WalletReport } from "../domain/RunReport.ts"
import { version } from "../domain/version.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow } from "../domain/Window.ts"
import { fromSetting } from "../plan/BoundsHabit.ts"
import * as Density from "../plan/Density.ts"
import * as Plan from "../plan/Plan.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import { TransportObserver } from "../transport/TransportObserver.ts"
import { checkWindows } from "./checkWindows.ts"
import type { CheckedWindow } from "./FetchedWindow.ts"
import { fetchWindows } from "./fetchWindows.ts"
import { normaliseWindows } from "./normaliseWindows.ts"
import * as Pipeline from "./Pipeline.ts"
import { PullObserver } from "./PullObserver.ts"
import { DaysReversed, NothingToGoOnFrom, pullPeriod } from "./pullPeriod.ts"
import { WalletTally } from "./WalletTally.ts"

/** Why a wallet's pull stopped early. */
export type PullError = StatementError | SinkError | NothingToGoOnFrom | DaysReversed

/** A wallet whose pull stopped early. */
export interface PullFailure {
  readonly walletNo: WalletNo
  readonly error: PullError
}

/** How a run ended. */
export interface PullResult {
  readonly report: RunReport
  readonly failures: ReadonlyArray<PullFailure>
}

/** A wallet's pull before its first request. */
export interface WalletPull {
  readonly runId: string
  readonly walletNo: WalletNo
  readonly period: Period
  /** The last day that is over on the service's wall clock. */
  readonly lastSettledDay: Day
  readonly plan: Plan.Plan
}

/** The windows of a wallet, fetched, normalised and checked: everything of a pull but the sink. */
export const windows = (
  pull: WalletPull
): Pipeline.Pipeline<CheckedWindow, StatementError, Statement | PullSettings> =>
  Pipeline.from(fetchWindows(pull)).pipe(
    Pipeline.via(Pipeline.ahead(1)),
    Pipeline.via(normaliseWindows),
    Pipeline.via(checkWindows)
  )

/** A target that commits windows to the sink in force. */
export const toSink = <W extends StatementWindow>(window: W): Effect.Effect<W, SinkError, Sink> =>
  Effect.gen(function*() {
    const sink = yield* Sink
    const observe = yield* PullObserver
    const outcome = yield* sink.commit(window)
    yield* observe({
      _tag: "Committed",
      walletNo: window.walletNo,
      days: window.days,
      rows: window.rows.length,
      outcome
    })
    return window
  })

/** What a pull of a wallet would do; undefined when there is nothing to do. */
export const prepare = Effect.fn("Pull.prepare")(function*(runId: string, walletNo: WalletNo) {
  const settings = yield* PullSettings
  const sink = yield* Sink
  const watermark = yield* sink.watermark(walletNo)
  const today = dayOfLocalTime(settings.clock.localTimeAt(yield* Clock.currentTimeMillis))
  const { from, lookbackDays, to } = settings
  const period = pullPeriod({ walletNo, from, to, lookbackDays, watermark, today })
  if (period instanceof NothingToGoOnFrom || period instanceof DaysReversed) return yield* period
  if (period === undefined) return undefined
  const stored = yield* sink.rowsByDay(walletNo, period)
  const plan = Plan.start({
    period,
    limit: settings.limit,
    habit: fromSetting[settings.dateBounds],
    density: Density.fromStored(stored, Option.getOrUndefined(watermark))
  })
  const pull: WalletPull = { runId, walletNo, period, lastSettledDay: addDays(today, -1), plan }
  return pull
})

/** The windows that a pull would ask for if every answer came as expected. */
export const expectedAsks = (pull: WalletPull): ReadonlyArray<Plan.Ask> => {
  const asks: Array<Plan.Ask> = []
  let plan = pull.plan
  for (let ask = Plan.nextAsk(plan); ask !== undefined; ask = Plan.nextAsk(plan)) {
    asks.push(ask)
    plan = Plan.skip(plan, ask)
  }
  return asks
}

/** Pulls all wallets of the settings into the sink. */
export const run: Effect.Effect<PullResult, SinkError, Statement | Sink | PullSettings> = Effect.gen(function*() {
  const { concurrency, from, to, wallets } = yield* PullSettings
  const sink = yield* Sink
  const startedAt = yield* Clock.currentTimeMillis
  const runId = yield* newRunId(startedAt)
  const walletNos = wallets.map(({ walletNo }) => walletNo)
  const asked = Option.getOrNull(Option.all({ from, to }))
  yield* sink.beginRun({ runId, startedAt, programVersion: version, wallets: walletNos, asked })
  const results = yield* Effect.forEach(walletNos, (walletNo) => pullWallet(runId, walletNo), { concurrency })
  const failures = results.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  const reports = results.map(({ report }) => report)
  const report: RunReport = {
    runId,
    status: failures.length > 0 ? "failed" : reports.every(isComplete) ? "complete" : "incomplete",
    durationMs: (yield* Clock.currentTimeMillis) - startedAt,
    wallets: reports
  }
  yield* sink.endRun(report)
  return { report, failures }
}).pipe(Effect.withSpan("Pull.run"))

const isComplete = (report: WalletReport): boolean =>
  report.verdict !== "gap" && report.verdict !== "truncated" && report.verdict !== "ambiguous" &&
  report.truncatedDays.length === 0 && report.quarantineOpen === 0

interface WalletResult {
  readonly report: WalletReport
  readonly failure: PullFailure | undefined
}

const pullWallet = Effect.fn("Pull.wallet")(function*(runId: string, walletNo: WalletNo) {
  const sink = yield* Sink
  const { clock } = yield* PullSettings
  const observePull = yield* PullObserver
  const observeTransport = yield* TransportObserver
  const tally = new WalletTally(walletNo)
  const committed: Array<CheckedWindow["continuity"]> = []
  const pulling = Effect.gen(function*() {
    const pull = yield* prepare(runId, walletNo)
    yield* observePull({ _tag: "Started", walletNo, period: pull?.period })
    if (pull === undefined) return
    yield* windows(pull).pipe(
      Pipeline.into(toSink<CheckedWindow>),
      Pipeline.via(Pipeline.tap(({ continuity }) => Effect.sync(() => committed.push(continuity)))),
      Pipeline.drain
    )
  }).pipe(
    Effect.provideService(PullObserver, (event) => {
      tally.onPullEvent(event)
      return observePull(event)
    }),
    Effect.provideService(TransportObserver, (event) => {
      tally.onTransportEvent(event)
      return observeTransport(event)
    })
  )
  const failure = yield* pulling.pipe(
    Effect.as(undefined),
    Effect.catchTags({
      StatementError: (error) => Effect.succeed({ walletNo, error }),
      NothingToGoOnFrom: (error) => Effect.succeed({ walletNo, error }),
      DaysReversed: (error) => Effect.succeed({ walletNo, error })
    })
  )
  const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
  const report = tally.report({
    verdict: committed.length === 0 ? null : joinWindows(committed).verdict,
    clock,
    watermark: watermark === null ? null : formatDay(watermark.to),
    quarantineOpen: yield* sink.openQuarantine(walletNo),
    error: failure?.error.message ?? null
  })
  const result: WalletResult = { report, failure }
  return result
})

/** Sorts by time and is unlikely to come twice: `20261120T161500Z-3f9a1c`. */
const newRunId = (startedAt: number): Effect.Effect<string> =>
  Effect.map(Random.nextIntBetween(0, 0xffffff), (random) => {
    const time = new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, "")
    return `${time}-${random.toString(16).padStart(6, "0")}`
  })
