import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { type ClockWitness, isTwelveHourClock } from "../../src/normalise/twelveHourClock.ts"
import { cases } from "../kit/cases.ts"

const pad = (value: number): string => String(value).padStart(2, "0")

/** A timestamp of a second of a day, by either clock. */
const written = (second: number, clock: 12 | 24, isPm = second >= 43_200): string => {
  const hour = Math.floor(second / 3600)
  const shown = clock === 24 ? hour : (hour + 11) % 12 + 1
  return `2024-01-05 ${pad(shown)}:${pad(Math.floor(second / 60) % 60)}:${pad(second % 60)} ${isPm ? "PM" : "AM"}`
}

/** Rows at some seconds of a day, in order, each a credit of another amount; balances can be left out. */
const rowsAt = (seconds: ReadonlyArray<number>, clock: 12 | 24, tellsBalance = true): ReadonlyArray<ClockWitness> => {
  let balance = 0n
  return seconds.toSorted((left, right) => left - right).map((second, index) => {
    const amount = BigInt(index + 1) * 10_000n
    balance += amount
    return {
      type: "Credit",
      amount: Money.fromTenThousandths(amount),
      balance: tellsBalance ? Money.fromTenThousandths(balance) : null,
      currency: null,
      dateText: written(second, clock)
    }
  })
}

const hours = (...of: ReadonlyArray<number>) => of.map((hour) => hour * 3600)
const allDay = Array.from({ length: 24 }, (_, hour) => hour * 3600 + 120)

/** A credit each morning at nine, one in so many with the wrong marker. */
const daily = (days: number, wrongOneIn: number) =>
  Array.from({ length: days }, () => rowsAt(hours(9), 24)).flat().map((row, day) => ({
    ...row,
    balance: Money.fromTenThousandths(BigInt(day + 1) * 10_000n),
    dateText: `2024-${pad(1 + Math.floor(day / 28))}-${pad(1 + day % 28)} 09:00:00 ${
      day % wrongOneIn === 3 ? "PM" : "AM"
    }`
  }))

const balanceOf = (balance: bigint) => ({ balance: Money.fromTenThousandths(balance) })

/** Pairs of rows that follow each other by their balances, at two times of as many days. */
const pairs = (count: number, first: string, second: string, base = 1, currencies: ReadonlyArray<Currency> = []) =>
  Array.from({ length: count }, (_, index) => index + base).flatMap((number) =>
    [first, second].map((time, at) => ({
      type: "Credit" as const,
      amount: Money.fromTenThousandths(at === 0 ? 10_000n : 20_000n),
      balance: Money.fromTenThousandths(BigInt(number * 1_000_000) + (at === 0 ? 10_000n : 30_000n)),
      currency: currencies[at] ?? null,
      dateText: `2024-${pad(1 + Math.floor(number / 28))}-${pad(1 + number % 28)} ${time}`
    }))
  )
const byTwelve = (count: number, base?: number) => pairs(count, "09:00:00 AM", "02:00:00 PM", base)
const byTwentyFour = (count: number, base?: number) => pairs(count, "02:00:00 PM", "09:00:00 AM", base)

