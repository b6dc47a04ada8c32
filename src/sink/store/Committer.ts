/**
 * Commits windows to a store: asks what is stored of a window's days, plans, and tells the store what to change. What is known
 * of wallets is remembered, and becomes what it is after a transaction only when that is kept.
 */
import { Effect } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import * as Money from "../../domain/Money.ts"
import * as Period from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WalletConclusions, WindowOutcome } from "../../domain/Window.ts"
import { nothingStored } from "../plan/commitPlan.ts"
import { overlapping, planAnew } from "../plan/continuityPlan.ts"
import { sameProofs } from "../plan/declarations.ts"
import { planAllGaps } from "../plan/gapPlan.ts"
import { finishedDays } from "../plan/runHistory.ts"
import { isStored, mayBeStored, type StoredTotal } from "../plan/storedAnswer.ts"
import { type CompleteDays, completeDaysAfter } from "../plan/Watermark.ts"
import { unmatchedIds } from "../plan/windowDiff.ts"
import { notKept, type SinkError } from "../SinkError.ts"
import type { Change, ConclusionsChange, EntriesChange } from "./Change.ts"
import type { Commit } from "./CommitQueue.ts"
import type { Heads } from "./Heads.ts"
import { gapChange, planWindow, type RowsToPlan, walletProblem } from "./planWindow.ts"
import type { Beside, Store } from "./Store.ts"
import { headsAfter, walletAfter } from "./walletAfter.ts"
import type { WalletState } from "./WalletState.ts"

type Apply = (change: Change) => Effect.Effect<void, SinkError>

/** What is known in a transaction, until it is kept. */
interface Draft {
  heads: Heads
  readonly wallets: Map<WalletNo, WalletState>
}

/** Commits to a store, one thing at a time. */
export class Committer {
  private readonly store: Store
  private heads: Heads
  private wallets = new Map<WalletNo, WalletState>()

  constructor(store: Store, heads: Heads) {
    this.store = store
    this.heads = heads
  }

  /** The last window that was committed, of any wallet. */
  get head(): Pick<Heads, "sequence" | "hash"> {
    return this.heads
  }

  /** Forgets a run that has ended. */
  end(runId: string): void {
    for (const [walletNo, wallet] of this.wallets) {
      const seen = new Map(wallet.seen)
      if (seen.delete(runId)) this.wallets.set(walletNo, { ...wallet, seen })
    }
  }

  /** What is known of a wallet; the store is asked once. */
  readonly walletOf = Effect.fnUntraced(
    function*(this: Committer, walletNo: WalletNo): Effect.fn.Return<WalletState, SinkError> {
      const known = this.wallets.get(walletNo)
      if (known !== undefined) return known
      const stored = yield* this.store.wallet(walletNo)
      const completeDays = stored.windows.reduce<CompleteDays>(completeDaysAfter, [])
      const wallet: WalletState = { ...stored, completeDays, seen: new Map() }
      this.wallets.set(walletNo, wallet)
      return wallet
    }
  )

  /** Commits windows that were found sound, in their order and in one transaction. */
  readonly commitTogether = Effect.fnUntraced(
    function*(
      this: Committer,
      commits: ReadonlyArray<Commit>
    ): Effect.fn.Return<ReadonlyArray<WindowOutcome>, SinkError> {
      const draft: Draft = { heads: this.heads, wallets: new Map() }
      const outcomes = yield* this.store.transact((apply) =>
        Effect.forEach(commits, (commit) => this.commitOne(draft, commit, apply))
      )
      this.heads = draft.heads
      for (const [walletNo, wallet] of draft.wallets) this.wallets.set(walletNo, wallet)
      return outcomes
    }
  )

