/**
 * Which days to ask for once more because of gaps and doubtful orders: first the days around each gap, then a day more on each side.
 * Bounded, because requests are scarce and some gaps never close.
 */
import { addDays, dayOfLocalTime, overlap, type Period, union } from "../domain/Period.ts"
import type { Gap } from "../domain/Verdict.ts"

/** How often the days around a gap are asked for again in one run. */
export const mostRepeats = 2

/** How many stretches of days are asked for again at a time. */
const mostPeriods = 10

/** A stretch longer than this is hardly a hole in one answer. */
const longestDays = 31

/** The stretches of days around gaps that lie in a pull's period, merged and in order. */
export const periodsAround = (gaps: ReadonlyArray<Gap>, within: Period, repeat: number): ReadonlyArray<Period> =>
  union(gaps.flatMap((gap) => daysAround(gap, within, repeat))).slice(0, mostPeriods)

const daysAround = (gap: Gap, within: Period, repeat: number): ReadonlyArray<Period> => {
  const from = gap.from === null ? within.from : dayOfLocalTime(gap.from)
  const to = gap.to === null ? within.to : dayOfLocalTime(gap.to)
  // Where times are wrong the row after a place may bear the earlier one.
  const [first, last] = from <= to ? [from, to] : [to, from]
  const days = overlap({ from: addDays(first, -repeat), to: addDays(last, repeat) }, within)
  return days === undefined || days.to - days.from >= longestDays ? [] : [days]
}