describe("the 12-hour clock", () => {
  it("is told by twenty rows of which none has an hour above 12 or 0, with both markers", () => {
    assert.isTrue(isTwelveHourClock(rowsAt(allDay, 12, false)))
    assert.isFalse(isTwelveHourClock(rowsAt(allDay.slice(0, 19), 12, false)), "too few")
    assert.isFalse(isTwelveHourClock(rowsAt(allDay, 24, false)))
    const afternoons = Array.from({ length: 40 }, (_, index) => 43_200 + index * 1000)
    assert.isFalse(isTwelveHourClock(rowsAt(afternoons, 12, false)), "one marker only")
  })

  it("is told by fewer rows where the balances prove five times that it is the right one", () => {
    const zigzag = hours(0.5, 1, 2, 11, 12.5, 13, 14, 15, 23.5)
    assert.isFalse(isTwelveHourClock(rowsAt(zigzag, 12)), "the order differs in two places")
    const pairs = [1, 2, 3, 4, 5, 6].flatMap((day) =>
      rowsAt(hours(9, 14), 12).map((row, index) => ({
        ...row,
        dateText: row.dateText.replace("-05", `-${pad(day)}`),
        balance: Money.fromTenThousandths(BigInt(day * 1_000_000) + (index === 0 ? 10_000n : 30_000n))
      }))
    )
    assert.isTrue(isTwelveHourClock(pairs))
    assert.isFalse(isTwelveHourClock(pairs.slice(2 * 2)), "four days are too few")
  })

  it("is not seen where markers are wrong and the balances prove the order of the hours", () => {
    const mornings = Array.from({ length: 30 }, (_, index) => 7 * 3600 + index * 600)
    const flipped = rowsAt(mornings, 24).map((row, index) =>
      index % 3 === 0 ? { ...row, dateText: row.dateText.replace("AM", "PM") } : row
    )
    assert.isFalse(isTwelveHourClock(flipped))
  })

  it("is told although a pair of many rows meets the wrong way round, as where rows are missing", () => {
    const [first, , third, ...others] = rowsAt(allDay, 12, false)
    assert.isDefined(first)
    assert.isDefined(third)
    const amount = Money.fromTenThousandths(10_000n)
    const pair = [
      { ...first, amount, ...balanceOf(10_000n), dateText: written(21 * 3600, 12) },
      { ...third, amount, ...balanceOf(20_000n), dateText: written(10 * 3600, 12) }
    ]
    assert.isTrue(isTwelveHourClock([...pair, ...others]))
    assert.isFalse(isTwelveHourClock([...pair, ...others.slice(0, 5)], 5), "one pair is much of seven rows")
  })

  it("is not seen where there are no rows, or none that contradicts a 24-hour clock, or one that only that has", () => {
    assert.isFalse(isTwelveHourClock([]))
    const noon = Array.from({ length: 30 }, (_, index) => index * 200 + 11 * 3600)
    assert.isFalse(isTwelveHourClock(rowsAt(noon, 12)))
    assert.isFalse(isTwelveHourClock([...rowsAt(allDay, 12), ...rowsAt(hours(13), 24)]))
    assert.isFalse(isTwelveHourClock(rowsAt(allDay, 12).map((row) => ({ ...row, dateText: "" }))))
  })

  it("is not seen in a wallet with one row each morning and a wrong marker now and then", () => {
    assert.isFalse(isTwelveHourClock(daily(20, 20)))
    assert.isFalse(isTwelveHourClock(daily(200, 5)))
    assert.isTrue(isTwelveHourClock(daily(200, 4)), "every fourth is no mistake")
  })

  const malformed = { ...rowsAt(hours(9), 12, false)[0], dateText: "2024-01-05 09:00 AM" } as ClockWitness

  it("is told by twenty rows exactly, or as many as it is told to take, and by none whose time is malformed", () => {
    const twenty = rowsAt(allDay.slice(0, 20), 12, false)
    assert.isTrue(isTwelveHourClock(twenty))
    assert.isFalse(isTwelveHourClock([...twenty.slice(1), malformed]))
    assert.isTrue(isTwelveHourClock([...twenty, malformed]))
    assert.isTrue(isTwelveHourClock(twenty.slice(10, 15), 5))
    assert.isFalse(isTwelveHourClock(twenty.slice(10, 14), 5))
  })

  it("asks for both markers: malformed times are none, and small letters are markers", () => {
    const afternoons = rowsAt(Array.from({ length: 40 }, (_, index) => 43_200 + index * 1000), 12, false)
    assert.isFalse(isTwelveHourClock([...afternoons, malformed]))
    const nights = rowsAt(Array.from({ length: 40 }, (_, index) => index * 80), 12, false)
    assert.isFalse(isTwelveHourClock(nights), "12:00 AM to 12:53 AM")
    const small = rowsAt(allDay, 12, false).map((row) => ({ ...row, dateText: row.dateText.toLowerCase() }))
    assert.isTrue(isTwelveHourClock(small))
  })

  it.each([0, 13, 23])("is not seen where one row has the hour %d", (hour) => {
    const other = rowsAt(hours(hour), 24, false)
    assert.isFalse(isTwelveHourClock([...other, ...rowsAt(allDay, 12, false)]))
    assert.isFalse(isTwelveHourClock([...rowsAt(allDay, 12, false), ...other]))
  })

  it.each([1, 12])("is seen where one row has the hour %d", (hour) => {
    assert.isTrue(isTwelveHourClock([...rowsAt(allDay, 12, false), ...rowsAt(hours(hour), 24, false)]))
  })

  it("is told by five pairs more for it than against it", () => {
    assert.isTrue(isTwelveHourClock(byTwelve(5)))
    assert.isFalse(isTwelveHourClock(byTwelve(4)))
    assert.isTrue(isTwelveHourClock([...byTwelve(7), ...byTwentyFour(2, 100)], 100))
    assert.isFalse(isTwelveHourClock([...byTwelve(6), ...byTwentyFour(2, 100)], 100))
  })

  it("is not told by times that one clock alone takes for the same, nor by rows in two currencies", () => {
    assert.isFalse(isTwelveHourClock(pairs(9, "09:00:00 AM", "09:00:00 PM"), 100))
    const two = pairs(9, "09:00:00 AM", "02:00:00 PM", 1, [Currency.make("KES"), Currency.make("USD")])
    assert.isFalse(isTwelveHourClock(two, 100))
    assert.isTrue(isTwelveHourClock(two.map((row) => ({ ...row, currency: Currency.make("KES") })), 100))
  })

  it.each(
    [
      [24, 0, 2, true],
      [24, 0, 3, false],
      [24, 1, 3, true],
      [24, 1, 4, false],
      [20, 0, 1, true],
      [20, 0, 2, false],
      [80, 0, 4, true],
      [80, 0, 5, false],
      [80, 2, 6, true],
      [80, 2, 7, false]
    ] as const
  )("is told by %d rows and pairs, %d for it and %d against it: %s", (rows, for12, for24, expected) => {
    const known = [...byTwelve(for12), ...byTwentyFour(for24, 100)]
    const others = Array.from({ length: rows - known.length }, (_, index) => allDay[index % 24] ?? 0)
    assert.strictEqual(isTwelveHourClock([...known, ...rowsAt(others, 12, false)]), expected)
  })

  const seconds = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_399 })))
    .check(Schema.isMinLength(40), Schema.isMaxLength(200))
  it.prop(
    "is told in every wallet with rows in the morning and in the afternoon, and in no other",
    [seconds],
    ([times]) => {
      const distinct = [...new Set(times)]
      const hasMorning = distinct.some((second) => second < 43_200)
      const conflicts = distinct.filter((second) => second < 3600 || second >= 46_800)
      const isUsual = conflicts.length * 4 >= distinct.length && distinct.length >= 20
      assert.strictEqual(isTwelveHourClock(rowsAt(distinct, 12)), hasMorning && isUsual)
      assert.isFalse(isTwelveHourClock(rowsAt(distinct, 24)))
    },
    { arbitrary: { seed: "clocks", runs: cases(200) } }
  )
})
