/**
 * The source of a pull: asks for one window after the other, as the plan says, and yields those to keep. Answers that
 * may be cut off are dropped and asked for again in smaller pieces.
 */
import { Clock, Effect, Option, Result, Stream } from "effect"
import { isUnread } from "../domain/AnswerMark.ts"
import { addDays, formatDay, type Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import * as Density from "../plan/Density.ts"
import * as Plan from "../plan/Plan.ts"
import { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import { countsOf } from "./countsOf.ts"
import { AnswerWatch, crossExamine, type Examined } from "./crossExamine.ts"
import type { DayWatch } from "./DayWatch.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { type KnownAnswers, noteAnswer } from "./KnownAnswer.ts"
import { type Answered, answerOf, holdAgainst } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import type { ServiceClock } from "./ServiceClock.ts"
import { asItStands, inOrder, leftOvers, takeOut, toTheEnd, withoutLacking } from "./waitingWindows.ts"

/** Which wallet to fetch, by which plan. */
export interface FetchRequest {
  readonly runId: string
  readonly walletNo: WalletNo
  readonly plan: Plan.Plan
  /** Takes in when answers came, and says which days were over then. */
  readonly clock: ServiceClock
  /** How many records to ask for, and how many the service gives. */
  readonly cap: AnswerCap
  /** What answers held that were asked for again in smaller pieces. */
  readonly dropped: DroppedAnswers
  /** The days that were loaded before in the same run. */
  readonly loaded: Array<Period>
  /** When the largest answer is examined. */
  readonly examined: Examined
  /** Takes in what the answers show of the service's days. */
  readonly days: DayWatch
  /** The days that the pull of the wallet is about; the plan may cover fewer. */
  readonly period: Period
  /** Finds answers that the days were committed from before; none when left out. */
  readonly known?: KnownAnswers
}

/** Where the fetching stands. */
interface Fetching {
  readonly plan: Plan.Plan
  /** What to go on with when the plan is done: it is for a day that is asked for once more. */
  readonly behind?: Plan.Plan
  /** The last window, and what is behind days asked for again: an answer may show that a window lacks hours. */
  readonly waiting: ReadonlyArray<FetchedWindow>
  /** Why there is no next answer; set when what waited for it went on. */
  readonly failure?: StatementError
}

/** Fetches a wallet's windows in the order of their days; days that turn out to be cut off are fetched once more. */
export const fetchWindows = (request: FetchRequest): Stream.Stream<FetchedWindow, StatementError, Statement> =>
  Stream.suspend(() => {
    const watch = new AnswerWatch()
    const begin: Fetching = { plan: request.plan, waiting: [] }
    return Stream.paginate(
      begin,
      Effect.fnUntraced(function*({ behind, failure, plan, waiting }: Fetching) {
        if (failure !== undefined) return yield* failure
        const fetched = yield* Effect.result(fetchNext(request, { ...plan, limit: request.cap.limit }, watch))
        if (Result.isFailure(fetched)) return failing(request, plan, waiting, fetched.failure)
        const { answer, next, window } = fetched.success
        request.days.habit = next.habit
        const isDone = Plan.nextAsk(next) === undefined
        const before = behind === undefined
          ? waiting.flatMap((each) => withoutLacking(request, each, next.again))
          : waiting
        if (answer !== undefined) { for (const each of before) holdAgainst(request.dropped, each, answer) }
        for (const fresh of window) for (const each of before) holdAgainst(request.dropped, fresh, answerOf(each))
        const windows = inOrder([...before, ...window])
        if (behind !== undefined) {
          const state = isDone
            ? { plan: { ...behind, habit: next.habit }, waiting: [...windows, ...leftOvers(request, plan.period)] }
            : { plan: next, behind, waiting: windows }
          return [[], Option.some<Fetching>(state)] as const
        }
        const day = request.dropped.nextDay()
        if (day !== undefined) {
          const state = { plan: afresh(request, { from: day, to: day }, next.habit), behind: next }
          const rest = takeOut(request, windows, state.plan.period)
          const isAway = ({ days }: FetchedWindow): boolean => days.to < addDays(day, -1)
          return [
            rest.filter(isAway).flatMap((each) => asItStands(request, each)),
            Option.some<Fetching>({ ...state, waiting: rest.filter((each) => !isAway(each)) })
          ] as const
        }
        if (!isDone) {
          const ready = windows.slice(0, -1).flatMap((each) => asItStands(request, each))
          return [ready, Option.some<Fetching>({ plan: next, waiting: windows.slice(-1) })] as const
        }
        const examined = yield* Effect.result(planAgain(request, next, watch))
        if (Result.isFailure(examined)) return failing(request, next, windows, examined.failure)
        const again = examined.success
        if (again?.remaining === undefined) {
          yield* tellOfDays(request)
          return [toTheEnd(request, windows), Option.none<Fetching>()] as const
        }
        return [
          [],
          Option.some<Fetching>({ plan: again, waiting: takeOut(request, windows, again.remaining) })
        ] as const
      })
    )
  })

/** What waits goes on, with what dropped answers alone have shown, and then it fails. */
const failing = (
  request: FetchRequest,
  plan: Plan.Plan,
  waiting: ReadonlyArray<FetchedWindow>,
  failure: StatementError
) => [toTheEnd(request, waiting), Option.some<Fetching>({ plan, waiting: [], failure })] as const

/** Asks for the next window of a plan; there is none to keep when it has to be asked for in another way. */
const fetchNext = Effect.fnUntraced(function*(request: FetchRequest, plan: Plan.Plan, watch: AnswerWatch) {
  const ask = Plan.nextAsk(plan)
  if (ask === undefined) return { next: plan, window: [], answer: undefined }
  const observe = yield* PullObserver
  const statement = yield* Statement
  yield* observe({ _tag: "Asked", walletNo: request.walletNo, days: ask.days })
  const asked = {
    walletNo: request.walletNo,
    fromDate: formatDay(ask.asked.from),
    toDate: formatDay(ask.asked.to),
    limit: request.cap.asked
  }
  const before = request.known?.(ask.days, asked)
  const from = yield* Clock.currentTimeMillis
  const page = yield* statement.fetch(asked, before?.sha256)
  const lastSettledDay = request.clock.lastSettledDay(page, { from, to: yield* Clock.currentTimeMillis })
  const known = before?.sha256 === page.sha256 && isUnread(page) ? before : undefined
  const counts = known?.counts ?? countsOf(page)
  request.cap.saw(counts.received)
  const [decision, next] = Plan.afterAnswer({ ...plan, limit: request.cap.limit }, ask, counts)
  yield* observe({
    _tag: "Answered",
    walletNo: request.walletNo,
    days: ask.days,
    received: counts.received,
    attempts: page.attempts,
    decision,
    remaining: next.remaining
  })
  if (decision === "ask-again") request.dropped.drop({ page, lastSettledDay }, plan.remaining ?? ask.days)
  else request.dropped.keep(page, ask.days, decision === "cut-off")
  if (decision === "complete") {
    watch.take({ days: ask.days, asked: ask.asked, answer: counts, lastSettledDay, page })
  }
  const window: FetchedWindow = {
    runId: request.runId,
    walletNo: request.walletNo,
    days: ask.days,
    complete: decision === "complete",
    lastSettledDay,
    asked: request.period,
    page,
    ...(Plan.isSure(next, ask) ? {} : { isDoubtful: true })
  }
  const note = { page, counts, known, cap: request.cap.found }
  const answer: Answered = { page, counts, lastSettledDay, isKnown: known !== undefined }
  return { next, answer, window: decision === "ask-again" ? [] : [noteAnswer(window, note)] }
})

/** What of a plan that is done has to be fetched once more, since answers for it were cut off and did not say so. */
const planAgain = Effect.fnUntraced(function*(request: FetchRequest, { habit }: Plan.Plan, watch: AnswerWatch) {
  const large = yield* watch.toExamine(request.examined)
  const doubted = large && (yield* crossExamine(request, large, habit).pipe(
    // Without another answer the days stay kept from this one.
    Effect.tapError(() => Effect.sync(() => request.dropped.keep(large.page, large.days, false)))
  ))
  const first = watch.takeBack(request.cap.limit)
  const period = first === undefined ? doubted : { from: first.from, to: request.plan.period.to }
  if (period === undefined) return undefined
  const plan = afresh(request, period, habit)
  const ask = Plan.nextAsk(plan)
  const isKnown = large !== undefined && ask !== undefined && ask.asked.from === large.asked.from &&
    ask.asked.to === large.asked.to && large.answer.received >= plan.limit
  return isKnown ? Plan.afterAnswer(plan, ask, large.answer)[1] : plan
})

const tellOfDays = Effect.fnUntraced(function*({ days, walletNo }: FetchRequest) {
  const observe = yield* PullObserver
  for (const finding of days.findings()) yield* observe({ _tag: "Noticed", walletNo, finding })
  for (const note of days.notes()) yield* observe({ _tag: "Remarked", walletNo, note })
})

/** A plan for days of which nothing is believed to be known. */
const afresh = (request: FetchRequest, period: Period, habit: Plan.Plan["habit"]): Plan.Plan =>
  Plan.start({ period, limit: request.cap.limit, habit, density: Density.fromStored(new Map(), undefined) })
