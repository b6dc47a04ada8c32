/**
 * What is otherwise of rows, in words: which, and by how much their sum is another one.
 */
import * as Money from "../domain/Money.ts"
import { printable } from "../domain/printable.ts"
import type { Otherwise } from "./otherwise.ts"

/** Rows that a finding names; the others are counted. */
const mostNamed = 3

/** So many of the rows, the first of them by their ids. */
export const rowsText = ({ named }: Otherwise, rows: number): string => {
  const told = named.slice(0, Math.min(mostNamed, rows))
  const ids = told.map((txnId) => JSON.stringify(printable(txnId, 64))).join(", ")
  const others = rows - told.length
  return `${rows === 1 ? "1 row" : `${rows} rows`} (${ids}${others > 0 ? ` and ${others} more` : ""})`
}

/** A sentence about rows whose balances alone moved. */
export const carriedText = ({ merelyCarried, rows }: Otherwise): string =>
  merelyCarried === 0
    ? ""
    : merelyCarried === rows
    ? " They have other balances, and are what they were for the rest."
    : ` The balances of ${merelyCarried === 1 ? "1 other row" : `${merelyCarried} other rows`} moved with that.`

/** By how much the sum moved, as a sentence without the mark at its end; `than` is what it is compared with. */
export const movedText = (
  { moved, pending, pendingMoved }: Otherwise,
  currency: string | null,
  than: string
): string => {
  const beside = pending === 0
    ? ""
    : `; beside that ${pending === 1 ? "1 row that is not confirmed" : `${pending} rows that are not confirmed`} (${
      byText(currency, pendingMoved)
    })`
  return moved !== Money.zero
    ? `That is ${byText(currency, moved, than)}${beside}`
    : pending === 0
    ? "Their sum is what it was"
    : `The sum of the confirmed ones is what it was${beside}`
}

/** An amount as a difference. */
export const byText = (currency: string | null, moved: Money.Money, than?: string): string => {
  const amount = Money.format(Money.magnitude(moved))
  return `${amount}${currency === null ? "" : ` ${currency}`} ${moved < 0n ? "less" : "more"}${
    than === undefined ? "" : ` than ${than}`
  }`
}
