/**
 * A wallet's pull before its first request: which days, and by which plan.
 */
import { Clock, Effect, Option } from "effect"
import {
  type Day,
  dayOfLocalTime,
  firstOutside,
  formatDay,
  make,
  overlap,
  type Period,
  widen
} from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import * as Density from "../plan/Density.ts"
import { claimed } from "../plan/Habit.ts"
import { lookBack } from "../plan/Level.ts"
import * as Plan from "../plan/Plan.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink } from "../sink/Sink.ts"
import { AnswerCap } from "./AnswerCap.ts"
import type { Examined } from "./AnswerWatch.ts"
import { DayWatch } from "./DayWatch.ts"
import { DroppedAnswers } from "./DroppedAnswers.ts"
import { EmptyDays } from "./EmptyDays.ts"
import * as KnownAnswer from "./KnownAnswer.ts"
import { LoadedDays } from "./LoadedDays.ts"
import { PullObserver } from "./PullObserver.ts"
import { DaysAhead, DaysReversed, NothingToGoOnFrom, pulledDays } from "./pullPeriod.ts"
import { reachOf } from "./Reach.ts"
import { Reload } from "./Reload.ts"
import { walletRules } from "./runRules.ts"
import { ServiceClock } from "./ServiceClock.ts"
import { type StoredDays, storedDays } from "./StoredDays.ts"

/** A wallet's pull before its first request. */
export interface WalletPull {
  readonly runId: string
  readonly walletNo: WalletNo
  /** The days the pull is about. */
  readonly period: Period
  /** Days before those, behind the day with which the wallet begins, that were never loaded. */
  readonly neverLoaded: ReadonlyArray<Period>
  /** How far the wallet was loaded before the pull. */
  readonly reach: Option.Option<Period>
  /** What the answers tell of the time. */
  readonly clock: ServiceClock
  /** What the answers show of the service's days. */
  readonly days: DayWatch
  /** What is to be asked: all those days, or what an interrupted run left of them. */
  readonly plan: Plan.Plan
  /** The answers that the sink's days were committed from before the pull. */
  readonly known: KnownAnswer.KnownAnswers
  /** How many records to ask for, and how many the service gives. */
  readonly cap: AnswerCap
  /** Days that were committed before it was known that answers for them may be cut off. */
  readonly capped: ReadonlyArray<Period>
  /** Days that earlier runs left open. */
  readonly cutOff: ReadonlyArray<Period>
  /** What answers held that were asked for again in smaller pieces. */
  readonly dropped: DroppedAnswers
  /** Days that an answer may have been empty for wrongly. */
  readonly empty: EmptyDays
  /** The days that went on to be committed in this run. */
  readonly loaded: LoadedDays
  readonly examined: Examined
  /** Days to load again of runs that stopped early, since these examined no answer, or not to the end. */
  readonly unexamined: ReadonlyArray<Period>
  /** What is stored of other days, which answers show too. */
  readonly stored: StoredDays
  /** What rows move that later ones on other days may be: their days need not show them any more. */
  readonly redated?: ReadonlySet<string>
  /** Rows of the days around the period as they were stored before the pull. */
  readonly rowsBefore: ReadonlyMap<Day, number>
}

/**
 * What a pull of a wallet would do; undefined when there is nothing to do. The wallets of a run share a cap; `found` is the wallet's
 * first day where asking has shown it.
 */
