import { assert, describe, it } from "@effect/vitest"
import { type Day, dayFromNumber } from "../../src/domain/Period.ts"
import {
  isBlindSpot,
  isRound,
  looksCutOff,
  type Part,
  partsOf,
  withoutInnerDay
} from "../../src/plan/CrossExamination.ts"
import { claimed, type Habit, habitOf } from "../../src/plan/Habit.ts"
import { days as period, shown } from "./answers.ts"

const day = (number: number): Day => dayFromNumber(number)
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

/** A part: what to ask for, and by which day's rows it shows to be answered; and which of its ends lies inside of the answer. */
const told = ({ asked, inner, witness }: Part): string =>
  `${asked.map(({ from, to }) => `${from}..${to}`).join(" or ")}${
    witness === undefined ? "" : ` by ${witness}`
  }, inner ${inner}`

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

  it("are the same in whatever order the days of the rows come", () => {
    const { answer: given, asked, lastSettledDay } = answer({ 3: 10, 5: 10, 9: 10, 17: 10 })
    const rowsByDay = new Map([...given.rowsByDay].toReversed())
    const parts = partsOf({ answer: { ...given, rowsByDay }, asked, lastSettledDay }, shown(true, true))
    assert.deepStrictEqual(parts.map(told), [
      "1..5 by 5, inner to",
      "6..20 by 9, inner from"
    ])
  })

  const [sure, unknown] = [shown(true, true), shown()]
  const cases: ReadonlyArray<readonly [string, Habit, Parameters<typeof answer>, ReadonlyArray<string>]> = [
    ["are told by the days with rows nearest to where they meet", sure, [{ 3: 10, 5: 10, 9: 10, 17: 10 }], [
      "1..5 by 5, inner to",
      "6..20 by 9, inner from"
    ]],
    ["need not be told where all rows stand on one day", sure, [{ 7: 40 }], [
      "1..6, inner to",
      "8..20, inner from"
    ]],
    ["reach a day further where their inner ends may be outside", unknown, [{ 3: 9, 5: 9, 9: 9, 17: 9 }], [
      "1..6 by 5, inner to",
      "5..20 by 9, inner from"
    ]],
    ["are asked for without that day first where it brings all rows together", unknown, [{ 4: 20, 5: 20 }], [
      "1..4 or 1..5 by 4, inner to",
      "5..20 or 4..20 by 5, inner from"
    ]],
    ["reach further behind where the last day alone may be outside", shown(true), [{ 4: 20, 5: 20 }], [
      "1..4 or 1..5 by 4, inner to",
      "5..20 by 5, inner from"
    ]],
    ["reach further in front where the first day alone may be outside", shown(undefined, true), [{ 4: 20, 5: 20 }], [
      "1..4 by 4, inner to",
      "5..20 or 4..20 by 5, inner from"
    ]],
    ["reach further at once where the last day is known to be outside", shown(true, false), [{ 4: 20, 5: 20 }], [
      "1..5 by 4, inner to",
      "5..20 by 5, inner from"
    ]],
    ["do not count rows of days that were not asked for", sure, [{ 0: 5, 4: 20, 5: 20, 21: 99 }], [
      "1..4 by 4, inner to",
      "5..20 by 5, inner from"
    ]],
    ["are not told by a day that was not over", sure, [{ 3: 10, 8: 10 }, 7], [
      "1..3 by 3, inner to",
      "4..20, inner from"
    ]],
    ["are told by the last day that was", sure, [{ 3: 10, 8: 10 }, 8], [
      "1..3 by 3, inner to",
      "4..20 by 8, inner from"
    ]],
    ["are halves as long as the first day with rows was over", sure, [{ 17: 10, 18: 5 }, 17], [
      "1..17 by 17, inner to"
    ]]
  ]
  for (const [name, habit, given, expected] of cases) {
    it(name, () => assert.deepStrictEqual(partsOf(answer(...given), habit).map(told), expected))
  }

  it("have days but the one at which they meet the other", () => {
    const [first, second] = partsOf(answer({ 4: 20, 5: 20 }), sure)
    assert(first !== undefined && second !== undefined)
    assert.deepStrictEqual(withoutInnerDay(first, period(2, 4)), period(2, 3))
    assert.deepStrictEqual(withoutInnerDay(second, period(5, 7)), period(6, 7))
    assert.isUndefined(withoutInnerDay(first, period(4, 4)))
    assert.isUndefined(withoutInnerDay(second, period(5, 5)))
  })
})

describe("an answer that is not full", () => {
  it("looks cut off with as many records as a cap may be and an end without any", () => {
    assert.isTrue(looksCutOff(answer({ 9: 60, 10: 40 })))
    assert.isFalse(looksCutOff(answer({ 9: 60, 10: 41 })))
    assert.isFalse(looksCutOff(answer({ 1: 60, 20: 40 })))
  })

  it("looks so where more than a day at one end has none, of those that were asked for and over", () => {
    assert.isFalse(looksCutOff(answer({ 2: 60, 19: 40 })))
    assert.isTrue(looksCutOff(answer({ 3: 60, 19: 40 })))
    assert.isTrue(looksCutOff(answer({ 2: 60, 18: 40 })))
    assert.isFalse(looksCutOff(answer({ 2: 60, 18: 40 }, 19)))
    assert.isTrue(looksCutOff(answer({ 2: 60, 17: 40 }, 19)))
    assert.isTrue(looksCutOff(answer({ 0: 10, 9: 50, 10: 30, 21: 10 })))
  })

  it("is a blind spot with many records of one day", () => {
    const single = { ...answer({ 9: 100 }), asked: period(9, 9) }
    assert.isTrue(isBlindSpot(single))
    assert.isFalse(isBlindSpot(answer({ 9: 99 })))
    assert.isTrue(isBlindSpot(answer({ 9: 3217 })))
    assert.isFalse(isBlindSpot(answer({ 9: 50, 10: 50 })))
    assert.isTrue(isBlindSpot(answer({ 0: 10, 9: 100, 21: 10 })))
  })
})

describe("a number of records that somebody may have chosen", () => {
  it("has one leading figure of the usual", () => {
    assert.deepStrictEqual([50, 100, 250, 1000, 2500, 5000].filter(isRound), [50, 100, 250, 1000, 2500, 5000])
    assert.deepStrictEqual([0, 10, 49, 51, 110, 999, 1100, 4999].filter(isRound), [])
  })
})
