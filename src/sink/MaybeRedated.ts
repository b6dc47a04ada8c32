/**
 * A row of which another one on another day may be the same transaction, dated anew.
 */
import type { Day } from "../domain/Period.ts"
import type { Transaction } from "../domain/Transaction.ts"

/** The row's day, its id, and what it moves. */
export interface MaybeRedated extends Pick<Transaction, "amount" | "txnId" | "type"> {
  readonly day: Day
}

/** Nobody dates a row anew by more days. */
export const farthestRedated = 31

/** The rows of so many runs, the last ones, are looked at: one that was cut short may not have asked for the other day. */
export const runsLookedAt = 3