  private readonly commitOne = Effect.fnUntraced(
    function*(this: Committer, draft: Draft, commit: Commit, apply: Apply): Effect.fn.Return<WindowOutcome, SinkError> {
      const { committedAt, window } = commit
      const { walletNo } = window
      const wallet = yield* this.begun(draft.wallets.get(walletNo) ?? (yield* this.walletOf(walletNo)), window)
      const problem = walletProblem(window, wallet)
      if (problem !== undefined) return yield* notKept(Period.format(window.days), problem)
      const rows = yield* this.rowsToPlan(commit, wallet)
      // Planning, hashing and writing a page take many milliseconds each: others may use the thread in between.
      yield* Effect.yieldNow
      const { change, next, quarantined } = planWindow({ heads: draft.heads, wallet }, rows, window, committedAt)
      yield* Effect.yieldNow
      yield* apply(change)
      draft.heads = next.heads
      draft.wallets.set(walletNo, next.wallet)
      const stale = change.entries.added.filter(({ record }) => record === null).map(({ days }) => days)
      return { ...change.plan.outcome, quarantined, ...(stale.length === 0 ? {} : { stale }) }
    }
  )

  /** The wallet with the days that its run will not see, since earlier runs finished them. */
  private readonly begun = Effect.fnUntraced(
    function*(this: Committer, wallet: WalletState, { asked, runId, walletNo }: StatementWindow) {
      if (wallet.seen.has(runId)) return wallet
      const rules = yield* this.store.rules(runId, walletNo)
      const finished = finishedDays(yield* this.store.unfinishedRuns(walletNo), asked, rules)
      return { ...wallet, seen: new Map(wallet.seen).set(runId, finished) }
    }
  )

  private readonly rowsToPlan = Effect.fnUntraced(
    function*(
      this: Committer,
      { ready, window }: Commit,
      { entries }: WalletState
    ): Effect.fn.Return<RowsToPlan, SinkError> {
      const { days, rows, walletNo } = window
      if (mayBeStored(window)) {
        const total = sumOf(yield* this.store.totals(walletNo, days))
        if (isStored(window, overlapping(entries, days), total)) return { kind: "stored" }
      }
      if (rows.count === 0 && !window.complete) return { kind: "compared", stored: nothingStored }
      const inside = yield* this.store.rowsOfDays(walletNo, days, "all")
      const ids = inside.length === 0 ? undefined : unmatchedIds(rows, inside)
      const beside: Beside = (ids?.size ?? rows.count) === 0
        ? nothingStored
        : yield* this.store.beside(window, { ids, idPrints: ready?.idPrints })
      return inside.length === 0 && beside.freeLegs.size === 0 && ready !== undefined
        ? { kind: "new", ready }
        : { kind: "compared", stored: { ...beside, inside } }
    }
  )

  /** Writes entries that had to be worked out again. */
  readonly recordContinuity = Effect.fnUntraced(
    function*(this: Committer, walletNo: WalletNo, entries: ReadonlyArray<ContinuityEntry>) {
      const wallet = yield* this.walletOf(walletNo)
      const plan = planAnew(entries, wallet.entries)
      if (plan.added.length === 0) return
      const change: EntriesChange = { kind: "entries", walletNo, ...plan }
      yield* this.store.transact((apply) => apply(change))
      this.wallets.set(walletNo, { ...wallet, ...walletAfter(wallet, change) })
    }
  )

  /** Puts what a run found of a wallet in the end in the place of what its windows left. */
  readonly recordConclusions = Effect.fnUntraced(
    function*(this: Committer, { gaps, proofs, runId, walletNo }: WalletConclusions, foundAt: number) {
      const wallet = yield* this.walletOf(walletNo)
      const found = gapChange(planAllGaps(gaps, wallet.gaps), this.heads.gapId + 1)
      const areSame = sameProofs(proofs, wallet.proofs)
      if (found.closed.length + found.opened.length === 0 && areSame) return
      const change: ConclusionsChange = {
        kind: "conclusions",
        runId,
        walletNo,
        foundAt,
        gaps: found,
        proofs: areSame ? undefined : proofs,
        reach: { watermark: wallet.watermark, proofs }
      }
      yield* this.store.transact((apply) => apply(change))
      this.heads = headsAfter(this.heads, change)
      this.wallets.set(walletNo, { ...wallet, ...walletAfter(wallet, change) })
    }
  )
}

const sumOf = (totals: ReadonlyMap<Period.Day, StoredTotal>): StoredTotal => ({
  rows: [...totals.values()].reduce((sum, { rows }) => sum + rows, 0),
  moved: [...totals.values()].map(({ moved }) => moved).reduce(Money.add, Money.zero)
})
