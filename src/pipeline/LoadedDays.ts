/**
 * Days of a wallet that a run has loaded, in as few periods as hold them.
 */
import { overlap, type Period, union } from "../domain/Period.ts"

/** Takes note of a wallet's windows in a run. */
export class LoadedDays {
  private periods: ReadonlyArray<Period> = []

  /** Adds the days of a window. */
  add(days: Period): void {
    this.periods = union([...this.periods, days])
  }

  /** Whether any of some days was loaded. */
  hasAny(days: Period): boolean {
    return this.periods.some((loaded) => overlap(loaded, days) !== undefined)
  }

  /** All of them, in their order. */
  get all(): ReadonlyArray<Period> {
    return this.periods
  }
}
