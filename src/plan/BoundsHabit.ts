/**
 * What is known about the service's habit with the two days that a request names. Where nothing is known a request
 * asks for one day more on that side; rows dated on an asked bound show that the bound is inside, and the widening
 * stops.
 */
import type { DateBounds } from "../domain/DateBounds.ts"
import type { Day, Period } from "../domain/Period.ts"
import { widen } from "../domain/Period.ts"

/** For each bound: inside, outside, or not known yet. */
export interface BoundsHabit {
  readonly fromIncluded: boolean | undefined
  readonly toIncluded: boolean | undefined
}

/** What settings say, before any answer was seen. */
export const fromSetting: Record<DateBounds, BoundsHabit> = {
  unknown: { fromIncluded: undefined, toIncluded: undefined },
  inclusive: { fromIncluded: true, toIncluded: true },
  "exclusive-end": { fromIncluded: true, toIncluded: false }
}

/** Days that a request asks for beyond its window, on each side. */
export interface Margins {
  readonly before: number
  readonly after: number
}

/** The margins that leave no day of a window out, whatever is still unknown. */
export const safeMargins = (habit: BoundsHabit): Margins => ({
  before: habit.fromIncluded === true ? 0 : 1,
  after: habit.toIncluded === true ? 0 : 1
})

/** The margins whose rows may be in an answer: those on sides not known to be outside. */
export const heardMargins = (margins: Margins, habit: BoundsHabit): Margins => ({
  before: habit.fromIncluded === false ? 0 : margins.before,
  after: habit.toIncluded === false ? 0 : margins.after
})

/** The period to ask for, so that the window is inside. */
export const askedPeriod = (days: Period, margins: Margins): Period => widen(days, margins.before, margins.after)

/**
 * What an answer to a request for `asked` teaches: a row on a bound proves it. On the last day the row has to be later
 * than midnight, since a service that compares instants takes midnight in and leaves out the day that it begins.
 */
export const learn = (habit: BoundsHabit, asked: Period, rows: RowsOnDays): BoundsHabit => ({
  fromIncluded: rows.any(asked.from) ? true : habit.fromIncluded,
  toIncluded: rows.laterThanMidnight(asked.to) ? true : habit.toIncluded
})

/** On which days an answer has rows. */
export interface RowsOnDays {
  readonly any: (day: Day) => boolean
  readonly laterThanMidnight: (day: Day) => boolean
}

/**
 * The next narrower margins worth a try for a single day that was full: those that what is known allows, else a guess
 * on one side. Undefined when there are none.
 */
export const narrower = (margins: Margins, habit: BoundsHabit): Margins | undefined => {
  const safe = safeMargins(habit)
  const before = Math.min(margins.before, safe.before)
  const after = Math.min(margins.after, safe.after)
  if (before < margins.before || after < margins.after) return { before, after }
  if (before > 0 && habit.fromIncluded === undefined) return { before: 0, after }
  if (after > 0 && habit.toIncluded === undefined) return { before, after: 0 }
  return undefined
}

/**
 * The sides on which margins were narrower than what is known allows. Such an answer has no row on that bound, or the
 * bound would be known, so it does not show that the day is inside.
 */
export const unprovenSides = (margins: Margins, habit: BoundsHabit): BoundsHabit | undefined => {
  const safe = safeMargins(habit)
  if (margins.before >= safe.before && margins.after >= safe.after) return undefined
  return {
    fromIncluded: margins.before < safe.before ? false : habit.fromIncluded,
    toIncluded: margins.after < safe.after ? false : habit.toIncluded
  }
}
