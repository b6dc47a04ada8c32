/**
 * How far a wallet is complete, and how a committed window moves that on.
 */
import * as Period from "../domain/Period.ts"
import type { StatementWindow } from "../domain/Window.ts"

/** How far a wallet is complete: every day from `from` to `to` was committed uncut, and is over. */
export type Watermark = Period.Period

/**
 * The watermark after a window: extended by a complete window that overlaps or touches it, never beyond the last day
 * that is over. A window that leaves days between does not extend it, nor does one that may be cut off.
 */
export const extendWatermark = (
  present: Watermark | undefined,
  window: Pick<StatementWindow, "days" | "complete" | "lastSettledDay">
): Watermark | undefined => {
  if (!window.complete) return present
  const settled = Period.make(
    window.days.from,
    window.days.to < window.lastSettledDay ? window.days.to : window.lastSettledDay
  )
  if (settled === undefined || present === undefined) return settled ?? present
  if (settled.from > Period.addDays(present.to, 1) || present.from > Period.addDays(settled.to, 1)) return present
  return {
    from: settled.from < present.from ? settled.from : present.from,
    to: settled.to > present.to ? settled.to : present.to
  }
}
