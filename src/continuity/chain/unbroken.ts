/**
 * The usual window, checked at a fraction of the cost: its rows are confirmed, have balances, all name a currency or none does,
 * and those of each currency lead unbroken, in the order of their seconds, from one balance to another.
 *
 * What `checkWindow` says of such rows follows without it. Each second is a piece of the one path, so that it walks all
 * of them and finds no break, whatever order within a second it takes; what moved the balance is no circuit, so that
 * the path has one beginning. Of all else nothing is said here, nor where a row may be of another day than its time says.
 */
import { int64At } from "../../domain/int64.ts"
import { fromTenThousandths, type Money } from "../../domain/Money.ts"
import { wordsOf } from "../../domain/moneyText.ts"
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import { type BalancedRows, repeatedTime } from "../../domain/Rows.ts"
import { nothingAssumed } from "../../domain/Verdict.ts"
import { byCurrency, noIndexes } from "./byCurrency.ts"
import type { ChainCheck } from "./Continuity.ts"
import { knownEnd } from "./dayEnds.ts"
import { at } from "./Edges.ts"

/** Up to here a double counts ten-thousandths exactly, and still when two are added: 450,000,000,000 of a currency's main unit. */
export const largestCount = 2 ** 52

/**
 * The chains of those rows that stand at some indexes, as `checkWindow` has them but without the marks of their first and last
 * rows; undefined when it takes `checkWindow` to tell.
 */
export const checkUnbroken = (
  all: BalancedRows,
  rows: Int32Array,
  jitter: number
): ReadonlyArray<ChainCheck> | undefined => {
  const parts = byCurrency(all, rows)
  if ((parts.size > 1 && parts.has(null)) || mayCrossMidnight(all, rows, jitter)) return undefined
  const columns = { ...all, amountWords: wordsOf(all.amount), balanceWords: wordsOf(all.balance) }
  const chains: Array<ChainCheck> = []
  for (const currency of [...parts.keys()].sort()) {
    const chain = checkPath(columns, parts.get(currency) ?? noIndexes)
    if (chain === undefined) return undefined
    chains.push(chain)
  }
  return chains
}

const checkPath = (columns: Columns, rows: Int32Array): ChainCheck | undefined => {
  for (const order of orders(columns, rows)) {
    if (isPath(columns, order)) return chainOf(columns, order)
  }
  return undefined
}

interface Columns extends BalancedRows {
  readonly amountWords: Int32Array
  readonly balanceWords: Int32Array
}

/** Whether a row may belong on the other side of its midnight: within the jitter, or in an hour that was shown twice. */
const mayCrossMidnight = (columns: BalancedRows, rows: Int32Array, jitter: number): boolean =>
  rows.some((row) => {
    const second = secondOf(columns, row)
    return columns.timeFlag[row] === repeatedTime ||
      (jitter > 0 && dayOfLocalTime((second - jitter) * 1000) !== dayOfLocalTime((second + jitter) * 1000))
  })

/** Orders that rows are likely to have: as they are stored, or by their times, with either end of a second first. */
function* orders(columns: BalancedRows, rows: Int32Array): Generator<Int32Array> {
  yield rows
  const bySecond = (left: number, right: number): number => secondOf(columns, left) - secondOf(columns, right)
  yield rows.toSorted(bySecond)
  yield rows.toReversed().sort(bySecond)
}

const secondOf = ({ localTime }: BalancedRows, row: number): number => Math.floor((localTime[row] as number) / 1000)

const isPath = (columns: Columns, order: Int32Array): boolean => {
  const opening = balanceBefore(columns, at(order, 0))
  let balance = opening
  let second = -Infinity
  for (let index = 0; index < order.length; index++) {
    const row = at(order, index)
    const next = secondOf(columns, row)
    // A balance that is not there or not exact is NaN, which no comparison lets pass.
    if (!(next >= second && balanceBefore(columns, row) === balance)) return false
    second = next
    balance = balanceAt(columns, row)
  }
  return balance !== opening
}

/** The ten-thousandths at an index; NaN where they are too many. */
const countAt = (words: Int32Array, row: number): number => {
  const count = int64At(words, row)
  return Math.abs(count) <= largestCount ? count : Number.NaN
}

const amountAt = ({ amountWords }: Columns, row: number): number => countAt(amountWords, row)

/** The same of the balance after a row; NaN where there is none, too. */
const balanceAt = ({ balanceWords, hasBalance }: Columns, row: number): number =>
  hasBalance[row] === 1 ? countAt(balanceWords, row) : Number.NaN

const balanceBefore = (columns: Columns, row: number): number =>
  columns.credit[row] === 1
    ? balanceAt(columns, row) - amountAt(columns, row)
    : balanceAt(columns, row) + amountAt(columns, row)

const chainOf = (columns: Columns, order: Int32Array): ChainCheck | undefined => {
  const { confirmed, currencies, currency, localTime } = columns
  let [debit, credit, handled, zeroAmount] = [0, 0, 0, 0]
  const ends = new Map<Day, number>()
  for (let index = 0; index < order.length; index++) {
    const row = at(order, index)
    const amount = amountAt(columns, row)
    ends.set(dayOfLocalTime(localTime[row] as number), balanceAt(columns, row))
    if (columns.credit[row] === 1) credit += amount
    else debit += amount
    if (confirmed[row] !== 1) return undefined
    if (amount === 0) zeroAmount++
    handled += Math.abs(amount)
  }
  if (handled > Number.MAX_SAFE_INTEGER) return undefined
  const opening = money(balanceBefore(columns, at(order, 0)))
  const closing = money(balanceAt(columns, at(order, order.length - 1)))
  return {
    currency: currencies[currency[at(order, 0)] as number] ?? null,
    verdict: {
      kind: "unanchored",
      modulo: { ...nothingAssumed, openEnds: ["opening", "closing"], zeroAmount },
      gaps: [],
      orders: [],
      rows: []
    },
    opening,
    closing,
    ways: [{ opening, closing, outOfTime: false }],
    mayRest: false,
    days: Array.from(ends, ([day, balance]) => knownEnd(day, money(balance))),
    debit: money(debit),
    credit: money(credit),
    rows: order.length,
    silent: null,
    first: null,
    last: null,
    borrowed: []
  }
}

const money = (count: number): Money => fromTenThousandths(BigInt(count))
