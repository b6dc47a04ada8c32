/**
 * What somebody decided or set, as far as it decides what the statement says: balances that are known from elsewhere, the
 * settings that decide what a row is, and withdrawals that somebody accepted. It is kept with the window of its wallet that
 * was committed next, and hashed with it.
 */
import type { Money } from "./Money.ts"
import type { Day, Period } from "./Period.ts"
import type { ChainEnd } from "./Verdict.ts"
import type { Currency } from "./Wallet.ts"

/** The balance that a day begins or ends with, as somebody knows it. */
export interface AnchorDeclaration {
  readonly kind: "anchor"
  /** Null for a wallet of one chain whose currency nobody named. */
  readonly currency: Currency | null
  readonly day: Day
  readonly end: ChainEnd
  /** Null takes back what was declared before. */
  readonly balance: Money | null
  /** Where it was given. */
  readonly source: string
}

/** The settings that decide what a row is, from this window on. */
export interface SettingsDeclaration {
  readonly kind: "settings"
  /** The same text for the same settings. */
  readonly text: string
}

/** Withdrawals that were held until somebody said that they are right. */
export interface AcceptedDeclaration {
  readonly kind: "accepted"
  /** How many rows. */
  readonly rows: number
  /** The days between which they stand. */
  readonly days: Period
}

/** What somebody decided or set. */
export type Declaration = AnchorDeclaration | SettingsDeclaration | AcceptedDeclaration

/** The balances that a day is known to begin and to end with; at least one of them is known. */
export interface DayAnchor {
  readonly currency: Currency | null
  readonly day: Day
  readonly opening: Money | null
  readonly closing: Money | null
  /** Where the one that was declared last was given. */
  readonly source: string
}
