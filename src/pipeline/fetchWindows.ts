/**
 * The source of a pull: asks for one window after the other, as the plan says, and yields those to keep. Answers that
 * may be cut off are dropped and asked for again in smaller pieces.
 */
import { Clock, Effect, Option, Result, Stream } from "effect"
import { isUnread } from "../domain/AnswerMark.ts"
import { addDays, type Day, formatDay, make, overlap, type Period } from "../domain/Period.ts"
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
import { answerNoteOf, type KnownAnswers, noteAnswer } from "./KnownAnswer.ts"
import { compareNeighbours } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import type { ServiceClock } from "./ServiceClock.ts"

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
        if (Result.isFailure(fetched)) {
          return [
            waiting.flatMap((each) => asItStands(request, each)),
            Option.some<Fetching>({ plan, waiting: [], failure: fetched.failure })
          ] as const
        }
        const { next, window } = fetched.success
        request.days.habit = next.habit
        const isDone = Plan.nextAsk(next) === undefined
        if (behind !== undefined) {
          const windows = inOrder([...waiting, ...window])
          const state = isDone ? { plan: { ...behind, habit: next.habit } } : { plan: next, behind }
          return [[], Option.some<Fetching>({ ...state, waiting: windows })] as const
        }
        const before = waiting.flatMap((each) => withoutLacking(each, next.again))
        const [last, fresh] = [before.at(-1), window[0]]
        if (last !== undefined && fresh !== undefined) compareNeighbours(request.dropped, last, fresh)
        const windows = inOrder([...before, ...window])
        const day = request.dropped.nextDay()
        if (day !== undefined) {
          const state = { plan: afresh(request, { from: day, to: day }, next.habit), behind: next }
          return [
            [],
            Option.some<Fetching>({ ...state, waiting: takeOut(request, windows, state.plan.period) })
          ] as const
        }
        if (!isDone) {
          const ready = windows.slice(0, -1).flatMap((each) => asItStands(request, each))
          return [ready, Option.some<Fetching>({ plan: next, waiting: windows.slice(-1) })] as const
        }
        const again = yield* planAgain(request, next, watch)
        if (again?.remaining === undefined) {
          yield* tellOfDays(request)
          const ready = windows.flatMap((each) => asItStands(request, each))
          return [[...ready, ...leftOvers(request)], Option.none<Fetching>()] as const
        }
        return [
          [],
          Option.some<Fetching>({ plan: again, waiting: takeOut(request, windows, again.remaining) })
        ] as const
      })
    )
  })

const inOrder = (windows: ReadonlyArray<FetchedWindow>): ReadonlyArray<FetchedWindow> =>
  windows.toSorted((one, other) => one.days.from - other.days.from)

/** Windows without some days, which are asked for once more; what their answers held of these is not forgotten. */
const takeOut = (
  { dropped }: FetchRequest,
  windows: ReadonlyArray<FetchedWindow>,
  days: Period
): ReadonlyArray<FetchedWindow> =>
  windows.flatMap((window) => {
    const taken = overlap(window.days, days)
    if (taken === undefined) return [window]
    dropped.drop(window, taken)
    return around(window, taken)
  })

/** A window's days before and behind some of them. */
const around = (window: FetchedWindow, { from, to }: Period): ReadonlyArray<FetchedWindow> =>
  [make(window.days.from, addDays(from, -1)), make(addDays(to, 1), window.days.to)]
    .flatMap((days) => (days === undefined ? [] : [{ ...window, days }]))

/** A window without its last day where that is to be asked for again; one that came before in the same bytes lacks nothing. */
const withoutLacking = (window: FetchedWindow, again: ReadonlyArray<Day>): ReadonlyArray<FetchedWindow> => {
  const { to } = window.days
  const isLacking = again.includes(to) && answerNoteOf(window)?.known === undefined
  return isLacking ? around(window, { from: to, to }) : [window]
}

/** A window takes nothing away on a day of which it still lacks what other answers showed. */
const asItStands = (request: FetchRequest, window: FetchedWindow): ReadonlyArray<FetchedWindow> => {
  const day = window.complete ? request.dropped.lackedDay(window.days) : undefined
  if (day === undefined) return [window]
  const days = { from: day, to: day }
  const others = around(window, days).flatMap((each) => asItStands(request, each))
  return inOrder([...others, { ...window, days, complete: false }])
}

/** Asks for the next window of a plan; there is none to keep when it has to be asked for in another way. */
const fetchNext = Effect.fnUntraced(function*(request: FetchRequest, plan: Plan.Plan, watch: AnswerWatch) {
  const ask = Plan.nextAsk(plan)
  if (ask === undefined) return { next: plan, window: [] }
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
    page
  }
  const note = { page, counts, known, cap: request.cap.found }
  return { next, window: decision === "ask-again" ? [] : [noteAnswer(window, note)] }
})

/** What of a plan that is done has to be fetched once more, since answers for it were cut off and did not say so. */
const planAgain = Effect.fnUntraced(function*(request: FetchRequest, { habit }: Plan.Plan, watch: AnswerWatch) {
  const large = yield* watch.toExamine(request.examined)
  const doubted = large && (yield* crossExamine(request, large, habit))
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

/** The windows that keep what dropped answers alone have shown: they add it to its day, which then counts as cut off. */
const leftOvers = (request: FetchRequest): ReadonlyArray<FetchedWindow> =>
  request.dropped.leftOvers().map(({ day, indexes, lastSettledDay, page }): FetchedWindow => ({
    runId: request.runId,
    walletNo: request.walletNo,
    days: { from: day, to: day },
    complete: false,
    lastSettledDay,
    asked: request.period,
    page,
    only: indexes
  }))
