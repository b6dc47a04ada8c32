/**
 * Where statement windows are kept. A sink commits a window whole or not at all, applies only the difference to what
 * it holds, and never deletes.
 *
 * Committing is serial: a sink takes one window at a time, in the order they are given.
 */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Day, Period } from "../domain/Period.ts"
import type { RunReport } from "../domain/RunReport.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../domain/Window.ts"

/** Another process has the database open; `holder` is its process id where the database tells. */
export class Locked extends Schema.TaggedClass<Locked>()("Locked", {
  holder: Schema.NullOr(Schema.Int)
}) {}

/** The file is no database of ours, or is damaged. */
export class Damaged extends Schema.TaggedClass<Damaged>()("Damaged", {}) {}

/** The file was written by a newer version of this program. */
export class TooNew extends Schema.TaggedClass<TooNew>()("TooNew", {
  found: Schema.Int,
  supported: Schema.Int
}) {}

/** The disk is full. */
export class DiskFull extends Schema.TaggedClass<DiskFull>()("DiskFull", {}) {}

/** The file or its folder can't be read or written. */
export class Inaccessible extends Schema.TaggedClass<Inaccessible>()("Inaccessible", {}) {}

/** A statement of the user's own was refused by the database. */
export class QueryRefused extends Schema.TaggedClass<QueryRefused>()("QueryRefused", {}) {}

/** The database failed in some other way. */
export class DatabaseFailed extends Schema.TaggedClass<DatabaseFailed>()("DatabaseFailed", {}) {}

/** What went wrong with a sink. */
export const SinkErrorReason = Schema.Union([
  Locked,
  Damaged,
  TooNew,
  DiskFull,
  Inaccessible,
  QueryRefused,
  DatabaseFailed
])

/** A sink could not do what was asked; `message` says where and what to do. Nothing of the window was kept. */
export class SinkError extends Schema.TaggedError<SinkError>()("SinkError", {
  reason: SinkErrorReason,
  message: Schema.String
}) {}

/** What a run is about to do, recorded before its first window. */
export interface RunStart {
  readonly runId: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number
  readonly programVersion: string
  readonly wallets: ReadonlyArray<WalletNo>
  /** The days asked for; null for each wallet's own, from its watermark. */
  readonly asked: Period | null
}

/** How far a wallet is complete: every day from `from` to `to` was committed uncut, and is over. */
export type Watermark = Period

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
}>()("wallet-statement/sink/Sink") {}
