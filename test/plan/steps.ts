/**
 * Pulls step by step, written in lines: windows with the days asked for before and behind them, answers as days with the hours of
 * their first and last row.
 */
import { contains, type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer } from "../../src/plan/Answer.ts"
import { claimed, type Habit, habitOf, noClaims } from "../../src/plan/Habit.ts"
import * as Plan from "../../src/plan/Plan.ts"
import { between, days, densityOf, hour, marginsText, rows, shown, type Span } from "./answers.ts"

export const limit = 10

/** An answer with a row or two on each of some days, from an hour to an hour. */
export const got = (...spans: ReadonlyArray<Span>): Answer =>
  rows(...spans.map(([day, first, last = first]) => [day, first * hour, last * hour] as const))

/** The same, of as many records as come at most. */
export const full = (...spans: ReadonlyArray<Span>): Answer => ({ ...got(...spans), received: limit })

export const unknown = claimed(noClaims)
export const sure = shown(true, true)
/** Both days are inside, though days may begin up to nine hours before or behind midnight. */
export const inside = habitOf(noClaims, {
  from: between(Number.NEGATIVE_INFINITY, 9),
  to: between(15, Number.POSITIVE_INFINITY)
})

export const begin = (habit: Habit, more: Partial<Plan.Plan> = {}): Plan.Plan => ({
  ...Plan.start({ period: days(100, 109), limit, habit, density: densityOf([[90, 0, "exact"]]) }),
  ...more
})
export const only = (from: number, to: number) => ({
  period: days(from, to),
  remaining: days(from, to),
  earliest: dayFromNumber(from)
})

const askText = ({ days: { from, to }, margins }: Plan.Ask): string => `${from}..${to} ${marginsText(margins)}`

/** Where a pull stands, as far as that is not as at the start of a window. */
const standing = (plan: Plan.Plan): ReadonlyArray<string> => [
  ...plan.again.length === 0 ? [] : [`again ${plan.again.join(" ")}`],
  ...Number.isFinite(plan.longest) ? [`at most ${plan.longest}`] : [],
  ...plan.margins === undefined ? [] : [`with ${marginsText(plan.margins)}`],
  ...plan.tried.before ? ["tried before"] : [],
  ...plan.tried.after ? ["tried after"] : [],
  ...plan.tooNarrow.map((margins) => `too narrow ${marginsText(margins)}`),
  ...plan.isDoubted ? ["doubted"] : [],
  ...plan.cutOffs === 0 ? [] : [`${plan.cutOffs} cut off`],
  ...plan.openStart === undefined ? [] : [`open ${marginsText(plan.openStart)}`],
  ...plan.previous === undefined ? [] : [`behind ${askText(plan.previous)}`],
  ...Array.from(plan.repeats, ([day, times]) => `${day} put in ${times === 1 ? "once" : "twice"}`)
]

/** Takes an answer after the other in, as long as there is something to ask for. */
export const played = (start: Plan.Plan, answers: ReadonlyArray<(asked: Period) => Answer>) => {
  let plan = start
  const lines: Array<string> = []
  const kept = new Map<Day, number>()
  for (const answer of answers) {
    const ask = Plan.nextAsk(plan)
    if (ask === undefined) break
    const found = answer(ask.asked)
    const [decision, then] = Plan.afterAnswer(plan, ask, found)
    lines.push([`${askText(ask)}: ${decision}`, ...standing(then)].join(", "))
    if (decision === "complete") {
      for (const [day, count] of found.rowsByDay) if (contains(ask.days, day)) kept.set(day, count)
    }
    plan = then
  }
  const next = Plan.nextAsk(plan)
  return { lines: [...lines, next === undefined ? "done" : askText(next)], kept, plan }
}
