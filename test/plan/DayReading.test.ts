/**
 * What follows from how a service takes the days of a request.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import {
  covers,
  type DayReading,
  type Edges,
  fits,
  heardWith,
  marginsFor,
  seamlessFor
} from "../../src/plan/DayReading.ts"
import { anywhere, between, days, marginsText } from "./answers.ts"

const reading = (text: string): DayReading => {
  const [from, to, shift] = text.split(" ")
  return { fromIncluded: from === "in", toIncluded: to === "in", shift: Number(shift) * 60 }
}

describe("a reading", () => {
  const cases: ReadonlyArray<readonly [string, string, Edges, boolean]> = [
    ["fits where its first edge may be", "in in 3", { from: between(2, 4), to: anywhere }, true],
    ["fits an edge that is not later", "in in 3", { from: between(2, 3), to: anywhere }, true],
    ["does not fit one that is later", "in in 3", { from: between(3, 4), to: anywhere }, false],
    ["does not fit one that is earlier", "in in 3", { from: between(1, 2), to: anywhere }, false],
    ["has its first edge a day later where the first day is outside", "out in 0", {
      from: between(23, 24),
      to: anywhere
    }, true],
    ["fits where its last edge may be", "in in 3", { from: anywhere, to: between(26, 28) }, true],
    ["fits a last edge that is not later", "in in 3", { from: anywhere, to: between(26, 27) }, true],
    ["does not fit a last edge that is later", "in in 3", { from: anywhere, to: between(27, 28) }, false],
    ["does not fit a last edge that is earlier", "in in 3", { from: anywhere, to: between(25, 26) }, false],
    ["fits rows up to the midnight with which a day begins that is outside", "in out 3", {
      from: anywhere,
      to: between(3, 4)
    }, true],
    ["does not fit rows of that day", "in out 3", { from: anywhere, to: between(3.1, 4) }, false],
    [
      "has its last edge a day earlier where the last day is outside",
      "in out 3",
      { from: anywhere, to: between(2, 3) },
      true
    ]
  ]
  for (const [name, text, edges, expected] of cases) {
    it(name, () => assert.strictEqual(fits(edges, reading(text)), expected))
  }
})

describe("the days around a window", () => {
  const cases: ReadonlyArray<readonly [string, whole: string, seamless: string, heard: string]> = [
    ["in in 0", "0+0", "0+0", "1+1"],
    ["in out 0", "0+1", "0+1", "1+0"],
    ["out in 0", "1+0", "1+0", "0+1"],
    ["out out 0", "1+1", "1+1", "0+0"],
    ["in in 3", "1+0", "0+0", "1+2"],
    ["in in -3", "0+1", "0+0", "2+1"],
    ["in out 3", "1+1", "0+1", "1+1"],
    ["in out -3", "0+2", "0+1", "2+0"]
  ]
  for (const [text, whole, seamless, heard] of cases) {
    it(`that make it whole, leave no gap to the next, and are heard, where days are ${text}`, () => {
      const one = reading(text)
      assert.deepStrictEqual(
        [marginsFor(one), seamlessFor(one), heardWith({ before: 1, after: 1 }, one)].map(marginsText),
        [whole, seamless, heard]
      )
    })
  }
})

describe("an answer to a request for the days 10 to 12", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["in in 0", "10 11 12"],
    ["in out 0", "10 11"],
    ["out in 0", "11 12"],
    ["out out 0", "11"],
    ["in in 3", "11 12"],
    ["in in -3", "10 11"],
    ["in out 3", "11"],
    ["in out -3", "10"]
  ]
  for (const [text, expected] of cases) {
    it(`has all of the days ${expected} where days are ${text}`, () => {
      const whole = [8, 9, 10, 11, 12, 13, 14].filter((day) => covers(reading(text), days(10, 12), dayFromNumber(day)))
      assert.strictEqual(whole.join(" "), expected)
    })
  }
})
