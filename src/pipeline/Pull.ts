/**
 * The main job: for each wallet plan windows, fetch, normalise, check and commit them, ask again around gaps, and
 * report what was found.
 *
 * Wallets are pulled next to each other, the windows of a wallet in the order of their days; the next window is
 * fetched while one is committed. What a failing wallet committed stays, and the others go on; a failing sink ends the
 * run. Interrupting keeps every committed window: the next run goes on from there.
 */
import { Clock, Duration, Effect, Option, Random } from "effect"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { formatDay, make, overlap, type Period } from "../domain/Period.ts"
import type { RunReport, WalletReport } from "../domain/RunReport.ts"
import { version } from "../domain/version.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { rowCount, type StatementWindow, type WindowOutcome } from "../domain/Window.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { headText } from "../sink/ChainHead.ts"
import { inFlightOf } from "../sink/inFlight.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import { endingWithin } from "../transport/RunDeadline.ts"
import { TransportObserver } from "../transport/TransportObserver.ts"
import { AcceptWithdrawals } from "./AcceptWithdrawals.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import { checkWindows } from "./checkWindows.ts"
import { noticeOtherZone, noticeRowsAhead, remarkSkew } from "./clockDoubts.ts"
import { concludeWallet } from "./concludeWallet.ts"
import { DoubtedDays } from "./DoubtedDays.ts"
import type { CheckedWindow } from "./FetchedWindow.ts"
import { fetchWindows } from "./fetchWindows.ts"
import { OwnWindows } from "./judgeWallet.ts"
import {
  askAgainAroundGaps,
  askAgainForDoubted,
  askAgainForEmpty,
  askAgainForHeld,
  askAgainForRedated,
  askAgainForUndated,
  loadCapped,
  loadDaysInDoubt
} from "./loadAgain.ts"
import { normaliseWindows } from "./normaliseWindows.ts"
import { noticeTwelveHours } from "./noticeTwelveHours.ts"
import * as Pipeline from "./Pipeline.ts"
import { PullObserver } from "./PullObserver.ts"
import type { DaysReversed, NothingToGoOnFrom } from "./pullPeriod.ts"
import { RunBudget } from "./RunBudget.ts"
import { runRules } from "./runRules.ts"
import { RunTimedOut } from "./RunTimedOut.ts"
import type { RunTooLarge } from "./RunTooLarge.ts"
import { rememberedCap, withCappedDays } from "./sharedCap.ts"
import { committing, endOf, running } from "./telemetry.ts"
import { UnderWay } from "./UnderWay.ts"
import { prepare, todayAt, type WalletPull } from "./WalletPull.ts"
import { WalletTally } from "./WalletTally.ts"

export { expectedAsks, prepare, type WalletPull } from "./WalletPull.ts"

/** Why a wallet's pull stopped early. */
export type PullError = StatementError | SinkError | NothingToGoOnFrom | DaysReversed | RunTimedOut | RunTooLarge

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

/** The windows of a wallet, fetched, normalised and checked: everything of a pull but the commit. */
export const windows = (
  pull: WalletPull
): Pipeline.Pipeline<CheckedWindow, StatementError | SinkError, Statement | Sink | PullSettings> =>
  Pipeline.from(fetchWindows(pull)).pipe(
    Pipeline.via(normaliseWindows),
    Pipeline.via(Pipeline.ahead(1)),
    Pipeline.via(checkWindows)
  )

/** A target that commits windows to the sink in force. */
export const toSink = <W extends StatementWindow>(window: W): Effect.Effect<W, SinkError, Sink> =>
  Effect.as(commitOf(window), window)

