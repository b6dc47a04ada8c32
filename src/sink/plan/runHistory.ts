/**
 * What runs that did not end with what a wallet comes to have done, and what of it the run that goes on need not fetch again.
 */
import * as Period from "../../domain/Period.ts"
import type { StatementWindow } from "../../domain/Window.ts"

/** A run that named the wallet, and was interrupted or stopped early for it. */
export interface UnfinishedRun {
  /** Whether nothing was told of its end. */
  readonly isInterrupted: boolean
  readonly asked: Period.Period | null
  /** What decided what a row of the wallet is; null in a run of an earlier version. */
  readonly rules: string | null
  /** The windows that it committed of the wallet from the service, in their order, without those that were doubted. */
  readonly windows: ReadonlyArray<Pick<StatementWindow, "complete" | "days" | "lastSettledDay">>
}

/**
 * The days that a wallet's last runs have finished, joined and in order: those of the runs that were interrupted since the last
 * one that was not, the newest first, as long as they asked for the same days and went by the same rules.
 * A day that was not over then is not finished, for it may have got rows since; nor is one that was cut off later.
 */
export const finishedDays = (
  runs: ReadonlyArray<UnfinishedRun>,
  asked: Period.Period,
  rules: string | null
): ReadonlyArray<Period.Period> => {
  const end = runs.findIndex((run) => !run.isInterrupted || !Period.same(run.asked, asked) || run.rules !== rules)
  const windows = (end < 0 ? runs : runs.slice(0, end)).toReversed().flatMap((run) => run.windows)
  return Period.union(windows.reduce<ReadonlyArray<Period.Period>>((finished, { complete, days, lastSettledDay }) => {
    if (!complete) return finished.flatMap((period) => Period.without(period, days))
    const settled = Period.upTo(days, lastSettledDay)
    return settled === undefined ? finished : [...finished, settled]
  }, []))
}
