/**
 * The members of a sink that only read, on a store; their spans keep no rows.
 */
import { Effect, Option } from "effect"
import { payloadFreeSpan } from "../../domain/payloadFreeSpan.ts"
import { type Period, union } from "../../domain/Period.ts"
import type { Proof } from "../../domain/Proof.ts"
import * as Rows from "../../domain/Rows.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { DaysSince } from "../plan/changedSince.ts"
import { anchorsOf, decisionsOf, exportsOf, provenIn, settingsOf } from "../plan/declarations.ts"
import { byTimes } from "../plan/gapPlan.ts"
import { quarantinedRecord } from "../plan/quarantine.ts"
import { finishedDays } from "../plan/runHistory.ts"
import type { SinkError } from "../SinkError.ts"
import type { Heads } from "./Heads.ts"
import type { StoreReader } from "./Store.ts"
import type { StoredWallet } from "./WalletState.ts"

/** How a store is asked. */
export interface Asking {
  readonly store: StoreReader
  /** What is known of a wallet, whether the store is asked or not. */
  readonly walletOf: (walletNo: WalletNo) => Effect.Effect<StoredWallet, SinkError>
  readonly head: Effect.Effect<Pick<Heads, "sequence" | "hash">, SinkError>
  /** Asks when nothing else is under way. */
  readonly inTurn: <A>(question: Effect.Effect<A, SinkError>) => Effect.Effect<A, SinkError>
}

/** The reading members. */
export const readingsOn = ({ head, inTurn, store, walletOf }: Asking) => {
  const known = <A>(walletNo: WalletNo, part: (wallet: StoredWallet) => A): Effect.Effect<A, SinkError> =>
    Effect.map(inTurn(walletOf(walletNo)), part)
  const open = (walletNo: WalletNo) => known(walletNo, ({ quarantine }) => quarantine.map(quarantinedRecord))
  const rowsOf = (walletNo: WalletNo, period: Period) =>
    Effect.map(store.rowsOfDays(walletNo, period, "live"), (rows) => rows.map(({ transaction }) => transaction))
  const { liveRows = (walletNo, days) => Effect.map(rowsOf(walletNo, days), Rows.from) } = store
  const { balancedRows = liveRows } = store
  return {
    head: Effect.withSpan(Effect.map(inTurn(head), ({ hash, sequence }) => ({ sequence, hash })), "Sink.head"),
    watermark: Effect.fn("Sink.watermark")((walletNo: WalletNo) =>
      known(walletNo, ({ watermark }) => Option.fromUndefinedOr(watermark))
    ),
    rowsByDay: Effect.fn("Sink.rowsByDay")((walletNo: WalletNo, period: Period) =>
      Effect.map(
        inTurn(store.totals(walletNo, period)),
        (totals) => new Map([...totals].map(([day, { rows }]) => [day, rows]))
      )
    ),
    openQuarantine: Effect.fn("Sink.openQuarantine")((walletNo: WalletNo) =>
      known(walletNo, ({ quarantine }) => quarantine.length)
    ),
    quarantined: (walletNo: Option.Option<WalletNo>) =>
      Option.match(walletNo, {
        onNone: () =>
          Effect.map(
            Effect.flatMap(inTurn(store.wallets), (wallets) => Effect.forEach(wallets, open)),
            (records) => records.flat().sort((one, other) => one.id - other.id)
          ),
        onSome: open
      }).pipe(payloadFreeSpan("Sink.quarantined")),
    rowsOf: (walletNo: WalletNo, period: Period) =>
      inTurn(rowsOf(walletNo, period)).pipe(payloadFreeSpan("Sink.rowsOf")),
    liveRows: (walletNo: WalletNo, period: Period) =>
      inTurn(liveRows(walletNo, period)).pipe(payloadFreeSpan("Sink.liveRows")),
    balancedRows: (walletNo: WalletNo, period: Period) =>
      inTurn(balancedRows(walletNo, period)).pipe(payloadFreeSpan("Sink.balancedRows")),
    storedRows: (walletNo: WalletNo, period: Period) =>
      inTurn(store.rowsOfDays(walletNo, period, "all")).pipe(payloadFreeSpan("Sink.storedRows")),
    maybeRedated: (walletNo: WalletNo) =>
      inTurn(store.maybeRedated(walletNo)).pipe(payloadFreeSpan("Sink.maybeRedated")),
    changedSince: (walletNo: WalletNo, asked: ReadonlyArray<DaysSince>) =>
      (asked.length === 0 ? Effect.succeed([]) : inTurn(store.changedSince(walletNo, asked))).pipe(
        payloadFreeSpan("Sink.changedSince")
      ),
    heldRows: (walletNo: WalletNo) => known(walletNo, ({ held }) => held).pipe(payloadFreeSpan("Sink.heldRows")),
    windows: Effect.fn("Sink.windows")((walletNo: WalletNo) => known(walletNo, ({ windows }) => windows)),
    continuity: (walletNo: WalletNo) =>
      known(walletNo, ({ entries }) => entries).pipe(payloadFreeSpan("Sink.continuity")),
    openGaps: (walletNo: WalletNo) =>
      known(walletNo, ({ gaps }) => gaps.toSorted(byTimes).map(({ gap }) => gap)).pipe(
        payloadFreeSpan("Sink.openGaps")
      ),
    finishedBefore: Effect.fn("Sink.finishedBefore")((walletNo: WalletNo, asked: Period, rules: string | null) =>
      Effect.map(inTurn(store.unfinishedRuns(walletNo)), (runs) => finishedDays(runs, asked, rules))
    ),
    loadedByStopped: Effect.fn("Sink.loadedByStopped")((walletNo: WalletNo) =>
      Effect.map(
        inTurn(store.unfinishedRuns(walletNo)),
        (runs) => union(runs.flatMap(({ windows }) => windows.map(({ days }) => days)))
      )
    ),
    askedFrom: Effect.fn("Sink.askedFrom")((walletNo: WalletNo) => inTurn(store.askedFrom(walletNo))),
    anchors: Effect.fn("Sink.anchors")((walletNo: WalletNo) =>
      known(walletNo, ({ declarations }) => anchorsOf(declarations))
    ),
    declaredSettings: Effect.fn("Sink.declaredSettings")((walletNo: WalletNo) =>
      known(walletNo, ({ declarations }) => Option.fromUndefinedOr(settingsOf(declarations)))
    ),
    decisions: (walletNo: WalletNo) =>
      known(walletNo, ({ declarations }) => decisionsOf(declarations)).pipe(payloadFreeSpan("Sink.decisions")),
    exports: (walletNo: WalletNo) =>
      known(walletNo, ({ declarations }) => exportsOf(declarations)).pipe(payloadFreeSpan("Sink.exports")),
    provenMonths: Effect.fn("Sink.provenMonths")((walletNo: WalletNo) =>
      known(walletNo, ({ declarations }) => provenIn(declarations))
    ),
    proofs: Effect.fn("Sink.proofs")((walletNo: WalletNo) =>
      known(walletNo, ({ proofs }) => proofs.toSorted(byCurrency))
    )
  }
}

const byCurrency = (one: Proof, other: Proof): number =>
  one.currency === other.currency ? 0 : (one.currency ?? "") < (other.currency ?? "") ? -1 : 1
