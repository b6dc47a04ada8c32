/**
 * What is known of a window's answer while it is on its way.
 */
import { Schema } from "effect"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import type { Period } from "../domain/Period.ts"
import type { Records } from "../domain/Records.ts"
import type { Answer } from "../plan/Answer.ts"

/** What is remembered of an answer, in the entry of the days that were committed from it. */
export const Remembered = Schema.Struct({
  /** The request, and all that decides how its answer's records are read. */
  rules: Schema.String,
  sha256: Schema.String,
  /** The records that came; left out where the days are not from one answer alone. */
  received: Schema.optionalKey(Schema.Int),
  outside: Schema.Int,
  duplicates: Schema.Int,
  /** The run that the days were committed in; runs did not always write it down. */
  run: Schema.optionalKey(Schema.String),
  /** As many records as the service was known to give at most, when that was fewer than were asked for. */
  cap: Schema.optionalKey(Schema.Int)
})
export type Remembered = typeof Remembered.Type

/** An answer that some days were committed from and that nothing has changed since. */
export interface KnownAnswer extends Remembered {
  /** The entry of the days. */
  readonly entry: ContinuityEntry
}

/** What is known of the answer of a window that was just fetched. */
export interface AnswerNote {
  /** That of the records, and the days that the window was made of them for: of others it says nothing. */
  readonly sha256: Records["sha256"]
  readonly days: Period
  readonly complete: boolean
  /** The records by day, as the plan counts them. */
  readonly counts: Answer
  /** Set when the days were committed from the very same answer before. */
  readonly known: KnownAnswer | undefined
}
