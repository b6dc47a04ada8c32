/**
 * What keeps statements: a few questions, and changes that are kept all or not at all. `Sink.fromStore` makes a sink of it.
 *
 * Nobody else writes while a sink is on it, and what it is asked and told comes one after the other.
 */
import type { Effect, Option } from "effect"
import type { Day, Period } from "../../domain/Period.ts"
import type { BalancedRows, Rows } from "../../domain/Rows.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { ChangedRows, DaysSince } from "../plan/changedSince.ts"
import type { MaybeRedated } from "../plan/MaybeRedated.ts"
import type { UnfinishedRun } from "../plan/runHistory.ts"
import type { StoredTotal } from "../plan/storedAnswer.ts"
import type { StoredRow } from "../plan/windowDiff.ts"
import type { SinkError } from "../SinkError.ts"
import type { Change } from "./Change.ts"
import type { Heads } from "./Heads.ts"
import type { StoredWallet } from "./WalletState.ts"

/** Ids of fetched rows that stored ones are looked for by. */
export interface Sought {
  /** Undefined for those of all the window's rows. */
  readonly ids: ReadonlySet<string> | undefined
  /** Two hashes of 32 bits for the id of each of the window's rows, as `printsOfIds` gives them, where they are at hand. */
  readonly idPrints: Uint32Array | undefined
}

/** What is stored that fetched rows may be, or may have to stand beside. */
export interface Beside {
  /** Rows of other days than the window's with the id, amount and balance of a fetched one of those, withdrawn ones too. */
  readonly elsewhere: ReadonlyArray<StoredRow>
  /** The first leg that is free of each sought id that the wallet has. */
  readonly freeLegs: ReadonlyMap<string, number>
}

/** What is asked of statements that somebody keeps. */
export interface StoreReader {
  /** Where the numbered things stand. */
  readonly heads: Effect.Effect<Heads, SinkError>
  /** The wallets that have a window. */
  readonly wallets: Effect.Effect<ReadonlyArray<WalletNo>, SinkError>
  /** What is kept of a wallet beside its rows. */
  readonly wallet: (walletNo: WalletNo) => Effect.Effect<StoredWallet, SinkError>
  /**
   * Its runs since the last one that told what it comes to, the newest first: each was interrupted, or its report has an error of
   * this wallet.
   */
  readonly unfinishedRuns: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<UnfinishedRun>, SinkError>
  /** By which rules a run reads it; null where that is not known. */
  readonly rules: (runId: string, walletNo: WalletNo) => Effect.Effect<string | null, SinkError>
  /** The first day that its last run was asked for to which days were named, however it ended. */
  readonly askedFrom: (walletNo: WalletNo) => Effect.Effect<Option.Option<Day>, SinkError>
  /** Its rows on some days, all or those that are not withdrawn, in no particular order. */
  readonly rowsOfDays: (
    walletNo: WalletNo,
    days: Period,
    which: "all" | "live"
  ) => Effect.Effect<ReadonlyArray<StoredRow>, SinkError>
  /** Its rows that are not withdrawn, counted and summed by day; days without rows are left out. */
  readonly totals: (walletNo: WalletNo, days: Period) => Effect.Effect<ReadonlyMap<Day, StoredTotal>, SinkError>
  /** Its rows that may be dated anew, as `Sink.maybeRedated` has them. */
  readonly maybeRedated: (walletNo: WalletNo) => Effect.Effect<ReadonlyArray<MaybeRedated>, SinkError>
  /** Which rows of each of some days are otherwise than a window left them, as `Sink.changedSince` has it; asked of one at least. */
  readonly changedSince: (
    walletNo: WalletNo,
    asked: ReadonlyArray<DaysSince>
  ) => Effect.Effect<ReadonlyArray<ChangedRows>, SinkError>
  /** Its live rows on some days as columns, in no particular order; made of the rows where it is left out. */
  readonly liveRows?: (walletNo: WalletNo, days: Period) => Effect.Effect<Rows, SinkError>
  /** What balances are checked by of the same rows, where that is less to read than all of them. */
  readonly balancedRows?: (walletNo: WalletNo, days: Period) => Effect.Effect<BalancedRows, SinkError>
}

/** Keeps statements. */
export interface Store extends StoreReader {
  /** What of other days concerns a window's rows. */
  readonly beside: (window: StatementWindow, sought: Sought) => Effect.Effect<Beside, SinkError>
  /**
   * Does some work and keeps what it applies, all of it when it succeeds and else nothing. Meanwhile the store answers as if
   * that were kept.
   */
  readonly transact: <A>(
    work: (apply: (change: Change) => Effect.Effect<void, SinkError>) => Effect.Effect<A, SinkError>
  ) => Effect.Effect<A, SinkError>
}
