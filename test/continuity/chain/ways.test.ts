/**
 * The balances that rows may lead between, likeliest first, whether they may all have left the balance where it was, and which of
 * them need not have moved it.
 */
import { assert, describe, it } from "@effect/vitest"
import { chainOf } from "../../../src/continuity/chain/Chain.ts"
import { waysOf } from "../../../src/continuity/chain/ways.ts"
import { make } from "../../kit/continuity.ts"
import { lettersOf, shortRows } from "../shortRows.ts"
import { money } from "../statements.ts"

interface Sight {
  readonly opening?: number
  readonly closing?: number
  readonly jitter?: number
  readonly isWeighed?: boolean
}

const said = (rows: string, { closing, isWeighed = true, jitter = 0, opening }: Sight = {}): ReadonlyArray<string> => {
  const edges = make(shortRows(rows), {
    opening: opening === undefined ? undefined : money(opening),
    closing: closing === undefined ? undefined : money(closing)
  })
  const { doubtful, mayRest, ways } = waysOf(chainOf(edges, edges.rows.count, jitter), { isWeighed, jitter })
  return [
    ...ways.map((way) => `${way.opening} to ${way.closing}${way.outOfTime ? " out of time" : ""}`),
    ...(mayRest ? ["may rest"] : []),
    ...(doubtful.size === 0 ? [] : [`doubtful ${lettersOf(edges, doubtful)}`])
  ]
}

type Case = readonly [string, rows: string, Sight, ReadonlyArray<string>]

const confirmed: ReadonlyArray<Case> = [
  ["no row", "", {}, []],
  ["no row and a known opening", "", { opening: 5 }, ["5 to 5"]],
  ["no row and a known closing", "", { closing: 5 }, ["5 to 5"]],
  ["no row and both", "", { opening: 5, closing: 6 }, ["5 to 6"]],
  ["a row", "0>10", {}, ["0 to 10"]],
  ["rows that meet", "0>10@1 10>20@2 20>15@3", {}, ["0 to 15"]],
  ["rows with a gap", "0>10@1 11>20@2", {}, ["0 to 20"]],
  ["rows of a first second that do not meet", "0>10@1 20>30@1 30>40@2", {}, ["0 to 40"]],
  ["a row that leads nowhere", "5>5", {}, ["5 to 5"]],
  ["a circuit of one second", "10>0 0>10", {}, ["0 to 0", "10 to 10"]],
  ["a circuit of one second and its opening", "10>0 0>10", { opening: 10 }, ["10 to 10"]],
  ["a circuit of one second and its closing", "10>0 0>10", { closing: 10 }, ["10 to 10"]],
  ["two circuits of two seconds that share a balance", "10>0@1 0>10@1 10>20@2 20>10@2", {}, [
    "10 to 10",
    "0 to 0 out of time",
    "20 to 20 out of time"
  ]],
  ["two circuits of two seconds that share two", "10>0@1 0>10@1 10>0@2 0>10@2", {}, ["0 to 0", "10 to 10"]],
  ["a circuit in time", "20>40@1 40>10@2 10>30@3 30>20@4", {}, [
    "20 to 20",
    "10 to 10 out of time",
    "30 to 30 out of time",
    "40 to 40 out of time"
  ]],
  ["a circuit in time and its opening", "20>40@1 40>10@2 10>20@3", { opening: 20 }, ["20 to 20"]],
  ["a circuit in time and its closing", "20>40@1 40>10@2 10>20@3", { closing: 20 }, ["20 to 20"]],
  ["rows with a gap that end where they begin", "20>40@1 45>50@2 10>20@3", {}, ["20 to 20"]],
  ["rows that lead to where they began if their times are wrong", "20>40@1 45>10@2 10>20@3", {}, [
    "20 to 20",
    "45 to 40 out of time"
  ]],
  ["a path out of time within", "0>10@1 20>30@2 10>20@3 30>31@4", {}, ["0 to 31"]],
  ["a path out of time at both ends", "10>20@1 0>10@2", {}, ["10 to 10", "0 to 20 out of time"]],
  ["a path out of time and its opening", "10>20@1 0>10@2", { opening: 0 }, ["0 to 10", "0 to 20 out of time"]],
  ["a path out of time between its ends", "10>20@1 0>10@2", { opening: 0, closing: 20 }, ["0 to 20"]],
  ["a circuit out of time within", "0>10@1 20>30@2 10>20@3 30>0@4", {}, [
    "0 to 0",
    "10 to 10 out of time",
    "20 to 20 out of time",
    "30 to 30 out of time"
  ]],
  ["a circuit out of time behind a circuit of one second", "0>10@1 10>0@1 20>30@2 0>20@3 30>0@4", {}, [
    "0 to 0",
    "10 to 10 out of time",
    "20 to 20 out of time",
    "30 to 30 out of time"
  ]],
  ["a circuit out of time at its end", "0>10@1 20>0@2 10>20@3", {}, [
    "0 to 20",
    "0 to 0 out of time",
    "10 to 10 out of time",
    "20 to 20 out of time"
  ]],
  ["a circuit out of time and its opening", "0>10@1 10>0@2", { opening: 10 }, ["10 to 0", "10 to 10 out of time"]]
]

