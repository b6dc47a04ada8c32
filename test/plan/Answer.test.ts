/**
 * What an answer to a request for the days 10 to 12 tells of where these begin and end, in hours from the midnight that begins
 * the first and the last of them.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import { edgesMissed, edgesShown, joinSpans, lastTimeOf } from "../../src/plan/Answer.ts"
import type { Edges } from "../../src/plan/DayReading.ts"
import { days, edgeText, hour, rows, type Span } from "./answers.ts"

const asked = days(10, 12)

const told = ({ from, to }: Edges): string => `from ${edgeText(from)}, to ${edgeText(to)}`

const atHours = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  spans.map(([day, first, last = first]) => [day, first * hour, last * hour])

const joined = (one: ReadonlyArray<Span>, other: ReadonlyArray<Span>, from: number): string =>
  [...joinSpans(rows(...one).spans, rows(...other).spans, dayFromNumber(from))]
    .map(([day, { first, last }]) => `${day}: ${first} to ${last}`).join("; ")

describe("the edges that an answer's rows show", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Span>, string]> = [
    ["no row tells nothing", [], "from anywhere, to anywhere"],
    ["a row lies between them", [[11, 1]], "from until 25, to after -23"],
    ["the first and the last of a day's rows count", [[11, 1, 23]], "from until 25, to after -1"],
    [
      "the first and the last of all days count, in whatever order they come",
      [[12, 3, 4], [10, 5, 6], [11, 0, 23]],
      "from until 5, to after 4"
    ],
    ["rows of the day before and the day behind count", [[9, 20], [13, 2]], "from until -4, to after 26"],
    ["rows of two days before say nothing", [[8, 23]], "from anywhere, to anywhere"],
    ["rows of two days behind say nothing", [[14, 0]], "from anywhere, to anywhere"],
    ["nor beside others", [[8, 23], [11, 1, 2], [14, 0]], "from until 25, to after -22"]
  ]
  for (const [name, spans, expected] of cases) {
    it(name, () => assert.strictEqual(told(edgesShown(asked, rows(...atHours(spans)))), expected))
  }
})

describe("the edges that rows known from elsewhere show", () => {
  const cases: ReadonlyArray<readonly [string, own: ReadonlyArray<Span>, known: ReadonlyArray<Span>, string]> = [
    ["no other row tells nothing", [[11, 1]], [], "from anywhere, to anywhere"],
    ["an answer without rows tells nothing", [], [[10, 1], [12, 1]], "from anywhere, to anywhere"],
    [
      "a row before all of the answer's lies before the first edge",
      [[11, 1]],
      [[10, 15]],
      "from after 15, to anywhere"
    ],
    ["a row behind all of them lies behind the last edge", [[11, 1]], [[12, 2]], "from anywhere, to until 2"],
    [
      "the nearest of them count",
      [[11, 1, 5]],
      [[9, 3], [10, 15, 16], [12, 2, 4], [13, 0]],
      "from after 16, to until 2"
    ],
    ["a day's rows may lie on both sides", [[11, 1, 5]], [[11, 0, 6]], "from after 24, to until -18"],
    ["rows between the answer's tell nothing", [[11, 1, 5]], [[11, 2, 3]], "from anywhere, to anywhere"],
    ["rows of the same second tell nothing", [[11, 1, 5]], [[11, 1, 5]], "from anywhere, to anywhere"],
    [
      "rows far from the days asked for are not the answer's own",
      [[8, 0], [11, 1]],
      [[9, 3]],
      "from after -21, to anywhere"
    ]
  ]
  for (const [name, own, known, expected] of cases) {
    it(name, () => {
      const missed = edgesMissed(asked, rows(...atHours(own)), rows(...atHours(known)).spans)
      assert.strictEqual(told(missed), expected)
    })
  }

  it("are not looked for where hours can be read in two ways", () => {
    const doubtful = { ...rows([11, hour]), isTimeDoubtful: true }
    assert.strictEqual(told(edgesMissed(asked, doubtful, rows([10, 15 * hour]).spans)), "from anywhere, to anywhere")
  })
})

describe("what is known of two lots of rows", () => {
  const cases: ReadonlyArray<readonly [string, Parameters<typeof joined>, string]> = [
    ["days of either stand as they are", [[[1, 10, 20]], [[2, 30, 40]], 0], "1: 10 to 20; 2: 30 to 40"],
    ["a day of both reaches from the first to the last", [[[1, 10, 20]], [[1, 15, 40]], 0], "1: 10 to 40"],
    ["whichever lot has them", [[[1, 15, 40]], [[1, 10, 20]], 0], "1: 10 to 40"],
    ["also where one lies within the other", [[[1, 10, 40]], [[1, 15, 20]], 0], "1: 10 to 40"],
    [
      "days before the one named are left out",
      [[[1, 10], [2, 20], [3, 30]], [[1, 11], [2, 21], [4, 41]], 2],
      "2: 20 to 21; 3: 30 to 30; 4: 41 to 41"
    ]
  ]
  for (const [name, lots, expected] of cases) it(name, () => assert.strictEqual(joined(...lots), expected))
})

describe("the latest time of an answer's rows", () => {
  it("is that of its last row, in whatever order its days come", () => {
    assert.strictEqual(lastTimeOf(rows([2, 5], [1, 70], [0, 9])), 2 * 86_400_000 + 5000)
    assert.strictEqual(lastTimeOf(rows([0, 3, 4])), 4000)
  })

  it("is unknown where it has none", () => {
    assert.isUndefined(lastTimeOf(rows()))
  })
})
