/**
 * How a wallet's week goes: what a weekday has, compared with the mean of its week.
 */
import { addDays, type Day } from "../domain/Period.ts"
import type { Density } from "./Density.ts"
import { median } from "./median.ts"

/** For each weekday, told by the day modulo seven, how many times the mean of a week it has. */
export type Rhythm = ReadonlyArray<number>

/** A week in which all days are alike. */
export const flat: Rhythm = [1, 1, 1, 1, 1, 1, 1]

/** What a day has, compared with the mean of its week. */
export const factorOf = (rhythm: Rhythm, day: Day): number => rhythm[weekday(day)] ?? 1

const weekday = (day: Day): number => ((day % 7) + 7) % 7

/** Weeks looked at, the newest first; fewer than two say nothing. */
const mostWeeks = 8
const fewestWeeks = 2

/** What of the days' scatter may be left for a rhythm to be believed. */
const believed = 0.5

/** The rhythm of the weeks before a day, as far back as their days are known exactly; flat when they show none. */
export const before = (density: Density, day: Day): Rhythm => {
  const weeks = weeksBefore(density, day)
  if (weeks.length < fewestWeeks) return flat
  const medians = flat.map((_, index) => median(weeks.map((week) => week[index] ?? 0)))
  const mean = medians.reduce((sum, value) => sum + value, 0) / 7
  if (mean === 0) return flat
  const rhythm = medians.map((value) => value / mean)
  return scatter(weeks, rhythm) < scatter(weeks, flat) * believed ? rhythm : flat
}

/** Each week by weekday, its mean taken for one; weeks without rows left out. */
const weeksBefore = (density: Density, day: Day): ReadonlyArray<ReadonlyArray<number>> => {
  const weeks: Array<ReadonlyArray<number>> = []
  for (let back = 1; back <= mostWeeks * 7; back += 7) {
    const week = [0, 0, 0, 0, 0, 0, 0]
    for (let index = 0; index < 7; index++) {
      const counted = addDays(day, -back - index)
      const count = density.days.get(counted)
      if (count?.certainty !== "exact") return weeks
      week[weekday(counted)] = count.rows
    }
    const sum = week.reduce((total, rows) => total + rows, 0)
    if (sum > 0) weeks.push(week.map((rows) => rows * 7 / sum))
  }
  return weeks
}

const scatter = (weeks: ReadonlyArray<ReadonlyArray<number>>, rhythm: Rhythm): number => {
  let sum = 0
  for (const week of weeks) week.forEach((value, index) => sum += Math.abs(value - (rhythm[index] ?? 1)))
  return sum
}
