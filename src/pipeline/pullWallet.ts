/**
 * The pull of one wallet: its days, then what is asked for once more, and what all of it comes to.
 */
import { Effect, Option } from "effect"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { overlap, type Period } from "../domain/Period.ts"
import type { WalletReport } from "../domain/RunReport.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { withPlaces } from "../settings/withPlaces.ts"
import { inFlightOf } from "../sink/inFlight.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { TransportObserver } from "../transport/TransportObserver.ts"
import { AcceptedHolds, acceptedHoldsOf } from "./AcceptedHolds.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import type { AskError } from "./askStatement.ts"
import { noticeDisbelieved, noticeOtherZone, noticeRowsAhead, remarkSkew } from "./clockDoubts.ts"
import { concludeWallet } from "./concludeWallet.ts"
import { DoubtedDays } from "./DoubtedDays.ts"
import { droppedFindings } from "./droppedFindings.ts"
import type { CheckedWindow } from "./FetchedWindow.ts"
import { findFirstDay, noteShown, remarkFirstDay } from "./firstDay.ts"
import { OwnWindows } from "./judgeWallet.ts"
import {
  askAgainAroundGaps,
  askAgainForCutOff,
  askAgainForDoubted,
  askAgainForEmpty,
  askAgainForHeld,
  askAgainForRedated,
  askAgainForUndated,
  loadCapped,
  loadDaysInDoubt,
  loadNeverLoaded,
  loadUnexamined
} from "./loadAgain.ts"
import { noticeTwelveHours } from "./noticeTwelveHours.ts"
import * as Pipeline from "./Pipeline.ts"
import { provenBefore, remarkProvenChanges } from "./provenChanges.ts"
import { ProvenMonths, provenMonthsOf } from "./ProvenMonths.ts"
import { PullObserver } from "./PullObserver.ts"
import type { PeriodError } from "./pullPeriod.ts"
import { reportWallet } from "./reportWallet.ts"
import type { RunBudget } from "./RunBudget.ts"
import type { RunTooLarge } from "./RunTooLarge.ts"
import { endOf } from "./telemetry.ts"
import { UnderWay } from "./UnderWay.ts"
import { prepare, type WalletPull } from "./WalletPull.ts"
import { WalletTally } from "./WalletTally.ts"
import { commitOf, windows } from "./windows.ts"

/** Why a wallet's pull stopped early. */
export type PullError = AskError | SinkError | PeriodError | RunTooLarge

/** A wallet whose pull stopped early. */
export interface PullFailure {
  readonly walletNo: WalletNo
  readonly error: PullError
}

/**
 * Loads a wallet's windows, and takes note of what each showed. A window that was given to the sink when the pull fails or is interrupted
 * is waited for, so that the report counts all that is stored.
 */
