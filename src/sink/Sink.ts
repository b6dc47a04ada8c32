/**
 * Where statement windows are kept. A sink commits a window whole or not at all, applies only the difference to what
 * it holds, and never deletes.
 *
 * Committing is serial: windows are committed in the order they are given. For another database write a `Store`
 * (`store/Store.ts`): `Sink.fromStore` makes the sink of it.
 */
import { Context, Effect, Layer, type Option } from "effect"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import type { DayAnchor, DecisionDeclaration, ExportDeclaration, ProvenDeclaration } from "../domain/Declaration.ts"
import type { Day, Period } from "../domain/Period.ts"
import type { Proof } from "../domain/Proof.ts"
import type { BalancedRows, Rows } from "../domain/Rows.ts"
import type { RunReport } from "../domain/RunReport.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WalletConclusions, WindowOutcome } from "../domain/Window.ts"
import type { ChainHead } from "./audit/ChainHead.ts"
import { takingSeveral } from "./inFlight.ts"
import { memoryStore } from "./memory/memoryStore.ts"
import { MemoryTables } from "./memory/MemoryTables.ts"
import type { ChangedRows, DaysSince } from "./plan/changedSince.ts"
import type { HeldRow } from "./plan/heldPlan.ts"
import type { MaybeRedated } from "./plan/MaybeRedated.ts"
import type { QuarantinedRecord } from "./plan/quarantine.ts"
import type { RunStart } from "./plan/RunStart.ts"
import type { CompletingWindow, Watermark } from "./plan/Watermark.ts"
import type { StoredRow } from "./plan/windowDiff.ts"
import type { SinkError } from "./SinkError.ts"
import type { Store } from "./store/Store.ts"
import { storeSink } from "./store/storeSink.ts"

export {
  Damaged,
  DatabaseFailed,
  DiskFull,
  Inaccessible,
  Locked,
  QueryRefused,
  SinkError,
  SinkErrorReason,
  TooNew
} from "./SinkError.ts"
export type { ChainHead, ChangedRows, DaysSince, HeldRow, QuarantinedRecord, RunStart, StoredRow, Watermark }

