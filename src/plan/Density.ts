/**
 * How many rows a wallet's days have, as far as answers and earlier runs have told.
 *
 * An answer that is not full tells its days exactly. A full one may be cut off, and the service promises no order, so
 * what it tells is good enough to size a window and no more.
 */
import { addDays, contains, type Day, daysOf, length, type Period } from "../domain/Period.ts"
import { median } from "./median.ts"

/**
 * Rows of a day: counted, about as many, more than these because the answer ended on that day, or its share of an
 * unknown total, which counts only until the next answer.
 */
export interface DayCount {
  readonly rows: number
  readonly certainty: "exact" | "likely" | "at-least" | "share"
}

/** The days that something is known of. */
export interface Density {
  readonly days: ReadonlyMap<Day, DayCount>
}

/** What earlier runs stored: days with rows, and the days among which every other has none. */
export const fromStored = (byDay: ReadonlyMap<Day, number>, covered: Period | undefined): Density => ({
  days: new Map([
    ...(covered === undefined ? [] : exactly(covered, byDay)),
    ...Array.from(byDay, ([day, rows]): readonly [Day, DayCount] => [day, { rows, certainty: "exact" }])
  ])
})

/** After an answer that is not full: every day that it is sure to cover is known. */
export const afterWindow = (density: Density, days: Period, rowsByDay: ReadonlyMap<Day, number>): Density => ({
  days: new Map([...withoutShares(density), ...exactly(days, rowsByDay)])
})

/**
 * After an answer that may be cut off: where its rows leave days empty at one end only, they are taken for sorted, and
 * the last day that they reach for cut off; else for strewn, and then each day has its share of an unknown total.
 */
export const afterCutOff = (
  density: Density,
  days: Period,
  rowsByDay: ReadonlyMap<Day, number>,
  expected: (day: Day) => number
): Density => {
  const reached = [...rowsByDay.keys()].filter((day) => contains(days, day))
  const emptyBefore = Math.min(...reached) - days.from
  const emptyAfter = days.to - Math.max(...reached)
  const merged = withoutShares(density)
  const keep = (day: Day, rows: number, certainty: DayCount["certainty"]): void => {
    const before = density.days.get(day)
    merged.set(day, { rows: Math.max(rows, before?.certainty === "exact" ? before.rows : 0), certainty })
  }
  if (emptyBefore === emptyAfter) {
    const factor = factorOfStrewn(density, days, rowsByDay, expected)
    for (const day of daysOf(days)) keep(day, (rowsByDay.get(day) ?? 0) * factor, "share")
    return { days: merged }
  }
  const fromStart = emptyBefore < emptyAfter
  const end = addDays(fromStart ? days.to : days.from, fromStart ? -emptyAfter : emptyBefore)
  for (const day of daysOf(fromStart ? { from: days.from, to: end } : { from: end, to: days.to })) {
    keep(day, rowsByDay.get(day) ?? 0, day === end ? "at-least" : "likely")
  }
  return { days: merged }
}

/** How many times its limit a full answer stands for at least. */
const slightly = 1.05

/**
 * How many times what a strewn answer shows its days have: as much as brings most of them to what they were expected to
 * have. Where no day was ever counted the rows may be just too many, or as many for each day: the middle between, as
 * factors go.
 */
const factorOfStrewn = (
  density: Density,
  days: Period,
  rowsByDay: ReadonlyMap<Day, number>,
  expected: (day: Day) => number
): number => {
  const counted = [...density.days.values()].some(({ certainty }) => certainty === "exact")
  const ratios = [...daysOf(days)].flatMap((day) => {
    const shown = rowsByDay.get(day) ?? 0
    return shown > 0 ? [expected(day) / shown] : []
  })
  return Math.max(counted ? median(ratios) : Math.sqrt(length(days)), slightly)
}

const withoutShares = (density: Density): Map<Day, DayCount> =>
  new Map([...density.days].filter(([, { certainty }]) => certainty !== "share"))

function* exactly(days: Period, rowsByDay: ReadonlyMap<Day, number>): Generator<readonly [Day, DayCount]> {
  for (const day of daysOf(days)) yield [day, { rows: rowsByDay.get(day) ?? 0, certainty: "exact" }]
}
