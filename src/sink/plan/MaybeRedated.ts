/**
 * A row of which another one on another day may be the same transaction, dated anew.
 */
import type { Day } from "../../domain/Period.ts"
import type { Transaction } from "../../domain/Transaction.ts"

/** The row's day, its id, and what it moves. A confirmed one is such a row only beside another with the same balance. */
export interface MaybeRedated extends Pick<Transaction, "amount" | "balance" | "confirmed" | "txnId" | "type"> {
  readonly day: Day
}