const loadInto = (own: OwnWindows, doubted: DoubtedDays, budget: RunBudget) => (pull: WalletPull) =>
  Effect.flatMap(Sink, (sink) => {
    const commits = new UnderWay()
    const commit = (window: CheckedWindow) =>
      commits.begin(
        Effect.tap(budget.spend(window, isStored(pull, window.days), commitOf(window)), ({ stale }) =>
          Effect.sync(() => {
            own.add(window, stale)
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
const isStored = ({ reach }: WalletPull, days: Period): boolean =>
  Option.isSome(Option.filter(reach, (loaded) => overlap(loaded, days) !== undefined))

/** Tells of records that dropped answers alone have shown. */
const noticeDropped = Effect.fnUntraced(function*({ dropped, walletNo }: WalletPull) {
  const observe = yield* PullObserver
  for (const finding of droppedFindings(walletNo, dropped)) yield* observe({ _tag: "Noticed", walletNo, finding })
})

/** What there is to pull; where nothing tells the first day it is asked for. */
const beginning = (runId: string, walletNo: WalletNo, cap: AnswerCap) =>
  prepare(runId, walletNo, cap).pipe(
    Effect.map((pull) => ({ first: undefined, pull })),
    Effect.catchTag("NothingToGoOnFrom", () =>
      Effect.gen(function*() {
        const first = yield* findFirstDay(walletNo)
        const pull = yield* prepare(runId, walletNo, cap, first.from)
        if (pull !== undefined) noteShown(first, pull)
        return { first, pull }
      }))
  )

/** What a wallet's pull came to. */
export interface WalletResult {
  readonly report: WalletReport
  readonly failure: PullFailure | undefined
}

/** Pulls a wallet into the sink; what failed is told beside the report of what was stored. */
export const pullWallet = Effect.fnUntraced(function*(
  runId: string,
  walletNo: WalletNo,
  cap: AnswerCap,
  budget: RunBudget
) {
  yield* Effect.annotateCurrentSpan({ "wallet_statement.run": runId, "wallet_statement.wallet": endOf(walletNo) })
  const observePull = yield* PullObserver
  const observeTransport = yield* TransportObserver
  const tally = new WalletTally(walletNo)
  const own = new OwnWindows()
  const doubted = new DoubtedDays()
  const load = loadInto(own, doubted, budget)
  const loadAll = Effect.fnUntraced(function*(pull: WalletPull) {
    yield* load(pull)
    yield* loadNeverLoaded(pull, load)
    yield* loadUnexamined(pull, load)
    yield* loadCapped(pull, load)
    yield* loadDaysInDoubt(pull, load)
    yield* askAgainForEmpty(pull, load)
    yield* askAgainAroundGaps(pull, load)
    yield* askAgainForHeld(pull, load)
    yield* askAgainForRedated(pull, load)
    yield* askAgainForUndated(pull, load)
    yield* askAgainForCutOff(pull, load)
    yield* askAgainForDoubted(pull, doubted, load)
    // What was asked for meanwhile may have shown rows of other days that are empty.
    yield* askAgainForEmpty(pull, load)
    yield* noticeDropped(pull)
    yield* remarkSkew(pull)
    yield* noticeDisbelieved(pull)
    yield* noticeRowsAhead(pull)
    yield* noticeOtherZone(pull)
    yield* noticeTwelveHours(pull)
  })
  const observing = Effect.provideService(PullObserver, (event) => {
    tally.onPullEvent(event)
    return observePull(event)
  })
  const months = yield* provenMonthsOf(walletNo)
  const proven = yield* provenBefore(walletNo, months)
  const pulling = Effect.gen(function*() {
    const { first, pull } = yield* beginning(runId, walletNo, cap)
    yield* observePull({ _tag: "Started", walletNo, period: pull?.period })
    if (pull === undefined) return
    const tellFirst = first === undefined ? Effect.void : Effect.ignore(remarkFirstDay(walletNo, first, pull.period))
    yield* loadAll(pull).pipe(Effect.ensuring(tellFirst))
  }).pipe(
    observing,
    Effect.provideService(AcceptedHolds, yield* acceptedHoldsOf(walletNo)),
    Effect.provideService(ProvenMonths, months),
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
      DaysAhead: (error) => Effect.succeed({ walletNo, error }),
      RunTimedOut: (error) => Effect.succeed({ walletNo, error }),
      RunTooLarge: (error) => Effect.succeed({ walletNo, error })
    })
  )
  if (failure?.error._tag === "StatementError") tally.onUnanswered(failure.error)
  const conclusion = yield* concludeWallet(runId, walletNo, own, failure === undefined ? "joined" : "apart")
  yield* observing(remarkProvenChanges(walletNo, proven))
  const told = failure === undefined ? null : yield* withPlaces(failure.error.message)
  const report = yield* reportWallet(tally, conclusion, told)
  yield* Effect.annotateCurrentSpan("wallet_statement.verdict", report.verdict)
  if (failure !== undefined) yield* Effect.annotateCurrentSpan("error.type", kindOf(failure.error))
  const result: WalletResult = { report, failure }
  return result
}, payloadFreeSpan("Pull.wallet"))

const kindOf = (error: PullError): string => (error._tag === "StatementError" ? error.reason._tag : error._tag)
