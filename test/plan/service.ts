/**
 * A simulated service, as far as planning sees it: counts by day, any row order, any habit with the bounds; and a pull
 * of a period from it.
 */
import { contains, type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer, DaySpan } from "../../src/plan/Answer.ts"
import * as Density from "../../src/plan/Density.ts"
import { claimed, type DayClaims, noClaims } from "../../src/plan/Habit.ts"
import * as Plan from "../../src/plan/Plan.ts"

export type Habit = "inclusive" | "exclusive-end" | "exclusive"
export type Order = "newest-first" | "oldest-first" | "strewn"
export const habits: ReadonlyArray<Habit> = ["inclusive", "exclusive-end", "exclusive"]
export const orders: ReadonlyArray<Order> = ["newest-first", "oldest-first", "strewn"]

/** Numbers from 0 to 1, the same for the same seed. */
export const random = (seed: number): () => number => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Pull {
  readonly period: Period
  readonly rowsOn: (day: Day) => number
  readonly habit: Habit
  readonly order: Order
  readonly limit: number
  readonly claims?: DayClaims
  readonly density?: Density.Density
  readonly seed?: number
}

/** Rows spread evenly over the day; a single one at noon. */
export const spanOf = (rows: number): DaySpan => {
  const edge = Math.floor(43_200 / rows)
  return { first: edge, last: Math.max(edge, 86_399 - edge) }
}

/** What the service answers: at most `limit` of the rows asked for. */
export const answerOf = (pull: Pull, asked: Period, next: () => number): Answer => {
  const from = pull.habit === "exclusive" ? asked.from + 1 : asked.from
  const to = pull.habit === "inclusive" ? asked.to : asked.to - 1
  const days: Array<Day> = []
  for (let day = from; day <= to; day++) if (pull.rowsOn(dayFromNumber(day)) > 0) days.push(dayFromNumber(day))
  const total = days.reduce((sum, day) => sum + pull.rowsOn(day), 0)
  if (pull.order === "newest-first") days.reverse()
  const rowsByDay = new Map<Day, number>()
  let left = Math.min(total, pull.limit)
  let unseen = total
  for (const day of days) {
    let shown = 0
    const has = pull.rowsOn(day)
    if (pull.order !== "strewn") shown = Math.min(has, left)
    else if (total <= pull.limit) shown = has
    else for (let row = 0; row < has; row++) if (next() * (unseen - row) < left - shown) shown++
    unseen -= has
    left -= shown
    if (shown > 0) rowsByDay.set(day, shown)
  }
  const spans = new Map([...rowsByDay].map(([day, rows]) => [day, spanOf(rows)]))
  return { received: Math.min(total, pull.limit), rowsByDay, spans, isTimeDoubtful: false }
}

export interface Fetched {
  readonly loaded: ReadonlyMap<Day, number>
  readonly cutOff: ReadonlyArray<Day>
  readonly requests: number
  readonly windows: ReadonlyArray<Period>
  readonly asked: ReadonlyArray<Period>
}

/** Pulls a period as the plan says. */
export const fetchAll = (pull: Pull): Fetched => {
  const next = random(pull.seed ?? 1)
  let plan = Plan.start({
    period: pull.period,
    limit: pull.limit,
    habit: claimed(pull.claims ?? noClaims),
    density: pull.density ?? Density.fromStored(new Map(), undefined)
  })
  const loaded = new Map<Day, number>()
  const cutOff: Array<Day> = []
  const windows: Array<Period> = []
  const asked: Array<Period> = []
  for (let ask = Plan.nextAsk(plan); ask !== undefined; ask = Plan.nextAsk(plan)) {
    asked.push(ask.asked)
    if (asked.length > 20_000) throw new Error("the plan does not come to an end")
    const answer = answerOf(pull, ask.asked, next)
    const [decision, after] = Plan.afterAnswer(plan, ask, answer)
    plan = after
    if (decision === "ask-again") continue
    windows.push(ask.days)
    if (decision === "cut-off") cutOff.push(ask.days.from)
    for (const [day, count] of answer.rowsByDay) if (contains(ask.days, day)) loaded.set(day, count)
  }
  return { loaded, cutOff, requests: asked.length, windows, asked }
}

/** The fewest windows of whole days that hold fewer rows than the limit each; a full day is one of its own. */
export const clairvoyant = ({ limit, period, rowsOn }: Pick<Pull, "limit" | "period" | "rowsOn">): number => {
  let windows = 1
  let rows = 0
  for (let day = period.from; day <= period.to; day = dayFromNumber(day + 1)) {
    if (day > period.from && rows + rowsOn(day) >= limit) {
      windows++
      rows = 0
    }
    rows += rowsOn(day)
  }
  return windows
}
