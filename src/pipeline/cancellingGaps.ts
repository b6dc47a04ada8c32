/**
 * Neighbouring windows whose gaps cancel each other out. Each window is checked by its own rows, so a row that bears a day of
 * the window next to it breaks both; all their rows together may be whole.
 */
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, overlap, type Period } from "../domain/Period.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { WalletHistory } from "./WalletHistory.ts"

/** A row that bears a wrong day is hardly so far from where it belongs. */
const longestDays = 31

/** So many rows are checked together at the most. */
const mostRows = 100_000

/** So many gaps are looked at, and so many stretches are checked again at a time. */
const mostGaps = 50
const mostStretches = 5

/** The days of windows, at least two, whose gaps of one currency sum to nothing: shortest first, none overlapping another. */
export const cancellingStretches = (gaps: ReadonlyArray<Gap>, history: WalletHistory): ReadonlyArray<Period> => {
  const found: Array<Period> = []
  for (const stretch of stretchesOf(gaps.slice(-mostGaps)).sort((one, other) => lengthOf(one) - lengthOf(other))) {
    if (found.length === mostStretches) break
    const windows = history.filter(({ period }) => overlap(period, stretch) !== undefined)
    const [first, last] = [windows[0]?.period, windows.at(-1)?.period]
    if (first === undefined || last === undefined || windows.length < 2 || !mayBeJoined(windows)) continue
    const days = { from: first.from, to: last.to }
    if (lengthOf(days) < longestDays && !found.some((other) => overlap(other, days) !== undefined)) found.push(days)
  }
  return found
}

const stretchesOf = (gaps: ReadonlyArray<Gap>): Array<Period> =>
  [...Map.groupBy(gaps, ({ currency }) => currency).values()].flatMap((own) => {
    const placed = own.flatMap(({ from, missing, to }) =>
      from === null || to === null ? [] : [{ missing, from: Math.min(from, to), to: Math.max(from, to) }]
    ).sort((one, other) => one.from - other.from)
    return placed.flatMap((first, index) => {
      let [sum, to] = [first.missing, first.to]
      return placed.slice(index + 1).flatMap((next): ReadonlyArray<Period> => {
        sum = Money.add(sum, next.missing)
        to = Math.max(to, next.to)
        return sum === Money.zero ? [{ from: dayOfLocalTime(first.from), to: dayOfLocalTime(to) }] : []
      })
    })
  })

const mayBeJoined = (windows: WalletHistory): boolean =>
  windows.every(({ truncated }, index) => {
    const [before, window] = [windows[index - 1], windows[index]]
    return !truncated && (before === undefined || window?.period.from === before.period.to + 1)
  }) && windows.reduce((rows, { chains }) => rows + chains.reduce((sum, chain) => sum + chain.rows, 0), 0) <= mostRows

const lengthOf = ({ from, to }: Period): number => to - from
