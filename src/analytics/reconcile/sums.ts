/**
 * The totals of a reconciliation as people read them: a line for each list, and the way from the opening balance to the closing one.
 */
import * as Money from "../../domain/Money.ts"
import * as Period from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { Reconciled } from "./reconcile.ts"
import { isOpenList, type List, lists } from "./totals.ts"

const sumOf = (amounts: ReadonlyArray<Money.Money>): Money.Money => amounts.reduce(Money.add, Money.zero)

/** Rows of a side and what they come to. */
export interface SideSum {
  readonly rows: number
  readonly total: Money.Money
}

/** A line of the totals; the difference is the statement's less the books'. */
export interface SumLine {
  readonly name: string
  readonly statement: SideSum
  readonly books: SideSum
  readonly difference: Money.Money
}

const lines: ReadonlyArray<readonly [name: string, statement: ReadonlyArray<List>, books: ReadonlyArray<List>]> = [
  ["matched", ["matched"], ["matched"]],
  ["accepted alone", ["accepted"], ["accepted"]],
  ["different", ["different"], ["different"]],
  ["doubtful", ["doubtful"], ["doubtful"]],
  ["only in the statement", ["only"], []],
  ["only in the books", [], ["only"]],
  ["total", lists, lists]
]

/** The currencies that rows or balances are in. */
export const currenciesOf = ({ balances, totals }: Reconciled): ReadonlyArray<string | null> => [
  ...new Set([...totals, ...balances].map(({ currency }) => currency))
]

/** The lines of a currency; what nobody decided has no line. */
export const sumsOf = ({ totals }: Reconciled, currency: string | null): ReadonlyArray<SumLine> => {
  const side = (which: "statement" | "books", wanted: ReadonlyArray<List>): SideSum => {
    const found = totals.filter((each) =>
      each.currency === currency && each.side === which && wanted.includes(each.list)
    )
    return {
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      total: sumOf(found.map(({ total }) => Money.fromDecimal(total)))
    }
  }
  return lines.map(([name, ofStatement, ofBooks]) => {
    const [statement, books] = [side("statement", ofStatement), side("books", ofBooks)]
    return { name, statement, books, difference: Money.subtract(statement.total, books.total) }
  }).filter(({ books, name, statement }) => name !== "accepted alone" || statement.rows + books.rows > 0)
}

/** The period in words, and whose it is where nobody named it. */
export const periodText = ({ period, takenEnds }: Pick<Reconciled, "period" | "takenEnds">): string => {
  const [from, to] = [Period.formatDay(period.from), Period.formatDay(period.to)]
  if (takenEnds.length === 2) return `Period taken from the books: ${from} to ${to}; --from and --to name it.`
  const [end] = takenEnds
  return `From ${from} to ${to}${
    end === undefined ? "" : `, the ${end === "from" ? "first" : "last"} day taken from the books; --${end} names it.`
  }`
}

/** Rows that somebody has to look at. */
export const openRowsOf = ({ totals }: Reconciled): number =>
  totals.filter(({ list }) => isOpenList(list)).reduce((sum, { rows }) => sum + rows, 0)

/** From the opening balance by the statement's rows to the closing one, a sentence for each wallet. */
export const tiesOf = ({ balances, walletTotals }: Reconciled, currency: string | null): ReadonlyArray<string> =>
  balances.filter((each) => each.currency === currency).map(({ closing, opening, wallet }) => {
    const total = Money.fromDecimal(
      walletTotals.find((each) => each.wallet === wallet && each.currency === currency)?.total ?? "0"
    )
    const shown = `Wallet ${printable(wallet ?? "", 60)}${currency === null ? "" : `, ${printable(currency, 20)}`}: `
    if (opening === null || closing === null) {
      return `${shown}rows ${Money.format(total)}; the balance at ${
        opening === null ? "the beginning" : "the end"
      } is not known`
    }
    const [from, to] = [Money.fromDecimal(opening), Money.fromDecimal(closing)]
    const reached = Money.add(from, total)
    const sum = `${shown}opening balance ${Money.format(from)} + rows ${Money.format(total)} = ${Money.format(reached)}`
    return reached === to
      ? `${sum}, the closing balance`
      : `${sum}, but the closing balance is ${
        Money.format(to)
      }: rows may be missing, \`wallet-statement verify\` says where`
  })
