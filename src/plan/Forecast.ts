/**
 * What the days ahead are expected to have: known days their count, the others what the level and the week's rhythm say.
 */
import { type Day, daysOf, type Period } from "../domain/Period.ts"
import type { DayCount, Density } from "./Density.ts"
import { around, type Level } from "./Level.ts"
import { before, factorOf } from "./Rhythm.ts"

/** The rows a day is expected to have. */
export interface DayForecast {
  readonly rows: number
  /** The square of how far the day may stray for itself, in rows. */
  readonly variance: number
  /** How far it strays together with all others when the level is wrong, in rows. */
  readonly doubt: number
}

/** How far days of a full answer may be off, as a share of their rows. */
const deviations = { exact: 0, likely: 0.02, share: 0.05 }

/** The days of a period as they look from the first day not answered yet; undefined before anything was seen. */
export const forecast = (density: Density, days: Period, next: Day): ReadonlyArray<DayForecast> | undefined => {
  const rhythm = before(density, next)
  const level = around(density, next, rhythm)
  if (level === undefined) return undefined
  return Array.from(daysOf(days), (day) => ofDay(density.days.get(day), level, factorOf(rhythm, day)))
}

const ofDay = (count: DayCount | undefined, level: Level, factor: number): DayForecast => {
  if (count !== undefined && count.certainty !== "at-least") {
    return { rows: count.rows, variance: (count.rows * deviations[count.certainty]) ** 2, doubt: 0 }
  }
  const rows = Math.max(level.rows * factor, count?.rows ?? 0)
  // The last term is the chance of small numbers, which no level tells.
  return { rows, variance: (rows * level.deviation) ** 2 + rows, doubt: rows * level.doubt }
}
