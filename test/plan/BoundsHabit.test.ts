import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, type Period } from "../../src/domain/Period.ts"
import {
  askedPeriod,
  type BoundsHabit,
  fromSetting,
  heardMargins,
  learn,
  narrower,
  type RowsOnDays,
  safeMargins,
  unprovenSides
} from "../../src/plan/BoundsHabit.ts"

const habit = (fromIncluded?: boolean, toIncluded?: boolean): BoundsHabit => ({ fromIncluded, toIncluded })
const margins = (before: number, after: number) => ({ before, after })
const asked: Period = { from: dayFromNumber(10), to: dayFromNumber(12) }

const rowsOn = (day: number, midnightOnly = false): RowsOnDays => ({
  any: (each) => each === day,
  laterThanMidnight: (each) => each === day && !midnightOnly
})

describe("BoundsHabit", () => {
  it("starts from what the settings say", () => {
    assert.deepStrictEqual(fromSetting.unknown, habit())
    assert.deepStrictEqual(fromSetting.inclusive, habit(true, true))
    assert.deepStrictEqual(fromSetting["exclusive-end"], habit(true, false))
  })

  it("widens on each side that is not known to be inside", () => {
    assert.deepStrictEqual(safeMargins(habit()), margins(1, 1))
    assert.deepStrictEqual(safeMargins(habit(false, false)), margins(1, 1))
    assert.deepStrictEqual(safeMargins(habit(true, false)), margins(0, 1))
    assert.deepStrictEqual(safeMargins(habit(false, true)), margins(1, 0))
    assert.deepStrictEqual<unknown>(askedPeriod(asked, margins(1, 2)), { from: 9, to: 14 })
  })

  it("expects rows from beyond the window on sides that are not known to be outside", () => {
    assert.deepStrictEqual(heardMargins(margins(1, 1), habit()), margins(1, 1))
    assert.deepStrictEqual(heardMargins(margins(1, 1), habit(true, true)), margins(1, 1))
    assert.deepStrictEqual(heardMargins(margins(1, 1), habit(false, true)), margins(0, 1))
    assert.deepStrictEqual(heardMargins(margins(1, 1), habit(true, false)), margins(1, 0))
  })

  it("learns from a row on a bound, and nothing from its absence", () => {
    assert.deepStrictEqual(learn(habit(), asked, rowsOn(10)), habit(true, undefined))
    assert.deepStrictEqual(learn(habit(false, false), asked, rowsOn(12)), habit(false, true))
    assert.deepStrictEqual(learn(habit(false, true), asked, rowsOn(11)), habit(false, true))
    assert.deepStrictEqual(learn(habit(), asked, rowsOn(12, true)), habit(), "midnight alone proves no last day")
    assert.deepStrictEqual(learn(habit(), asked, rowsOn(10, true)), habit(true, undefined))
  })

  it("narrows first what is known to be inside, then guesses one side after the other", () => {
    assert.deepStrictEqual(narrower(margins(1, 1), habit(true, undefined)), margins(0, 1))
    assert.deepStrictEqual(narrower(margins(1, 1), habit(undefined, true)), margins(1, 0))
    assert.deepStrictEqual(narrower(margins(1, 1), habit(true, true)), margins(0, 0))
    assert.deepStrictEqual(narrower(margins(1, 1), habit()), margins(0, 1))
    assert.deepStrictEqual(narrower(margins(0, 1), habit()), margins(0, 0))
    assert.deepStrictEqual(narrower(margins(1, 1), habit(false, undefined)), margins(1, 0))
    assert.deepStrictEqual(narrower(margins(1, 0), habit()), margins(0, 0))
  })

  it("has nothing narrower where both sides are as narrow as they go or known to be outside", () => {
    assert.isUndefined(narrower(margins(0, 0), habit()))
    assert.isUndefined(narrower(margins(1, 1), habit(false, false)))
    assert.isUndefined(narrower(margins(0, 1), habit(true, false)))
    assert.isUndefined(narrower(margins(0, 0), habit(false, false)))
  })

  it("doubts the sides on which margins were narrower than what is known allows", () => {
    assert.isUndefined(unprovenSides(margins(1, 1), habit()))
    assert.isUndefined(unprovenSides(margins(0, 0), habit(true, true)))
    assert.deepStrictEqual(unprovenSides(margins(0, 1), habit()), habit(false, undefined))
    assert.deepStrictEqual(unprovenSides(margins(1, 0), habit()), habit(undefined, false))
    assert.deepStrictEqual(unprovenSides(margins(0, 0), habit(true, undefined)), habit(true, false))
    assert.deepStrictEqual(unprovenSides(margins(0, 0), habit(undefined, true)), habit(false, true))
  })
})
