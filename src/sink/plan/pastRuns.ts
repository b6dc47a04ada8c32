/**
 * The runs of a wallet that are over, of all that were begun.
 */
import { Option } from "effect"
import type { Day } from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { PastRun } from "./runHistory.ts"
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

/** The newest first; `runs` and the wallet's `windows` are in the order in which they came. */
export const pastRunsOf = (
  walletNo: WalletNo,
  runs: ReadonlyArray<BegunRun>,
  windows: ReadonlyArray<CompletingWindow & Pick<StatementWindow, "runId">>
): ReadonlyArray<PastRun> =>
  runs.toReversed().filter(({ run, state }) => state !== "running" && run.wallets.includes(walletNo)).map((
    { run, state }
  ) => ({
    interrupted: state === "interrupted",
    asked: run.asked,
    rules: run.rules.get(walletNo) ?? null,
    windows: windows.filter((window) =>
      window.runId === run.runId && window.origin === "service" && window.kept.length === 0
    )
  }))
