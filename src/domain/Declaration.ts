/**
 * What somebody decided or set, as far as it decides what the statement says: balances that are known from elsewhere, the
 * settings that decide what a row is, withdrawals that somebody accepted, decisions about findings, which rows were exported, and which months were proven. It is kept with the
 * window of its wallet that was committed next, and hashed with it.
 */
import type { FindingKind } from "./Finding.ts"
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
  /** The finding that was accepted before, and why; null where a run was told to accept what is held. */
  readonly source: string | null
}

/** What somebody decided about a finding. */
export interface DecisionDeclaration {
  readonly kind: "decision"
  readonly decision: "accepted" | "reopened"
  /** The finding's id, its kind, and what it was when that was decided. */
  readonly finding: string
  readonly findingKind: FindingKind
  readonly days: Period
  readonly currency: Currency | null
  readonly amount: Money | null
  readonly count: number | null
  readonly by: string
  /** Null where nobody gave one, as for reopening nobody has to. */
  readonly reason: string | null
  /** The number of its window. A sink puts it there. */
  readonly sequence: number
  /** Milliseconds since 1970-01-01T00:00:00Z. A sink puts the time of its commit there. */
  readonly at: number
}

/** That rows of one currency were written to a file for another program, so that a later change of them can be told. */
export interface ExportDeclaration {
  readonly kind: "export"
  /** What the command is told to write, such as `hledger`. */
  readonly format: string
  readonly days: Period
  /** Null for rows that name none. */
  readonly currency: Currency | null
  readonly rows: number
  /** The balance behind the last row; null where it is not known. */
  readonly closing: Money | null
  /** The file's name, without its folder. */
  readonly place: string
  /** Whether the days were not proven, and somebody asked for them all the same. */
  readonly unproven: boolean
  /** The number of the last window of which it holds the rows. */
  readonly upTo: number
  readonly by: string
  /** Milliseconds since 1970-01-01T00:00:00Z. A sink puts the time of its commit there. */
  readonly at: number
}

/** That balances proved the days of a month, so that a later change of their rows can be told. */
export interface ProvenDeclaration {
  readonly kind: "proven"
  /** Days of one month, proven up to its last one. */
  readonly days: Period
  /** Null for rows that name none. */
  readonly currency: Currency | null
  /** The number of its window; those before it left these days proven. A sink puts it there. */
  readonly sequence: number
  /** Milliseconds since 1970-01-01T00:00:00Z. A sink puts the time of its commit there. */
  readonly at: number
}

/** What somebody decided or set, or a run found. */
export type Declaration =
  | AnchorDeclaration
  | SettingsDeclaration
  | AcceptedDeclaration
  | DecisionDeclaration
  | ExportDeclaration
  | ProvenDeclaration

/** The balances that a day is known to begin and to end with; at least one of them is known. */
export interface DayAnchor {
  readonly currency: Currency | null
  readonly day: Day
  readonly opening: Money | null
  readonly closing: Money | null
  /** Where the one that was declared last was given. */
  readonly source: string
}
