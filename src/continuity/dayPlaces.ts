/**
 * The order of a chain's rows, as places within their days: unlike places within the window they stay what they are
 * when the same days are fetched in other windows.
 */
import { type Day, dayOfLocalTime } from "../domain/Period.ts"
import type { Examined } from "./Continuity.ts"

/**
 * For each row its place among the chain's rows of its day, from 0; null where the balances don't tell, where they put
 * the row among those of another day, and for rows that are no part of the chain. `localTimes` are the rows' own.
 */
export const dayPlaces = (
  localTimes: ArrayLike<number>,
  { members, positions }: Pick<Examined, "members" | "positions">
): ReadonlyArray<number | null> => {
  const days = daysOf(localTimes, members)
  return positions.map((position, index) => {
    const day = days.get(dayOfLocalTime(localTimes[index] ?? 0))
    if (position === null || day === undefined) return null
    const place = position - day.start
    return place >= 0 && place < day.rows ? place : null
  })
}

interface DayInChain {
  /** Rows of the chain on earlier days. */
  readonly start: number
  readonly rows: number
}

const daysOf = (localTimes: ArrayLike<number>, members: Int32Array): ReadonlyMap<Day, DayInChain> => {
  const counts = new Map<Day, number>()
  for (const index of members) {
    const day = dayOfLocalTime(localTimes[index] ?? 0)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const days = new Map<Day, DayInChain>()
  let start = 0
  for (const [day, count] of [...counts].sort(([left], [right]) => left - right)) {
    days.set(day, { start, rows: count })
    start += count
  }
  return days
}
