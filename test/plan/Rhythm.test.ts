import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import type { DayCount, Density } from "../../src/plan/Density.ts"
import { before, factorOf, flat } from "../../src/plan/Rhythm.ts"

/** Weeks that end on day 699, the newest first; the first of each is the day 0 modulo 7. */
const weeks = (counts: ReadonlyArray<ReadonlyArray<number>>, certainty: DayCount["certainty"] = "exact"): Density => ({
  days: new Map(
    counts.flatMap((week, back) =>
      week.map((rows, index) => [dayFromNumber(693 - 7 * back + index), { rows, certainty }] as const)
    )
  )
})
const day = dayFromNumber(700)
const peak = [1, 1, 1, 1, 1, 1, 8]

describe("Rhythm", () => {
  it("tells a weekday's rows compared with the mean of its week", () => {
    const rhythm = before(weeks([peak, peak]), day)
    assert.deepStrictEqual(rhythm, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 4])
    assert.strictEqual(factorOf(rhythm, dayFromNumber(706)), 4)
    assert.strictEqual(factorOf(rhythm, dayFromNumber(707)), 0.5)
    assert.strictEqual(factorOf(rhythm, dayFromNumber(-1)), 4)
    assert.strictEqual(factorOf(rhythm, dayFromNumber(-7)), 0.5)
  })

  it("is told from any day of the week", () => {
    const rhythm = before(weeks([peak, peak, peak]), dayFromNumber(697))
    assert.deepStrictEqual(rhythm, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 4])
  })

  it("needs two weeks", () => {
    assert.strictEqual(before(weeks([peak]), day), flat)
    assert.strictEqual(before(weeks([peak, peak]), dayFromNumber(699)), flat)
    assert.strictEqual(before(weeks([]), day), flat)
  })

  it("goes by days that are known exactly, without a day between", () => {
    assert.strictEqual(before(weeks([peak, peak], "likely"), day), flat)
    assert.strictEqual(before(weeks([peak, [], peak]), day), flat)
    assert.strictEqual(before(weeks([peak, peak]), dayFromNumber(701)), flat)
  })

  it("does not see what came before a gap", () => {
    const other = [8, 1, 1, 1, 1, 1, 1]
    assert.deepStrictEqual(before(weeks([peak, peak, [], other, other, other, other]), day)[6], 4)
  })

  it("is the same in busy and quiet weeks, and leaves weeks without rows out", () => {
    const busy = peak.map((rows) => rows * 10)
    const none = peak.map(() => 0)
    assert.deepStrictEqual(before(weeks([peak, none, busy]), day), [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 4])
    assert.strictEqual(before(weeks([peak, none, none]), day), flat)
    assert.strictEqual(before(weeks([none, none, none]), day), flat)
  })

  it("is not misled by one odd week in three", () => {
    assert.deepStrictEqual(before(weeks([peak, [5, 0, 0, 0, 0, 2, 7], peak]), day)[6], 4)
  })

  it("is flat where every week differs", () => {
    assert.strictEqual(before(weeks([[9, 1, 1, 1, 1, 1, 0], [0, 9, 1, 1, 1, 1, 1], [1, 1, 0, 9, 1, 1, 1]]), day), flat)
  })

  it("is believed when it leaves less than half of the scatter", () => {
    assert.strictEqual(before(weeks([[7, 1, 4, 4, 4, 4, 4], [5, 3, 4, 4, 4, 4, 4]]), day), flat)
    assert.strictEqual(before(weeks([[13, 3, 8, 8, 8, 8, 8], [11, 5, 8, 8, 8, 8, 8]]), day)[0], 1.5)
  })

  it("looks at eight weeks", () => {
    const higher = [1, 1, 1, 1, 1, 1, 22]
    const four = [peak, peak, peak, peak]
    assert.strictEqual(before(weeks([...four, higher, higher, higher, higher]), day)[6], 4.75)
    assert.strictEqual(before(weeks([...four, higher, higher, higher, higher, higher]), day)[6], 4.75)
  })

  it("makes the mean of a week one", () => {
    const rhythm = before(weeks([[0, 0, 1, 1, 1, 1, 24], [1, 1, 1, 1, 0, 0, 24], [1, 1, 0, 0, 1, 1, 24]]), day)
    assert.closeTo(rhythm.reduce((sum, factor) => sum + factor, 0), 7, 1e-9)
    assert.closeTo(rhythm[6] ?? 0, 24 * 7 / 30, 1e-9)
  })
})
