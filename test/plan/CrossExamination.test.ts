import { assert, describe, it } from "@effect/vitest"
import { type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import { isBlindSpot, isRound, looksCutOff, partsOf } from "../../src/plan/CrossExamination.ts"
import { claimed, habitOf } from "../../src/plan/Habit.ts"

const day = (number: number): Day => dayFromNumber(number)
const period = (from: number, to: number): Period => ({ from: day(from), to: day(to) })
const known = claimed({ dateBounds: "inclusive", dayStart: 0 })

/** An answer to a request for the days 1 to 20 with so many rows on some days. */
const answer = (rows: Readonly<Record<number, number>>, lastSettledDay = 100) => ({
  asked: period(1, 20),
  answer: {
    received: Object.values(rows).reduce((sum, count) => sum + count, 0),
    rowsByDay: new Map(Object.entries(rows).map(([number, count]) => [day(Number(number)), count])),
    spans: new Map(),
    isTimeDoubtful: false
  },
  lastSettledDay: day(lastSettledDay)
})

/** What is asked for of each part first; at its inner end a day more, where it is not known to be inside. */
const daysOf = (...of: Parameters<typeof answer>): ReadonlyArray<string> =>
  partsOf(answer(...of), known).map(({ asked: [first] }) => `${first?.from}..${first?.to}`)

describe("the parts of a large answer", () => {
  it("are two halves with about as many rows each", () => {
    assert.deepStrictEqual(daysOf({ 3: 10, 5: 10, 9: 10, 17: 10 }), ["1..6", "5..20"])
    assert.deepStrictEqual(daysOf({ 3: 1, 4: 1, 17: 50 }), ["1..5", "4..20"])
    assert.deepStrictEqual(daysOf({ 3: 50, 4: 1 }), ["1..3", "4..20"])
  })

  it("are the days before and behind when all rows stand on one day", () => {
    assert.deepStrictEqual(daysOf({ 7: 40 }), ["1..6", "8..20"])
    assert.deepStrictEqual(daysOf({ 1: 40 }), ["2..20"])
  })

  it("are asked for only when some of their days were over", () => {
    assert.deepStrictEqual(daysOf({ 3: 10, 17: 10 }, 17), ["1..4", "4..20"])
    assert.deepStrictEqual(daysOf({ 18: 40 }, 17), ["1..17"])
    assert.deepStrictEqual(daysOf({ 17: 10, 18: 10, 19: 20 }, 15), ["1..16"])
    assert.deepStrictEqual(daysOf({ 16: 2, 18: 40 }, 17), ["1..17", "17..20"])
    assert.deepStrictEqual(daysOf({ 3: 10 }, 0), [])
  })

  it("are asked for alone where a day more would make the whole of them again", () => {
    const hour = 3_600_000
    const edges = { from: { after: -6 * hour, until: -4 * hour }, to: { after: hour, until: 24 * hour } }
    const early = habitOf({ dateBounds: "unknown", dayStart: -300 }, edges)
    const parts = partsOf(answer({ 19: 20, 20: 20 }), early)
    assert.deepStrictEqual(parts.map(({ asked }) => asked), [[period(1, 19)], [period(20, 20)]])
  })

  it("are none where nothing was shown", () => {
    assert.deepStrictEqual(daysOf({}), [])
  })
})

describe("an answer that is not full", () => {
  it("looks cut off with as many records as a cap may be and an end without any", () => {
    assert.isTrue(looksCutOff(answer({ 9: 60, 10: 40 })))
    assert.isFalse(looksCutOff(answer({ 9: 60, 10: 41 })))
    assert.isFalse(looksCutOff(answer({ 1: 60, 20: 40 })))
  })

  it("is a blind spot with many records of one day", () => {
    const single = { ...answer({ 9: 100 }), asked: period(9, 9) }
    assert.isTrue(isBlindSpot(single))
    assert.isFalse(isBlindSpot(answer({ 9: 99 })))
    assert.isTrue(isBlindSpot(answer({ 9: 3217 })))
    assert.isFalse(isBlindSpot(answer({ 9: 50, 10: 50 })))
  })
})

describe("a number of records that somebody may have chosen", () => {
  it("has one leading figure of the usual", () => {
    assert.deepStrictEqual([50, 100, 250, 1000, 2500, 5000].filter(isRound), [50, 100, 250, 1000, 2500, 5000])
    assert.deepStrictEqual([0, 10, 49, 51, 110, 999, 1100, 4999].filter(isRound), [])
  })
})
