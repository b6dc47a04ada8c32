/**
 * Which window of a wallet to ask for next. The service gives at most `limit` records and has no paging: an answer
 * with as many may be cut off, so the window is asked for again in smaller pieces. A single day that is still full
 * can't be split: it is loaded as it is, and reported.
 *
 * Windows go through the period in the order of its days. Everything here is pure; the answers come from outside.
 */
import { addDays, contains, type Day, length, make, type Period, stretch, takeDays, widen } from "../domain/Period.ts"
import { type Answer, joinSpans } from "./Answer.ts"
import { covers, type Margins, widest } from "./DayReading.ts"
import { afterCutOff, afterWindow, type Density } from "./Density.ts"
import { fewestRequests } from "./fewestRequests.ts"
import { forecast } from "./Forecast.ts"
import { believedMargins, type Ends, type Habit, heardMargins, learn, learnOfEarlier, neededMargins } from "./Habit.ts"
import { allows, inside, narrower, noneTried, type Tried, withTried } from "./narrower.ts"
import { isSilentAtEnd, isStrangelyEmpty } from "./silence.ts"

/** Where a wallet's pull stands. */
export interface Plan {
  /** All days that the plan is about. */
  readonly period: Period
  /** The first day that may be asked for again when the answers show that it lacks hours; it may lie before them. */
  readonly earliest: Day
  /** Records that the service gives at most, 1 to 5000. */
  readonly limit: number
  /** Days not yet answered; undefined when all are. */
  readonly remaining: Period | undefined
  /** Days that were answered and turned out to lack hours; they come next. */
  readonly again: ReadonlyArray<Day>
  /** How often each day was put among those; answers that contradict each other would do so for ever. */
  readonly repeats: ReadonlyMap<Day, number>
  readonly habit: Habit
  readonly density: Density
  /** Rows around the next window that some answer showed. */
  readonly known: Answer["spans"]
  /** Days that the next window may have at most. */
  readonly longest: number
  /** Set while the next window is tried with other margins than it needs. */
  readonly margins: Margins | undefined
  /** The sides on which a single full day was tried with narrower margins without success. */
  readonly tried: Tried
  /** The margins with which the next window was asked for, and of which its answers said that they are not enough. */
  readonly tooNarrow: ReadonlyArray<Margins>
  /** Whether the next window was answered already, and is asked for again because rows were expected on its ends. */
  readonly isDoubted: boolean
  /** Full answers in a row since the last window that was kept. */
  readonly cutOffs: number
  /** The last window that was kept as a whole, with its answer. */
  readonly previous: (Ask & { readonly answer: Answer }) | undefined
  /** Set when the first day was kept with a narrower margin than it may need. */
  readonly openStart: Margins | undefined
}

/** A window to fetch: its own days, and the days to ask the service for. */
export interface Ask {
  readonly days: Period
  readonly asked: Period
  readonly margins: Margins
}

/** What to do with an answer: keep it as the whole window, keep it as a day cut off, or drop it and ask anew. */
export type Decision = "complete" | "cut-off" | "ask-again"

/** The plan for a period before anything was asked. */
export const start = (options: {
  readonly period: Period
  /** The first day of all that was asked for, when an interrupted run had fetched a part. */
  readonly earliest?: Day
  readonly limit: number
  readonly habit: Habit
  readonly density: Density
}): Plan => ({
  period: options.period,
  earliest: options.earliest ?? options.period.from,
  limit: options.limit,
  remaining: options.period,
  again: [],
  repeats: new Map(),
  habit: options.habit,
  density: options.density,
  known: new Map(),
  previous: undefined,
  openStart: undefined,
  ...fresh
})

/** What is known of no window. */
const fresh = {
  longest: Number.POSITIVE_INFINITY,
  margins: undefined,
  tried: noneTried,
  tooNarrow: [],
  isDoubted: false,
  cutOffs: 0
} as const

