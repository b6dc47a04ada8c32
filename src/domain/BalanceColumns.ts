/**
 * What balances are checked by, a column for each field: in a check of a whole file an object for each row would cost
 * many times as much as the check.
 *
 * Money is a count of ten-thousandths in a double, and only where a double counts it exactly, and still exactly when
 * two are added.
 */
import type { Money } from "./Money.ts"
import type { Transaction } from "./Transaction.ts"
import type { Currency } from "./Wallet.ts"

/** The largest count of ten-thousandths that columns hold: 450,000,000,000 of a currency's main unit. */
export const largestCount = 2 ** 52

/** Rows as columns; each has an element for each row. */
export interface BalanceColumns {
  readonly rows: number
  /** The amount, not signed by the type, in ten-thousandths; NaN when it is too large. */
  readonly amounts: Float64Array
  /** The balance after the row, in ten-thousandths; NaN when there is none or it is too large. */
  readonly balances: Float64Array
  /** The wall clock of the service's zone, in milliseconds since 1970-01-01 00:00 on that clock. */
  readonly localTimes: Float64Array
  /** 1 for a Credit, 0 for a Debit. */
  readonly credits: Uint8Array
  /** 1 for a confirmed row. */
  readonly confirmed: Uint8Array
  /** 1 for a row whose time the wall clock showed twice. */
  readonly repeated: Uint8Array
  /** The place of the row's currency in `currencies`. */
  readonly currencyOf: Int32Array
  readonly currencies: ReadonlyArray<Currency | null>
}

/** The part of a transaction that is made columns of. */
export type BalanceRow =
  & Pick<Transaction, "amount" | "balance" | "confirmed" | "currency" | "localTime" | "type">
  & Partial<Pick<Transaction, "timeFlag">>

/** Makes columns of rows. */
export const balanceColumnsOf = (rows: ReadonlyArray<BalanceRow>): BalanceColumns => {
  const currencies = [...new Set(rows.map((row) => row.currency))]
  return {
    rows: rows.length,
    amounts: Float64Array.from(rows, (row) => countOf(row.amount)),
    balances: Float64Array.from(rows, (row) => row.balance === null ? Number.NaN : countOf(row.balance)),
    localTimes: Float64Array.from(rows, (row) => row.localTime),
    credits: Uint8Array.from(rows, (row) => row.type === "Credit" ? 1 : 0),
    confirmed: Uint8Array.from(rows, (row) => row.confirmed ? 1 : 0),
    repeated: Uint8Array.from(rows, (row) => row.timeFlag === "ambiguous-local" ? 1 : 0),
    currencyOf: Int32Array.from(rows, (row) => currencies.indexOf(row.currency)),
    currencies
  }
}

const countOf = (money: Money): number => {
  const count = Number(money)
  return Math.abs(count) <= largestCount ? count : Number.NaN
}
