/**
 * What the runs that were begun come to for one wallet.
 */
import { Option } from "effect"
import type { Day } from "../../domain/Period.ts"
import type { WalletReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { UnfinishedRun } from "./runHistory.ts"
import type { RunStart } from "./RunStart.ts"
import type { CompletingWindow } from "./Watermark.ts"

/** A run, and whether it goes on, was interrupted, or ended with a report. */
export interface BegunRun {
  readonly run: RunStart
  readonly end: "none" | "interrupted" | { readonly wallets: ToldOfWallets }
}

/** The first day of the last run that was to load days of a wallet which somebody named. */
export const askedFromOf = (walletNo: WalletNo, runs: ReadonlyArray<BegunRun>): Option.Option<Day> => {
  const last = runs.findLast(({ run }) => run.asked !== null && run.wallets.includes(walletNo))
  return Option.fromNullishOr(last?.run.asked?.from)
}

/**
 * The runs since the last one that told what the wallet comes to, the newest first; `runs` and the wallet's `windows` are in the
 * order in which they came.
 */
export const unfinishedRunsOf = (
  walletNo: WalletNo,
  runs: ReadonlyArray<BegunRun>,
  windows: ReadonlyArray<CompletingWindow & Pick<StatementWindow, "runId">>
): ReadonlyArray<UnfinishedRun> => {
  const past = runs.flatMap(({ end, run }) => (end !== "none" && run.wallets.includes(walletNo) ? [{ end, run }] : []))
  const finished = past.findLastIndex(({ end }) => end !== "interrupted" && !toldNothing(end.wallets, walletNo))
  return past.slice(finished + 1).toReversed().map(({ end, run }) => ({
    isInterrupted: end === "interrupted",
    asked: run.asked,
    rules: run.rules.get(walletNo) ?? null,
    windows: windows.filter((window) => window.runId === run.runId && window.origin === "service" && !window.doubted)
  }))
}

/** What of a report says whether a run told what a wallet comes to. */
export type ToldOfWallets = ReadonlyArray<Pick<WalletReport, "error" | "requests" | "wallet">>

/** Whether a run failed for a wallet, or asked nothing about it: it told nothing of what runs before had left. */
export const toldNothing = (wallets: ToldOfWallets, walletNo: WalletNo): boolean =>
  wallets.some(({ error, requests, wallet }) => wallet === walletNo && (error !== null || requests === 0))
