/**
 * A row's place among the rows of its wallet and currency, as one number that sorts them: the day, then the place
 * within the day. A day's numbers stay when other days are fetched again.
 */
import { dayOf, type Transaction } from "../../domain/Transaction.ts"

/** Numbers that a day has. */
export const placesADay = 10_000_000

/** For each row: days since 1970-01-01 × 10,000,000 + its place among the rows of its day and currency; null unknown. */
export const walletPositions = (
  rows: ReadonlyArray<Transaction>,
  places: ReadonlyArray<number | null>
): ReadonlyArray<number | null> =>
  rows.map((row, index) => {
    const place = places[index] ?? null
    return place === null ? null : dayOf(row) * placesADay + place
  })
