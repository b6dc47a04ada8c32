/**
 * A store in memory, for tests and trials: nothing survives the process, and a wallet's rows are searched one by one.
 */
import { Effect } from "effect"
import type { WalletNo } from "../../domain/Wallet.ts"
import { changedSince } from "../plan/changedSince.ts"
import { maybeRedatedIn, type NumberedWindow } from "../plan/redated.ts"
import { askedFromOf, type BegunRun, unfinishedRunsOf } from "../plan/unfinishedRuns.ts"
import { completingOf, isOfDays } from "../plan/Watermark.ts"
import { besideOf, rowsWithin, totalsOf } from "../store/atHand.ts"
import type { Heads } from "../store/Heads.ts"
import { noHeads } from "../store/Heads.ts"
import type { Store } from "../store/Store.ts"
import type { StoredWallet } from "../store/WalletState.ts"
import { applyTo } from "./memoryChange.ts"
import type { MemoryRow, MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** A store that keeps everything in `tables`, which change only when a transaction is kept. */
export const memoryStore = (tables: Tables): Store => {
  let open: Tables | undefined
  const ask = <A>(question: (now: Tables) => A): Effect.Effect<A> => Effect.sync(() => question(open ?? tables))
  return {
    heads: ask(headsOf),
    wallets: ask(({ windows }) => [...new Set(windows.map(({ window }) => window.walletNo))]),
    wallet: (walletNo) => ask((now) => walletIn(now, walletNo)),
    unfinishedRuns: (walletNo) => ask((now) => unfinishedRunsOf(walletNo, runsIn(now), windowsIn(now, walletNo))),
    rules: (runId, walletNo) => ask(({ runs }) => runs.get(runId)?.rules.get(walletNo) ?? null),
    askedFrom: (walletNo) => ask((now) => askedFromOf(walletNo, runsIn(now))),
    rowsOfDays: (walletNo, days, which) => ask((now) => rowsWithin(rowsIn(now, walletNo), days, which)),
    beside: (window, sought) => ask((now) => besideOf(rowsIn(now, window.walletNo), window, sought)),
    totals: (walletNo, days) => ask((now) => totalsOf(rowsIn(now, walletNo), days)),
    maybeRedated: (walletNo) => ask((now) => maybeRedatedIn(rowsIn(now, walletNo), windowsIn(now, walletNo))),
    changedSince: (walletNo, asked) =>
      ask(({ events }) =>
        changedSince(events.filter(({ after, before }) => (after ?? before)?.walletNo === walletNo), asked)
      ),
    transact: (work) =>
      Effect.suspend(() => {
        const draft = draftOf(tables)
        open = draft
        return work((change) => Effect.sync(() => applyTo(draft, change))).pipe(
          Effect.tap(() => Effect.sync(() => keep(tables, draft))),
          Effect.ensuring(Effect.sync(() => {
            open = undefined
          }))
        )
      })
  }
}

const rowsIn = ({ rows }: Tables, walletNo: WalletNo): ReadonlyArray<MemoryRow> => rows.get(walletNo) ?? []

const windowsIn = ({ windows }: Tables, walletNo: WalletNo): ReadonlyArray<NumberedWindow> =>
  windows.flatMap(({ window }, index) =>
    window.walletNo === walletNo ? [{ ...completingOf(window), runId: window.runId, sequence: index + 1 }] : []
  )

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
    held: tables.held.filter((row) => isOf(row) && row.state === "held")
      .map(({ day, id, leg, runId, txnId, window }) => ({ day, id, leg, runId, txnId, window })),
    entries: tables.continuity.get(walletNo) ?? [],
    proofs: tables.proofs.get(walletNo) ?? [],
    windows: tables.windows.flatMap(({ window }) => (isOf(window) && isOfDays(window) ? [completingOf(window)] : [])),
    declarations: tables.declarations.flatMap((record) => (isOf(record) ? [record.declaration] : []))
  }
}

const runsIn = (tables: Tables): ReadonlyArray<BegunRun> =>
  [...tables.runs.values()].map((run) => ({
    run,
    end: tables.interrupted.has(run.runId) ? "interrupted" : tables.reports.get(run.runId) ?? "none"
  }))

/** The tables for a transaction to change; of events it has its own alone. */
const draftOf = (tables: Tables): Tables => ({
  rows: new Map(tables.rows),
  events: [],
  windows: [...tables.windows],
  quarantine: [...tables.quarantine],
  watermarks: new Map(tables.watermarks),
  runs: new Map(tables.runs),
  interrupted: new Set(tables.interrupted),
  reports: new Map(tables.reports),
  continuity: new Map(tables.continuity),
  gaps: [...tables.gaps],
  declarations: [...tables.declarations],
  proofs: new Map(tables.proofs),
  held: [...tables.held]
})

/** Makes the tables what a draft of them has become. */
const keep = (tables: Tables, draft: Tables): void => {
  for (const name of ["rows", "watermarks", "runs", "reports", "continuity", "proofs"] as const) {
    replaceMap(tables[name], draft[name])
  }
  for (const name of ["windows", "quarantine", "gaps", "declarations", "held"] as const) {
    replaceList(tables[name], draft[name])
  }
  tables.interrupted.clear()
  for (const runId of draft.interrupted) tables.interrupted.add(runId)
  for (const event of draft.events) tables.events.push(event)
}

const replaceMap = (map: Map<string, unknown>, next: ReadonlyMap<string, unknown>): void => {
  for (const key of map.keys()) if (!next.has(key)) map.delete(key)
  for (const [key, value] of next) map.set(key, value)
}

const replaceList = (list: Array<unknown>, next: ReadonlyArray<unknown>): void => {
  list.length = 0
  for (const item of next) list.push(item)
}
