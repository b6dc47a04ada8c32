/**
 * Rows checked as a pull does it: in windows that are joined, and with the days around a doubtful place asked for again,
 * which the service answers with the very same rows.
 */
import { joinWindows, type WalletCheck, type WindowContinuity } from "../../src/continuity/wallet/WalletContinuity.ts"
import { addDays, contains, dayOfLocalTime, make, overlap, type Period } from "../../src/domain/Period.ts"
import { mostRepeats, periodsAround } from "../../src/pipeline/gapPeriods.ts"
import { type Draw, draw } from "../continuity/statements.ts"
import { checkWindow, type WalletRow } from "./continuity.ts"

/** The days of some rows. */
export const daysOf = (rows: ReadonlyArray<WalletRow>): Period => {
  const days = rows.map((row) => dayOfLocalTime(row.localTime))
  return {
    from: days.reduce((one, other) => (one < other ? one : other)),
    to: days.reduce((one, other) => (one > other ? one : other))
  }
}

/** A window for each day. */
export const byDay = (days: Period): ReadonlyArray<Period> =>
  Array.from(
    { length: days.to - days.from + 1 },
    (_, index) => ({ from: addDays(days.from, index), to: addDays(days.from, index) })
  )

/** Windows of any lengths. */
export const cutAnyhow = (next: Draw, days: Period): ReadonlyArray<Period> => {
  const periods: Array<Period> = []
  for (let from = days.from; from <= days.to;) {
    const to = addDays(from, Math.min(draw(next, 0, 3), days.to - from))
    periods.push({ from, to })
    from = addDays(to, 1)
  }
  return periods
}

/** The rows of some days. */
export const within = (rows: ReadonlyArray<WalletRow>, period: Period): ReadonlyArray<WalletRow> =>
  rows.filter((row) => contains(period, dayOfLocalTime(row.localTime)))

/** What is known of the rows in the end. */
export const pulled = (rows: ReadonlyArray<WalletRow>, periods: ReadonlyArray<Period>): WalletCheck => {
  const days = daysOf(rows)
  const windowOf = (period: Period): WindowContinuity => checkWindow({ period, rows: within(rows, period) })
  let windows = periods.map(windowOf)
  for (let repeat = 0; repeat < mostRepeats; repeat++) {
    const { gaps, orders } = joinWindows(windows).verdict
    for (const period of periodsAround([...gaps, ...orders], days, repeat)) {
      windows = windows.flatMap((window) => {
        if (overlap(window.period, period) === undefined) return [window]
        const left = [make(window.period.from, addDays(period.from, -1)), make(addDays(period.to, 1), window.period.to)]
        return left.flatMap((part) => (part === undefined ? [] : [windowOf(part)]))
      })
      windows.push(windowOf(period))
    }
  }
  return joinWindows(windows)
}
