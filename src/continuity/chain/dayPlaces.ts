/**
 * The order of a chain's rows, as places within their days: unlike places within the window they stay what they are
 * when the same days are fetched in other windows.
 */
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import type { Examined } from "./Continuity.ts"

/**
 * For each row its place among the chain's own rows of its day, from 0; null where the balances don't tell, where they put
 * the row among those of another day, and for rows that are no part of the chain. `localTimes` are the rows' own; those
 * from `borrowedFrom` on name no currency: they have no place and take none, so that the last own row of a day, when it has
 * a place, has one less than there are.
 */
export const dayPlaces = (
  localTimes: ArrayLike<number>,
  { members, positions }: Pick<Examined, "members" | "positions">,
  borrowedFrom: number = localTimes.length
): ReadonlyArray<number | null> => {
  const isBorrowing = borrowedFrom < localTimes.length
  const days = daysOf(localTimes, isBorrowing ? members.filter((index) => index < borrowedFrom) : members)
  const ranks = isBorrowing ? ranksOf(members, borrowedFrom) : undefined
  return positions.map((position, index) => {
    const day = days.get(dayOfLocalTime(localTimes[index] ?? 0))
    if (position === null || day === undefined || index >= borrowedFrom) return null
    const place = (ranks?.[position] ?? position) - day.start
    return place >= 0 && place < day.rows ? place : null
  })
}

/** For each position in a chain, how many of its own rows stand before. */
const ranksOf = (members: Int32Array, borrowedFrom: number): Int32Array => {
  let own = 0
  return members.map((index) => (index < borrowedFrom ? own++ : own))
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
