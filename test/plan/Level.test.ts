import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import type { DayCount, Density } from "../../src/plan/Density.ts"
import { around, lookBack } from "../../src/plan/Level.ts"
import { flat, type Rhythm } from "../../src/plan/Rhythm.ts"

const today = dayFromNumber(1000)

/** The days before today, the newest first. */
const past = (counts: ReadonlyArray<number>, certainty: DayCount["certainty"] = "exact"): Density => ({
  days: new Map(counts.map((rows, index) => [dayFromNumber(999 - index), { rows, certainty }]))
})
const both = (...parts: ReadonlyArray<Density>): Density => ({ days: new Map(parts.flatMap(({ days }) => [...days])) })
const on = (day: number, rows: number, certainty: DayCount["certainty"] = "exact"): Density => ({
  days: new Map([[dayFromNumber(day), { rows, certainty }]])
})
const rowsAround = (density: Density, rhythm: Rhythm = flat): number =>
  around(density, today, rhythm)?.rows ?? Number.NaN
const times = (count: number, rows: number): ReadonlyArray<number> => Array.from({ length: count }, () => rows)

describe("Level", () => {
  it("is unknown before anything was seen", () => {
    assert.isUndefined(around(past([]), today, flat))
  })

  it("is the mean of the days, and surer the more there are", () => {
    const one = around(past([200]), today, flat)
    assert.strictEqual(one?.rows, 200)
    assert.closeTo(one?.deviation ?? 0, Math.sqrt(0.09 / 2), 1e-12)
    assert.closeTo(one?.doubt ?? 0, Math.sqrt(0.09 / 2), 1e-12)
    const many = around(past(times(8, 200)), today, flat)
    assert.strictEqual(many?.rows, 200)
    assert.closeTo(many?.deviation ?? 0, 0.1, 1e-12)
    assert.closeTo(many?.doubt ?? 0, 0.1 / Math.sqrt(8), 1e-12)
  })

  it("measures how far days stray", () => {
    const level = around(past([150, ...times(7, 100)]), today, flat)
    const weights = Array.from({ length: 8 }, (_, index) => 0.5 ** (index / 7))
    const recent = 100 + 50 / weights.reduce((sum, weight) => sum + weight, 0)
    const strayed = (150 / recent - 1) ** 2 + 7 * (100 / recent - 1) ** 2
    assert.closeTo(level?.rows ?? 0, 106.25, 1e-9)
    assert.closeTo(level?.deviation ?? 0, Math.sqrt((0.09 + strayed) / 9), 1e-9)
  })

  it("lets the nearest days count more where they differ from the others", () => {
    const weights = Array.from({ length: 35 }, (_, index) => 0.5 ** (index / 7))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const spread = Math.sqrt(weights.reduce((total, weight) => total + weight ** 2, 0)) / sum
    const nearest = weights.slice(0, 7).reduce((total, weight) => total + weight, 0) / sum
    const rows = 200 * nearest + 100 * (1 - nearest)
    const deviation = Math.sqrt((0.09 + 7 * (200 / rows - 1) ** 2 + 28 * (100 / rows - 1) ** 2) / 36)
    const level = around(past([...times(7, 200), ...times(28, 100)]), today, flat)
    assert.closeTo(level?.rows ?? 0, rows, 1e-9)
    assert.closeTo(level?.deviation ?? 0, deviation, 1e-9)
    assert.closeTo(level?.doubt ?? 0, deviation * spread, 1e-9)
    assert.closeTo(rowsAround(past([...times(7, 100), ...times(28, 200)])), 300 - rows, 1e-9)
  })

  it("lets all days count alike where the nearest are like the others", () => {
    assert.closeTo(rowsAround(past([...times(7, 105), ...times(28, 100)])), 101, 1e-9)
    assert.closeTo(rowsAround(past([...times(7, 95), ...times(28, 100)])), 99, 1e-9)
    assert.closeTo(rowsAround(past([...times(7, 150), ...times(7, 100)])), 125, 1e-9)
  })

  it("takes a single busy day for three usual ones, and its straying for one level", () => {
    const level = around(past([...times(9, 100), 100_000, ...times(10, 100)]), today, flat)
    assert.closeTo(level?.rows ?? 0, 110, 1e-9)
    assert.isBelow(level?.deviation ?? 9, 0.3)
    assert.isAbove(level?.deviation ?? 0, 0.2)
  })

  it("goes by days with rows for what is usual, and counts those without", () => {
    assert.isAbove(rowsAround(past([100, 0, 0, 0, 100])), 30)
    assert.isBelow(rowsAround(past([100, 0, 0, 0, 100])), 50)
  })

  it("does not look at days from before a jump, up or down", () => {
    assert.strictEqual(rowsAround(past([...times(3, 1000), ...times(5, 300)])), 1000)
    assert.strictEqual(rowsAround(past([...times(3, 100), ...times(5, 301)])), 100)
    assert.strictEqual(rowsAround(past([...times(40, 100), ...times(9, 1000)])), 100)
    assert.strictEqual(rowsAround(past([100, 0, 110, 0, 90, 0, ...times(5, 1000)])), 50)
  })

  it("needs three days with rows to see a jump, five before it, three times as many rows, and no day in between", () => {
    const seesJump = (counts: ReadonlyArray<number>): boolean => rowsAround(past(counts)) === 1000
    assert.isTrue(seesJump([...times(3, 1000), ...times(5, 100)]))
    assert.isFalse(seesJump([...times(2, 1000), ...times(6, 100)]))
    assert.isFalse(seesJump([...times(3, 1000), ...times(4, 100)]))
    assert.isFalse(seesJump([...times(3, 1000), ...times(4, 100), 0]))
    assert.isBelow(rowsAround(past([...times(4, 900), ...times(5, 300)])), 700)
    assert.isBelow(rowsAround(past([1000, 100, 1000, ...times(5, 100)])), 300)
    assert.strictEqual(rowsAround(past([...times(4, 903), ...times(5, 300)])), 903)
    assert.isTrue(seesJump([...times(3, 1000), 100, 100, 999, 100, 100]))
    assert.isFalse(seesJump([...times(3, 1000), 100, 100, 1000, 100, 100]))
    assert.isTrue(seesJump([...times(3, 1000), 100, 100, 100, 100, 100, 1000]))
    assert.isTrue(seesJump([...times(12, 1000), ...times(5, 100), ...times(20, 1000)]))
  })

  it("takes the rhythm of the week out", () => {
    const rhythm = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 4]
    const counts = Array.from({ length: 14 }, (_, index) => (999 - index) % 7 === 6 ? 800 : 100)
    const level = around(past(counts), today, rhythm)
    assert.closeTo(level?.rows ?? 0, 200, 1e-9)
    assert.closeTo(level?.deviation ?? 0, Math.sqrt(0.09 / 15), 1e-9)
  })

  it("asks no weekday about the level that hardly ever has rows", () => {
    const counts = Array.from({ length: 14 }, (_, index) => (999 - index) % 7 === 0 ? 50 : 100)
    assert.closeTo(rowsAround(past(counts), [0.04, 1, 1, 1, 1, 1, 1]), 100, 1e-9)
    assert.isAbove(rowsAround(past(counts), [0.05, 1, 1, 1, 1, 1, 1]), 110)
  })

  it("is nothing where no day has rows", () => {
    const level = around(past(times(8, 0)), today, flat)
    assert.strictEqual(level?.rows, 0)
    assert.closeTo(level?.deviation ?? 0, 0.1, 1e-12)
  })

  it("goes by days on which an answer ended only where there are no others", () => {
    assert.strictEqual(rowsAround(past([300], "at-least")), 300)
    assert.strictEqual(rowsAround(both(past([300], "at-least"), on(5, 100))), 100)
    assert.strictEqual(rowsAround(both(past([300], "at-least"), on(5, 100, "share"), on(6, 100, "likely"))), 100)
  })

  it("looks at days before and after, today among them, the nearest first", () => {
    assert.strictEqual(rowsAround(on(1000, 70)), 70)
    assert.strictEqual(rowsAround(on(2000, 70)), 70)
    const after = (from: number, count: number, rows: number): Density =>
      both(...Array.from({ length: count }, (_, index) => on(from + index, rows)))
    assert.strictEqual(rowsAround(both(on(999, 1000), on(1000, 1000), on(998, 1000), after(1001, 9, 50))), 1000)
    assert.strictEqual(rowsAround(both(after(1001, 4, 1000), after(1005, 9, 50))), 1000)
  })

  it("looks at no more days than needed", () => {
    const level = rowsAround(past([...times(lookBack, 100), ...times(lookBack, 140)]))
    assert.closeTo(level, 100, 1e-9)
    assert.isAbove(rowsAround(past([...times(lookBack - 2, 100), ...times(lookBack, 140)])), 100)
  })
})
