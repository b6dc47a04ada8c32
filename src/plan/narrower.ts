/**
 * A single day that is full can't be split, but it may fit alone: the days asked for around it are given up, first as far
 * as is known to be safe, then by a guess that the answer has to confirm.
 */
import { type Margins, marginsFor } from "./DayReading.ts"
import { type Habit, neededMargins } from "./Habit.ts"

/** The sides on which a guess was made that no row confirmed. */
export interface Tried {
  readonly before: boolean
  readonly after: boolean
}

/** No guess so far. */
export const noneTried: Tried = { before: false, after: false }

/** A window that has neighbours on both sides. */
export const inside = { first: false, last: false } as const

/** Whether margins are as wide as others. */
export const allows = (margins: Margins, needed: Margins): boolean =>
  margins.before >= needed.before && margins.after >= needed.after

/** Adds the sides on which margins were narrower than an answer shows them to be needed. */
export const withTried = (tried: Tried, margins: Margins, needed: Margins): Tried => ({
  before: tried.before || margins.before < needed.before,
  after: tried.after || margins.after < needed.after
})

/** The next narrower margins worth a try; undefined when there are none. */
export const narrower = (margins: Margins, habit: Habit, tried: Tried): Margins | undefined => {
  const safe = neededMargins(habit, inside)
  // What was tried without success is not safe, whatever another answer taught since: the answers contradict each other.
  const before = tried.before ? margins.before : Math.min(margins.before, safe.before)
  const after = tried.after ? margins.after : Math.min(margins.after, safe.after)
  if (before < margins.before || after < margins.after) return { before, after }
  const left = habit.believed.map(marginsFor)
  const canBe = (side: keyof Margins): boolean => !tried[side] && left.some((each) => each[side] < margins[side])
  if (canBe("before")) return { before: before - 1, after }
  return canBe("after") ? { before, after: after - 1 } : undefined
}
