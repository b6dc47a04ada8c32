import { assert, describe, it } from "@effect/vitest"
import { rowAt } from "../../../src/continuity/chain/Edges.ts"
import { readChain } from "../../../src/continuity/chain/readChain.ts"
import { asRows, type Row } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

type Step = readonly [txnId: string, from: number, to: number]

/** Rows ten seconds apart, by their balances before and after them. */
const rowsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<Row> =>
  steps.map(([txnId, from, to], index) => step(txnId, from, to, index * 10))

/** A payment that its fee follows, both with the balance that the fee leaves. */
const contained = (txnId: string, from: number, amount: number, fee: number): ReadonlyArray<Step> => [
  [txnId, from - fee, from - amount - fee],
  [txnId, from - amount, from - amount - fee]
]

/** Two rows of one id with one balance each of which stands where it says, and a row between them. */
const likePair = (txnId: string, from: number, amount: number, fee: number): ReadonlyArray<Step> => [
  [txnId, from, from - amount],
  [`${txnId}'`, from - amount, from - amount + fee],
  [txnId, from - amount + fee, from - amount]
]

const read = (steps: ReadonlyArray<Step>, opening?: number) => {
  const rows = asRows(rowsOf(steps))
  return readChain(rows, { opening: opening === undefined ? undefined : money(opening) }, rows.count, 0)
}

const told = (steps: ReadonlyArray<Step>, opening?: number): readonly [number, number, ReadonlyArray<string>] => {
  const { chain: { arrangement: { graph: { edges }, sequence }, gaps }, feesContained } = read(steps, opening)
  const ends = Array.from(sequence, (edge) => `${rowAt(edges, edge).txnId} to ${rowAt(edges, edge).balance}`)
  return [feesContained, gaps.length, ends]
}

describe("the chain of rows", () => {
  it.each<readonly [string, ReadonlyArray<Step>, number | undefined, ReturnType<typeof told>]>([
    ["no rows", [], undefined, [0, 0, []]],
    ["rows that meet", [["A", 0, 10], ["B", 10, 15]], undefined, [0, 0, ["A to 10", "B to 15"]]],
    ["rows that don't meet", [["A", 0, 10], ["B", 12, 15]], undefined, [0, 1, ["A to 10", "B to 15"]]],
    [
      "a payment with its fee",
      [["A", 0, 1000], ...contained("P", 1000, 100, 5), ["B", 895, 900]],
      undefined,
      [1, 0, ["A to 1000", "P to 900", "P to 895", "B to 900"]]
    ],
    [
      "two payments with their fees",
      [["A", 0, 1000], ...contained("P", 1000, 100, 5), ...contained("Q", 895, 200, 7)],
      undefined,
      [2, 0, ["A to 1000", "P to 900", "P to 895", "Q to 695", "Q to 688"]]
    ],
    [
      "a payment with its fee beside a gap",
      [["A", 0, 1000], ...contained("P", 1000, 100, 5), ["B", 800, 900]],
      undefined,
      [1, 1, ["A to 1000", "P to 900", "P to 895", "B to 900"]]
    ],
    [
      "two payments with their fees beside a gap",
      [["A", 0, 1000], ...contained("P", 1000, 100, 5), ["B", 800, 900], ...contained("Q", 900, 200, 7)],
      undefined,
      [2, 1, ["A to 1000", "P to 900", "P to 895", "B to 900", "Q to 700", "Q to 693"]]
    ],
    [
      "rows that look like a payment with its fee, and meet",
      [["A", 0, 1000], ...likePair("P", 1000, 100, 5)],
      undefined,
      [0, 0, ["A to 1000", "P to 900", "P' to 905", "P to 900"]]
    ],
    [
      "the same where they would meet without the fee, too",
      likePair("P", 1000, 100, 5),
      undefined,
      [0, 0, ["P to 900", "P' to 905", "P to 900"]]
    ],
    [
      "a payment with its fee behind rows that look so",
      [["A", 0, 1000], ...likePair("P", 1000, 100, 5), ...contained("Q", 900, 200, 7)],
      undefined,
      [1, 0, ["A to 1000", "P to 900", "P' to 905", "P to 900", "Q to 700", "Q to 693"]]
    ],
    [
      "a payment with its fee in front of rows that look so",
      [["A", 0, 1000], ...contained("Q", 1000, 200, 7), ...likePair("P", 793, 100, 5)],
      undefined,
      [1, 0, ["A to 1000", "Q to 800", "Q to 793", "P to 693", "P' to 698", "P to 693"]]
    ],
    [
      "rows that look so, without whose fee the gap would only stand elsewhere",
      [["A", 0, 1005], ...likePair("P", 1000, 100, 5), ["B", 900, 800]],
      undefined,
      [0, 1, ["A to 1005", "P to 900", "P' to 905", "P to 900", "B to 800"]]
    ],
    [
      "a payment with its fee behind a known balance",
      contained("P", 1000, 100, 5),
      1000,
      [1, 0, ["P to 900", "P to 895"]]
    ],
    [
      "a payment with its fee behind another balance",
      contained("P", 1000, 100, 5),
      1200,
      [1, 1, ["P to 900", "P to 895"]]
    ]
  ])("%s", (_, steps, opening, expected) => {
    assert.deepStrictEqual(told(steps, opening), expected)
  })

  it("is whole in time rather than at times that are not believed, and read without no more fees than that takes", () => {
    const steps: ReadonlyArray<Step> = [
      ["P", 1000, 900],
      ["X", 900, 905],
      ["Q", 898, 698],
      ["Q", 705, 698],
      ["R", 698, 905],
      ["P", 905, 900]
    ]
    for (const opening of [undefined, 1000]) {
      assert.deepStrictEqual(told(steps, opening).slice(0, 2), [1, 0], String(opening))
      assert.isUndefined(read(steps, opening).chain.disorder, String(opening))
    }
  })

  it("has no more than twenty payments read without their fees beside a gap", () => {
    const payments = Array.from({ length: 21 }, (_, index) => contained(`P${index}`, 9000 - 105 * index, 100, 5)).flat()
    const last = 9000 - 105 * 21
    assert.deepStrictEqual(told([["A", 0, 9000], ...payments]).slice(0, 2), [21, 0])
    assert.deepStrictEqual(told([["A", 0, 9000], ...payments, ["B", last + 1, 3]]).slice(0, 2), [20, 3])
  })
})
