import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Period from "../../src/domain/Period.ts"

const days = Schema.Int.check(Schema.isBetween({ minimum: -36_000, maximum: 2_900_000 }))
const lengths = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4000 }))
const arbitrary = { seed: "period", runs: 500 }

const day = (text: string): Period.Day => {
  const parsed = Period.parseDay(text)
  if (parsed === undefined) throw new Error(`no day: ${text}`)
  return parsed
}

const period = (from: string, to: string): Period.Period => ({ from: day(from), to: day(to) })

describe("Period", () => {
  it.each(["2024-02-29", "2023-12-31", "1970-01-01", "9999-12-31", "0100-03-01"])("reads %s", (text) => {
    assert.strictEqual(Period.formatDay(day(text)), text)
  })

  it.each([
    "2023-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-04-31",
    "24-01-01",
    "2024-1-1",
    "2024-01-01 ",
    "0000-01-01",
    ""
  ])(
    "has no day %j",
    (text) => {
      assert.isUndefined(Period.parseDay(text))
    }
  )

  it.effect("names the shape of a day when decoding fails", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Schema.decodeUnknownEffect(Period.DayFromString)("2023-02-30"))
      assert.include(error.message, "YYYY-MM-DD")
    }))

  it.prop("reads every day it writes", [days], ([count]) => {
    assert.strictEqual(day(Period.formatDay(Period.dayFromNumber(count))), count)
  }, { arbitrary })

  it.prop("splits a period into parts that make it up", [days, lengths, lengths], ([from, long, taken]) => {
    const period = { from: Period.dayFromNumber(from), to: Period.dayFromNumber(from + long) }
    const [first, rest] = Period.takeDays(period, taken)
    assert.strictEqual(first.from, period.from)
    assert.strictEqual(Period.length(first) + (rest === undefined ? 0 : Period.length(rest)), Period.length(period))
    if (rest === undefined) assert.strictEqual(first.to, period.to)
    else {
      assert.strictEqual(rest.from, first.to + 1)
      assert.strictEqual(rest.to, period.to)
      assert.strictEqual(Period.length(first), Math.max(taken, 1))
    }
  }, { arbitrary })

  it("overlaps where both periods have days", () => {
    const january = period("2024-01-01", "2024-01-31")
    assert.deepStrictEqual(
      Period.overlap(january, period("2024-01-20", "2024-02-20")),
      period("2024-01-20", "2024-01-31")
    )
    assert.isUndefined(Period.overlap(january, period("2024-02-01", "2024-02-02")))
  })

  it("divides days into calendar months", () => {
    assert.deepStrictEqual(Period.monthsOf(period("2023-12-31", "2024-03-01")), [
      period("2023-12-31", "2023-12-31"),
      period("2024-01-01", "2024-01-31"),
      period("2024-02-01", "2024-02-29"),
      period("2024-03-01", "2024-03-01")
    ])
    assert.deepStrictEqual(
      ["2024-02-28", "2024-02-29", "2023-12-31", "2024-12-30"].map((text) => Period.endsMonth(day(text))),
      [false, true, true, false]
    )
  })

  it.prop("has months that are all its days, each inside one month", [days, lengths], ([from, length]) => {
    const whole = { from: Period.dayFromNumber(from), to: Period.dayFromNumber(from + length) }
    const months = Period.monthsOf(whole)
    assert.deepStrictEqual(Period.union(months), [whole])
    assert.strictEqual(months.reduce((sum, each) => sum + Period.length(each), 0), Period.length(whole))
    for (const each of months) {
      assert.strictEqual(Period.formatDay(each.from).slice(0, 7), Period.formatDay(each.to).slice(0, 7))
      assert.isTrue(each.to === whole.to || Period.endsMonth(each.to))
    }
  }, { arbitrary })
})
