import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { dayFromNumber } from "../../src/domain/Period.ts"
import { fewestRequests, type NextWindow, type Sizing } from "../../src/plan/fewestRequests.ts"
import type { DayForecast } from "../../src/plan/Forecast.ts"
import { cases } from "../kit/cases.ts"
import { clairvoyant } from "./service.ts"

const sure = (rows: number): DayForecast => ({ rows, variance: 0, doubt: 0 })
const unsure = (rows: number, deviation: number): DayForecast => ({ rows, variance: deviation ** 2, doubt: 0 })
const next = (days: ReadonlyArray<DayForecast>, more: Partial<Sizing> = {}): NextWindow =>
  fewestRequests({ days, before: 0, after: 0, limit: 10, longest: Number.POSITIVE_INFINITY, ...more })
const chance = (room: number, deviation: number): number => 1 / (1 + Math.exp(-1.7 * room / deviation))

describe("fewestRequests", () => {
  it("takes as many known days as hold fewer rows than the limit", () => {
    assert.deepStrictEqual(next([3, 3, 3, 3].map(sure)), { days: 3, requests: 2 })
    assert.deepStrictEqual(next([3, 3, 4, 3].map(sure)), { days: 2, requests: 2 })
    assert.deepStrictEqual(next([0, 0, 0].map(sure)), { days: 3, requests: 1 })
    assert.deepStrictEqual(next([9, 0, 0, 9, 9].map(sure)), { days: 3, requests: 3 })
  })

  it("takes one day at least, however full", () => {
    assert.deepStrictEqual(next([30, 1, 1].map(sure)), { days: 1, requests: 2 })
    assert.deepStrictEqual(next([unsure(30, 1), sure(1)]), { days: 1, requests: 2 })
    assert.deepStrictEqual(next([unsure(30, 1)]), { days: 1, requests: 1 })
  })

  it("takes no more days than it may", () => {
    assert.deepStrictEqual(next([1, 1, 1, 1].map(sure), { longest: 2 }), { days: 2, requests: 2 })
    assert.deepStrictEqual(next([1, 1, 1, 1].map(sure), { longest: 4 }), { days: 4, requests: 1 })
    assert.deepStrictEqual(next([1, 1, 1, 1].map(sure), { longest: 1 }), { days: 1, requests: 2 })
  })

  it("leaves room for days beyond the window", () => {
    const four = [4, 2, 2, 2, 2, 4].map(sure)
    assert.deepStrictEqual(next(four, { before: 1, after: 1 }), { days: 1, requests: 3 })
    assert.deepStrictEqual(next([4, 1, 1, 1, 1].map(sure), { before: 1 }), { days: 4, requests: 1 })
    assert.deepStrictEqual(next([1, 1, 1, 1, 6].map(sure), { after: 1 }), { days: 3, requests: 2 })
    assert.deepStrictEqual(next([1, 1, 1, 1, 1].map(sure), { after: 1 }), { days: 4, requests: 1 })
    assert.deepStrictEqual(next([6, 1, 1, 1, 1].map(sure), { before: 1 }), { days: 3, requests: 2 })
  })

  it("weighs the request lost to a full answer against those saved", () => {
    const fits = chance(9.5 - 8, 1)
    const { days, requests } = next([sure(4), unsure(4, 1)])
    assert.strictEqual(days, 2)
    assert.closeTo(requests, 1 + 2 * (1 - fits), 1e-12)
    const seldom = chance(9.5 - 11, 1)
    assert.isBelow(seldom, 0.3)
    assert.deepStrictEqual(next([sure(4), unsure(7, 1)]), { days: 1, requests: 2 })
  })

  it("adds up deviations of single days as chance does, and those of the level one for one", () => {
    const single = next([unsure(4, 3), unsure(4, 4)]).requests
    assert.closeTo(single, 1 + 2 * (1 - chance(1.5, 5)), 1e-12)
    const level = next([{ rows: 4, variance: 0, doubt: 3 }, { rows: 4, variance: 0, doubt: 4 }]).requests
    assert.closeTo(level, 1 + 2 * (1 - chance(1.5, 7)), 1e-12)
    const together = next([{ rows: 4, variance: 16, doubt: 1 }, { rows: 4, variance: 0, doubt: 2 }]).requests
    assert.closeTo(together, 1 + 2 * (1 - chance(1.5, 5)), 1e-12)
  })

  it("knows after a full answer where the shorter window ends", () => {
    const two = chance(9.5 - 6, 2)
    const three = chance(9.5 - 9, 2)
    const { days, requests } = next([unsure(3, 2), sure(3), sure(3)])
    const oneThenTwo = 1 + 1
    const all = 1 + (1 - two) * (1 + oneThenTwo - 1) + (two - three) * (1 + 1)
    assert.strictEqual(days, 3)
    assert.closeTo(requests, all, 1e-12)
  })

  it("does not risk a full answer where nothing is saved", () => {
    assert.strictEqual(next([sure(4), unsure(6, 0.3), sure(1), sure(1), sure(1)]).days, 1)
    assert.strictEqual(next([sure(4), unsure(5, 0.1), sure(1), sure(9)]).days, 1)
    assert.strictEqual(next([sure(4), unsure(5, 0.1), sure(6), sure(9)]).days, 2)
  })

  it("takes no chance below three in ten, however many requests the days seem to need", () => {
    const doubtful = Array.from({ length: 20 }, () => ({ rows: 4, variance: 0, doubt: 4 }))
    assert.isAbove(chance(9.5 - 16, 16), 0.3)
    assert.isBelow(chance(9.5 - 20, 20), 0.3)
    assert.strictEqual(next(doubtful).days, 4)
  })

  const counts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 14 })))
    .check(Schema.isMinLength(1), Schema.isMaxLength(40))

  it.prop("is as good as one who knows all days where all are known", [counts], ([rows]) => {
    const period = { from: dayFromNumber(0), to: dayFromNumber(rows.length - 1) }
    const best = clairvoyant({ limit: 10, period, rowsOn: (day) => rows[day] ?? 0 })
    let requests = 0
    for (let left = rows.map(sure); left.length > 0; requests++) {
      const { days, requests: expected } = next(left)
      assert.strictEqual(expected + requests, best)
      left = left.slice(days)
    }
    assert.strictEqual(requests, best)
  }, { arbitrary: { seed: "fewest", runs: cases(300) } })
})
