/**
 * Statements drawn from a seed, the faults that can befall them, and an oracle that tries every order.
 */
import type { ChainCheck } from "../../src/continuity/chain/Continuity.ts"
import { fromTenThousandths, type Money } from "../../src/domain/Money.ts"
import { dayOfLocalTime } from "../../src/domain/Period.ts"
import { signedAmount } from "../../src/domain/Transaction.ts"
import type { Row, WalletRow } from "../kit/continuity.ts"

/** Numbers from 0 up to 1 that depend on the seed alone (mulberry32). */
export const random = (seed: number): () => number => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Draw = () => number

/** The balances that a chain may begin with, if its times are right. */
export const openingsOf = ({ ways }: Pick<ChainCheck, "ways">): ReadonlyArray<Money> => [
  ...new Set(ways.flatMap(({ opening, outOfTime }) => (outOfTime ? [] : [opening])))
]

/** A whole number from `least` to `most`. */
export const draw = (next: Draw, least: number, most: number): number => least + Math.floor(next() * (most - least + 1))

/** The same elements in another order. */
export const shuffle = <A>(next: Draw, items: ReadonlyArray<A>): Array<A> => {
  const shuffled = [...items]
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = draw(next, 0, index)
    const [left, right] = [shuffled[index] as A, shuffled[other] as A]
    shuffled[index] = right
    shuffled[other] = left
  }
  return shuffled
}

export interface Statement {
  readonly opening: Money
  readonly closing: Money
  /** In the true order. */
  readonly rows: ReadonlyArray<Row>
}

/** How amounts are drawn, in ten-thousandths: all different, a few again and again, or nearly always the same. */
export type Amounts = "distinct" | "mixed" | "repeated"

/** 2024-03-05 00:00 on the service's clock. */
export const midnight = 1_709_596_800_000

/** The day that rows of tests are counted from. */
export const firstDay = dayOfLocalTime(midnight)

/** Amounts and balances in ten-thousandths. */
export const money = (value: number): Money => fromTenThousandths(BigInt(value))

/** A row that moves the balance from one value to another, `second` seconds after midnight. */
export const step = (txnId: string, from: number, to: number, second: number, more: Partial<Row> = {}): Row => ({
  txnId,
  type: to < from ? "Debit" : "Credit",
  amount: money(Math.abs(to - from)),
  balance: money(to),
  confirmed: true,
  localTime: midnight + second * 1000,
  ...more
})

/** What makes a row one without a balance, and one that is not confirmed. */
export const silent = { balance: null }
export const unconfirmed = { confirmed: false }

/** A row of a day and a second, from one balance to another; it names no currency. */
export const onDay = (
  day: number,
  second: number,
  from: number,
  to: number,
  more: Partial<WalletRow> = {}
): WalletRow => ({
  ...step(`${day}/${second}/${to}`, from, to, day * 86_400 + second),
  currency: null,
  ...more
})

const amountOf = (next: Draw, amounts: Amounts): bigint => {
  const common = [100_000n, 250_000n, 500_000n, 1_000_000n][draw(next, 0, 3)] ?? 100_000n
  if (amounts === "repeated") return next() < 0.95 ? common : BigInt(draw(next, 1, 100_000)) * 100n
  if (amounts === "mixed") return next() < 0.4 ? common : BigInt(draw(next, 1, 100_000)) * 100n
  return BigInt(draw(next, 1, 2 ** 31)) * 65_536n + BigInt(draw(next, 1, 60_000))
}

/** A statement of `size` rows, about `perSecond` of them in each second. */
export const statement = (next: Draw, size: number, amounts: Amounts, perSecond: number): Statement => {
  const opening = fromTenThousandths(BigInt(draw(next, 0, 1_000_000)) * 10_000n)
  let balance: bigint = opening
  let localTime = midnight
  const rows = Array.from({ length: size }, (_, index): Row => {
    if (next() * perSecond < 1) localTime += draw(next, 1, 30) * 1000
    const type = next() < 0.5 ? "Credit" : "Debit"
    const amount = amountOf(next, amounts)
    balance += type === "Credit" ? amount : -amount
    return {
      txnId: `T${String(index).padStart(7, "0")}`,
      type,
      amount: fromTenThousandths(amount),
      balance: fromTenThousandths(balance),
      confirmed: true,
      localTime
    }
  })
  return { opening, closing: fromTenThousandths(balance), rows }
}

/** What can befall one row. */
export const faults = ["missing", "doubled", "altered", "flipped"] as const
export type Fault = (typeof faults)[number]

