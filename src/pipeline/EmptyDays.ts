/**
 * Days that an answer was empty for, next to one of which it turned out to have been so wrongly.
 */
import { contains, type Day, outside, type Period, union } from "../domain/Period.ts"

/** Takes note of such days for a pull of a wallet, and gives each out once, to be asked for again. */
export class EmptyDays {
  private open: ReadonlyArray<Period> = []
  private taken: ReadonlyArray<Period> = []

  /** Adds some days, but for those that were given out before. */
  doubt(days: Period): void {
    this.open = union([...this.open, ...outside([days], this.taken)])
  }

  /** Whether a day is still to be given out. */
  awaits(day: Day): boolean {
    return this.open.some((days) => contains(days, day))
  }

  /** The next days in one piece; undefined when there are none. */
  next(): Period | undefined {
    const [days, ...rest] = this.open
    this.open = rest
    if (days !== undefined) this.taken = union([...this.taken, days])
    return days
  }
}
