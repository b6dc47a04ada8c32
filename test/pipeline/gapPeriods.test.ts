import { assert, describe, it } from "@effect/vitest"
import { zero } from "../../src/domain/Money.ts"
import { dayFromNumber, startOfDay } from "../../src/domain/Period.ts"
import type { Gap } from "../../src/domain/Verdict.ts"
import { periodsAround } from "../../src/pipeline/gapPeriods.ts"

const gap = (from: number | null, to: number | null): Gap => ({
  afterTxnId: null,
  beforeTxnId: null,
  from: from === null ? null : startOfDay(dayFromNumber(from)) + 3_600_000,
  to: to === null ? null : startOfDay(dayFromNumber(to)) + 7_200_000,
  missing: zero,
  currency: null
})

const within = { from: dayFromNumber(10), to: dayFromNumber(60) }

const periods = (gaps: ReadonlyArray<Gap>, repeat = 0): ReadonlyArray<readonly [number, number]> =>
  periodsAround(gaps, within, repeat).map(({ from, to }) => [from, to])

describe("periodsAround", () => {
  it("takes the days of the rows around a gap", () => {
    assert.deepStrictEqual(periods([gap(20, 20)]), [[20, 20]])
    assert.deepStrictEqual(periods([gap(20, 22)]), [[20, 22]])
  })

  it("takes them too where the row after it bears the earlier time", () => {
    assert.deepStrictEqual(periods([gap(22, 20)]), [[20, 22]])
  })

  it("takes a day more on each side the next time", () => {
    assert.deepStrictEqual(periods([gap(20, 22)], 1), [[19, 23]])
  })

  it("merges stretches that touch or overlap, in order", () => {
    assert.deepStrictEqual(periods([gap(30, 31), gap(20, 22), gap(22, 23), gap(24, 25)]), [[20, 25], [30, 31]])
  })

  it("stays within the days of the pull", () => {
    assert.deepStrictEqual(periods([gap(8, 12), gap(60, 64), gap(2, 3)]), [[10, 12], [60, 60]])
    assert.deepStrictEqual(periods([gap(null, 15), gap(55, null)]), [[10, 15], [55, 60]])
  })

  it("leaves long stretches alone and asks for ten at most", () => {
    assert.deepStrictEqual(periods([gap(12, 50)]), [])
    assert.strictEqual(
      periods(Array.from({ length: 20 }, (_, index) => gap(10 + 2 * index, 10 + 2 * index))).length,
      10
    )
  })
})
