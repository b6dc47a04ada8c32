/**
 * What a store is told to keep: plain data, worked out before anything is written.
 */
import type { Proof } from "../../domain/Proof.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { CommitStamp, RecordField } from "../audit/WindowRecord.ts"
import type { CommitPlan } from "../plan/commitPlan.ts"
import type { ContinuityPlan } from "../plan/continuityPlan.ts"
import type { DeclaredRecord } from "../plan/declarations.ts"
import type { OpenGap } from "../plan/gapPlan.ts"
import type { HeldChange } from "../plan/heldPlan.ts"
import type { OpenRecord, QuarantinePlan } from "../plan/quarantine.ts"
import type { RunStart } from "../plan/RunStart.ts"
import type { Watermark } from "../plan/Watermark.ts"

/** How far a wallet is complete and proven. */
export interface Reach {
  readonly watermark: Watermark | undefined
  readonly proofs: ReadonlyArray<Proof>
}

/** Gaps of a wallet that are there no longer, by their ids, and those that are new. */
export interface GapChange {
  readonly closed: ReadonlyArray<number>
  readonly opened: ReadonlyArray<OpenGap>
}

/** What a window does to its wallet's quarantine. */
export interface QuarantineChange extends Pick<QuarantinePlan, "seenAgain" | "awaiting" | "closed"> {
  readonly added: ReadonlyArray<OpenRecord>
}

/** A committed window: its audit record, and all that it changes. */
export interface WindowChange {
  readonly kind: "window"
  readonly window: StatementWindow
  readonly stamp: CommitStamp
  /** The audit record, and its hash, which chains it to the one before. */
  readonly fields: ReadonlyArray<RecordField>
  readonly hash: string
  /** What is written to the wallet's rows; each difference is an event of the window's number, too. */
  readonly plan: CommitPlan
  readonly quarantine: QuarantineChange
  readonly entries: ContinuityPlan
  readonly gaps: GapChange
  readonly declared: ReadonlyArray<DeclaredRecord>
  readonly held: HeldChange
  /** What is proven then; undefined when that is as it was. */
  readonly proofs: ReadonlyArray<Proof> | undefined
  /** How far the wallet reaches then; undefined when that is as far as before. */
  readonly reach: Reach | undefined
}

/** Continuity entries that were worked out again. */
export interface EntriesChange extends ContinuityPlan {
  readonly kind: "entries"
  readonly walletNo: WalletNo
}

/** What a run found of a wallet in the end. */
export interface ConclusionsChange {
  readonly kind: "conclusions"
  readonly runId: string
  readonly walletNo: WalletNo
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly foundAt: number
  readonly gaps: GapChange
  readonly proofs: ReadonlyArray<Proof> | undefined
  readonly reach: Reach
}

/** A run begins: those of its wallets that have not ended were interrupted. */
export interface RunBegins {
  readonly kind: "run-begins"
  readonly run: RunStart
}

/** A run ended. */
export interface RunEnds {
  readonly kind: "run-ends"
  readonly report: RunReport
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt: number
}

/** Nobody runs any more: every run that has not ended was interrupted. */
export interface RunsInterrupted {
  readonly kind: "runs-interrupted"
}

/** What a store is told to keep. */
export type Change = WindowChange | EntriesChange | ConclusionsChange | RunBegins | RunEnds | RunsInterrupted