/** The next window to ask for; undefined when the period is done. */
export const nextAsk = (plan: Plan): Ask | undefined => {
  const [again] = plan.again
  if (again !== undefined) return askFor(plan, { from: again, to: again })
  const { remaining } = plan
  if (remaining === undefined) return undefined
  const all = askFor(plan, remaining)
  if (length(remaining) === 1) return all
  const { margins } = askFor(plan, { from: remaining.from, to: addDays(remaining.to, -1) })
  const days = daysToAsk(plan, remaining, margins)
  if (days < length(remaining)) return askFor(plan, takeDays(remaining, days)[0])
  if (allows(margins, all.margins)) return all
  return askFor(plan, takeDays(remaining, daysToAsk(plan, remaining, all.margins))[0])
}

const askFor = (plan: Plan, days: Period): Ask => {
  const needed = neededMargins(plan.habit, endsOf(plan, days))
  // Answers that contradict each other would ask for one margin and for another in turns.
  const margins = plan.margins ?? (plan.tooNarrow.length > 1 ? widest([needed, ...plan.tooNarrow]) : needed)
  return { days, asked: widen(days, margins.before, margins.after), margins }
}

/** Whether a window was asked for with the margins that it needs by all that can be so. */
export const isSure = (plan: Plan, { days, margins }: Ask): boolean =>
  allows(margins, neededMargins(plan.habit, endsOf(plan, days)))

const endsOf = ({ period }: Plan, days: Period): Ends => ({
  first: days.from <= period.from,
  last: days.to >= period.to
})

/** How many days from the start of `remaining` to ask for: all of them before anything is known. */
const daysToAsk = (plan: Plan, remaining: Period, margins: Margins): number => {
  const { after, before } = heardMargins(plan.habit, margins)
  const days = forecast(plan.density, widen(remaining, before, after), remaining.from)
  return days === undefined
    ? Math.min(length(remaining), plan.longest)
    : fewestRequests({ days, before, after, limit: plan.limit, longest: plan.longest }).days
}

/** Takes an answer in: what to do with it, and where the pull stands then. */
export const afterAnswer = (before: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const [decision, plan] = decided(before, ask, answer)
  // What was tried of this window is not tried of a day that is asked for again before it is.
  const isInterrupted = decision === "ask-again" && before.again.length === 0 && plan.again.length > 0
  return [decision, isInterrupted ? { ...plan, ...fresh } : plan]
}

const decided = (before: Plan, ask: Ask, answer: Answer): readonly [Decision, Plan] => {
  const isFull = answer.received >= before.limit
  const plan = learned(before, ask, answer, isFull)
  const isAgain = before.again.length > 0
  if (isFull) return afterFullAnswer(plan, ask, answer, isAgain)
  const { habit } = plan
  const isNarrowed = plan.margins !== undefined
  const wanted = neededMargins(habit, endsOf(plan, ask.days))
  const needed = isNarrowed ? believedMargins(habit) : wanted
  if (!allows(ask.margins, needed)) {
    const tried = isNarrowed ? withTried(plan.tried, ask.margins, needed) : plan.tried
    const tooNarrow = isNarrowed ? plan.tooNarrow : [...plan.tooNarrow, ask.margins]
    return ["ask-again", { ...plan, margins: undefined, tried, tooNarrow, longest: length(ask.days) }]
  }
  if (!plan.isDoubted && (isSilentAtEnd(plan.density, ask, answer) || isStrangelyEmpty(plan.density, ask, answer))) {
    const margins = widest([wanted, { before: 1, after: 1 }])
    return ["ask-again", { ...plan, margins, isDoubted: true, longest: length(ask.days) }]
  }
  const density = afterWindow(plan.density, coveredDays(ask, habit), answer.rowsByDay)
  const next = { ...advance(plan, ask, isAgain), density }
  if (isAgain) return ["complete", next]
  const isOpen = ask.days.from === plan.period.from && !allows(ask.margins, wanted)
  // A day that was kept with narrower margins than it may need is looked at again when the need turns out, not before.
  const margins = widest([ask.margins, neededMargins(habit, inside)])
  return ["complete", {
    ...next,
    previous: { ...ask, margins, answer },
    openStart: isOpen ? ask.margins : plan.openStart
  }]
}

