import { assert, describe, it } from "@effect/vitest"
import { chainOf } from "../../../src/continuity/chain/Chain.ts"
import { DoubtedTimes } from "../../../src/continuity/chain/doubtedTimes.ts"
import type { Anchors } from "../../../src/continuity/chain/Edges.ts"
import { make, type Row } from "../../kit/continuity.ts"
import { midnight, money, step } from "../statements.ts"

const second = (count: number): number => midnight / 1000 + count

const doubted = (rows: ReadonlyArray<Row>, anchors: Anchors, jitter = 0): DoubtedTimes => {
  const chain = chainOf(make(rows, anchors), rows.length, jitter)
  assert.isEmpty(chain.gaps)
  return new DoubtedTimes(chain, jitter)
}

/** What may stand at some seconds by the order of the chain, and what the rows before them sum to. */
const said = (
  rows: ReadonlyArray<Row>,
  anchors: Anchors,
  jitter: number,
  seconds: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const times = doubted(rows, anchors, jitter)
  return Object.fromEntries(seconds.map((text) => {
    const at = second(Number(text))
    return [text, `${times.crossings(at)?.join(" ") ?? "open"}, sums ${times.sumsAt(at).join(" ")}`]
  }))
}

/** So many rows between two at their times, the later in the chain the earlier by time. */
const backwards = (count: number): ReadonlyArray<Row> => [
  step("A", 0, 1, 1),
  ...Array.from({ length: count }, (_, index) => step(`R${index}`, index + 1, index + 2, 100 - index)),
  step("Z", count + 1, count + 2, 200)
]

/** A circuit that begins, by its times, with so many rows of one second, and ends with as many. */
const manyFirst = (count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => [
    step(`A${100 + index}`, index, 100 + index, 1),
    step(`B${100 + index}`, 100 + index, (index + 1) % count, 2)
  ]).flat()

const from = (opening: number, closing: number): Anchors => ({ opening: money(opening), closing: money(closing) })

type Case = readonly [string, ReadonlyArray<Row>, Anchors, number, Readonly<Record<string, string>>]

const cases: ReadonlyArray<Case> = [
  [
    "two rows whose times are exchanged stand anywhere between those around them",
    [step("A", 0, 10, 100), step("B", 10, 20, 300), step("C", 20, 30, 200), step("D", 30, 40, 400)],
    from(0, 40),
    0,
    {
      100: "0, sums 0",
      101: "10 20 30, sums 10",
      200: "10 20 30, sums 10",
      201: "10 20 30, sums 20",
      300: "10 20 30, sums 20",
      301: "10 20 30, sums 30",
      400: "10 20 30, sums 30",
      401: "40, sums 40"
    }
  ],
  [
    "rows at their times may stand on either side within the jitter",
    [step("A", 0, 10, 100), step("B", 10, 20, 300), step("C", 20, 30, 200), step("D", 30, 40, 400)],
    from(0, 40),
    5,
    {
      95: "0, sums 0",
      96: "0 10 20 30, sums 0",
      105: "0 10 20 30, sums 10",
      106: "10 20 30, sums 10",
      250: "10 20 30, sums 20",
      395: "10 20 30, sums 30",
      396: "10 20 30 40, sums 30",
      405: "10 20 30 40, sums 40",
      406: "40, sums 40"
    }
  ],
  [
    "a row at a time before all others throws no doubt on theirs",
    [step("A", 0, 10, 100), step("B", 10, 20, 200), step("C", 20, 30, 300), step("D", 30, 40, 50)],
    from(0, 40),
    0,
    { 50: "0, sums 0", 51: "0, sums 10", 101: "10, sums 20", 201: "20, sums 30", 301: "30 40, sums 40" }
  ],
  [
    "rows of one second are in order",
    [step("A", 0, 10, 100), step("B", 10, 20, 100), step("C", 20, 30, 300), step("D", 30, 40, 50)],
    from(0, 40),
    0,
    { 100: "0, sums 10", 101: "20, sums 30", 301: "30 40, sums 40" }
  ],
  [
    "rows that could be exchanged leave open what stands next to them, and nothing elsewhere",
    [
      step("A", 0, 10, 100),
      step("B", 10, 20, 200),
      step("C", 20, 10, 300),
      step("D", 10, 20, 400),
      step("E", 20, 30, 500),
      step("F", 30, 40, 700),
      step("G", 40, 50, 600),
      step("H", 50, 60, 800)
    ],
    from(0, 60),
    0,
    {
      100: "0, sums 0",
      101: "open, sums 10",
      201: "open, sums 20",
      301: "open, sums 10",
      401: "open, sums 20",
      501: "30 40 50, sums 30",
      701: "30 40 50, sums 50",
      801: "60, sums 60"
    }
  ],
  [
    "the rows of a circuit sum to what they do from where their times begin",
    [step("A", 0, 10, 100), step("B", 10, 20, 300), step("C", 20, 5, 200), step("D", 5, 0, 400)],
    {},
    0,
    { 100: "open, sums 0", 101: "open, sums 10", 201: "open, sums -5", 301: "open, sums 5", 401: "open, sums 0" }
  ],
  [
    "the rows of a path sum to what they do from where the path begins, whatever else may be first by time",
    [
      step("A", 0, 10, 100),
      step("D", 30, 40, 100),
      step("B", 10, 20, 300),
      step("C", 20, 30, 200),
      step("E", 40, 50, 400)
    ],
    {},
    0,
    { 100: "0, sums 0", 101: "10 20 30 40, sums 20", 401: "50, sums 50" }
  ],
  [
    "a circuit of one second may begin with each of its balances",
    [step("A", 0, 10, 100), step("B", 10, 0, 100)],
    {},
    0,
    { 100: "open, sums 0 10", 101: "open, sums 0 10" }
  ]
]

describe("what may stand between rows whose times are doubted", () => {
  it.each(cases)("%s", (_, rows, anchors, jitter, expected) => {
    assert.deepStrictEqual(said(rows, anchors, jitter, Object.keys(expected)), expected)
  })

  it("is one of sixteen balances at most", () => {
    const few = doubted(backwards(15), from(0, 17)).crossings(second(50))
    assert.deepStrictEqual(few, Array.from({ length: 16 }, (_, index) => money(index + 1)))
    assert.isUndefined(doubted(backwards(16), from(0, 18)).crossings(second(50)))
    assert.deepStrictEqual(doubted(backwards(16), from(0, 18)).crossings(second(201)), [money(18)])
  })

  it("is told for sixteen openings at most", () => {
    assert.deepStrictEqual(
      doubted(manyFirst(16), {}).sumsAt(second(1)),
      Array.from({ length: 16 }, (_, index) => money(index))
    )
    assert.deepStrictEqual(doubted(manyFirst(17), {}).sumsAt(second(1)), [])
  })
})
