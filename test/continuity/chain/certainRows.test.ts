import { assert, describe, it } from "@effect/vitest"
import { areMostlyCertain } from "../../../src/continuity/chain/certainRows.ts"
import { make } from "../../kit/continuity.ts"
import { step } from "../statements.ts"

type Steps = ReadonlyArray<readonly [from: number, to: number]>

/** Rows that lead through some balances. */
const through = (...balances: ReadonlyArray<number>): Steps =>
  balances.slice(1).map((balance, index) => [balances[index] ?? 0, balance])

/** So many rows, the first of which begins with a balance; none of theirs comes again. */
const rising = (from: number, count: number): Steps =>
  through(from, ...Array.from({ length: count }, (_, index) => 1000 * (from + 1) + index))

const mostlyCertain = (steps: Steps): boolean =>
  areMostlyCertain(make(steps.map(([from, to], index) => step(`R${index}`, from, to, index)), {}))

describe("balances alone", () => {
  it.each<readonly [string, boolean, Steps]>([
    ["one row", true, through(0, 10)],
    ["rows whose balances don't come again", true, rising(0, 19)],
    ["the same, in any order", true, rising(0, 19).toReversed()],
    ["rows that go up and down", false, through(0, 10, 0, 10, 0, 10)],
    ["a way back to a balance", true, [...through(0, 10, 11, 12, 10), ...rising(10, 5)]],
    ["two ways back to it, though they could be exchanged", false, [
      ...through(0, 10, 11, 10, 12, 10),
      ...rising(10, 15)
    ]],
    ["two of twenty that could be exchanged", true, [...through(5, 6, 5, 6), ...rising(6, 17)]],
    ["two of nineteen that could be exchanged", false, [...through(5, 6, 5, 6), ...rising(6, 16)]],
    ["rows with a gap between them", true, [...rising(0, 9), ...rising(7, 10)]],
    ["rows with a gap, behind which a balance comes again", true, [...through(0, 10, 11), ...rising(10, 10)]],
    ["rows with two gaps, behind each of which one balance comes again", false, [
      ...through(0, 10, 11),
      ...through(10, 12),
      ...rising(10, 16)
    ]],
    ["the same behind another gap", false, [
      ...through(0, 10, 11),
      ...through(80, 81),
      ...through(10, 12),
      ...rising(10, 15)
    ]],
    ["twenty rows of which two begin with one balance behind gaps", true, [
      ...through(0, 10, 11),
      ...through(10, 12),
      ...rising(10, 17)
    ]]
  ])("leave nearly all rows one place: %s (%s)", (_, expected, steps) => {
    assert.strictEqual(mostlyCertain(steps), expected)
  })
})