/** Keeps statement windows, runs and watermarks. */
export class Sink extends Context.Service<Sink, {
  /** Records that a run begins. A run of one of its wallets that has not ended was interrupted. */
  readonly beginRun: (run: RunStart) => Effect.Effect<void, SinkError>
  /** Commits a window: rows, events, audit record, quarantine, continuity, gaps and watermark in one transaction. */
  readonly commit: (window: StatementWindow) => Effect.Effect<WindowOutcome, SinkError>
  /** Records how a run ended. */
  readonly endRun: (report: RunReport) => Effect.Effect<void, SinkError>
  /** The last window that was committed, of any wallet: what the chain of all windows so far ends with. */
  readonly head: Effect.Effect<ChainHead, SinkError>
  /** How far a wallet is complete; none before its first complete window. */
  readonly watermark: (walletNo: WalletNo) => Effect.Effect<Option.Option<Watermark>, SinkError>
  /** Rows of a wallet that are not withdrawn, counted by day; days without rows are left out. */
  readonly rowsByDay: (walletNo: WalletNo, period: Period) => Effect.Effect<ReadonlyMap<Day, number>, SinkError>
  /** Quarantined records of a wallet that are still open. */
  readonly openQuarantine: (walletNo: WalletNo) => Effect.Effect<number, SinkError>
  /** The open quarantined records of all wallets or of one, in the order of their ids. */
  readonly quarantined: (
    walletNo: Option.Option<WalletNo>
  ) => Effect.Effect<ReadonlyArray<QuarantinedRecord>, SinkError>
  /** Rows of a wallet on some days that are not withdrawn, in no particular order. */
  readonly rowsOf: (walletNo: WalletNo, period: Period) => Effect.Effect<ReadonlyArray<Transaction>, SinkError>
  /** All rows of a wallet on some days, withdrawn ones included, in no particular order. */
  readonly storedRows: (walletNo: WalletNo, period: Period) => Effect.Effect<ReadonlyArray<StoredRow>, SinkError>
  /**
   * Rows that may be dated anew: a live one whose id, type and amount one row that came later has on another day, and no other
   * row near it, when it is not confirmed or the other one has its balance, and whose own day no complete answer was about
   * since. In the order of days.
   */
  readonly maybeRedated: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<MaybeRedated>, SinkError>
  /** The rows of a wallet that answers no longer showed and that were kept, until that is settled; in the order of their ids. */
  readonly heldRows: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<HeldRow>, SinkError>
  /** The same live rows as columns. */
  readonly liveRows: (walletNo: WalletNo, period: Period) => Effect.Effect<Rows, SinkError>
  /** What balances are checked by of the same rows. */
  readonly balancedRows: (walletNo: WalletNo, period: Period) => Effect.Effect<BalancedRows, SinkError>
  /** The windows of a wallet in the order in which they were committed, without those that only bring decisions or say what was exported. */
  readonly windows: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<CompletingWindow>, SinkError>
  /** All continuity entries of a wallet, in the order of days. */
  readonly continuity: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<ContinuityEntry>, SinkError>
  /**
   * Writes entries that had to be worked out again, each in the place of the entry of its days, or several in the place of the one
   * whose days they are all of; an entry that is there no longer is left out.
   */
  readonly recordContinuity: (
    walletNo: WalletNo,
    entries: ReadonlyArray<ContinuityEntry>
  ) => Effect.Effect<void, SinkError>
  /**
   * Puts what a run found in the end in the place of the gaps and proofs that a wallet's windows left: these tell of what is
   * around them, and of rows that they took from other days they don't tell at all.
   */
  readonly recordConclusions: (conclusions: WalletConclusions) => Effect.Effect<void, SinkError>
  /** The open gaps of a wallet, in the order of their times. */
  readonly openGaps: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<Gap>, SinkError>
  /**
   * The days that a wallet's last run, and the runs right before it, committed uncut from the service and that were over
   * by then, joined and in order: as long as those runs were interrupted, asked for the same period and went by the same
   * rules. Empty when the last run ended, asked for other days or went by others.
   */
  readonly finishedBefore: (
    walletNo: WalletNo,
    asked: Period,
    rules: string | null
  ) => Effect.Effect<ReadonlyArray<Period>, SinkError>
  /**
   * The days that a wallet's runs loaded since the last one that told what it comes to, joined and in order: each was interrupted,
   * or failed for the wallet.
   */
  readonly loadedByStopped: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<Period>, SinkError>
  /** The first day that the last run of a wallet was asked for to which days were named, however it ended; none before one. */
  readonly askedFrom: (walletNo: WalletNo) => Effect.Effect<Option.Option<Day>, SinkError>
  /** The balances of a wallet that were declared and not taken back, in the order of days and currencies. */
  readonly anchors: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<DayAnchor>, SinkError>
  /** The settings of a wallet that were declared last. */
  readonly declaredSettings: (walletNo: WalletNo) => Effect.Effect<Option.Option<string>, SinkError>
  /** What was decided last about each finding of a wallet, by its id. */
  readonly decisions: (walletNo: WalletNo) => Effect.Effect<ReadonlyMap<string, DecisionDeclaration>, SinkError>
  /** What was exported of a wallet, in the order in which that was told. */
  readonly exports: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<ExportDeclaration>, SinkError>
  /** The months of a wallet that were found proven, in the order in which that was told. */
  readonly provenMonths: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<ProvenDeclaration>, SinkError>
  /**
   * For each of some days of a wallet, and each currency, how its rows are otherwise than the windows up to one left them; what is as
   * it was is left out. In the order of what is asked, and of currencies.
   */
  readonly changedSince: (
    walletNo: WalletNo,
    asked: ReadonlyArray<DaysSince>
  ) => Effect.Effect<ReadonlyArray<ChangedRows>, SinkError>
  /** What is proven of a wallet, as its last window left it or the run that found it in the end. */
  readonly proofs: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<Proof>, SinkError>
}>()("wallet-statement/sink/Sink") {
  /**
   * Makes a sink that keeps all in a store, which nobody else writes as long as it is used. It takes so many windows before the
   * first of them is kept, for those that wait to share a transaction.
   */
  static readonly fromStore = (store: Store, inFlight = commitsInFlight): Effect.Effect<Sink["Service"], SinkError> =>
    Effect.map(storeSink(store), (sink) => takingSeveral(sink, inFlight))

  /** Keeps everything in memory, for tests and trials; what it holds can be read from `MemoryTables`. */
  static readonly layerMemory: Layer.Layer<Sink | MemoryTables, SinkError> = Layer.effect(
    Sink,
    Effect.flatMap(MemoryTables, (tables) => Sink.fromStore(memoryStore(tables), 1))
  ).pipe(Layer.provideMerge(MemoryTables.layer), Layer.fresh)
}

/** Enough windows to fill a transaction while another one is under way. */
const commitsInFlight = 8