const optional: ReadonlyArray<Case> = [
  ["one alone", "0>10?", {}, ["0 to 10", "may rest", "doubtful A"]],
  ["one alone and the opening", "0>10?", { opening: 0 }, ["0 to 10", "may rest", "doubtful A"]],
  ["one alone and the closing", "0>10?", { closing: 10 }, ["0 to 10", "may rest", "doubtful A"]],
  ["one alone and another opening", "0>10?", { opening: 5 }, ["may rest", "doubtful A"]],
  ["one alone and another closing", "0>10?", { closing: 5 }, ["may rest", "doubtful A"]],
  ["one alone between balances that are alike", "0>10?", { opening: 5, closing: 5 }, ["may rest", "doubtful A"]],
  ["one alone between its ends", "0>10?", { opening: 0, closing: 10 }, ["0 to 10"]],
  ["one alone between balances that it does not lead between", "0>10?", { opening: 5, closing: 6 }, ["5 to 6"]],
  ["a last one", "0>10@1 10>20@2?", {}, ["0 to 20", "0 to 10", "doubtful B"]],
  ["a last one and the closing", "0>10@1 10>20@2?", { closing: 20 }, ["0 to 20"]],
  ["a last one and the closing without it", "0>10@1 10>20@2?", { closing: 10 }, ["0 to 10", "doubtful B"]],
  ["a first one and the opening without it", "0>10@1? 10>20@2", { opening: 10 }, ["10 to 20", "doubtful A"]],
  ["first and last ones", "0>10@1? 10>20@2 20>30@3?", {}, [
    "0 to 30",
    "0 to 20",
    "10 to 30",
    "10 to 20",
    "doubtful AC"
  ]],
  ["one that another needs", "0>10@1 10>20@2? 20>25@3", {}, ["0 to 25"]],
  ["one of a circuit", "0>10@1 10>0@1?", {}, ["10 to 10", "0 to 0", "0 to 10", "doubtful B"]],
  ["one that jitter may have exchanged with another", "10>20@2? 0>10@3", { jitter: 1 }, [
    "0 to 20",
    "0 to 10",
    "doubtful A"
  ]],
  ["one that stands before another in time", "10>20@2? 0>10@3", {}, ["0 to 10", "doubtful A"]],
  ["a last one, not weighed", "0>10@1 10>20@2?", { isWeighed: false }, ["0 to 20"]],
  ["first and last ones around a gap, and both", "0>10@1? 10>20@2 25>30@3 30>40@4?", { opening: 0, closing: 40 }, [
    "0 to 40"
  ]],
  ["one between at a gap", "0>10@1 10>20@2? 25>30@3", {}, ["0 to 30"]],
  [
    "two first and two last ones of a path out of time",
    "0>5@1? 5>10@2? 10>20@3 30>40@4 20>30@5 40>50@6 50>60@7? 60>70@8?",
    {},
    [
      "0 to 70",
      "0 to 60",
      "0 to 50",
      "5 to 70",
      "5 to 60",
      "5 to 50",
      "10 to 70",
      "10 to 60",
      "10 to 50",
      "doubtful ABHG"
    ]
  ],
  ["the same and the opening", "0>5@1? 5>10@2? 10>20@3 30>40@4 20>30@5 40>50@6 50>60@7? 60>70@8?", { opening: 0 }, [
    "0 to 70",
    "0 to 60",
    "0 to 50",
    "doubtful HG"
  ]],
  ["the same and the closing", "0>5@1? 5>10@2? 10>20@3 30>40@4 20>30@5 40>50@6 50>60@7? 60>70@8?", { closing: 70 }, [
    "0 to 70",
    "5 to 70",
    "10 to 70",
    "doubtful AB"
  ]],
  ["one between, of a path out of time", "0>5@1 5>10@2? 10>20@3 30>40@4 20>30@5 40>50@6", {}, ["0 to 50"]],
  ["one between, of a path out of time at both ends", "20>30@1 10>20@2? 0>10@3", {}, [
    "20 to 10",
    "0 to 30 out of time"
  ]],
  ["one beside a path out of time", "0>10@1 20>30@2 10>20@3 30>31@4 31>32@5?", {}, ["0 to 32", "0 to 31", "doubtful E"]]
]