export const prepare = Effect.fnUntraced(function*(
  runId: string,
  walletNo: WalletNo,
  shared?: AnswerCap,
  found?: Day
) {
  const settings = yield* PullSettings
  const sink = yield* Sink
  const answers = yield* KnownAnswer.load(settings, walletNo)
  const watermark = yield* sink.watermark(walletNo)
  const reach = yield* reachOf(walletNo, watermark, answers)
  const loadedFrom = Option.map(Option.fromUndefinedOr(answers.loaded[0]), (first) => first.from)
  const today = yield* todayAt(settings)
  const { lookbackDays, to } = settings
  const begins = Option.fromUndefinedOr(settings.wallets.find((each) => each.walletNo === walletNo)?.from ?? found)
  const again = (yield* Reload) ? Option.firstSomeOf([begins, loadedFrom]) : Option.none()
  const from = Option.firstSomeOf([settings.from, Option.isSome(loadedFrom) ? again : Option.none()])
  const isUnknown = Option.isNone(from) && Option.isNone(loadedFrom) && Option.isNone(begins)
  const askedFrom = isUnknown ? yield* sink.askedFrom(walletNo) : Option.none()
  const pulled = pulledDays(
    { walletNo, from, begins, to, lookbackDays, reach, loadedFrom, askedFrom, today },
    answers.loaded
  )
  if (pulled instanceof NothingToGoOnFrom || pulled instanceof DaysReversed || pulled instanceof DaysAhead) {
    return yield* pulled
  }
  const observe = yield* PullObserver
  const last = Option.getOrElse(to, () => today)
  for (const first of Option.toArray(Option.filter(begins, (day) => day > last))) {
    const but = pulled === undefined ? "nothing was asked for" : "it goes on from what is loaded"
    const note = `it begins with ${formatDay(first)}, behind ${formatDay(last)}: ${but}. Is its \`from\` right?`
    yield* observe({ _tag: "Remarked", walletNo, note })
  }
  for (const ahead of Option.toArray(Option.filter(to, (day) => day > today))) {
    const note =
      `${
        formatDay(ahead)
      }, up to which it was asked for, has not come yet: days that are not over do not count as loaded ` +
      "until a pull behind them has asked for them again"
    yield* observe({ _tag: "Remarked", walletNo, note })
  }
  if (pulled === undefined) return undefined
  const { neverLoaded, period } = pulled
  if (isUnknown) {
    const note = `it goes on from ${
      formatDay(period.from)
    }: a run before was asked for the days from there on and loaded none`
    yield* observe({ _tag: "Remarked", walletNo, note })
  }
  const loadedByStopped = yield* sink.loadedByStopped(walletNo)
  const finished = loadedByStopped.length > 0 && Option.isSome(from)
    ? yield* sink.finishedBefore(walletNo, period, walletRules(settings, walletNo))
    : []
  const rest = make(firstOutside(finished, period.from), period.to) ?? { from: period.to, to: period.to }
  const cap = shared ?? new AnswerCap(settings.limit)
  if (answers.cap !== undefined) cap.learn(answers.cap)
  const { dateBounds, dayStart } = settings
  const loaded = new LoadedDays()
  const days = new DayWatch(claimed({ dateBounds, dayStart: Option.getOrUndefined(dayStart) }))
  const pull: WalletPull = {
    runId,
    walletNo,
    period,
    neverLoaded,
    reach,
    clock: new ServiceClock(settings.clock),
    days,
    plan: yield* planFor({ walletNo, days }, rest, period.from),
    known: answers.find,
    cap,
    capped: cap.found === undefined ? [] : answers.daysWith(cap.found),
    cutOff: answers.cutOff,
    dropped: new DroppedAnswers(),
    empty: new EmptyDays(),
    loaded,
    rowsBefore: yield* sink.rowsByDay(walletNo, widen(period, lookBack, 0)),
    stored: storedDays(sink, { runId, walletNo, period, before: answers.loaded, cutOff: answers.cutOff, loaded }),
    unexamined: answers.unsure(loadedByStopped),
    examined: loadedByStopped.length > 0 || Option.isNone(watermark) || bringsMany(period, reach)
      ? "always"
      : "now-and-then"
  }
  return pull
})

/** The most days since a wallet was loaded last that are like those that come each night, or each month. */
const fewDays = 40

/** Days that were never loaded bring as many records at once as there are; what comes each night seldom does. */
const bringsMany = (period: Period, reach: Option.Option<Period>): boolean =>
  Option.match(reach, {
    onNone: () => true,
    onSome: (loaded) => period.from < loaded.from || period.to - loaded.to > fewDays
  })

/** The present day on the service's wall clock. */
export const todayAt = ({ clock }: PullSettings["Service"]): Effect.Effect<Day> =>
  Effect.map(Clock.currentTimeMillis, (now) => dayOfLocalTime(clock.localTimeAt(now)))

/**
 * The plan for some days, sized by what earlier runs stored of them and of the days before. Days from `earliest` on may be
 * asked for again when they turn out to lack hours.
 */
export const planFor = Effect.fnUntraced(function*(
  { days, walletNo }: Pick<WalletPull, "days" | "walletNo">,
  period: Period,
  earliest: Day = period.from
) {
  const { limit } = yield* PullSettings
  const sink = yield* Sink
  const watermark = yield* sink.watermark(walletNo)
  const around = widen(period, lookBack, 0)
  const stored = yield* sink.rowsByDay(walletNo, around)
  const density = Density.fromStored(
    stored,
    Option.getOrUndefined(Option.map(watermark, (complete) => overlap(complete, around)))
  )
  return Plan.start({ period, earliest, limit, habit: days.habit, density })
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
