/**
 * Lets whoever runs a pull see how it goes: to draw progress, to count, to log. Events carry counts and days, never
 * records.
 */
import { Context, Effect } from "effect"
import type { Doubt } from "../domain/Finding.ts"
import type { Day, Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { WindowOutcome } from "../domain/Window.ts"
import type { Decision } from "../plan/Plan.ts"

/** A statement request is about to be sent. */
export interface Asked {
  readonly _tag: "Asked"
  readonly walletNo: WalletNo
  readonly days: Period
}

/** A statement request was answered, and what the plan makes of it. */
export interface Answered {
  readonly _tag: "Answered"
  readonly walletNo: WalletNo
  readonly days: Period
  readonly received: number
  readonly attempts: number
  readonly decision: Decision
  /** Days still to fetch after this answer. */
  readonly remaining: Period | undefined
}

/** A wallet's pull begins. */
export interface Started {
  readonly _tag: "Started"
  readonly walletNo: WalletNo
  readonly period: Period | undefined
}

/** A window was committed. */
export interface Committed {
  readonly _tag: "Committed"
  readonly walletNo: WalletNo
  readonly days: Period
  readonly rows: number
  readonly outcome: WindowOutcome
}

/** Stored rows that an answer no longer shows are about to be withdrawn: the day of each. */
export interface Withdrawing {
  readonly _tag: "Withdrawing"
  readonly walletNo: WalletNo
  /** So few that the answer is believed. */
  readonly few: ReadonlyArray<Day>
  /** Held by an earlier run, and accepted now. */
  readonly accepted: ReadonlyArray<Day>
  /** The accepted findings about them, and why they were accepted. */
  readonly sources: ReadonlyArray<string>
}

/** Something speaks against the wallet's being complete, and no balance and no table tells it: the report does. */
export interface Noticed {
  readonly _tag: "Noticed"
  readonly walletNo: WalletNo
  readonly finding: Doubt
}

/** Something is worth knowing and speaks against nothing. */
export interface Remarked {
  readonly _tag: "Remarked"
  readonly walletNo: WalletNo
  readonly note: string
}

/** What is told while a pull goes on. */
export type PullEvent = Started | Asked | Answered | Committed | Withdrawing | Noticed | Remarked

/** Called for each event; by default nothing is done. */
export const PullObserver = Context.Reference<(event: PullEvent) => Effect.Effect<void>>(
  "wallet-statement/pipeline/PullObserver",
  { defaultValue: () => () => Effect.void }
)