export interface Faulty {
  readonly rows: ReadonlyArray<Row>
  readonly place: number
  /** What the balance moves by, at the fault, beyond what the rows say. */
  readonly missing: bigint
  /** The time of the row that the fault befell. */
  readonly localTime: number
}

/** A statement with one fault at a place drawn. */
export const spoil = (next: Draw, { rows }: Statement, fault: Fault): Faulty => {
  const place = draw(next, 0, rows.length - 1)
  const row = rows[place] as Row
  const [before, after] = [rows.slice(0, place), rows.slice(place + 1)]
  const signed = signedAmount(row)
  const { localTime } = row
  switch (fault) {
    case "missing":
      return { rows: [...before, ...after], place, missing: signed, localTime }
    case "doubled":
      return {
        rows: [...before, row, { ...row, txnId: `${row.txnId}X` }, ...after],
        place,
        missing: -signed,
        localTime
      }
    case "altered": {
      const change = next() < 0.5 && row.amount > 1n ? -1n : 1n
      const amount = fromTenThousandths(row.amount + change)
      const missing = signed - (signed < 0n ? -amount : amount)
      return { rows: [...before, { ...row, amount }, ...after], place, missing, localTime }
    }
    case "flipped": {
      const type = row.type === "Credit" ? "Debit" : "Credit"
      return { rows: [...before, { ...row, type }, ...after], place, missing: 2n * signed, localTime }
    }
  }
}

/** A few rows over a handful of balances and seconds: what makes ties, circuits and repeated balances. */
export const tiny = (next: Draw, most: number): Statement => {
  const opening = fromTenThousandths(BigInt(draw(next, 0, 2)))
  let balance: bigint = opening
  let localTime = midnight
  const reach = draw(next, 1, 3)
  const calm = next()
  const rows = Array.from({ length: draw(next, 0, most) }, (_, index): Row => {
    if (next() < calm * 0.5) localTime += 1000
    const amount = BigInt(draw(next, next() < 0.1 ? 0 : 1, reach))
    const type = balance > 2n || (balance > 0n && next() < 0.5) ? "Debit" : "Credit"
    balance += type === "Credit" ? amount : -amount
    return {
      txnId: `T${index}`,
      type,
      amount: fromTenThousandths(amount),
      balance: fromTenThousandths(balance),
      confirmed: true,
      localTime
    }
  })
  return { opening, closing: fromTenThousandths(balance), rows }
}

/** Every order of the rows in which each balance leads to the next, as lists of row indices; by brute force. */
export const everyOrder = (
  rows: ReadonlyArray<Row>,
  ends: { readonly opening?: bigint | undefined; readonly closing?: bigint | undefined },
  keepTimes: boolean
): ReadonlyArray<ReadonlyArray<number>> => {
  const orders: Array<ReadonlyArray<number>> = []
  const extend = (order: ReadonlyArray<number>, balance: bigint | undefined, time: number): void => {
    if (order.length === rows.length) {
      if (ends.closing === undefined || balance === undefined || balance === ends.closing) orders.push(order)
      return
    }
    rows.forEach((row, index) => {
      if (order.includes(index) || row.balance === null) return
      if (balance !== undefined && row.balance - signedAmount(row) !== balance) return
      if (keepTimes && row.localTime < time) return
      extend([...order, index], row.balance, row.localTime)
    })
  }
  extend([], ends.opening, -Infinity)
  return orders
}

/** The place of each row if it is the same in all orders, else null. */
export const commonPlaces = (size: number, orders: ReadonlyArray<ReadonlyArray<number>>): Array<number | null> =>
  Array.from({ length: size }, (_, row) => {
    const places = new Set(orders.map((order) => order.indexOf(row)))
    const [place] = places
    return places.size === 1 && place !== undefined ? place : null
  })

/** The rows without a block, drawn, that leaves the balance where it was; undefined when there is none. */
export const zeroSumBlock = (next: Draw, { opening, rows }: Statement): ReadonlyArray<Row> | undefined => {
  const seen = new Map<bigint, Array<number>>([[opening, [0]]])
  const blocks: Array<readonly [number, number]> = []
  rows.forEach((row, index) => {
    const balance = row.balance ?? 0n
    const places = seen.get(balance) ?? []
    for (const place of places) blocks.push([place, index + 1])
    seen.set(balance, [...places, index + 1])
  })
  const block = blocks[draw(next, 0, blocks.length - 1)]
  return block === undefined ? undefined : [...rows.slice(0, block[0]), ...rows.slice(block[1])]
}
