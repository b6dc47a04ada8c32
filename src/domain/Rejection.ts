/**
 * A received record that could not become a Transaction. It is never dropped: it goes to quarantine with the very
 * text that was received, so that a later version or other settings can try again.
 */
import { Schema } from "effect"

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

/** A record that could not be normalised. `detail` names the field and what it should look like, never its value. */
export class Rejection extends Schema.Class<Rejection>("wallet-statement/domain/Rejection")({
  reason: RejectionReason,
  detail: Schema.String,
  /** The record as received: the characters between its braces and the braces. */
  rawText: Schema.String
}) {}
