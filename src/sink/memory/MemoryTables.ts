/**
 * What a sink in memory holds, for tests to look into.
 */
import { Context, Layer } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import type { Proof } from "../../domain/Proof.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { RecordField } from "../audit/WindowRecord.ts"
import type { RowEvent } from "../plan/changedSince.ts"
import type { DeclaredRecord } from "../plan/declarations.ts"
import type { OpenGap } from "../plan/gapPlan.ts"
import type { HeldEnd, HeldRow } from "../plan/heldPlan.ts"
import type { ClosedRecord, OpenRecord } from "../plan/quarantine.ts"
import type { RunStart } from "../plan/RunStart.ts"
import type { Watermark } from "../plan/Watermark.ts"
import type { StoredRow } from "../plan/windowDiff.ts"

/** A stored row with its history in short; instants are milliseconds since 1970-01-01T00:00:00Z. */
export interface MemoryRow extends StoredRow {
  readonly firstSeenAt: number
  readonly lastChangedAt: number
  readonly withdrawnAt: number | null
  readonly runId: string
  /** The number of the window that brought it. */
  readonly sequence: number
}

/** A quarantined record and where it stands. */
export interface MemoryQuarantine extends OpenRecord {
  readonly state: "open" | ClosedRecord["state"]
}

/** A gap and, when it is closed, the run that closed it. */
export interface MemoryGap extends OpenGap {
  readonly walletNo: WalletNo
  readonly foundRunId: string
  readonly closedRunId: string | null
}

/** A declaration, and the window that it came with. */
export interface MemoryDeclaration extends DeclaredRecord {
  readonly sequence: number
  readonly walletNo: WalletNo
}

/** A row that was held, and how it ceased to be. */
export interface MemoryHeld extends HeldRow {
  readonly walletNo: WalletNo
  readonly state: "held" | HeldEnd
  readonly endedRunId: string | null
}

/** A committed window: its audit record and the window itself without its rows. */
export interface MemoryWindow {
  readonly fields: ReadonlyArray<RecordField>
  readonly auditHash: string
  readonly window: Pick<
    StatementWindow,
    "runId" | "walletNo" | "days" | "complete" | "kept" | "lastSettledDay" | "origin"
  >
}

/** What a sink in memory holds. */
export class MemoryTables extends Context.Service<MemoryTables, {
  readonly rows: Map<WalletNo, Array<MemoryRow>>
  readonly events: Array<RowEvent>
  readonly windows: Array<MemoryWindow>
  readonly quarantine: Array<MemoryQuarantine>
  readonly watermarks: Map<WalletNo, Watermark>
  readonly runs: Map<string, RunStart>
  /** Runs that never ended. */
  readonly interrupted: Set<string>
  readonly reports: Map<string, RunReport>
  /** In the order of days. */
  readonly continuity: Map<WalletNo, ReadonlyArray<ContinuityEntry>>
  readonly gaps: Array<MemoryGap>
  readonly declarations: Array<MemoryDeclaration>
  readonly proofs: Map<WalletNo, ReadonlyArray<Proof>>
  readonly held: Array<MemoryHeld>
}>()("wallet-statement/sink/MemoryTables") {
  static readonly layer = Layer.sync(MemoryTables, () => ({
    rows: new Map(),
    events: [],
    windows: [],
    quarantine: [],
    watermarks: new Map(),
    runs: new Map(),
    interrupted: new Set<string>(),
    reports: new Map(),
    continuity: new Map(),
    gaps: [],
    declarations: [],
    proofs: new Map(),
    held: []
  }))
}
