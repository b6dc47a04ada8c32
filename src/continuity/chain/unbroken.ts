/**
 * The usual window, checked at a fraction of the cost: its rows are confirmed, have balances, name one currency or none,
 * and lead unbroken, in the order of their seconds, from one balance to another.
 *
 * What `checkWindow` says of such rows follows without it. Each second is a piece of the one path, so that it walks all
 * of them and finds no break, whatever order within a second it takes; what moved the balance is no circuit, so that
 * the path has one beginning. Of all else nothing is said here, nor where a row may be of another day than its time says.
 */
import type { BalanceColumns } from "../../domain/BalanceColumns.ts"
import { fromTenThousandths, type Money } from "../../domain/Money.ts"
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import { nothingAssumed } from "../../domain/Verdict.ts"
import type { ChainCheck } from "./Continuity.ts"
import { knownEnd } from "./dayEnds.ts"
import { at } from "./Edges.ts"

/**
 * The chain of some rows, given by their places in the columns, as `checkWindow` has it but without the marks of its
 * first and last row; undefined when it takes `checkWindow` to tell.
 */
export const checkUnbroken = (columns: BalanceColumns, rows: Int32Array, jitter: number): ChainCheck | undefined => {
  if (namesSeveral(columns, rows) || mayCrossMidnight(columns, rows, jitter)) return undefined
  for (const order of orders(columns, rows)) {
    if (isPath(columns, order)) return chainOf(columns, order)
  }
  return undefined
}

const namesSeveral = ({ currencyOf }: BalanceColumns, rows: Int32Array): boolean => {
  const first = at(currencyOf, at(rows, 0))
  for (let index = 1; index < rows.length; index++) if (at(currencyOf, at(rows, index)) !== first) return true
  return false
}

/** Whether a row may belong on the other side of its midnight: within the jitter, or in an hour that was shown twice. */
const mayCrossMidnight = (columns: BalanceColumns, rows: Int32Array, jitter: number): boolean =>
  rows.some((row) => {
    const second = secondOf(columns, row)
    return columns.repeated[row] === 1 ||
      (jitter > 0 && dayOfLocalTime((second - jitter) * 1000) !== dayOfLocalTime((second + jitter) * 1000))
  })

/** Orders that rows are likely to have: as they are stored, or by their times, with either end of a second first. */
function* orders(columns: BalanceColumns, rows: Int32Array): Generator<Int32Array> {
  yield rows
  const bySecond = (left: number, right: number): number => secondOf(columns, left) - secondOf(columns, right)
  yield rows.toSorted(bySecond)
  yield rows.toReversed().sort(bySecond)
}

const secondOf = ({ localTimes }: BalanceColumns, row: number): number => Math.floor(numberAt(localTimes, row) / 1000)

const isPath = (columns: BalanceColumns, order: Int32Array): boolean => {
  const { balances } = columns
  const opening = balanceBefore(columns, at(order, 0))
  let balance = opening
  let second = -Infinity
  for (let index = 0; index < order.length; index++) {
    const row = at(order, index)
    const next = secondOf(columns, row)
    // A balance that is not there or not exact is NaN, which no comparison lets pass.
    if (!(next >= second && balanceBefore(columns, row) === balance)) return false
    second = next
    balance = numberAt(balances, row)
  }
  return balance !== opening
}

const balanceBefore = ({ amounts, balances, credits }: BalanceColumns, row: number): number =>
  credits[row] === 1
    ? numberAt(balances, row) - numberAt(amounts, row)
    : numberAt(balances, row) + numberAt(amounts, row)

const chainOf = (columns: BalanceColumns, order: Int32Array): ChainCheck | undefined => {
  const { amounts, balances, confirmed, credits, currencies, currencyOf } = columns
  let [debit, credit, handled, zeroAmount] = [0, 0, 0, 0]
  const ends = new Map<Day, number>()
  for (let index = 0; index < order.length; index++) {
    const row = at(order, index)
    const amount = numberAt(amounts, row)
    ends.set(dayOfLocalTime(numberAt(columns.localTimes, row)), numberAt(balances, row))
    if (credits[row] === 1) credit += amount
    else debit += amount
    if (confirmed[row] !== 1) return undefined
    if (amount === 0) zeroAmount++
    handled += Math.abs(amount)
  }
  if (handled > Number.MAX_SAFE_INTEGER) return undefined
  const opening = money(balanceBefore(columns, at(order, 0)))
  const closing = money(numberAt(balances, at(order, order.length - 1)))
  return {
    currency: currencies[at(currencyOf, at(order, 0))] ?? null,
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

const numberAt = (array: Float64Array, index: number): number => array[index] as number
