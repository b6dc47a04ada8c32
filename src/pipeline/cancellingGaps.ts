/**
 * Neighbouring windows whose gaps cancel each other out. Each window is checked by its own rows, so a row that bears a day of
 * the window next to it breaks both; all their rows together may be whole.
 */
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, length, overlap, type Period } from "../domain/Period.ts"
import { farthestDated } from "../domain/Transaction.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { WalletHistory } from "./WalletHistory.ts"

/** So many gaps of a currency are looked at. */
const mostGaps = 50

/**
 * The days of neighbouring windows, at least two, whose gaps of one currency sum to nothing, shortest first, and the same days
 * with some that follow: the day that rows were booked on shows no gap where several of them cancel out.
 */
export const cancellingStretches = (gaps: ReadonlyArray<Gap>, history: WalletHistory): ReadonlyArray<Period> => {
  const found = new Map<string, Period>()
  for (const stretch of stretchesOf(gaps)) {
    for (const days of [stretch, ...following(stretch, history)]) {
      const windows = history.filter(({ period }) => overlap(period, days) !== undefined)
      const [first, last] = [windows[0]?.period, windows.at(-1)?.period]
      if (first === undefined || last === undefined || windows.length < 2 || !areNeighbours(windows)) continue
      const period = { from: first.from, to: last.to }
      if (length(period) <= farthestDated) found.set(`${period.from} ${period.to}`, period)
    }
  }
  return [...found.values()].sort((one, other) => length(one) - length(other) || one.from - other.from)
}

const stretchesOf = (gaps: ReadonlyArray<Gap>): Array<Period> =>
  [...Map.groupBy(gaps, ({ currency }) => currency).values()].flatMap((own) => {
    const placed = own.slice(-mostGaps).flatMap(({ from, missing, to }) =>
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

/** A stretch made longer by the next window, by the next three, and by as many as may be. */
const following = ({ from, to }: Period, history: WalletHistory): ReadonlyArray<Period> => {
  const later = history.filter(({ period }) => period.from > to && period.to - from < farthestDated)
  return [...new Set([later[0], later[2], later.at(-1)])].flatMap((last) =>
    last === undefined ? [] : [{ from, to: last.period.to }]
  )
}

const areNeighbours = (windows: WalletHistory): boolean =>
  windows.every(({ period, truncated }, index) => {
    const before = windows[index - 1]
    return !truncated && (before === undefined || period.from === before.period.to + 1)
  })
