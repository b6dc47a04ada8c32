/**
 * A store in memory, for tests and trials: nothing survives the process, and a wallet's rows are searched one by one.
 */
import { Effect } from "effect"
import type { WalletNo } from "../../domain/Wallet.ts"
import { type BegunRun, pastRunsOf } from "../plan/pastRuns.ts"
import { maybeRedatedIn } from "../plan/redated.ts"
import { besideOf, rowsWithin, totalsOf } from "../store/atHand.ts"
import type { Heads } from "../store/Heads.ts"
import { noHeads } from "../store/Heads.ts"
import type { Store } from "../store/Store.ts"
import type { StoredWallet } from "../store/WalletState.ts"
import { applyTo } from "./memoryChange.ts"
import type { MemoryRow, MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** A store that keeps everything in `tables`. */
export const memoryStore = (tables: Tables): Store => {
  const rowsOf = (walletNo: WalletNo): ReadonlyArray<MemoryRow> => tables.rows.get(walletNo) ?? []
  const windowsOf = (walletNo: WalletNo) =>
    tables.windows.flatMap(({ window }, index) =>
      window.walletNo === walletNo ? [{ ...window, sequence: index + 1 }] : []
    )
  return {
    heads: Effect.sync(() => headsOf(tables)),
    wallets: Effect.sync(() => [...new Set(tables.windows.map(({ window }) => window.walletNo))]),
    wallet: (walletNo) => Effect.sync(() => walletIn(tables, walletNo)),
    windows: (walletNo) => Effect.sync(() => windowsOf(walletNo)),
    declarations: (walletNo) =>
      Effect.sync(() =>
        tables.declarations.flatMap((record) => (record.walletNo === walletNo ? [record.declaration] : []))
      ),
    pastRuns: (walletNo) => Effect.sync(() => pastRunsOf(walletNo, runsIn(tables), windowsOf(walletNo))),
    rowsOfDays: (walletNo, days, which) => Effect.sync(() => rowsWithin(rowsOf(walletNo), days, which)),
    beside: (window, sought) => Effect.sync(() => besideOf(rowsOf(window.walletNo), window, sought)),
    totals: (walletNo, days) => Effect.sync(() => totalsOf(rowsOf(walletNo), days)),
    maybeRedated: (walletNo) => Effect.sync(() => maybeRedatedIn(rowsOf(walletNo), windowsOf(walletNo))),
    transact: (work) =>
      Effect.suspend(() => {
        const restore = copyOf(tables)
        return work((change) => Effect.sync(() => applyTo(tables, change))).pipe(
          Effect.onError(() => Effect.sync(restore))
        )
      })
  }
}

const headsOf = (tables: Tables): Heads => ({
  sequence: tables.windows.length,
  hash: tables.windows.at(-1)?.auditHash ?? noHeads.hash,
  quarantineId: tables.quarantine.length,
  gapId: tables.gaps.length,
  declarationId: tables.declarations.length,
  heldId: tables.held.length
})

const walletIn = (tables: Tables, walletNo: WalletNo): StoredWallet => {
  const isOf = (record: { readonly walletNo: WalletNo }): boolean => record.walletNo === walletNo
  return {
    watermark: tables.watermarks.get(walletNo),
    quarantine: tables.quarantine.filter((record) => isOf(record) && record.state === "open"),
    gaps: tables.gaps.filter((entry) => isOf(entry) && entry.closedRunId === null),
    held: tables.held.filter((row) => isOf(row) && row.state === "held"),
    entries: tables.continuity.get(walletNo) ?? [],
    proofs: tables.proofs.get(walletNo) ?? []
  }
}

const runsIn = (tables: Tables): ReadonlyArray<BegunRun> =>
  [...tables.runs.values()].map((run) => ({
    run,
    state: tables.interrupted.has(run.runId)
      ? "interrupted"
      : tables.reports.has(run.runId)
      ? "ended"
      : "running"
  }))

/** Remembers all of it as it is, and gives a way back. */
const copyOf = (tables: Tables): () => void => {
  const {
    continuity,
    declarations,
    events,
    gaps,
    held,
    interrupted,
    proofs,
    quarantine,
    reports,
    rows,
    runs,
    watermarks
  } = tables
  const grown = [declarations, events, tables.windows].map((list) => [list, list.length] as const)
  const lists = [gaps, held, quarantine].map((
    list
  ): readonly [Array<unknown>, ReadonlyArray<unknown>] => [list, [...list]])
  const maps = [continuity, proofs, reports, rows, runs, watermarks]
    .map((map: Map<string, unknown>) => [map, [...map]] as const)
  const stopped = [...interrupted]
  return () => {
    for (const [list, length] of grown) list.length = length
    for (const [list, before] of lists) list.splice(0, list.length, ...before)
    for (const [map, before] of maps) {
      map.clear()
      for (const [key, value] of before) map.set(key, value)
    }
    interrupted.clear()
    for (const runId of stopped) interrupted.add(runId)
  }
}
