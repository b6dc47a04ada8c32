/**
 * Which days of a wallet stand together as one window left them, or one that joined others.
 */
import { countWhile } from "../continuity/chain/countWhile.ts"
import { type Period, without } from "../domain/Period.ts"

/** The days that stand together after windows of which each replaced its own, in the order of days. */
export const daysLeftBy = (windows: ReadonlyArray<Period>): ReadonlyArray<Period> => {
  const left: Array<Period> = []
  for (const days of windows) {
    const first = countWhile(left.length, (index) => (left[index]?.to ?? days.to) < days.from)
    const end = countWhile(left.length, (index) => (left[index]?.from ?? days.to) <= days.to)
    const parts = left.slice(first, end).flatMap((period) => without(period, days))
    left.splice(first, end - first, ...[...parts, days].sort((one, other) => one.from - other.from))
  }
  return left
}