/** The plan with what an answer teaches, and with the days that it shows to lack hours. */
const learned = (plan: Plan, ask: Ask, answer: Answer, isFull: boolean): Plan => {
  const { known, previous } = plan
  const before = previous === undefined
    ? plan.habit
    : learnOfEarlier(plan.habit, previous.asked, previous.answer, answer)
  const habit = learn(before, ask.asked, answer, isFull ? undefined : known)
  const needed = neededMargins(habit, inside)
  const isTurned = isPlain(plan.habit) && !isPlain(habit)
  const isShort = previous === undefined
    ? isTurned && needed.after > 0 && ask.days.from > plan.earliest
    : needed.after > previous.margins.after
  const isOpen = plan.openStart !== undefined && isTurned && needed.before > plan.openStart.before
  const lacking = [
    ...(isOpen ? [plan.period.from] : []),
    ...(isShort ? [previous === undefined ? addDays(ask.days.from, -1) : previous.days.to] : [])
  ].filter((day) => !contains(ask.days, day) && !plan.again.includes(day) && (plan.repeats.get(day) ?? 0) < mostRepeats)
  return {
    ...plan,
    habit,
    known: answer.isTimeDoubtful ? known : joinSpans(known, answer.spans, addDays(ask.days.from, -farthestKnown)),
    again: [...plan.again, ...lacking],
    repeats: new Map([...plan.repeats, ...lacking.map((day) => [day, (plan.repeats.get(day) ?? 0) + 1] as const)]),
    previous: previous && { ...previous, margins: widest([previous.margins, needed]) },
    openStart: isOpen ? undefined : plan.openStart
  }
}

/** Where days begin may turn out in two steps: the bounds first, then the hour. */
const mostRepeats = 2

/** Days in front of a window whose rows its answer is held against. */
const farthestKnown = 3

const isPlain = (habit: Habit): boolean => habit.believed.some(({ shift }) => shift === 0)

const afterFullAnswer = (plan: Plan, ask: Ask, answer: Answer, isAgain: boolean): readonly [Decision, Plan] => {
  const days = length(ask.days)
  if (days > 1) {
    // Days beyond the window may be empty for reasons of their own, as those to come are.
    const expected = forecast(plan.density, ask.days, ask.days.from)
    const density = afterCutOff(
      plan.density,
      ask.days,
      answer.rowsByDay,
      (day) => expected?.[day - ask.days.from]?.rows ?? 0
    )
    const cutOffs = plan.cutOffs + 1
    const longest = cutOffs > patience ? Math.floor(days / 2) : days - 1
    return ["ask-again", { ...plan, density, cutOffs, longest, margins: undefined }]
  }
  const margins = narrower(ask.margins, plan.habit, plan.tried)
  if (margins !== undefined) return ["ask-again", { ...plan, margins, longest: 1 }]
  const density = afterWindow(plan.density, ask.days, answer.rowsByDay)
  return ["cut-off", { ...advance(plan, ask, isAgain), density }]
}

/** Full answers in a row after which the next window is at most half as long, whatever they taught. */
const patience = 2

/** The plan as if an ask had been answered with just what was expected. */
export const skip = (plan: Plan, ask: Ask): Plan => advance(plan, ask, plan.again.length > 0)

/** The days that an answer is sure to cover: the window, and what is believed to be covered of those around it. */
const coveredDays = ({ asked, days }: Ask, habit: Habit): Period => {
  const readings = habit.believed
  return stretch(days, asked, (day) => readings.every((reading) => covers(reading, asked, day)))
}

const advance = (plan: Plan, ask: Ask, isAgain: boolean): Plan => ({
  ...plan,
  ...fresh,
  ...(isAgain
    ? { again: plan.again.filter((day) => day !== ask.days.from) }
    : { remaining: plan.remaining && make(addDays(ask.days.to, 1), plan.remaining.to) })
})
