/**
 * What is exported: the rows of a wallet's currency between two days, and the balances that they lead from and to.
 */
import type { Money } from "../../domain/Money.ts"

/** A wallet's currency between two days, both included, written `YYYY-MM-DD`. */
export interface Ledger {
  readonly walletNo: string
  /** ISO 4217 code; null where neither settings nor descriptions name one. */
  readonly currency: string | null
  readonly from: string
  readonly to: string
  /** Balance before the first row and behind the last one; null where it is not known. */
  readonly opening: Money | null
  readonly closing: Money | null
  /** The balances that days are known to end with, in their order; a day may be absent. */
  readonly days: ReadonlyArray<DayEnd>
  /** Rows that are in the balance, and what they come to: `opening + credits - debits = closing` where both are known. */
  readonly rows: number
  readonly credits: Money
  readonly debits: Money
  /** Rows that the service does not call confirmed and that did not move the balance; they are in no sum. */
  readonly pending: number
  /** Why the balances do not prove all of these days, a sentence each; empty where they do. */
  readonly unproven: ReadonlyArray<string>
  /** What is loaded before and behind these days and not proven, where nobody said which days. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** Rows that are not exported, and the first and the last of their days. */
export interface LeftOut {
  readonly from: string
  readonly to: string
  readonly rows: number
}

/** The balance that a day ends with. */
export interface DayEnd {
  readonly day: string
  readonly closing: Money
}

/** A row of a ledger, in the order of its balances where that is known, and of its clock where not. */
export interface LedgerRow {
  /** `YYYY-MM-DD` and `HH:MM:SS` by the service's clock. */
  readonly day: string
  readonly time: string
  /** By how many minutes that clock was ahead of UTC. */
  readonly utcOffset: number
  /** As received; may be blank, and rows may share it. */
  readonly id: string
  /** Numbers the rows that share an id, from 0. */
  readonly leg: number
  readonly type: string
  /** As received, not signed by the type. */
  readonly amount: Money
  /** As it moves the balance: what comes in is positive. */
  readonly signed: Money
  readonly balance: Money | null
  /** As received: a text of others. */
  readonly description: string
  readonly counterparty: string | null
  readonly category: string | null
  readonly confirmed: boolean
  /** Whether it moved the balance; every confirmed row did. */
  readonly isPosted: boolean
  readonly timeFlag: string | null
}
