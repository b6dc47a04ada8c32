/**
 * The members of a sink that only read, on a file that is open for writing or for reading alone.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect, Option } from "effect"
import { payloadFreeSpan } from "../../../domain/payloadFreeSpan.ts"
import type { Period } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { anchorsOf, settingsOf } from "../../plan/declarations.ts"
import { quarantinedRecord } from "../../plan/quarantine.ts"
import { finishedDays } from "../../plan/runHistory.ts"
import type { SinkError } from "../../SinkError.ts"
import { balanceColumnsOf } from "./balanceColumns.ts"
import { readEntries } from "./ContinuityTable.ts"
import { readDeclarations } from "./DeclarationTable.ts"
import { readOpenGaps } from "./GapTable.ts"
import { readHead } from "./Heads.ts"
import { readHeld } from "./HeldTable.ts"
import { readProofs } from "./ProofTable.ts"
import { countOpen, readOpen } from "./QuarantineTable.ts"
import { readWindows } from "./readWindows.ts"
import { askedFrom, pastRuns } from "./RunTable.ts"
import { countByDay, maybeRedated, rowsOfDays } from "./storedRows.ts"
import { readWatermark } from "./WalletState.ts"

/** Asks something of the connection that is used for reading. */
export type Ask = <A>(question: (open: DuckDBConnection) => Promise<A>) => Effect.Effect<A, SinkError>

/** The reading members, on a file that a sink of this process writes or nobody does; their spans keep no rows. */
export const readings = (ask: Ask, written: boolean) => ({
  head: Effect.withSpan(ask(readHead), "Sink.head"),
  watermark: Effect.fn("Sink.watermark")((walletNo: WalletNo) =>
    Effect.map(ask((open) => readWatermark(open, walletNo)), Option.fromUndefinedOr)
  ),
  rowsByDay: Effect.fn("Sink.rowsByDay")((walletNo: WalletNo, period: Period) =>
    ask((open) => countByDay(open, walletNo, period))
  ),
  openQuarantine: Effect.fn("Sink.openQuarantine")((walletNo: WalletNo) => ask((open) => countOpen(open, walletNo))),
  quarantined: (walletNo: Option.Option<WalletNo>) =>
    ask((open) => readOpen(open, Option.getOrUndefined(walletNo))).pipe(
      Effect.map((records) => records.map(quarantinedRecord)),
      payloadFreeSpan("Sink.quarantined")
    ),
  rowsOf: (walletNo: WalletNo, period: Period) =>
    ask((open) => rowsOfDays(open, walletNo, period, "live")).pipe(
      Effect.map((rows) => rows.map((row) => row.transaction)),
      payloadFreeSpan("Sink.rowsOf")
    ),
  storedRows: (walletNo: WalletNo, period: Period) =>
    ask((open) => rowsOfDays(open, walletNo, period)).pipe(payloadFreeSpan("Sink.storedRows")),
  maybeRedated: (walletNo: WalletNo) =>
    ask((open) => maybeRedated(open, walletNo)).pipe(payloadFreeSpan("Sink.maybeRedated")),
  heldRows: (walletNo: WalletNo) => ask((open) => readHeld(open, walletNo)).pipe(payloadFreeSpan("Sink.heldRows")),
  balanceColumns: (walletNo: WalletNo, period: Period) =>
    ask((open) => balanceColumnsOf(open, walletNo, period)).pipe(payloadFreeSpan("Sink.balanceColumns")),
  windows: Effect.fn("Sink.windows")((walletNo: WalletNo) => ask((open) => readWindows(open, walletNo))),
  continuity: (walletNo: WalletNo) =>
    ask((open) => readEntries(open, walletNo)).pipe(payloadFreeSpan("Sink.continuity")),
  openGaps: (walletNo: WalletNo) =>
    ask((open) => readOpenGaps(open, walletNo)).pipe(
      Effect.map((gaps) => gaps.map(({ gap }) => gap)),
      payloadFreeSpan("Sink.openGaps")
    ),
  finishedBefore: Effect.fn("Sink.finishedBefore")((
    walletNo: WalletNo,
    asked: Period,
    rules: string | null
  ) => Effect.map(ask((open) => pastRuns(open, walletNo, written)), (runs) => finishedDays(runs, asked, rules))),
  askedFrom: Effect.fn("Sink.askedFrom")((walletNo: WalletNo) =>
    Effect.map(ask((open) => askedFrom(open, walletNo)), Option.fromUndefinedOr)
  ),
  anchors: Effect.fn("Sink.anchors")((walletNo: WalletNo) =>
    Effect.map(ask((open) => readDeclarations(open, walletNo)), anchorsOf)
  ),
  declaredSettings: Effect.fn("Sink.declaredSettings")((walletNo: WalletNo) =>
    Effect.map(
      ask((open) => readDeclarations(open, walletNo)),
      (declarations) => Option.fromUndefinedOr(settingsOf(declarations))
    )
  ),
  proofs: Effect.fn("Sink.proofs")((walletNo: WalletNo) => ask((open) => readProofs(open, walletNo)))
})
