/**
 * What is known of a wallet beside its rows: what a window is planned by, and what it leaves behind.
 */
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import type { Declaration } from "../../domain/Declaration.ts"
import type { Proof } from "../../domain/Proof.ts"
import type { OpenGap } from "../plan/gapPlan.ts"
import type { HeldRow } from "../plan/heldPlan.ts"
import type { OpenRecord } from "../plan/quarantine.ts"
import type { SeenDays } from "../plan/seenDays.ts"
import type { CompleteDays, CompletingWindow, Watermark } from "../plan/Watermark.ts"

/** What a store keeps of a wallet. */
export interface StoredWallet {
  /** How far it is complete; undefined before its first complete window. */
  readonly watermark: Watermark | undefined
  /** Its quarantined records that are open, in the order of their ids. */
  readonly quarantine: ReadonlyArray<OpenRecord>
  /** Its gaps that are open, in the order of their ids. */
  readonly gaps: ReadonlyArray<OpenGap>
  /** Its rows that are held, in the order of their ids. */
  readonly held: ReadonlyArray<HeldRow>
  /** Its continuity entries, in the order of days. */
  readonly entries: ReadonlyArray<ContinuityEntry>
  /** What is proven of its currencies. */
  readonly proofs: ReadonlyArray<Proof>
  /** Its windows, in the order in which they were committed, without those that only bring decisions or say what was exported. */
  readonly windows: ReadonlyArray<CompletingWindow>
  /** Its declarations, in the order in which they came. */
  readonly declarations: ReadonlyArray<Declaration>
}

/** The same, and what follows from its windows. */
export interface WalletState extends StoredWallet {
  readonly completeDays: CompleteDays
  /** What runs that go on have seen of it. */
  readonly seen: ReadonlyMap<string, SeenDays>
}

/** A wallet of which nothing is stored. */
export const unknownWallet: StoredWallet = {
  watermark: undefined,
  quarantine: [],
  gaps: [],
  held: [],
  entries: [],
  proofs: [],
  windows: [],
  declarations: []
}
