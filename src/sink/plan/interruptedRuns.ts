/**
 * What the runs that were begun come to for one wallet.
 */
import { Option } from "effect"
import type { Day } from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { InterruptedRun } from "./runHistory.ts"
import type { RunStart } from "./RunStart.ts"
import type { CompletingWindow } from "./Watermark.ts"

/** A run, and whether it goes on, was interrupted, or ended. */
export interface BegunRun {
  readonly run: RunStart
  readonly state: "running" | "interrupted" | "ended"
}

/** The first day of the last run that was to load days of a wallet which somebody named. */
export const askedFromOf = (walletNo: WalletNo, runs: ReadonlyArray<BegunRun>): Option.Option<Day> => {
  const last = runs.findLast(({ run }) => run.asked !== null && run.wallets.includes(walletNo))
  return Option.fromNullishOr(last?.run.asked?.from)
}

/**
 * The runs that were interrupted since the last one that was not, the newest first; `runs` and the wallet's `windows` are in the
 * order in which they came.
 */
export const interruptedRunsOf = (
  walletNo: WalletNo,
  runs: ReadonlyArray<BegunRun>,
  windows: ReadonlyArray<CompletingWindow & Pick<StatementWindow, "runId">>
): ReadonlyArray<InterruptedRun> => {
  const past = runs.filter(({ run, state }) => state !== "running" && run.wallets.includes(walletNo))
  const others = past.findLastIndex(({ state }) => state !== "interrupted")
  return past.slice(others + 1).toReversed().map(({ run }) => ({
    asked: run.asked,
    rules: run.rules.get(walletNo) ?? null,
    windows: windows.filter((window) => window.runId === run.runId && window.origin === "service" && !window.doubted)
  }))
}