const commitOf = (window: StatementWindow): Effect.Effect<WindowOutcome, SinkError, Sink> =>
  Effect.gen(function*() {
    const sink = yield* Sink
    const observe = yield* PullObserver
    const outcome = yield* sink.commit(window).pipe(committing(window))
    yield* Effect.logDebug("window committed").pipe(
      Effect.annotateLogs({
        run: window.runId,
        wallet: window.walletNo,
        from: formatDay(window.days.from),
        to: formatDay(window.days.to),
        rows: rowCount(window),
        inserted: outcome.inserted
      })
    )
    yield* observe({
      _tag: "Committed",
      walletNo: window.walletNo,
      days: window.days,
      rows: rowCount(window),
      outcome
    })
    return outcome
  })

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
  const results = yield* Effect.forEach(walletNos, (walletNo) => pullWallet(runId, walletNo, startedAt, cap, budget), {
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

const isComplete = (report: WalletReport): boolean => report.findings.length === 0

/**
 * Loads a wallet's windows, and takes note of what each showed. A window that was given to the sink when the time is over is
 * waited for, so that the report counts all that is stored.
 */
const loadInto = (own: OwnWindows, doubted: DoubtedDays, budget: RunBudget) => (pull: WalletPull) =>
  Effect.flatMap(Sink, (sink) => {
    const commits = new UnderWay()
    const commit = (window: CheckedWindow) =>
      commits.begin(
        Effect.tap(budget.spend(window, isStored(pull, window.days), commitOf(window)), () =>
          Effect.sync(() => {
            own.add(window.continuity)
            doubted.take(window)
          }))
      )
    return windows(pull).pipe(
      Pipeline.into(commit, inFlightOf(sink)),
      Pipeline.drain,
      Effect.ensuring(commits.end)
    )
  })

/** Whether rows of these days may have been stored before the run. */
const isStored = ({ watermark }: WalletPull, days: Period): boolean =>
  Option.isSome(Option.filter(watermark, (complete) => overlap(complete, days) !== undefined))

/** Tells of records that dropped answers alone have shown. */
const noticeDropped = Effect.fnUntraced(function*({ dropped, walletNo }: WalletPull) {
  const observe = yield* PullObserver
  for (const finding of dropped.findings()) yield* observe({ _tag: "Noticed", walletNo, finding })
})

interface WalletResult {
  readonly report: WalletReport
  readonly failure: PullFailure | undefined
}

const pullWallet = Effect.fnUntraced(function*(
  runId: string,
  walletNo: WalletNo,
  startedAt: number,
  cap: AnswerCap,
  budget: RunBudget
) {
  yield* Effect.annotateCurrentSpan({ "wallet_statement.run": runId, "wallet_statement.wallet": endOf(walletNo) })
  const sink = yield* Sink
  const settings = yield* PullSettings
  const observePull = yield* PullObserver
  const observeTransport = yield* TransportObserver
  const tally = new WalletTally(walletNo)
  const own = new OwnWindows()
  const doubted = new DoubtedDays()
  const load = loadInto(own, doubted, budget)
  const left = Duration.toMillis(settings.runTimeout) - ((yield* Clock.currentTimeMillis) - startedAt)
  const pulling = Effect.gen(function*() {
    const pull = yield* prepare(runId, walletNo, cap)
    yield* observePull({ _tag: "Started", walletNo, period: pull?.period })
    if (pull === undefined) return
    yield* load(pull)
    yield* loadCapped(pull, load)
    yield* loadDaysInDoubt(pull, load)
    yield* askAgainForEmpty(pull, load)
    yield* askAgainAroundGaps(pull, load)
    yield* askAgainForHeld(pull, load)
    yield* askAgainForRedated(pull, load)
    yield* askAgainForUndated(pull, load)
    yield* askAgainForDoubted(pull, doubted, load)
    // What was asked for meanwhile may have shown rows of other days that are empty.
    yield* askAgainForEmpty(pull, load)
    yield* noticeDropped(pull)
    yield* remarkSkew(pull)
    yield* noticeRowsAhead(pull)
    yield* noticeOtherZone(pull)
    yield* noticeTwelveHours(pull)
  }).pipe(
    Effect.timeoutOrElse({
      duration: Math.max(left, 0),
      orElse: () => Effect.fail(new RunTimedOut({ millis: Duration.toMillis(settings.runTimeout) }))
    }),
    Effect.provideService(PullObserver, (event) => {
      tally.onPullEvent(event)
      return observePull(event)
    }),
    Effect.provideService(TransportObserver, (event) => {
      tally.onTransportEvent(event)
      return observeTransport(event)
    }),
    Effect.annotateLogs({ run: runId, wallet: walletNo })
  )
  const failure = yield* pulling.pipe(
    Effect.as(undefined),
    Effect.catchTags({
      StatementError: (error) => Effect.succeed({ walletNo, error }),
      NothingToGoOnFrom: (error) => Effect.succeed({ walletNo, error }),
      DaysReversed: (error) => Effect.succeed({ walletNo, error }),
      RunTimedOut: (error) => Effect.succeed({ walletNo, error }),
      RunTooLarge: (error) => Effect.succeed({ walletNo, error })
    })
  )
  const { history, judgement } = yield* concludeWallet(runId, walletNo, own)
  const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
  const report = tally.report({
    judgement,
    truncatedDays: history.filter(({ truncated }) => truncated).map(({ period }) => formatDay(period.from)),
    clock: settings.clock,
    watermark: watermark === null ? null : formatDay(watermark.to),
    quarantineOpen: yield* sink.openQuarantine(walletNo),
    held: yield* sink.heldRows(walletNo),
    mayAccept: yield* AcceptWithdrawals,
    error: failure?.error.message ?? null
  })
  yield* Effect.annotateCurrentSpan("wallet_statement.verdict", report.verdict)
  if (failure !== undefined) yield* Effect.annotateCurrentSpan("error.type", kindOf(failure.error))
  const result: WalletResult = { report, failure }
  return result
}, payloadFreeSpan("Pull.wallet"))

const kindOf = (error: PullError): string => (error._tag === "StatementError" ? error.reason._tag : error._tag)

/** Names a run: sorts by time and is unlikely to come twice: `20261120T161500Z-3f9a1c`. */
export const newRunId = (startedAt: number): Effect.Effect<string> =>
  Effect.map(Random.nextIntBetween(0, 0xffffff), (random) => {
    const time = new Date(startedAt).toISOString().replace(/[-:]|\.\d+/g, "")
    return `${time}-${random.toString(16).padStart(6, "0")}`
  })
