/**
 * How far a wallet is complete, and how a committed window moves that on.
 *
 * A day is complete when the last believed answer of the service for it was not cut off, and came when the day was over. The
 * watermark is the complete days around those that it held before: it grows to both sides and takes in days that were
 * committed long ago as soon as it reaches them. A day that an answer shows cut off is complete no longer; the
 * watermark then ends before it, and the next pull asks for it again. So it does before a day that a later answer shows
 * not to be over yet: the clock that said so was ahead.
 */
import * as Period from "../../domain/Period.ts"
import type { StatementWindow } from "../../domain/Window.ts"

/** How far a wallet is complete: every day from `from` to `to` was committed uncut, and is over. */
export type Watermark = Period.Period

/** The complete days of a wallet, in order, in as few periods as hold them. */
export type CompleteDays = ReadonlyArray<Period.Period>

/** What of a window decides which days are complete. */
export interface CompletingWindow extends Pick<StatementWindow, "days" | "complete" | "lastSettledDay" | "origin"> {
  /** Whether rows were kept that its answer lacks. */
  readonly doubted: boolean
}

/** Whether a window says something of its days. */
export const isOfDays = ({ origin }: Pick<StatementWindow, "origin">): boolean =>
  origin !== "decision" && origin !== "export"

/** That of a window. */
export const completingOf = (
  { complete, days, kept, lastSettledDay, origin }: Omit<CompletingWindow, "doubted"> & Pick<StatementWindow, "kept">
): CompletingWindow => ({ complete, days, lastSettledDay, origin, doubted: complete && kept.length > 0 })

/** The complete days after a window; records read from quarantine, joinings and a doubted answer say nothing of whole days. */
export const completeDaysAfter = (before: CompleteDays, window: CompletingWindow): CompleteDays =>
  window.origin !== "service" || window.doubted
    ? before
    : everCompleteDaysAfter(before.flatMap((period) => Period.upTo(period, window.lastSettledDay) ?? []), window)

/** The same when no clock was ever ahead: every watermark lies within these days, whichever version wrote it. */
export const everCompleteDaysAfter = (
  before: CompleteDays,
  { complete, days, doubted, lastSettledDay, origin }: CompletingWindow
): CompleteDays => {
  if (origin !== "service" || doubted) return before
  if (!complete) return before.flatMap((period) => Period.without(period, days))
  const settled = Period.upTo(days, lastSettledDay)
  return settled === undefined ? before : Period.union([...before, settled])
}

/**
 * The days that an answer was about when they were over, with those of a window, in as few periods as hold them; none is over that a later
 * window shows not to be.
 */
export const daysOverAfter = (
  before: ReadonlyArray<Period.Period>,
  { days, lastSettledDay, origin }: Pick<CompletingWindow, "days" | "lastSettledDay" | "origin">
): ReadonlyArray<Period.Period> => {
  if (origin !== "service") return before
  return Period.union([...before, days].flatMap((each) => Period.upTo(each, lastSettledDay) ?? []))
}

/** The watermark among the complete days; undefined when there are none. */
export const watermarkIn = (complete: CompleteDays, present: Watermark | undefined): Watermark | undefined =>
  complete.find((days) => present !== undefined && Period.overlap(days, present) !== undefined) ?? complete[0]
