import { assert, describe, it } from "@effect/vitest"
import { arrange } from "../../../src/continuity/chain/Arrangement.ts"
import * as Breaks from "../../../src/continuity/chain/Breaks.ts"
import * as bySecond from "../../../src/continuity/chain/bySecond.ts"
import { type Anchors } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { check, make, type Row } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

const gaps = (rows: ReadonlyArray<Row>, ends: Anchors = {}) =>
  check(rows, ends).verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing])

describe("a gap behind a second that leads back to its beginning", () => {
  const circuit = [step("B", 10, 20, 2), step("C", 20, 10, 2)]
  const first = step("A", 0, 10, 1)

  it("reaches back over it when the second passes the balance on the other side, at the end of the statement, too", () => {
    assert.deepStrictEqual(
      gaps([first, ...circuit], { opening: money(0), closing: money(20) }),
      [["A", null, money(10)]]
    )
    assert.deepStrictEqual(gaps(circuit, { opening: money(10), closing: money(20) }), [[null, null, money(10)]])
  })

  it("reaches back over several", () => {
    const again = [step("D", 10, 20, 3), step("E", 20, 10, 3)]
    assert.deepStrictEqual(gaps([first, ...circuit, ...again, step("F", 20, 50, 4)]), [["A", "F", money(10)]])
  })

  it("does not reach back over a second that does not pass the other side", () => {
    assert.deepStrictEqual(gaps([first, ...circuit, step("E", 30, 50, 4)]), [["C", "E", money(20)]])
  })

  it("does not reach back over a second that is no circuit", () => {
    assert.deepStrictEqual(gaps([first, step("B", 10, 20, 2), step("D", 10, 50, 3)]), [["B", "D", money(-10)]])
  })

  it("does not reach back over another gap", () => {
    const rows = [
      step("A", 0, 10, 1),
      step("B", 30, 40, 2),
      step("C", 40, 30, 2),
      step("D", 40, 50, 3),
      step("E", 60, 70, 3)
    ]
    assert.deepStrictEqual(gaps(rows, { opening: money(0) }), [
      ["A", "B", money(20)],
      ["C", "D", money(10)],
      ["D", "E", money(10)]
    ])
  })

  it("is none where nothing stands but an end", () => {
    const passed = check([], { closing: money(7) })
    assert.deepStrictEqual([passed.verdict.kind, passed.opening, passed.closing], ["unanchored", money(7), money(7)])
    assert.deepStrictEqual(gaps([], { closing: money(7) }), [])
  })
})

describe("breaks that lead in a circle", () => {
  /** A chain whose third row stands before its second. */
  const misplaced = [step("M", 30, 40, 4), step("D", 20, 30, 5), step("E", 40, 50, 6)]

  it("undo each other, with ends known or not", () => {
    const rows = [step("A", 10, 20, 1), ...misplaced]
    for (const ends of [{}, { opening: money(10) }, { closing: money(50) }]) {
      assert.deepStrictEqual(gaps(rows, ends), [])
      assert.strictEqual(check(rows, ends).verdict.modulo.outOfTime, 3)
    }
  })

  it("are left out where the way of a true gap leads through them", () => {
    const rows = [step("A", 0, 10, 1), step("B", 20, 25, 2), step("C", 25, 20, 3), ...misplaced]
    for (const ends of [{}, { opening: money(0), closing: money(50) }]) {
      assert.deepStrictEqual(gaps(rows, ends), [["A", "B", money(10)]])
      assert.strictEqual(check(rows, ends).verdict.modulo.outOfTime, 3)
    }
  })

  it("are left out one by one where several lead through one balance", () => {
    const rows = [
      step("A", 0, 10, 1),
      step("B", 20, 25, 2),
      step("C", 25, 20, 3),
      ...misplaced.slice(0, 2),
      step("E", 40, 20, 6),
      step("N", 60, 70, 7),
      step("G", 20, 60, 8),
      step("H", 70, 80, 9)
    ]
    assert.deepStrictEqual(gaps(rows, { opening: money(0) }), [["A", "B", money(10)]])
  })

  it("all count where two gaps leave from one balance", () => {
    const rows = [step("A", 0, 10, 1), step("B", 20, 10, 2), step("C", 30, 40, 3)]
    assert.deepStrictEqual(gaps(rows), [["A", "B", money(10)], ["B", "C", money(20)]])
  })

  it("are forgotten with all they passed, so that a later way may pass it again", () => {
    const edges = make(Array.from({ length: 6 }, (_, index) => step(`R${index}`, index, index + 1, index)), {})
    const graph = new Graph(edges)
    const groups = bySecond.group(edges, Int32Array.of(0, 1, 2, 3, 4, 5))
    const arrangement = arrange(graph, groups, edges.opening, edges.closing)
    const vertexOf = (balance: number): number => edges.balances.indexOf(BigInt(balance))
    const way = (from: number, to: number): Breaks.Break => ({
      from: vertexOf(from),
      to: vertexOf(to),
      earliest: 0,
      latest: 0
    })
    const open = [way(0, 1), way(1, 4), way(4, 5), way(5, 2)]
    const circle = [way(1, 2), way(2, 3), way(3, 1)]
    const [begin, ...rest] = open
    if (begin === undefined) throw new Error("no way")
    assert.deepStrictEqual(Breaks.withoutCircles(arrangement, [begin, ...circle, ...rest]), open)
    assert.deepStrictEqual(Breaks.withoutCircles(arrangement, circle), [])
  })
})
