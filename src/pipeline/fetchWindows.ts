/**
 * The source of a pull: asks for one window after the other, as the plan says, and yields those to keep. Answers that
 * may be cut off are dropped and asked for again in smaller pieces.
 */
import { Effect, Option, Result, Stream } from "effect"
import { type Day, outside, type Period, same, union, without } from "../domain/Period.ts"
import * as Density from "../plan/Density.ts"
import * as Plan from "../plan/Plan.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import type { SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import { AnswerWatch, type CompleteAnswer } from "./AnswerWatch.ts"
import type { AskError } from "./askStatement.ts"
import { crossExamine, type CrossExamined } from "./crossExamine.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { fetchNext } from "./fetchNext.ts"
import type { FetchRequest } from "./FetchRequest.ts"
import { holdAgainstOtherDays, holdDropped, isLoaded } from "./holdAgainstOtherDays.ts"
import { forgetAnswer } from "./KnownAnswer.ts"
import { LoadedDays } from "./LoadedDays.ts"
import { answerOf, emptyAround, holdAgainst } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import {
  around,
  asItStands,
  inOrder,
  leftOvers,
  partition,
  takeOut,
  toTheEnd,
  undatedLeftOvers,
  upToEnd,
  withoutLacking
} from "./waitingWindows.ts"

/** Where the fetching stands. */
interface Fetching {
  readonly plan: Plan.Plan
  /** What to go on with when the plan is done: it is for a day that is asked for once more. */
  readonly behind?: Plan.Plan
  /** The last windows, and what is behind days asked for again: an answer may show that a window lacks hours. */
  readonly waiting: ReadonlyArray<FetchedWindow>
  /** Windows that went on and that days are loaded again beside. */
  readonly beside: ReadonlyArray<FetchedWindow>
  /** The days that went on and are not loaded again. */
  readonly gone: ReadonlyArray<Period>
  /** Why there is no next answer; set when what waited for it went on. */
  readonly failure?: AskError
}

/** Fetches a wallet's windows in the order of their days; days that turn out to be cut off are fetched once more. */
export const fetchWindows = (
  request: FetchRequest
): Stream.Stream<FetchedWindow, AskError | SinkError, Statement | PullSettings> =>
  Stream.suspend(() => {
    const watch = new AnswerWatch()
    const own = new LoadedDays()
    own.add(request.plan.period)
    const begin: Fetching = { plan: request.plan, waiting: [], beside: [], gone: [] }
    return Stream.paginate(
      begin,
      Effect.fnUntraced(function*({ behind, beside, failure, gone, plan, waiting }: Fetching) {
        if (failure !== undefined) return yield* failure
        const fetched = yield* Effect.result(fetchNext(request, { ...plan, limit: request.cap.limit }, watch))
        if (Result.isFailure(fetched)) {
          // The day that is asked for once more is not answered.
          if (behind !== undefined) request.dropped.giveUp(plan.period.from)
          return yield* failing(request, plan, waiting, fetched.failure)
        }
        const { answer, asked, next } = fetched.success
        request.days.habit = next.habit
        const ask = Plan.nextAsk(next)
        const here = [...waiting, ...beside, ...(asked === undefined ? [] : watch.near(asked))]
        if (answer !== undefined) { for (const each of here) holdAgainst(request.dropped, each, answer) }
        const isOpen = answer !== undefined &&
          (yield* holdAgainstOtherDays(request, { asked, own, gone, here }, answer))
        // Should this run fail before all is asked for again, the next one has to see the same.
        const window = isOpen ? fetched.success.window.map(forgetAnswer) : fetched.success.window
        const before = behind === undefined
          ? waiting.flatMap((each) => withoutLacking(request, each, next.again))
          : waiting
        for (const fresh of window) for (const each of here) holdAgainst(request.dropped, fresh, answerOf(each))
        const windows = inOrder([...before, ...window])
        if (behind !== undefined) {
          const state = ask === undefined
            ? { plan: { ...behind, habit: next.habit }, waiting: [...windows, ...leftOvers(request, plan.period)] }
            : { plan: next, behind, waiting: windows }
          return [[], Option.some<Fetching>({ ...state, beside, gone })] as const
        }
        const day = request.dropped.nextDay()
        if (day !== undefined) {
          return yield* aside(request, watch, own, day, { plan: next, waiting: windows, beside, gone })
        }
        if (ask !== undefined) {
          const { away, near } = partition(windows, ask.days.from)
          const state = { plan: next, waiting: near, beside, gone: withDays(gone, away) }
          return [goOn(request, watch, away), Option.some<Fetching>(state)] as const
        }
        const { again, failure: unanswered, parts, whole } = yield* examine(request, next, watch)
        const period = again?.remaining
        const state: Fetching = {
          plan: again ?? next,
          waiting: period === undefined ? windows : takeOut(request, windows, period),
          beside: watch.beside(period),
          gone: period === undefined ? gone : outside(gone, [period])
        }
        const left = [...state.waiting, ...state.beside]
        for (const part of parts) {
          for (const each of left) holdAgainst(request.dropped, each, part)
          yield* holdAgainstOtherDays(request, { asked: period ?? whole, own, gone: state.gone, here: left }, part)
          if (period === undefined) request.dropped.dropUndated(part, request.plan.period.from)
          else request.dropped.drop(part, period, upToEnd(request, period))
        }
        if (unanswered !== undefined) return yield* failing(request, next, windows, unanswered)
        const doubted = request.dropped.nextDay()
        if (doubted !== undefined) return yield* aside(request, watch, own, doubted, state)
        if (period !== undefined) return [[], Option.some(state)] as const
        yield* tellOfDays(request)
        const last = toTheEnd(request, windows)
        return [[...last, ...undatedLeftOvers(request)], Option.none<Fetching>()] as const
      })
    ).pipe(Stream.map((window) => withCap(window, request.cap)))
  })

