import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Period from "../../src/domain/Period.ts"

const days = Schema.Int.check(Schema.isBetween({ minimum: -36_000, maximum: 2_900_000 }))
const lengths = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4000 }))
const someDay = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))
const ends = Schema.Array(Schema.Tuple([someDay, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))]))
  .check(Schema.isMaxLength(8))
const arbitrary = { seed: "period", runs: 500 }

const day = (text: string): Period.Day => {
  const parsed = Period.parseDay(text)
  if (parsed === undefined) throw new Error(`no day: ${text}`)
  return parsed
}

const period = (from: string, to: string): Period.Period => ({ from: day(from), to: day(to) })

type Ends = ReadonlyArray<readonly [number, number]>

const periodsOf = (ends: Ends): ReadonlyArray<Period.Period> =>
  ends.map(([from, more]) => ({ from: Period.dayFromNumber(from), to: Period.dayFromNumber(from + more) }))

/** All days of some periods, each once and in order. */
const daysIn = (periods: ReadonlyArray<Period.Period>): ReadonlyArray<number> =>
  [...new Set(periods.flatMap((each) => [...Period.daysOf(each)]))].sort((one, other) => one - other)

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

  it("reads a period from the texts of two days", () => {
    assert.deepStrictEqual(Period.parse("2024-01-31", "2024-02-01"), period("2024-01-31", "2024-02-01"))
    assert.deepStrictEqual(Period.parse("2024-02-29", "2024-02-29"), period("2024-02-29", "2024-02-29"))
    assert.isUndefined(Period.parse("2024-02-02", "2024-02-01"))
    assert.isUndefined(Period.parse("2024-02-01", "2024-02-30"))
    assert.isUndefined(Period.parse(null, "2024-02-01"))
    assert.isUndefined(Period.parse("2024-02-01", undefined))
  })

  it("takes periods for the same by their days alone", () => {
    const january = period("2024-01-01", "2024-01-31")
    assert.isTrue(Period.same(january, { ...january }))
    assert.isFalse(Period.same(january, period("2024-01-01", "2024-01-30")))
    assert.isFalse(Period.same(january, period("2024-01-02", "2024-01-31")))
    assert.isFalse(Period.same(january, undefined))
    assert.isFalse(Period.same(null, january))
    assert.isTrue(Period.same(null, undefined))
  })

  it.prop("goes through all its days in order", [days, lengths], ([from, long]) => {
    const whole = { from: Period.dayFromNumber(from), to: Period.dayFromNumber(from + long) }
    const all = [...Period.daysOf(whole)]
    assert.strictEqual(all.length, Period.length(whole))
    assert.deepStrictEqual([all[0], all.at(-1)], [whole.from, whole.to])
    assert.isTrue(all.every((day, index) => index === 0 || day === (all[index - 1] ?? day) + 1))
  }, { arbitrary: { ...arbitrary, runs: 100 } })

  it.prop("has a hull from the first to the last day of all", [ends], ([ends]) => {
    const periods = periodsOf(ends)
    const all = daysIn(periods)
    const hull = Period.hull(periods)
    assert.deepStrictEqual<unknown>(hull, all.length === 0 ? undefined : { from: all[0], to: all.at(-1) })
    assert.deepStrictEqual(Period.hull(periods.toReversed()), hull)
  }, { arbitrary })

  it.prop("joins, without a day more or fewer, what meets or overlaps", [ends], ([ends]) => {
    const periods = periodsOf(ends)
    const joined = Period.union(periods)
    assert.deepStrictEqual(daysIn(joined), daysIn(periods))
    assert.isTrue(joined.every(({ from }, index) => index === 0 || from > (joined[index - 1]?.to ?? from) + 1))
  }, { arbitrary })

  it.prop("takes days out of others, and leaves all the rest", [ends, ends], ([ends, others]) => {
    const [periods, gone] = [periodsOf(ends), periodsOf(others)]
    const taken = new Set(daysIn(gone))
    assert.deepStrictEqual(daysIn(Period.outside(periods, gone)), daysIn(periods).filter((day) => !taken.has(day)))
  }, { arbitrary })

  it.prop("has gaps that are all the days between and no other", [ends], ([ends]) => {
    const periods = periodsOf(ends)
    const gaps = Period.gapsIn(periods)
    const whole = Period.hull(periods)
    assert.deepStrictEqual(gaps, whole === undefined ? [] : Period.outside([whole], Period.union(periods)))
    assert.deepStrictEqual(Period.union([...periods, ...gaps]), whole === undefined ? [] : [whole])
  }, { arbitrary })

  it.prop("finds the first day that no period has", [ends, someDay], ([ends, start]) => {
    const [periods, from] = [periodsOf(ends), Period.dayFromNumber(start)]
    const found = Period.firstOutside([...periods].sort((one, other) => one.from - other.from), from)
    const days = new Set(daysIn(periods))
    assert.isTrue(found >= from && !days.has(found))
    for (let day = start; day < found; day++) assert.isTrue(days.has(day))
    assert.strictEqual(Period.firstOutside(Period.union(periods), from), found)
  }, { arbitrary })

  it.prop(
    "stretches as far as days are so, and not beyond the whole",
    [ends, someDay, someDay],
    ([ends, one, other]) => {
      const within = { from: Period.dayFromNumber(0), to: Period.dayFromNumber(60) }
      const own = { from: Period.dayFromNumber(Math.min(one, other)), to: Period.dayFromNumber(Math.max(one, other)) }
      const so = new Set(daysIn(periodsOf(ends)))
      const isSo = (day: Period.Day): boolean => so.has(day)
      const { from, to } = Period.stretch(own, within, isSo)
      assert.isTrue(within.from <= from && from <= own.from && own.to <= to && to <= within.to)
      for (const beside of Period.without({ from, to }, own)) assert.isTrue([...Period.daysOf(beside)].every(isSo))
      assert.isTrue(from === within.from || !isSo(Period.addDays(from, -1)))
      assert.isTrue(to === within.to || !isSo(Period.addDays(to, 1)))
      const alone = { from: own.from, to: own.from }
      assert.deepStrictEqual(
        Period.stretchAround(own.from, within, isSo),
        isSo(own.from) ? Period.stretch(alone, within, isSo) : alone
      )
    },
    { arbitrary }
  )
})
