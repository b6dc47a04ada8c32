/**
 * How long the next window should be so that the fewest requests are expected for all days ahead.
 *
 * A window too long costs a request, and teaches what its days have; one too short costs a part of one. So each length
 * is weighed by the chance that it is answered uncut and by what then remains, from the last day back to the first.
 */
import type { DayForecast } from "./Forecast.ts"

/** What to size a window by. */
export interface Sizing {
  /** The days ahead, and in front and behind as many as a request asks for beyond its window. */
  readonly days: ReadonlyArray<DayForecast>
  readonly before: number
  readonly after: number
  /** As many rows as this may be cut off. */
  readonly limit: number
  /** Days that the window may have at most. */
  readonly longest: number
}

/** Below this chance a window is not asked for: an answer cut off early teaches less than the costs here assume. */
const leastChance = 0.3

/** Lengths whose costs differ by less are as good as each other; the longest is taken. */
const alike = 1e-9

/** How long a window to ask for, and what is expected to follow from it. */
export interface NextWindow {
  /** At least one. */
  readonly days: number
  /** Requests expected for all days ahead, this one included. */
  readonly requests: number
}

/** The length of the window, from the first day on, after which the fewest requests are expected. */
export const fewestRequests = (sizing: Sizing): NextWindow => {
  const count = sizing.days.length - sizing.before - sizing.after
  const chance = chances(sizing)
  const costs = new Float64Array(count + 1)
  let length = 1
  for (let first = count - 1; first >= 0; first--) {
    const longest = first === 0 ? Math.min(sizing.longest, count) : count - first
    let best = Number.POSITIVE_INFINITY
    let fits = 1
    let whenCut = 0
    for (let days = 1; days <= longest; days++) {
      const alsoFits = days === 1 ? 1 : Math.min(chance(first, days), fits)
      // Cut off at this length and not at the one before: one request is lost, and then the shorter window fits.
      whenCut += (fits - alsoFits) * (1 + at(costs, first + days - 1))
      fits = alsoFits
      if (fits < leastChance) break
      const cost = 1 + fits * at(costs, first + days) + whenCut
      if (cost > best + alike) continue
      best = cost
      length = days
    }
    costs[first] = best
  }
  return { days: length, requests: at(costs, 0) }
}

const at = (values: Float64Array, index: number): number => values[index] ?? 0

/** The chance that a window is answered uncut, by its first day and its length. */
const chances = ({ after, before, days, limit }: Sizing): (first: number, length: number) => number => {
  const rows = sums(days.map((day) => day.rows))
  const variance = sums(days.map((day) => day.variance))
  const doubt = sums(days.map((day) => day.doubt))
  return (first, length) => {
    const end = first + before + length + after
    const between = (of: Float64Array): number => at(of, end) - at(of, first)
    const room = limit - 0.5 - between(rows)
    const deviation = Math.sqrt(between(variance) + between(doubt) ** 2)
    return deviation === 0 ? (room > 0 ? 1 : 0) : 1 / (1 + Math.exp(-steepness * room / deviation))
  }
}

/** Makes the logistic curve follow the normal distribution, with longer tails. */
const steepness = 1.7

/** The sums of the values before each index. */
const sums = (values: ReadonlyArray<number>): Float64Array => {
  const result = new Float64Array(values.length + 1)
  values.forEach((value, index) => {
    result[index + 1] = at(result, index) + value
  })
  return result
}
