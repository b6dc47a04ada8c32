/**
 * Which window of a wallet to ask for next. The service gives at most `limit` records and has no paging: an answer
 * with as many may be cut off, so the window is asked for again in smaller pieces. A single day that is still full
 * can't be split: it is loaded as it is, and reported.
 *
 * Windows go through the period in the order of its days. Everything here is pure; the answers come from outside.
 */
import { addDays, contains, type Day, length, make, type Period, takeDays } from "../domain/Period.ts"
import {
  askedPeriod,
  type BoundsHabit,
  learn,
  type Margins,
  narrower,
  safeMargins,
  unprovenSides
} from "./BoundsHabit.ts"
import { afterCutOff, afterWindow, type Density, expected } from "./Density.ts"

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
}

/** What to do with an answer: keep it as the whole window, keep it as a day cut off, or drop it and ask anew. */
export type Decision = "complete" | "cut-off" | "ask-again"

/** Windows are sized to hold this share of the limit, so that a somewhat busier day does not cut them off. */
const fill = 0.9

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
  margins: undefined
})

/** The next window to ask for; undefined when the period is done. */
export const nextAsk = (plan: Plan): Ask | undefined => {
  if (plan.remaining === undefined) return undefined
  const margins = plan.margins ?? safeMargins(plan.habit)
  const [days] = takeDays(plan.remaining, Math.min(daysThatFit(plan, plan.remaining, margins), plan.longest))
  return { days, asked: askedPeriod(days, margins), margins }
}

/** How many days from the start of `remaining` are expected to fit into one answer, margins included; at least one. */
const daysThatFit = (plan: Plan, remaining: Period, margins: Margins): number => {
  const room = plan.limit * fill
  const rowsOn = (day: Day): number => expected(plan.density, day) ?? 0
  if (plan.density.typical === undefined && plan.density.byDay.size === 0) return length(remaining)
  let rows = margins.before > 0 ? rowsOn(addDays(remaining.from, -1)) : 0
  let day = remaining.from
  for (; day <= remaining.to; day = addDays(day, 1)) {
    rows += rowsOn(day)
    const behind = margins.after > 0 ? rowsOn(addDays(day, 1)) : 0
    if (rows + behind > room) break
  }
  return Math.max(day - remaining.from, 1)
}

/** Takes an answer in: what to do with it, and where the pull stands then. */
export const afterAnswer = (plan: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const habit = learn(plan.habit, ask.asked, (day) => (answer.rowsByDay.get(day) ?? 0) > 0)
  const learned: Plan = { ...plan, habit }
  if (answer.received >= plan.limit) return afterFullAnswer(learned, ask, answer)
  const doubted = unprovenSides(ask.margins, habit)
  if (doubted !== undefined) return ["ask-again", { ...plan, habit: doubted, margins: undefined }]
  const rows = rowsWithin(ask.days, answer)
  return ["complete", advance({ ...learned, density: afterWindow(plan.density, ask.days, rows) }, ask)]
}

const afterFullAnswer = (plan: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const days = length(ask.days)
  if (days > 1) {
    const density = afterCutOff(plan.density, ask.asked, plan.limit, answer.rowsByDay.keys())
    return ["ask-again", { ...plan, density, longest: Math.floor(days / 2), margins: undefined }]
  }
  const margins = narrower(ask.margins, plan.habit)
  if (margins !== undefined) return ["ask-again", { ...plan, margins }]
  const density = afterWindow(plan.density, ask.days, rowsWithin(ask.days, answer))
  return ["cut-off", advance({ ...plan, density }, ask)]
}

/** The plan as if an ask had been answered with just what was expected. */
export const skip = (plan: Plan, ask: Ask): Plan => advance(plan, ask)

const rowsWithin = (days: Period, answer: Answer): number => {
  let rows = 0
  for (const [day, count] of answer.rowsByDay) if (contains(days, day)) rows += count
  return rows
}

const advance = (plan: Plan, ask: Ask): Plan => ({
  ...plan,
  remaining: plan.remaining === undefined ? undefined : make(addDays(ask.days.to, 1), plan.remaining.to),
  longest: Number.POSITIVE_INFINITY,
  margins: undefined
})
