import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"
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
