/**
 * Statements of wallets whose balances come again or don't, over several days, drawn from a seed; some of them over the
 * night in which the wall clock shows an hour twice.
 */
import { fromTenThousandths } from "../../src/domain/Money.ts"
import { type Draw, draw } from "../continuity/statements.ts"
import type { Row, WalletRow } from "./continuity.ts"

/** Swept to zero every evening; back and forth between a few balances; amounts that hardly ever come again. */
export const habits = ["swept", "toggling", "wide"] as const
export type Habit = (typeof habits)[number]

export interface Shape {
  readonly days: number
  /** The most rows of a day. */
  readonly rows: number
  /** About how many rows share a second. */
  readonly perSecond: number
  /** Whether the night after the first day has an hour that the clock shows twice. */
  readonly repeatedHour: boolean
}

const hour = 3_600_000
const day = 24 * hour

/** 2024-10-26 00:00 on the service's clock; in much of Europe the clock goes back from 03:00 to 02:00 a day later. */
const start = 1_729_900_800_000

/** When the clock shows an hour for the second time, had it not been set back. */
const backAt = start + day + 3 * hour

/** Any shape there is. */
export const anyShape = (next: Draw): Shape => ({
  days: draw(next, 2, 6),
  rows: draw(next, 2, 25),
  perSecond: draw(next, 1, 3),
  repeatedHour: next() < 0.3
})

/** A complete statement in the true order, with the times that the clock showed. */
export const walletOf = (next: Draw, habit: Habit, shape: Shape): ReadonlyArray<WalletRow> => {
  const rows: Array<WalletRow> = []
  const few = Array.from({ length: draw(next, 2, 4) }, (_, index) => BigInt(index * draw(next, 1, 3)) * 500_000n)
  let balance = habit === "toggling" ? (few[0] ?? 0n) : habit === "swept" ? 0n : BigInt(draw(next, 0, 2 ** 30))
  const add = (to: bigint, elapsed: number): void => {
    const isRepeated = shape.repeatedHour && elapsed >= backAt - hour && elapsed < backAt + hour
    const localTime = shape.repeatedHour && elapsed >= backAt ? elapsed - hour : elapsed
    rows.push({
      txnId: `T${rows.length}`,
      type: to < balance ? "Debit" : "Credit",
      amount: fromTenThousandths(to < balance ? balance - to : to - balance),
      balance: fromTenThousandths(to),
      confirmed: true,
      currency: null,
      localTime: Math.floor(localTime / 1000) * 1000,
      timeFlag: isRepeated ? "ambiguous-local" : null
    })
    balance = to
  }
  for (let index = 0; index < shape.days; index++) {
    const from = start + index * day
    const isLong = shape.repeatedHour && index === 1
    const length = (isLong ? 25 : 24) * hour
    const shift = shape.repeatedHour && index > 1 ? hour : 0
    const times = timesOf(next, draw(next, habit === "swept" ? 2 : 1, shape.rows), shape.perSecond, length, isLong)
    for (const time of times.slice(0, -1)) add(nextBalance(next, habit, balance, few), from + shift + time)
    const last = times.at(-1)
    if (last === undefined) continue
    if (habit !== "swept") add(nextBalance(next, habit, balance, few), from + shift + last)
    else if (balance !== 0n) add(0n, from + shift + last)
  }
  return rows
}

/** Times of a day, in order; a third of those of a long night's day lie in its repeated hour. */
const timesOf = (
  next: Draw,
  count: number,
  perSecond: number,
  length: number,
  isLong: boolean
): ReadonlyArray<number> => {
  const seconds = Array.from(
    { length: Math.ceil(count / perSecond) },
    () => isLong && next() < 0.33 ? draw(next, 2 * 3600, 4 * 3600 - 1) : draw(next, 0, length / 1000 - 1)
  )
  const isShared = perSecond > 1
  return Array.from({ length: count }, (_, index) => {
    const place = isShared ? draw(next, 0, seconds.length - 1) : index
    return (seconds[place] ?? 0) * 1000
  }).sort((left, right) => left - right)
}

const nextBalance = (next: Draw, habit: Habit, balance: bigint, few: ReadonlyArray<bigint>): bigint => {
  if (habit === "toggling") {
    const others = few.filter((each) => each !== balance)
    return others[draw(next, 0, others.length - 1)] ?? balance
  }
  if (habit === "wide") {
    const amount = BigInt(draw(next, 1, 2 ** 31)) * 65_536n + BigInt(draw(next, 1, 60_000))
    return next() < 0.5 ? balance + amount : balance - amount
  }
  const amount = next() < 0.6 ? 500_000n * BigInt(draw(next, 1, 3)) : BigInt(draw(next, 1, 9999)) * 100n
  return balance > amount && next() < 0.35 ? balance - amount : balance + amount
}

/** The statement without one of its rows, neither the first nor the last. */
export const withoutOne = <R extends Row>(
  next: Draw,
  rows: ReadonlyArray<R>
): { readonly lost: R; readonly rest: ReadonlyArray<R> } | undefined => {
  const place = draw(next, 1, rows.length - 2)
  const lost = rows[place]
  return rows.length < 3 || lost === undefined ? undefined : { lost, rest: rows.toSpliced(place, 1) }
}

/** The statement with about one time in a hundred wrong by up to an hour, none of them outside its days. */
export const mistimed = <R extends Row>(next: Draw, rows: ReadonlyArray<R>): ReadonlyArray<R> => {
  const from = Math.floor((rows[0]?.localTime ?? 0) / day) * day
  const to = Math.floor((rows.at(-1)?.localTime ?? 0) / day) * day + day - 1000
  return rows.map((row) => {
    if (next() >= 0.01) return row
    const [least, most] = [Math.max(from, row.localTime - hour), Math.min(to, row.localTime + hour)]
    return { ...row, localTime: draw(next, least / 1000, most / 1000) * 1000 }
  })
}
