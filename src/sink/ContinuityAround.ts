/**
 * The stored continuity entries that stand around some days.
 */
import type { Period } from "../domain/Period.ts"
import type { ContinuityEntry } from "../domain/Window.ts"

/** Continuity entries around some days. */
export interface ContinuityAround {
  /** The nearest entry that ends before the days; null when there is none. */
  readonly before: ContinuityEntry | null
  readonly overlapping: ReadonlyArray<ContinuityEntry>
  /** The nearest entry that begins after the days; null when there is none. */
  readonly after: ContinuityEntry | null
}

/** Sorts out which of a wallet's entries, given in the order of days, stand where. */
export const continuityAround = (entries: ReadonlyArray<ContinuityEntry>, days: Period): ContinuityAround => ({
  before: entries.findLast((entry) => entry.days.to < days.from) ?? null,
  overlapping: entries.filter((entry) => entry.days.to >= days.from && entry.days.from <= days.to),
  after: entries.find((entry) => entry.days.from > days.to) ?? null
})
