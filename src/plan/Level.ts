/**
 * How busy a wallet is around a day: rows a day with the rhythm of the week taken out, and how far single days stray.
 *
 * Where the nearest days differ from the others they count most. Where the level jumped, as at the start of a busy month,
 * days from before the jump are not looked at; a single day that stands out, as pay day does, is no jump.
 */
import { addDays, type Day } from "../domain/Period.ts"
import type { Density } from "./Density.ts"
import { median } from "./median.ts"
import { factorOf, type Rhythm } from "./Rhythm.ts"

/** Rows of an average day, and how sure they are. */
export interface Level {
  readonly rows: number
  /** How far a single day strays, as a share of the rows. */
  readonly deviation: number
  /** How far the level itself may be off, as a share of the rows. */
  readonly doubt: number
}

/** Days looked at, and how far back stored days are worth knowing. */
export const lookBack = 168

/** All days count alike as long as their mean is within so many deviations of that of the nearest. */
const agree = 1.5

/** Else after so many days a day counts half. */
const halfLife = 7

/** A day with more than so many times the usual rows, or less than that part of them, stands out. */
const standsOut = 3

/** How far a day strays before any was compared, which counts as one day seen. */
const usualDeviation = 0.3

/** Weekdays with less than this share of the mean say nothing about the level. */
const leastFactor = 0.05

/** The level around a day; undefined when nothing is known of any day. */
export const around = (density: Density, day: Day, rhythm: Rhythm): Level | undefined => {
  const days = sinceJump(nearest(density, day, rhythm))
  if (days.length === 0) return undefined
  const most = median(days.filter((value) => value > 0)) * standsOut
  const clipped = days.map((value) => Math.min(value, most))
  const recent = mean(clipped, halfLife)
  const steady = mean(clipped, Number.POSITIVE_INFINITY)
  const strayed = days.reduce((sum, value) => sum + strayOf(value, recent.value), usualDeviation ** 2)
  const deviation = Math.sqrt(strayed / (days.length + 1))
  const apart = Math.abs(recent.value - steady.value)
  const { spread, value } = apart <= agree * deviation * recent.spread * recent.value ? steady : recent
  return { rows: value, deviation, doubt: deviation * spread }
}

/** The mean of days of which each counts less than the one before, and how far it strays if a day strays by one. */
const mean = (days: ReadonlyArray<number>, halfLife: number): { readonly value: number; readonly spread: number } => {
  let weights = 0
  let squares = 0
  let sum = 0
  days.forEach((value, index) => {
    const weight = 0.5 ** (index / halfLife)
    weights += weight
    squares += weight * weight
    sum += weight * value
  })
  return { value: sum / weights, spread: Math.sqrt(squares) / weights }
}

/** The square of how far a day strays from the level, as a share of it; a day that stands out counts as one level. */
const strayOf = (value: number, level: number): number => level === 0 ? 0 : Math.min((value / level - 1) ** 2, 1)

/** The counts of the nearest days, the rhythm taken out; days only known to have more than some if there are no others. */
const nearest = (density: Density, day: Day, rhythm: Rhythm): ReadonlyArray<number> => {
  const sure: Array<number> = []
  const unsure: Array<number> = []
  let met = 0
  for (let step = 0; met < density.days.size && sure.length < lookBack; step++) {
    for (const near of [addDays(day, -1 - step), addDays(day, step)]) {
      const count = density.days.get(near)
      if (count === undefined) continue
      met++
      const factor = factorOf(rhythm, near)
      if (factor < leastFactor) continue
      const found = count.certainty === "at-least" ? unsure : sure
      found.push(count.rows / factor)
    }
  }
  return sure.length > 0 ? sure : unsure
}

/** Days with rows compared around a possible jump: so many before it, and so many of the nearest at least. */
const atJump = 5
const sinceAtLeast = 3

/** The days up to where those with rows jump: their medians are far apart, and none is as those of the other side. */
const sinceJump = (days: ReadonlyArray<number>): ReadonlyArray<number> => {
  const busy = [...days.keys()].filter((index) => (days[index] ?? 0) > 0)
  const valuesOf = (from: number, to: number) => busy.slice(from, to).map((index) => days[index] ?? 0)
  for (let jump = sinceAtLeast; jump + atJump <= busy.length; jump++) {
    const since = valuesOf(Math.max(jump - atJump, 0), jump)
    const until = valuesOf(jump, jump + atJump)
    if (isAbove(since, until) || isAbove(until, since)) return days.slice(0, busy[jump])
  }
  return days
}

const isAbove = (high: ReadonlyArray<number>, low: ReadonlyArray<number>): boolean =>
  Math.min(...high) > Math.max(...low) && median(high) > median(low) * standsOut
