/**
 * The normalised row: what a statement record means, exactly, in the service's own time and in UTC.
 *
 * Identity is (wallet, txnId, leg). The service reuses ids, for a payment and its fee or for a reversal, and may send
 * a blank one: an id is data, not a key. `leg` numbers the rows of a wallet that share an id; the sink gives it out,
 * since only the sink sees rows of other windows.
 *
 * A plain object rather than a class: hundreds of thousands are made a second.
 */
import * as Money from "./Money.ts"
import type { Day } from "./Period.ts"
import { dayOfLocalTime } from "./Period.ts"
import type { TransactionType } from "./StatementRecord.ts"
import type { Currency, WalletNo } from "./Wallet.ts"

/** What is doubtful about a row's time; null when nothing is. */
export type TimeFlag = "marker-conflict" | "ambiguous-local" | "nonexistent-local"

/** One transaction of a wallet. */
export interface Transaction {
  readonly walletNo: WalletNo
  /** As received; may be blank, may be shared by several rows. */
  readonly txnId: string
  readonly type: TransactionType
  /** As received, not signed by `type`. */
  readonly amount: Money.Money
  /** Balance after the transaction; null when the service gave none. */
  readonly balance: Money.Money | null
  /** Null when neither settings nor description name a known one. */
  readonly currency: Currency | null
  readonly description: string
  readonly confirmed: boolean
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly occurredAt: number
  /** The wall clock of the service's zone, in milliseconds since 1970-01-01 00:00 on that clock. */
  readonly localTime: number
  /** The timestamp as received. */
  readonly dateText: string
  readonly timeFlag: TimeFlag | null
}

/** No row bears a day that is farther from the one on which it was booked, or from the one that it bore before. */
export const farthestDated = 31

/** The amount as it moves the balance: Credit adds, Debit takes. */
export const signedAmount = (row: Pick<Transaction, "type" | "amount">): Money.Money =>
  row.type === "Credit" ? row.amount : Money.negate(row.amount)

/** The service's calendar day on which a transaction stands. */
export const dayOf = (row: Pick<Transaction, "localTime">): Day => dayOfLocalTime(row.localTime)
