/**
 * How far the balances prove the rows of a wallet's currency: a conclusion, drawn anew with each window.
 */
import type { Day } from "./Period.ts"
import type { Currency } from "./Wallet.ts"

/** What is proven of one currency of a wallet. */
export interface Proof {
  readonly currency: Currency | null
  /** The first day whose opening balance is met; null when nothing is proven. */
  readonly from: Day | null
  /** The last day whose closing balance is met. */
  readonly to: Day | null
  /** The first day after the last row, when complete answers show no row since; null when rows came last. */
  readonly quietSince: Day | null
  /** Whether the balance before the first proven row is known from elsewhere. */
  readonly openingKnown: boolean
}
