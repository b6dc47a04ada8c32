/**
 * By which rules a statement was held against books, in words: how the books were read, how far apart times may be, which fees are kept.
 */
import * as Money from "../../domain/Money.ts"
import { printable } from "../../domain/printable.ts"
import { booksFields } from "./booksColumns.ts"
import type { FeeRule } from "./feeRules.ts"
import type { ReconcileOptions } from "./reconcile.ts"

const feeText = ({ atLeast, atMost, fixed, percent, upTo }: FeeRule): string => {
  const parts = [
    ...(percent === 0n ? [] : [`${Money.format(Money.fromTenThousandths(percent))} % of the amount`]),
    ...(percent !== 0n && fixed === Money.zero ? [] : [`${Money.format(fixed)} a payment`])
  ]
  return `${upTo === null ? "" : `up to ${Money.format(upTo)}: `}${parts.join(" and ")}${
    atLeast === null ? "" : `, at least ${Money.format(atLeast)}`
  }${atMost === null ? "" : `, at most ${Money.format(atMost)}`}`
}

/** Fees as they are understood. */
export const feesText = (fees: ReadonlyArray<FeeRule>): string => fees.map(feeText).join("; ")

/** All of it. */
export const rulesText = ({ books, days, fees, wallet }: ReconcileOptions): string => {
  const { amounts, dates } = books.styles
  const columns = booksFields.flatMap((field) => {
    const name = books.columns[field]
    return name === undefined ? [] : [`${field} is ${printable(name, 60)}`]
  })
  return [
    ...(books.profile === null ? [] : [`profile ${printable(books.profile, 60)}`]),
    ...(wallet === null ? [] : [`wallet ${printable(wallet, 60)}`]),
    ...(books.sheet === null ? [] : [`sheet ${printable(books.sheet, 60)}`]),
    ...columns,
    ...(dates === null ? [] : [`dates ${dates.shown}`]),
    ...(amounts === null ? [] : [`amounts ${amounts.shown}`]),
    `times at most ${days} ${days === 1 ? "day" : "days"} apart`,
    fees.length === 0 ? "no fee" : `fee ${feesText(fees)}`
  ].join("; ")
}
