/**
 * Whether an answer is silent where rows are expected, so that it is asked for once more.
 */
import { addDays, type Day, type Period } from "../domain/Period.ts"
import type { Answer } from "./Answer.ts"
import type { Margins } from "./DayReading.ts"
import type { Density } from "./Density.ts"
import { forecast } from "./Forecast.ts"

/** What an answer was asked for. */
export interface Asked {
  readonly days: Period
  readonly margins: Margins
}

/** Whether a day at an end of the window has no row in the answer, though it had some before and is asked for just so. */
export const isSilentAtEnd = (density: Density, { days, margins }: Asked, { rowsByDay }: Answer): boolean => {
  const isSilent = (day: Day): boolean => {
    const count = density.days.get(day)
    return count !== undefined && count.certainty !== "share" && count.rows > 0 && !rowsByDay.has(day)
  }
  return (margins.before === 0 && isSilent(days.from)) || (margins.after === 0 && isSilent(days.to))
}

/**
 * Whether there is no record at all where many were expected, or where nothing was ever seen that would tell what to expect. Of
 * days that were counted it is for others to say what it means that their rows are gone.
 */
export const isStrangelyEmpty = (density: Density, { days }: Asked, { received }: Answer): boolean => {
  if (received > 0) return false
  const expected = forecast(density, days, days.from)
  return expected === undefined ||
    expected.reduce((sum, { rows }, index) => {
        const isCounted = density.days.get(addDays(days.from, index))?.certainty === "exact"
        return isCounted ? sum : sum + rows
      }, 0) >= many
}

/** Rows that a wallet in use has some of on the days for which so many are expected. */
const many = 20