/** Rows of two seconds, so many in each, that meet only by turns, and others. */
const byTurns = (count: number, more = ""): string =>
  Array.from({ length: count }, (_, at) => `${at}>${100 + at}@1 ${100 + at}>${at + 1}@9`).join(" ") + more

/** So many rows none of which is confirmed, each of which leads on from the one before. */
const unsure = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `${from + at}>${from + at + 1}@${from + at}?`).join(" ")

describe("the balances that rows may lead between", () => {
  for (const [what, rows, sight, expected] of confirmed) {
    it(`are told of ${what}`, () => {
      assert.deepStrictEqual(said(rows, sight), expected)
    })
  }

  for (const [what, rows, sight, expected] of optional) {
    it(`are told where a row is not confirmed: ${what}`, () => {
      assert.deepStrictEqual(said(rows, sight), expected)
    })
  }

  it("are all told in time and out of time, or only in time where there are more than sixty-four", () => {
    const few = said(byTurns(8, " 200>0@5 200>200@5"))
    assert.strictEqual(few.length, 64 + 1)
    assert.deepStrictEqual([few[0], few[1], few[63], few[64]], ["0 to 1", "0 to 2", "7 to 8", "200 to 8 out of time"])
    const many = said(byTurns(9, " 200>0@5 200>200@5"))
    assert.strictEqual(many.length, 64)
    assert.deepStrictEqual([many[0], many[8], many[63]], ["0 to 1", "0 to 9", "7 to 1"])
  })

  it.each<readonly [string, string, Sight, ReadonlyArray<string>]>([
    ["the last", "0>10@1 15>20@2 20>30@3?", {}, ["0 to 30", "0 to 20"]],
    ["the first", "0>10@1? 10>20@2 25>30@3", {}, ["0 to 30", "10 to 30"]],
    ["both", "0>10@1? 10>20@2 25>30@3 30>40@4?", {}, ["0 to 40", "0 to 30", "10 to 40", "10 to 30"]],
    ["the last two", "0>10@1 15>20@2 20>30@3? 30>35@4?", {}, ["0 to 35", "0 to 30", "0 to 20"]],
    ["the first two", "5>7@1? 7>10@2? 10>20@3 25>30@4", {}, ["5 to 30", "7 to 30", "10 to 30"]],
    ["the last, whose closing is known", "0>10@1 15>20@2 20>30@3?", { closing: 20 }, ["0 to 20"]],
    ["one that leads on elsewhere", "0>10@1 15>20@2 21>30@3?", {}, ["0 to 20"]],
    ["one that leads on from before the last", "0>10@1 20>30@2? 15>20@4", {}, ["0 to 20"]],
    ["one that leads on from before the last at times that may be wrong", "0>10@1 20>30@9? 15>20@12", { jitter: 2 }, [
      "0 to 30",
      "0 to 20"
    ]],
    ["two that fork", "0>10@1 20>30@2 30>40@3? 30>50@4?", {}, ["0 to 40", "0 to 50", "0 to 30"]],
    ["two of a second, in either order", "0>10@1 20>30@2 40>50@3? 30>40@3?", {}, ["0 to 50", "0 to 40", "0 to 30"]],
    ["the same the other way round", "0>10@1 20>30@2 30>40@3? 40>50@3?", {}, ["0 to 50", "0 to 40", "0 to 30"]],
    ["the second of two before the first", "0>10@1 20>30@2 30>40@5? 40>50@3?", {}, ["0 to 40", "0 to 30"]],
    ["the same at times that may be wrong", "0>10@1 20>30@2 30>40@5? 40>50@3?", { jitter: 1 }, [
      "0 to 50",
      "0 to 40",
      "0 to 30"
    ]],
    ["rows that lead back", "0>10@1 20>30@2 30>40@3? 40>30@4?", {}, ["0 to 40", "0 to 30"]],
    [
      "more than are kept",
      `0>10@1 20>30@2 ${Array.from({ length: 9 }, (_, at) => `${30 + at}>${31 + at}@${3 + at}?`).join(" ")}`,
      {},
      [39, 38, 37, 36, 35, 34, 33, 32, 30].map((end) => `0 to ${end}`)
    ],
    ["none that the chain needs", "0>10@1 10>20@2? 20>30@3 35>40@4", {}, ["0 to 40"]]
  ])("beside a gap are also what rows lead on to that are not confirmed: %s", (_, rows, sight, expected) => {
    assert.deepStrictEqual(said(rows, sight), expected)
  })

  it("may all be left out by rows none of which is confirmed, however many they are", () => {
    for (const count of [1, 10, 11, 64, 250]) assert.include(said(unsure(count)), "may rest", String(count))
    for (const count of [1, 11, 250]) {
      assert.include(said(unsure(count), { opening: 5, closing: 5 }), "may rest", String(count))
      assert.notInclude(said(unsure(count), { opening: 0, closing: count }), "may rest", String(count))
    }
  })

  it("leave every unconfirmed row in doubt where there are more than are kept", () => {
    for (const count of [63, 64, 150, 201]) {
      assert.match(
        said(`0>1@0 ${unsure(count, 1)}`).at(-1) ?? "",
        new RegExp(`^doubtful (?:[A-Z]{1,2}){${count}}$`),
        String(count)
      )
    }
  })

  it("leave unconfirmed rows in doubt that lead back and forth, however many they are", () => {
    const rows = Array.from({ length: 101 }, (_, at) => `1>2@${2 * at + 2}? 2>1@${2 * at + 3}?`).join(" ")
    const doubtful = said(`0>1@1 ${rows} 1>5@500`).at(-1) ?? ""
    assert.match(doubtful, /^doubtful /)
    assert.lengthOf(doubtful, "doubtful ".length + 25 + 177 * 2)
  })

  it("are weighed for each of two hundred unconfirmed rows", () => {
    const rows = Array.from({ length: 100 }, (_, at) => `0>10@${2 * at}? 10>0@${2 * at + 1}?`).join(" ")
    assert.deepStrictEqual(said(rows).slice(0, -1).toSorted(), [
      "0 to 0",
      "0 to 10",
      "10 to 0",
      "10 to 10",
      "may rest"
    ])
  })

  it("are eight at each end where there are more unconfirmed rows than two hundred", () => {
    const rows = Array.from({ length: 202 }, (_, at) => `${at}>${at + 1}@${at}${at === 101 ? "" : "?"}`).join(" ")
    const told = said(rows)
    assert.strictEqual(told.length, 64 + 1)
    assert.deepStrictEqual([told[0], told[7], told[8], told[63]], ["0 to 202", "0 to 195", "1 to 202", "7 to 195"])
    assert.match(told[64] ?? "", /^doubtful ABC/)
  })
})
