/**
 * Which parts of a large answer to ask for again, to see whether the service gave all that there was: it may give fewer
 * records than it was asked for and not say so.
 *
 * Whichever records such a service leaves out, one of two halves shows more when it is asked for alone. An answer whose
 * rows stand on one day, or on days that are not over, can't be halved: then the days before and behind are asked for, and where there are none is a
 * blind spot.
 */
import { addDays, contains, type Day, length, make, overlap, type Period, widen } from "../domain/Period.ts"
import type { Answer } from "./Answer.ts"
import { type Habit, neededMargins } from "./Habit.ts"
import { inside } from "./narrower.ts"

/** Nobody gives fewer records at most. */
export const leastRecords = 10

/** A large answer, as far as its parts depend on it. */
export interface LargeAnswer {
  readonly asked: Period
  readonly answer: Answer
  /** The last day that was over; later ones get rows at any time. */
  readonly lastSettledDay: Day
}

/** A part of an answer. */
export interface Part {
  /** What to ask for first, and what to ask for when that answer shows nothing of `witness`, a day known to have rows. */
  readonly asked: ReadonlyArray<Period>
  readonly witness: Day | undefined
  /** Which end lies inside of the answer. */
  readonly inner: "from" | "to"
}

/** Some days of a part without one at its inner end; undefined when there are no others. */
export const withoutInnerDay = ({ inner }: Part, { from, to }: Period): Period | undefined =>
  inner === "to" ? make(from, addDays(to, -1)) : make(addDays(from, 1), to)

/** The parts of an answer to ask for again; none when its rows stand on one day and it was asked for no other. */
export const partsOf = ({ answer, asked, lastSettledDay }: LargeAnswer, habit: Habit): ReadonlyArray<Part> => {
  const days = [...answer.rowsByDay.keys()].filter((day) => contains(asked, day)).sort((one, other) => one - other)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  // Of days that are not over two answers may differ, so that halves of such days tell nothing.
  const isBlind = first === last || first > lastSettledDay
  const [before, after, witnesses] = isBlind
    ? [make(asked.from, addDays(first, -1)), make(addDays(last, 1), asked.to), []]
    : halves(asked, days, answer.rowsByDay)
  const parts = [
    before && partOf(before, "to", witnesses[0], isBlind || addDays(before.to, 1) >= last, habit),
    after && partOf(after, "from", witnesses[1], isBlind || addDays(after.from, -1) <= first, habit)
  ]
  return parts.flatMap((part) => {
    if (part === undefined || part.days.from > lastSettledDay) return []
    const isPart = (days: Period): boolean => length(days) < length(asked)
    const wide = part.asked.map((days) => overlap(days, asked) ?? days).filter(isPart)
    const witness = part.witness !== undefined && part.witness <= lastSettledDay ? part.witness : undefined
    // Where a day more makes it the whole answer again, the part alone has to do.
    const rest = wide.length > 0 ? wide : [overlap(part.days, asked) ?? part.days].filter(isPart)
    return rest.length === 0 ? [] : [{ asked: rest, witness, inner: part.inner }]
  })
}

/** Two parts with about as many rows each, and the days with rows nearest to where they meet. */
const halves = (
  asked: Period,
  days: ReadonlyArray<Day>,
  rowsByDay: ReadonlyMap<Day, number>
): readonly [Period, Period, ReadonlyArray<Day>] => {
  const total = days.reduce((sum, day) => sum + (rowsByDay.get(day) ?? 0), 0)
  let index = 0
  let rows = rowsByDay.get(days[0] ?? asked.from) ?? 0
  while (index < days.length - 2 && rows < total / 2) rows += rowsByDay.get(days[++index] ?? asked.from) ?? 0
  const middle = days[index] ?? asked.from
  return [
    { from: asked.from, to: middle },
    { from: addDays(middle, 1), to: asked.to },
    [middle, days[index + 1] ?? asked.to]
  ]
}

/**
 * The outer end of a part is that of the answer. Of the inner one it may not be known whether it is inside when it is
 * asked for; a day more is, but where that brings all days with rows together a capped answer would be the same again.
 */
const partOf = (
  days: Period,
  inner: "from" | "to",
  witness: Day | undefined,
  isAll: boolean,
  habit: Habit
): Part & { readonly days: Period } => {
  const needed = neededMargins(habit, inside)
  const wide = inner === "to" ? widen(days, 0, needed.after) : widen(days, needed.before, 0)
  const bound = inner === "to" ? "toIncluded" : "fromIncluded"
  const isUnknown = new Set(habit.possible.map((reading) => reading[bound])).size > 1
  return { days, asked: isUnknown && isAll ? [days, wide] : [wide], witness, inner }
}

/** Whether all rows of an answer stand on one day, and are many: whether there were more can't be seen. */
export const isBlindSpot = ({ answer, asked }: LargeAnswer): boolean =>
  answer.received >= leastBlind && [...answer.rowsByDay.keys()].filter((day) => contains(asked, day)).length === 1

/** Fewer records than this hardly anybody takes for enough. */
const leastBlind = 100

/** Whether somebody may have chosen a number of records as the most to give: 50, 100, 200, 250, 1,000, 2,500. */
export const isRound = (records: number): boolean => {
  const power = 10 ** Math.floor(Math.log10(records))
  return records >= 50 && [1, 1.5, 2, 2.5, 3, 4, 5, 7.5].some((leading) => leading * power === records)
}

/** Whether an answer looks cut off although it is not full: as many records as a cap may be, and an end without any. */
export const looksCutOff = ({ answer, asked, lastSettledDay }: LargeAnswer): boolean => {
  const days = [...answer.rowsByDay.keys()].filter((day) => contains(asked, day))
  const end = Math.min(asked.to, lastSettledDay)
  return isRound(answer.received) && (Math.min(...days) > asked.from + 1 || Math.max(...days) < end - 1)
}
