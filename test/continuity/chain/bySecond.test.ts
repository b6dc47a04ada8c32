import { assert, describe, it } from "@effect/vitest"
import * as bySecond from "../../../src/continuity/chain/bySecond.ts"
import { make, type Row } from "../../kit/continuity.ts"
import { draw, midnight, random, step } from "../statements.ts"

const all = (rows: ReadonlyArray<Row>): Int32Array => Int32Array.from(rows.keys())
const idsOf = (rows: ReadonlyArray<Row>, { list, offsets }: bySecond.Groups): ReadonlyArray<string> =>
  Array.from(
    offsets.subarray(1),
    (end, index) => Array.from(list.subarray(offsets[index], end), (edge) => rows[edge]?.txnId).join("")
  )

/** Asserts that rows are grouped by their seconds, those of one second in the order in which they came. */
const assertInOrder = (rows: ReadonlyArray<Row>): void => {
  const sorted = [...rows.keys()].sort((left, right) =>
    (rows[left]?.localTime ?? 0) - (rows[right]?.localTime ?? 0) || left - right
  )
  const { list, offsets } = bySecond.group(make(rows, {}), all(rows))
  assert.deepStrictEqual([...list], sorted)
  const begins = sorted.flatMap((edge, place) =>
    rows[edge]?.localTime === rows[sorted[place - 1] ?? -1]?.localTime ? [] : [place]
  )
  assert.deepStrictEqual([...offsets], [...begins, rows.length])
}

/** More rows than are sorted by comparing. */
const many = 300

const isInOrder = (...seconds: ReadonlyArray<number>): boolean => bySecond.isInOrder(Float64Array.from(seconds))

describe("Seconds", () => {
  it("are told in their order, however far apart, and each keeps the order of its rows", () => {
    for (const reach of [3, 4095, 4096, 4097, 17_000_000, 600_000_000]) {
      const next = random(reach)
      const seconds = Array.from({ length: 40 }, () => draw(next, -reach, reach)).flatMap((each) => [each, each + 1])
      const rows = [...seconds, 0, reach, -reach].map((second, index) => step(String(index), 0, 1, second))
      assertInOrder(rows)
    }
  })

  /** Numbers of one digit, two and three are sorted, digits of 4096. */
  it.each([3, 4095, 4096, 4096 ** 2 - 1, 4096 ** 2])("are told in their order where many reach over %i", (reach) => {
    const next = random(reach)
    const seconds = [reach, 0, ...Array.from({ length: many }, () => draw(next, 0, reach)), 1, reach, 0]
    assertInOrder(seconds.map((second, index) => step(String(index), 0, 1, second)))
  })

  it("are told in their order before 1970, too", () => {
    const next = random(1970)
    const since = -midnight / 1000
    assertInOrder(
      Array.from({ length: many }, (_, index) => step(String(index), 0, 1, since + draw(next, -5000, 5000)))
    )
  })

  it("that the clock showed twice are of one night where less than a day is between them", () => {
    const twice = { timeFlag: "ambiguous-local" } as const
    const rows = [step("A", 0, 1, 0, twice), step("B", 1, 2, 86_399, twice), step("C", 2, 3, 86_400 + 86_399, twice)]
    assert.deepStrictEqual(idsOf(rows, bySecond.group(make(rows, {}), all(rows))), ["AB", "C"])
  })

  it("are in order where none is before the one in front of it", () => {
    assert.deepStrictEqual([isInOrder(), isInOrder(3), isInOrder(1, 2, 2, 4)], [true, true, true])
    assert.deepStrictEqual([isInOrder(2, 1), isInOrder(1, 3, 2), isInOrder(1, 3, 2, 4)], [false, false, false])
  })

  it("are counted", () => {
    const rows = [step("A", 0, 1, 1), step("B", 1, 2, 1), step("C", 2, 3, 2)]
    const edges = make(rows, {})
    assert.strictEqual(bySecond.size(bySecond.group(edges, all(rows))), 2)
    assert.strictEqual(bySecond.size(bySecond.group(edges, new Int32Array(0))), 0)
    assert.deepStrictEqual(idsOf(rows, bySecond.together(all(rows))), ["ABC"])
  })

  const rows = [
    step("C", 0, 1, 1),
    step("A", 1, 2, 1),
    step("B", 2, 3, 1),
    step("F", 0, 1, 2),
    step("E", 0, 1, 2),
    step("I", 0, 1, 3),
    step("H", 0, 1, 3)
  ]

  it("are settled by the ids of their rows", () => {
    const edges = make(rows, {})
    const groups = bySecond.group(edges, all(rows))
    assert.deepStrictEqual(idsOf(rows, bySecond.settled(edges, groups)), ["ABC", "EF", "HI"])
    assert.deepStrictEqual(idsOf(rows, groups), ["CAB", "FE", "IH"])
  })

  it("are settled at both ends only where that is enough", () => {
    const edges = make(rows, {})
    assert.deepStrictEqual(idsOf(rows, bySecond.withSettledEnds(edges, bySecond.group(edges, all(rows)))), [
      "ABC",
      "FE",
      "HI"
    ])
  })

  it("are settled by the balances before and after rows that share an id", () => {
    const same = [
      step("A", 5, 9, 1),
      step("A", 5, 7, 1),
      step("A", 3, 8, 1),
      step("A", 5, 8, 1),
      step("A", 4, 9, 1),
      step("A", 5, 9, 1)
    ]
    const edges = make(same, {})
    const { list } = bySecond.settled(edges, bySecond.group(edges, all(same)))
    assert.deepStrictEqual([...list], [2, 4, 1, 3, 0, 5])
  })
})
