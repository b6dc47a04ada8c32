/**
 * A row's place among all rows of its wallet, as one number that sorts them: the day, then the place within the day.
 */
import type { Day } from "../domain/Period.ts"
import { dayOf, type Transaction } from "../domain/Transaction.ts"

/** Places that a day has: day × this + place within the day. */
export const placesADay = 10_000_000

/**
 * For each row its place among the wallet's rows: days since 1970-01-01 × 10,000,000 + place within the day, from 0.
 *
 * `positions` are places in the window. Null where that is null, and where the rebuilt order puts a row among those of
 * another day, for then no place within its own day is right.
 */
export const walletPositions = (
  rows: ReadonlyArray<Transaction>,
  positions: ReadonlyArray<number | null>
): ReadonlyArray<number | null> => {
  const counts = new Map<Day, number>()
  for (const row of rows) counts.set(dayOf(row), (counts.get(dayOf(row)) ?? 0) + 1)
  const starts = new Map<Day, number>()
  let start = 0
  for (const day of [...counts.keys()].sort((left, right) => left - right)) {
    starts.set(day, start)
    start += counts.get(day) ?? 0
  }
  return rows.map((row, index) => {
    const place = positions[index] ?? null
    if (place === null) return null
    const day = dayOf(row)
    const within = place - (starts.get(day) ?? 0)
    return within >= 0 && within < (counts.get(day) ?? 0) ? day * placesADay + within : null
  })
}
