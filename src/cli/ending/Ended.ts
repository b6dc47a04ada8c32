/**
 * How a pull came to its end, when it did.
 */

/** The code, and what `--json` prints. */
export interface Ended {
  readonly code: number
  readonly document: object
}
