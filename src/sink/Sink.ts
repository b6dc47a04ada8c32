/**
 * Where statement windows are kept. A sink commits a window whole or not at all, applies only the difference to what
 * it holds, and never deletes.
 *
 * Committing is serial: a sink takes one window at a time, in the order they are given.
 */
import { Context, Effect, Layer, type Option } from "effect"
import type { Day, Period } from "../domain/Period.ts"
import type { RunReport } from "../domain/RunReport.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../domain/Window.ts"
import { makeMemorySink, MemoryTables } from "./MemorySink.ts"
import type { RunStart } from "./RunStart.ts"
import type { SinkError } from "./SinkError.ts"
import type { Watermark } from "./Watermark.ts"

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
export type { RunStart, Watermark }

/** Keeps statement windows, runs and watermarks. */
export class Sink extends Context.Service<Sink, {
  /** Records that a run begins. */
  readonly beginRun: (run: RunStart) => Effect.Effect<void, SinkError>
  /** Commits a window: rows, events, audit record, quarantine and watermark in one transaction. */
  readonly commit: (window: StatementWindow) => Effect.Effect<WindowOutcome, SinkError>
  /** Records how a run ended. */
  readonly endRun: (report: RunReport) => Effect.Effect<void, SinkError>
  /** How far a wallet is complete; none before its first complete window. */
  readonly watermark: (walletNo: WalletNo) => Effect.Effect<Option.Option<Watermark>, SinkError>
  /** Rows of a wallet that are not withdrawn, counted by day; days without rows are left out. */
  readonly rowsByDay: (walletNo: WalletNo, period: Period) => Effect.Effect<ReadonlyMap<Day, number>, SinkError>
  /** Quarantined records of a wallet that are still open. */
  readonly openQuarantine: (walletNo: WalletNo) => Effect.Effect<number, SinkError>
}>()("wallet-statement/sink/Sink") {
  /** Keeps everything in memory, for tests and trials; what it holds can be read from `MemoryTables`. */
  static readonly layerMemory: Layer.Layer<Sink | MemoryTables> = Layer.effect(
    Sink,
    Effect.suspend(() => Effect.map(MemoryTables, makeMemorySink))
  ).pipe(Layer.provideMerge(MemoryTables.layer))
}
