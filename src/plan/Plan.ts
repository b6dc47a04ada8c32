/**
 * Which window of a wallet to ask for next. The service gives at most `limit` records and has no paging: an answer
 * with as many may be cut off, so the window is asked for again in smaller pieces. A single day that is still full
 * can't be split: it is loaded as it is, and reported.
 *
 * Windows go through the period in the order of its days. Everything here is pure; the answers come from outside.
 */
import { addDays, type Day, length, make, type Period, takeDays, widen } from "../domain/Period.ts"
import {
  askedPeriod,
  type BoundsHabit,
  heardMargins,
  learn,
  type Margins,
  narrower,
  safeMargins,
  unprovenSides
} from "./BoundsHabit.ts"
import { afterCutOff, afterWindow, type Density } from "./Density.ts"
import { fewestRequests } from "./fewestRequests.ts"
import { forecast } from "./Forecast.ts"

/** Where a wallet's pull stands. */
export interface Plan {
  /** Records that the service gives at the most, 1 to 5000. */
  readonly limit: number
  /** Days not yet answered; undefined when all are. */
  readonly remaining: Period | undefined
  readonly habit: BoundsHabit
  readonly density: Density
  /** Days that the next window may have at the most. */
  readonly longest: number
  /** Set while a single full day is tried with narrower margins. */
  readonly margins: Margins | undefined
  /** Full answers in a row since the last window that was kept. */
  readonly cutOffs: number
  /** The day behind the last window, if it was asked for and had no rows. */
  readonly silent: Day | undefined
}

/** A window to fetch: its own days, and the days to ask the service for. */
export interface Ask {
  readonly days: Period
  readonly asked: Period
  readonly margins: Margins
}

/** What an answer was like: its records by day, those without a readable day included in `received` only. */
export interface Answer {
  readonly received: number
  readonly rowsByDay: ReadonlyMap<Day, number>
  /** Days whose rows all stand at midnight; none when left out. */
  readonly midnightOnly?: ReadonlySet<Day>
}

/** What to do with an answer: keep it as the whole window, keep it as a day cut off, or drop it and ask anew. */
export type Decision = "complete" | "cut-off" | "ask-again"

/** The plan for a period before anything was asked. */
export const start = (options: {
  readonly period: Period
  readonly limit: number
  readonly habit: BoundsHabit
  readonly density: Density
}): Plan => ({
  limit: options.limit,
  remaining: options.period,
  habit: options.habit,
  density: options.density,
  longest: Number.POSITIVE_INFINITY,
  margins: undefined,
  cutOffs: 0,
  silent: undefined
})

/** The next window to ask for; undefined when the period is done. */
export const nextAsk = (plan: Plan): Ask | undefined => {
  if (plan.remaining === undefined) return undefined
  const margins = plan.margins ?? safeMargins(plan.habit)
  const [days] = takeDays(plan.remaining, daysToAsk(plan, plan.remaining, margins))
  return { days, asked: askedPeriod(days, margins), margins }
}

/** How many days from the start of `remaining` to ask for: all of them before anything is known. */
const daysToAsk = (plan: Plan, remaining: Period, margins: Margins): number => {
  const { after, before } = heardMargins(margins, plan.habit)
  const days = forecast(plan.density, widen(remaining, before, after), remaining.from)
  return days === undefined
    ? Math.min(length(remaining), plan.longest)
    : fewestRequests({ days, before, after, limit: plan.limit, longest: plan.longest }).days
}

/** Takes an answer in: what to do with it, and where the pull stands then. */
export const afterAnswer = (plan: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const any = (day: Day): boolean => (answer.rowsByDay.get(day) ?? 0) > 0
  const laterThanMidnight = (day: Day): boolean => any(day) && answer.midnightOnly?.has(day) !== true
  const habit = learn(plan.habit, ask.asked, { any, laterThanMidnight })
  const learned: Plan = { ...plan, habit }
  if (answer.received >= plan.limit) return afterFullAnswer(learned, ask, answer)
  const doubted = unprovenSides(ask.margins, habit)
  if (doubted !== undefined) return ["ask-again", { ...plan, habit: doubted, margins: undefined, longest: 1 }]
  return ["complete", afterComplete(learned, ask, answer)]
}

const afterComplete = (plan: Plan, ask: Ask, answer: Answer): Plan => {
  const rowsOn = (day: Day): number => answer.rowsByDay.get(day) ?? 0
  const known = (day: Day): boolean => (plan.density.days.get(day)?.rows ?? 0) > 0
  const habit: BoundsHabit = {
    fromIncluded: plan.habit.fromIncluded ?? (known(ask.asked.from) ? false : undefined),
    toIncluded: plan.habit.toIncluded ??
      (plan.silent === ask.days.from && rowsOn(ask.days.from) > 0 ? false : undefined)
  }
  const density = afterWindow(plan.density, coveredDays(ask, habit), answer.rowsByDay)
  const silent = ask.asked.to > ask.days.to && rowsOn(ask.asked.to) === 0 ? ask.asked.to : undefined
  return { ...advance(plan, ask), habit, density, silent }
}

const afterFullAnswer = (plan: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const days = length(ask.days)
  if (days > 1) {
    const covered = coveredDays(ask, plan.habit)
    const expected = forecast(plan.density, covered, ask.days.from)
    const density = afterCutOff(
      plan.density,
      covered,
      answer.rowsByDay,
      (day) => expected?.[day - covered.from]?.rows ?? 0
    )
    const cutOffs = plan.cutOffs + 1
    const longest = cutOffs > patience ? Math.floor(days / 2) : days - 1
    return ["ask-again", { ...plan, density, cutOffs, longest, margins: undefined }]
  }
  const margins = narrower(ask.margins, plan.habit)
  if (margins !== undefined) return ["ask-again", { ...plan, margins, longest: 1 }]
  return ["cut-off", { ...advance(plan, ask), density: afterWindow(plan.density, ask.days, answer.rowsByDay) }]
}

/** Full answers in a row after which the next window is at most half as long, whatever they taught. */
const patience = 2

/** The plan as if an ask had been answered with just what was expected. */
export const skip = (plan: Plan, ask: Ask): Plan => advance(plan, ask)

/** The days that an answer is sure to cover: the window, and those beyond it on bounds known to be inside. */
const coveredDays = (ask: Ask, habit: BoundsHabit): Period => ({
  from: habit.fromIncluded === true ? ask.asked.from : ask.days.from,
  to: habit.toIncluded === true ? ask.asked.to : ask.days.to
})

const advance = (plan: Plan, ask: Ask): Plan => ({
  ...plan,
  remaining: plan.remaining === undefined ? undefined : make(addDays(ask.days.to, 1), plan.remaining.to),
  longest: Number.POSITIVE_INFINITY,
  margins: undefined,
  cutOffs: 0,
  silent: undefined
})
