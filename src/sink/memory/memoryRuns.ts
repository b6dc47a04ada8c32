/**
 * The runs that a sink in memory has seen: which were interrupted, and what those have finished.
 */
import type { Day } from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { PastRun } from "../plan/runHistory.ts"
import type { RunStart } from "../plan/RunStart.ts"
import type { MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** Marks the runs that never ended, of those that `which` names. */
export const interruptRuns = (tables: Tables, which: (run: RunStart) => boolean): void => {
  for (const run of tables.runs.values()) {
    if (!tables.reports.has(run.runId) && which(run)) tables.interrupted.add(run.runId)
  }
}

/** The runs of a wallet that are over, the newest first. */
export const pastRuns = (tables: Tables, walletNo: WalletNo): ReadonlyArray<PastRun> =>
  [...tables.runs.values()].reverse().flatMap((run) => {
    const interrupted = tables.interrupted.has(run.runId)
    if (!run.wallets.includes(walletNo) || !(interrupted || tables.reports.has(run.runId))) return []
    const windows = tables.windows
      .map(({ window }) => window)
      .filter((window) =>
        window.runId === run.runId && window.walletNo === walletNo && window.origin === "service" &&
        window.kept.length === 0
      )
    return [{ interrupted, asked: run.asked, rules: run.rules.get(walletNo) ?? null, windows }]
  })

/** The first day of the last run that was to load days of a wallet which somebody named. */
export const askedFrom = (tables: Tables, walletNo: WalletNo): Day | undefined =>
  [...tables.runs.values()].findLast(({ asked, wallets }) => asked !== null && wallets.includes(walletNo))?.asked?.from
