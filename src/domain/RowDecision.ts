/**
 * What a person decided about rows when a statement was held against books: kept with what finds the rows again.
 */

/** Where a row stands. */
export type Side = "statement" | "books"

/** A row that a decision is about, as it was then. */
export interface DecidedRow {
  readonly side: Side
  /** Null where the books name none. */
  readonly wallet: string | null
  /** The statement's id, or that of the books where these tell one. */
  readonly id: string | null
  /** Of a row of the statement. */
  readonly leg: number | null
  /** `2025-01-31 14:05:00`, by the statement's clock; midnight where the books tell a day. */
  readonly time: string
  /** A decimal with at most four decimals; what comes in is positive. */
  readonly amount: string
  readonly currency: string | null
  readonly reference: string | null
  /** What finds it again: the id alone, or all that is told of it here. */
  readonly foundBy: "id" | "contents"
  /** Rows that were alike in that, which are as good as each other. */
  readonly alike: number
}

/** A decision: that its rows belong together, or that its row has no other on purpose. */
export interface RowDecision {
  readonly id: string
  readonly kind: "together" | "alone"
  readonly rows: ReadonlyArray<DecidedRow>
  /** The profile of the books that were held against the statement; null where there was none, and then it holds for any books. */
  readonly profile: string | null
  readonly by: string
  readonly reason: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** Who took it back, when and why; null while it is in force. */
  readonly reopened: { readonly by: string; readonly reason: string | null; readonly at: number } | null
}
