/**
 * Which answer of the service a window's rows are, so that the same answer need not be checked and compared once more: the
 * same bytes to the same request, read by the same rules, are the same rows.
 */
import type { ContinuityEntry } from "./ContinuityEntry.ts"

/** What is known of the answer that some rows are all the rows of. */
export interface AnswerMark {
  /** The answer, in a form that only the pipeline reads. */
  readonly answer: string
  /** The entry of the days when they came in the very same answer before; undefined when this one is new. */
  readonly repeats: ContinuityEntry | undefined
}
