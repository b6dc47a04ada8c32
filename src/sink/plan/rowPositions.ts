/**
 * A row's place among the rows of its wallet and currency, as one number that sorts them: the day, then the place
 * within the day. A day's numbers stay when other days are fetched again.
 */
import { dayOfLocalTime } from "../../domain/Period.ts"
import type { Rows } from "../../domain/Rows.ts"

/** Numbers that a day has. */
export const placesADay = 10_000_000

/** Days since 1970-01-01 × 10,000,000 + the place among the rows of its day and currency; null unknown. */
export const positionOf = (localTime: number, place: number | null): number | null =>
  place === null ? null : dayOfLocalTime(localTime) * placesADay + place

/** The same for each row. */
export const walletPositions = (
  { count, localTime }: Pick<Rows, "count" | "localTime">,
  places: ReadonlyArray<number | null>
): ReadonlyArray<number | null> =>
  Array.from({ length: count }, (_, index) => positionOf(localTime[index] as number, places[index] ?? null))
