/**
 * How many rows a day of a wallet has, as far as one can tell: from days seen in this run or stored by earlier ones,
 * else from what the last days were like. Requests are the scarce thing, and this is what sizes them.
 */
import { type Day, dayFromNumber, length, type Period } from "../domain/Period.ts"

/** Rows a day: known days, and the running estimate for the others. */
export interface Density {
  readonly byDay: ReadonlyMap<Day, number>
  /** Rows a day that an unknown day is expected to have; undefined before anything was seen. */
  readonly typical: number | undefined
}

/** What earlier runs stored about the days ahead. */
export const fromStored = (byDay: ReadonlyMap<Day, number>, covered: Period | undefined): Density => ({
  byDay,
  typical: covered === undefined || byDay.size === 0 ? undefined : sum(byDay.values()) / length(covered)
})

/** The rows a day is expected to have. */
export const expected = (density: Density, day: Day): number | undefined => density.byDay.get(day) ?? density.typical

/** How much a new window weighs against what was seen before. */
const weightOfNewest = 0.7

/** After an uncut answer: the days ahead are likely to be like these. */
export const afterWindow = (density: Density, days: Period, rows: number): Density => {
  const seen = rows / length(days)
  return {
    byDay: density.byDay,
    typical: density.typical === undefined
      ? seen
      : density.typical * (1 - weightOfNewest) + seen * weightOfNewest
  }
}

/**
 * After an answer that may be cut off: its rows tell the density if they lie together, as they do when the service
 * sorts; when they are strewn over the whole window it is at least twice what was thought.
 */
export const afterCutOff = (density: Density, days: Period, limit: number, rowDays: Iterable<Day>): Density => {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const day of rowDays) {
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  const spread = first <= last ? length({ from: dayFromNumber(first), to: dayFromNumber(last) }) : length(days)
  const together = spread <= length(days) / 2
  const atLeast = limit / (together ? spread : length(days) / 2)
  return { byDay: new Map(), typical: Math.max(atLeast, density.typical ?? 0) }
}

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}
