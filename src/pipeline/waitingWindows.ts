/**
 * What becomes of windows that wait to be committed, when other answers show that theirs lack something: which of their days
 * are asked for once more, and as what the others go on.
 */
import { addDays, type Day, overlap, type Period, without } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { DroppedAnswers, LeftOver } from "./DroppedAnswers.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { answerNoteOf, forgetAnswer } from "./KnownAnswer.ts"
import type { LoadedDays } from "./LoadedDays.ts"

/** Whose windows wait. */
export interface Waiting {
  readonly runId: string
  readonly walletNo: WalletNo
  /** The days that the pull of the wallet is about. */
  readonly period: Period
  readonly dropped: DroppedAnswers
  /** The days that went on before in the same run. */
  readonly loaded: LoadedDays
}

/** Some days with those behind them up to the end of the pull, which they may lie behind themselves. */
export const upToEnd = ({ period }: Pick<Waiting, "period">, { from, to }: Period): Period => ({
  from,
  to: to > period.to ? to : period.to
})

/** Days beyond those asked for, with their margins, of which an answer may show something. */
export const farthestShown = 2

/** Windows of which answers for days from `from` on show nothing any more, and the others. */
export const partition = (
  windows: ReadonlyArray<FetchedWindow>,
  from: Day
): { readonly away: ReadonlyArray<FetchedWindow>; readonly near: ReadonlyArray<FetchedWindow> } => {
  const isAway = ({ days }: FetchedWindow): boolean => days.to < addDays(from, -farthestShown)
  return { away: windows.filter(isAway), near: windows.filter((each) => !isAway(each)) }
}

/** Windows in the order of their days. */
export const inOrder = (windows: ReadonlyArray<FetchedWindow>): ReadonlyArray<FetchedWindow> =>
  windows.toSorted((one, other) => one.days.from - other.days.from)

/** Windows without some days, which are asked for once more; what their answers held of these is not forgotten. */
export const takeOut = (
  { dropped, period }: Waiting,
  windows: ReadonlyArray<FetchedWindow>,
  days: Period
): ReadonlyArray<FetchedWindow> =>
  windows.flatMap((window) => {
    const taken = overlap(window.days, days)
    return taken === undefined ? [window] : withoutDays(dropped, period, window, taken).map(doubtful)
  })

/** A window without some of its days, which are asked for once more. */
const withoutDays = (
  dropped: DroppedAnswers,
  period: Period,
  window: FetchedWindow,
  taken: Period
): ReadonlyArray<FetchedWindow> => {
  const left = around(window, taken)
  // Of days to come it has shown something too, which no window tells any more.
  dropped.drop(window, taken, left.length === 0 ? upToEnd({ period }, taken) : taken)
  return left
}

/** Where an answer lacked rows of one day it may lack some of others. */
const doubtful = (window: FetchedWindow): FetchedWindow => ({ ...window, isDoubtful: true })

/** What is left of a window when some days are taken out of it; the very same window when it has none of them. */
export const around = (window: FetchedWindow, taken: Period): ReadonlyArray<FetchedWindow> =>
  overlap(window.days, taken) === undefined
    ? [window]
    : without(window.days, taken).map((days) => ({ ...forgetAnswer(window), days }))

/** A window without its last day where that is to be asked for again; one that came before in the same bytes lacks nothing. */
export const withoutLacking = (
  { dropped, period }: Waiting,
  window: FetchedWindow,
  again: ReadonlyArray<Day>
): ReadonlyArray<FetchedWindow> => {
  const { to } = window.days
  if (!again.includes(to) || answerNoteOf(window)?.known !== undefined) return [window]
  return withoutDays(dropped, period, window, { from: to, to })
}

/**
 * A window as it goes on: it takes nothing away on a day of which it still lacks what other answers showed, nor what one has
 * shown that its days were loaded from before.
 */
export const asItStands = (request: Waiting, window: FetchedWindow): ReadonlyArray<FetchedWindow> => {
  const again = request.loaded.hasAny(window.days)
  const ready = withoutLacked(request, again ? doubtful(window) : window)
  request.loaded.add(window.days)
  if (window.only === undefined) request.dropped.letGo(window.page)
  return ready
}

const withoutLacked = (request: Waiting, window: FetchedWindow): ReadonlyArray<FetchedWindow> => {
  const day = window.complete ? request.dropped.lackedDay(window.days) : undefined
  if (day === undefined) return [window]
  const days = { from: day, to: day }
  const others = around(window, days).flatMap((each) => withoutLacked(request, doubtful(each)))
  return inOrder([...others, { ...forgetAnswer(window), days, complete: false }])
}

/** The last windows, and then those that keep what dropped answers alone have shown. */
export const toTheEnd = (request: Waiting, windows: ReadonlyArray<FetchedWindow>): ReadonlyArray<FetchedWindow> => [
  ...windows.flatMap((each) => asItStands(request, each)),
  ...leftOvers(request)
]

/** The same of records without a readable day, when no answer is to come that may show them. */
export const undatedLeftOvers = (request: Waiting): ReadonlyArray<FetchedWindow> =>
  request.dropped.undatedLeftOvers().map((each) => leftOver(request, each))

/** The windows that keep what dropped answers alone have shown: they add it to its day, which then counts as cut off. */
export const leftOvers = (request: Waiting, of?: Period): ReadonlyArray<FetchedWindow> =>
  request.dropped.leftOvers(of).map((each) => leftOver(request, each))

const leftOver = (
  { period, runId, walletNo }: Waiting,
  { day, indexes, lastSettledDay, page }: LeftOver
): FetchedWindow => ({
  runId,
  walletNo,
  days: { from: day, to: day },
  complete: false,
  lastSettledDay,
  asked: period,
  page,
  only: indexes
})
