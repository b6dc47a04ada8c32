/**
 * A received record that could not become a Transaction. It is never dropped: it goes to quarantine with the very
 * text that was received, so that a later version or other settings can try again.
 */
import { Schema } from "effect"
import type { Day } from "./Period.ts"

/** What stood in the way. */
export const RejectionReason = Schema.Literals([
  "not-an-object",
  "missing-field",
  "wrong-field",
  "money-not-decimal",
  "money-too-precise",
  "money-too-large",
  "time-malformed",
  "time-marker-conflict"
])
export type RejectionReason = typeof RejectionReason.Type

/** Why a record was rejected; `detail` names the field and what it should look like, never its value. */
export interface RejectionCause {
  readonly reason: RejectionReason
  readonly detail: string
}

/** A record that could not be normalised. */
export interface Rejection extends RejectionCause {
  /** The record exactly as received, from its first character to its last. */
  readonly rawText: string
  /** The day it stands on; null when its date can't be read. */
  readonly day: Day | null
}
