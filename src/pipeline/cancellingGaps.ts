/**
 * Neighbouring windows whose places in doubt cancel each other out. Each window is checked by its own rows, so a row that
 * bears a day of the window next to it breaks both; all their rows together may be whole.
 */
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, length, overlap, type Period } from "../domain/Period.ts"
import { farthestDated } from "../domain/Transaction.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { WalletHistory } from "./WalletHistory.ts"

/** So many places of a currency are looked at. */
const mostPlaces = 50

/**
 * The days of neighbouring windows, at least two, whose gaps and doubtful orders of one currency sum to nothing, shortest
 * first, and the same days with some before or behind them: the day that rows were booked on shows no gap where several of
 * them cancel out. Those that reach to the last place may sum to anything, since the last row by its time need not be the
 * last one. None of these places is farther from the next than a row may be dated from its day; windows may be longer.
 */
export const cancellingStretches = (places: ReadonlyArray<Gap>, history: WalletHistory): ReadonlyArray<Period> => {
  const found = new Map<string, Period>()
  for (const stretch of stretchesOf(places)) {
    for (const days of [stretch, ...widened(stretch, history)]) {
      const windows = history.filter(({ period }) => overlap(period, days) !== undefined)
      const [first, last] = [windows[0]?.period, windows.at(-1)?.period]
      if (first === undefined || last === undefined || windows.length < 2 || !areNeighbours(windows)) continue
      found.set(`${first.from} ${last.to}`, { from: first.from, to: last.to })
    }
  }
  return [...found.values()].sort((one, other) => length(one) - length(other) || one.from - other.from)
}

const stretchesOf = (places: ReadonlyArray<Gap>): ReadonlyArray<Period> =>
  [...Map.groupBy(places, ({ currency }) => currency).values()].flatMap((own) => {
    const dated = own.flatMap(({ from, missing, to }) =>
      from === null || to === null
        ? []
        : [{ missing, from: dayOfLocalTime(Math.min(from, to)), to: dayOfLocalTime(Math.max(from, to)) }]
    ).sort((one, other) => one.from - other.from).slice(-mostPlaces)
    return dated.flatMap((first, index) => {
      const found: Array<Period> = first === dated.at(-1) ? [{ from: first.from, to: first.to }] : []
      let [sum, to] = [first.missing, first.to]
      for (const next of dated.slice(index + 1)) {
        if (next.from - to > farthestDated) break
        sum = Money.add(sum, next.missing)
        if (next.to > to) to = next.to
        if (sum === Money.zero || next === dated.at(-1)) found.push({ from: first.from, to })
      }
      return found
    })
  })

/** A stretch made longer by the next window, by the next three, and by as many as may be; on either side. */
const widened = ({ from, to }: Period, history: WalletHistory): ReadonlyArray<Period> => {
  const later = history.filter(({ period }) => period.from > to && period.to - from < farthestDated)
  const earlier = history.filter(({ period }) => period.to < from && to - period.from < farthestDated).toReversed()
  return [
    ...someOf(later).map((window) => ({ from, to: window.period.to })),
    ...someOf(earlier).map((window) => ({ from: window.period.from, to }))
  ]
}

const someOf = (windows: WalletHistory): WalletHistory =>
  [...new Set([windows[0], windows[2], windows.at(-1)])].flatMap((window) => window ?? [])

const areNeighbours = (windows: WalletHistory): boolean =>
  windows.every(({ period, truncated }, index) => {
    const before = windows[index - 1]
    return !truncated && (before === undefined || period.from === before.period.to + 1)
  })
