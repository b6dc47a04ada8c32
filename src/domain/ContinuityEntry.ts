/**
 * What is noted of the balances of some days of a wallet.
 */
import type { Period } from "./Period.ts"

/**
 * What the balances of some days of a wallet say, in a form that only the pipeline reads: enough to join the days to
 * their neighbours without their rows. A null `record` has to be worked out again from the rows. The entries of a
 * wallet never overlap.
 */
export interface ContinuityEntry {
  readonly days: Period
  /** Whether the answer for the days may be cut off, which no row tells. */
  readonly truncated: boolean
  readonly record: string | null
  /**
   * The answer that all rows of the days came in and that made the record; null when there were several, when one of
   * the rows was changed since, or when not every record became a row: then it may still tell how few records the service gives at once.
   */
  readonly answer: string | null
}