/** A window with the cap that is known by now: each new one remembers it, since others may be replaced. */
const withCap = (window: FetchedWindow, { found }: FetchRequest["cap"]): FetchedWindow =>
  found === undefined ? window : { ...window, cap: found }

/** Days with those of some windows. */
const withDays = (days: ReadonlyArray<Period>, windows: ReadonlyArray<FetchedWindow>): ReadonlyArray<Period> =>
  union([...days, ...windows.map((each) => each.days)])

/**
 * A day is asked for once more, and what waits around it waits on. Days around it of which its answer was as empty are noted, to
 * be asked for when all is committed: those next to them may have gone on.
 */
const aside = Effect.fnUntraced(function*(
  request: FetchRequest,
  watch: AnswerWatch,
  own: LoadedDays,
  day: Day,
  { beside, gone, plan, waiting }: Fetching
) {
  const alone = { from: day, to: day }
  const empty = emptyAround(day, [...waiting, ...beside]) ??
    (yield* request.stored?.emptyAround(day) ?? Effect.succeed(alone))
  for (const days of without(empty, alone)) request.empty.doubt(days)
  const again = afresh(request, alone, plan.habit)
  own.add(again.period)
  const { away, near } = partition(takeOut(request, waiting, again.period), day)
  return [
    goOn(request, watch, away),
    Option.some<Fetching>({
      plan: again,
      behind: plan,
      waiting: near,
      beside: beside.flatMap((each) => around(each, again.period)),
      gone: outside(withDays(gone, away), [again.period])
    })
  ] as const
})

const goOn = (
  request: FetchRequest,
  watch: AnswerWatch,
  windows: ReadonlyArray<FetchedWindow>
): ReadonlyArray<FetchedWindow> => {
  const ready = windows.flatMap((each) => asItStands(request, each))
  for (const each of ready) watch.letGo(each)
  return ready
}

/** What waits goes on, with what dropped answers alone have shown, and then it fails. */
const failing = Effect.fnUntraced(function*(
  request: FetchRequest,
  plan: Plan.Plan,
  waiting: ReadonlyArray<FetchedWindow>,
  failure: AskError
) {
  yield* holdDropped(request, waiting)
  const last = toTheEnd(request, waiting)
  // Of days that are not loaded yet the next run shows them: nothing is loaded by a record alone.
  const undated = yield* Effect.filter(undatedLeftOvers(request), ({ days }) => isLoaded(request, days.from))
  return [
    [...last, ...undated],
    Option.some<Fetching>({ plan, waiting: [], beside: [], gone: [], failure })
  ] as const
})

/** What of a plan that is done has to be fetched once more, since answers for it were cut off and did not say so. */
const examine = Effect.fnUntraced(function*(request: FetchRequest, { habit }: Plan.Plan, watch: AnswerWatch) {
  const large = yield* watch.toExamine(request.examined)
  const nothing: CrossExamined = { doubted: undefined, parts: [], failure: undefined }
  const { doubted, failure, parts } = large === undefined ? nothing : yield* crossExamine(request, large, habit)
  const whole = large?.window.days
  if (failure !== undefined && large !== undefined) {
    // Without another answer the days stay kept from this one.
    request.dropped.keep(large.window.page, large.window.days, false)
    return { again: undefined, failure, parts, whole }
  }
  const first = watch.takeBack(request.cap.limit)
  const period = first === undefined ? doubted : { from: first.from, to: request.plan.period.to }
  const again = period === undefined ? undefined : planAgain(request, period, habit, large)
  return { again, failure, parts, whole }
})

/** A plan for days that are loaded once more; it begins with what the largest answer taught. */
const planAgain = (
  request: FetchRequest,
  period: Period,
  habit: Plan.Plan["habit"],
  large: CompleteAnswer | undefined
): Plan.Plan => {
  const plan = afresh(request, period, habit)
  const ask = Plan.nextAsk(plan)
  const isKnown = large !== undefined && ask !== undefined && same(ask.asked, large.asked) &&
    large.answer.received >= plan.limit
  return isKnown ? Plan.afterAnswer(plan, ask, large.answer)[1] : plan
}

const tellOfDays = Effect.fnUntraced(function*({ days, walletNo }: FetchRequest) {
  const observe = yield* PullObserver
  for (const finding of days.findings()) yield* observe({ _tag: "Noticed", walletNo, finding })
  for (const note of days.notes()) yield* observe({ _tag: "Remarked", walletNo, note })
})

/** A plan for days of which nothing is believed to be known. */
const afresh = (request: FetchRequest, period: Period, habit: Plan.Plan["habit"]): Plan.Plan =>
  Plan.start({ period, limit: request.cap.limit, habit, density: Density.fromStored(new Map(), undefined) })
