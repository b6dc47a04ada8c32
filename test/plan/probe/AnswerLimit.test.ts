/**
 * How many records come at once, told from few answers: a row is written as the day on which it stands, and the same
 * day in two answers is the same row.
 */
import { assert, describe, it } from "@effect/vitest"
import { type AnswerLimit, answerLimit, mayBeCutOff } from "../../../src/plan/probe/AnswerLimit.ts"
import type { Sighting } from "../../../src/plan/probe/Sighting.ts"
import { days } from "../answers.ts"
import { dayMillis, row, sighting } from "./sightings.ts"

/** An answer to a request for so many records of some days, with rows on the days named. */
const seen = (from: number, to: number, limit: number, ...rows: ReadonlyArray<number>): Sighting =>
  sighting(days(from, to), rows.map((day) => row(day * dayMillis)), limit)

const told = (limit: AnswerLimit): string => {
  if (limit._tag === "Ignored") return `${limit.received} for ${limit.limit}`
  return limit._tag === "NotMet" ? `never more than ${limit.largest}` : `${limit._tag} ${limit.limit}`
}

describe("how many records the service gives at once, when up to five are asked for,", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Sighting>, string]> = [
    ["is not known before any answer", [], "never more than 0"],
    ["is not known where all that there was came", [seen(0, 9, 5, 1, 5, 8)], "never more than 3"],
    ["is as asked for where one answer is full", [seen(0, 9, 5, 1), seen(0, 9, 5, 2, 3, 4, 5, 6)], "AsAsked 5"],
    ["is not told by an answer full of fewer than the most", [seen(0, 9, 3, 1, 5, 8)], "never more than 3"],
    ["is not followed where an answer has more", [seen(0, 9, 5, 1, 2, 3, 4, 5), seen(0, 9, 2, 1, 2, 3)], "3 for 2"],
    ["is less where an answer lacks a row of its midst", [seen(0, 9, 5, 6, 7, 8), seen(0, 5, 5, 5, 2)], "Lower 3"],
    [
      "is not told by an answer that has as many as it asked for",
      [seen(0, 9, 3, 6, 7, 8), seen(0, 5, 5, 2)],
      "never more than 3"
    ],
    [
      "is not told where another answer, that lacks nothing, has more",
      [seen(0, 9, 5, 6, 7), seen(0, 5, 5, 1, 2, 3)],
      "never more than 3"
    ],
    ["is less where others lack rows, too, but have fewer", [seen(0, 9, 5, 7, 8), seen(0, 9, 5, 4, 5, 6)], "Lower 3"],
    [
      "is not told by rows on the second day, which may be outside",
      [seen(0, 9, 5, 6, 7), seen(-9, 1, 5, 1)],
      "never more than 2"
    ],
    ["is told by rows on the third", [seen(0, 9, 5, 6, 7), seen(-9, 2, 5, 2)], "Lower 2"],
    ["is told by rows on the last but two", [seen(0, 9, 5, 2, 3), seen(7, 19, 5, 7)], "Lower 2"],
    [
      "is not told by rows on the last but one, which may be outside",
      [seen(0, 9, 5, 2, 3), seen(8, 19, 5, 8)],
      "never more than 2"
    ],
    ["is told by the one day in the midst of five", [seen(0, 4, 5, 1, 3), seen(2, 2, 5, 2)], "Lower 2"],
    [
      "is not told by an answer to four days, which have no midst",
      [seen(0, 3, 5, 0, 3), seen(1, 2, 5, 1, 2)],
      "never more than 2"
    ]
  ]
  for (const [name, sightings, expected] of cases) {
    it(name, () => assert.strictEqual(told(answerLimit(sightings, 5)), expected))
  }
})

describe("an answer with three records", () => {
  const cases: ReadonlyArray<readonly [string, asked: number, AnswerLimit, boolean]> = [
    ["may be cut off where three were asked for", 3, { _tag: "NotMet", largest: 3 }, true],
    ["is whole where four were", 4, { _tag: "NotMet", largest: 3 }, false],
    ["may be cut off where the service gives no more", 4, { _tag: "Lower", limit: 3 }, true],
    ["is whole where it gives more", 5, { _tag: "Lower", limit: 4 }, false],
    ["may be cut off where it gives more, but three were asked for", 3, { _tag: "Lower", limit: 4 }, true],
    ["is whole where more were asked for and are given", 4, { _tag: "AsAsked", limit: 3 }, false],
    ["may be cut off where as many as asked for are given", 3, { _tag: "AsAsked", limit: 5 }, true],
    ["is whole where the number asked for is not followed", 3, { _tag: "Ignored", received: 9, limit: 2 }, false]
  ]
  for (const [name, asked, limit, expected] of cases) {
    it(name, () => assert.strictEqual(mayBeCutOff(seen(0, 9, asked, 1, 2, 3), limit), expected))
  }
})
