import { assert, describe, it } from "@effect/vitest"
import { arrange } from "../../../src/continuity/chain/Arrangement.ts"
import * as bySecond from "../../../src/continuity/chain/bySecond.ts"
import { type Anchors, unknown } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { check, make, reconstruct, type Row } from "../../kit/continuity.ts"
import { money, openingsOf, step } from "../statements.ts"

const gaps = (rows: ReadonlyArray<Row>, ends: Anchors) =>
  check(rows, ends).verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing])

describe("a second that leads back to its beginning, behind a gap", () => {
  const circuit = [step("B", 30, 40, 2), step("C", 40, 30, 2)]

  it("is entered where the rows after it go on", () => {
    assert.deepStrictEqual(
      gaps([step("A", 0, 10, 1), ...circuit, step("D", 40, 50, 3)], { opening: money(0), closing: money(50) }),
      [["A", "C", money(30)]]
    )
  })

  it("is entered where the rows behind the next such second go on", () => {
    const more = [step("E", 45, 40, 3), step("F", 40, 45, 3)]
    assert.deepStrictEqual(
      gaps([step("A", 0, 10, 1), ...circuit, ...more, step("G", 40, 50, 4)], { opening: money(0), closing: money(50) }),
      [["A", "C", money(30)]]
    )
  })

  it("is entered where the statement ends, if nothing comes after it", () => {
    assert.deepStrictEqual(
      gaps([step("A", 0, 10, 1), ...circuit], { opening: money(0), closing: money(40) }),
      [["A", "C", money(30)]]
    )
    assert.deepStrictEqual(
      gaps([step("A", 0, 10, 1), ...circuit], { opening: money(0), closing: money(30) }),
      [["A", "B", money(20)]]
    )
    assert.deepStrictEqual(gaps([step("A", 0, 10, 1), ...circuit], { opening: money(0) }), [["A", "B", money(20)]])
  })

  it("is judged by what comes after it, not by what comes after an earlier one", () => {
    const again = [step("E", 70, 80, 5), step("F", 80, 70, 5)]
    assert.deepStrictEqual(
      gaps(
        [step("A", 0, 10, 1), ...circuit, step("D", 40, 50, 3), ...again, step("G", 80, 90, 6)],
        { opening: money(0), closing: money(90) }
      ),
      [["A", "C", money(30)], ["D", "F", money(30)]]
    )
  })

  it("is entered at its first row where what comes after it is broken, too", () => {
    const broken = [step("Y", 60, 70, 3), step("Z", 40, 50, 3)]
    const found = gaps([step("A", 0, 10, 1), ...circuit, ...broken], { opening: money(0) })
    assert.deepStrictEqual(found[0], ["A", "B", money(20)])
    assert.strictEqual(found.length, 3)
  })

  it.each([
    ["leads two ways", [step("Y", 40, 50, 3), step("Z", 40, 60, 3)]],
    ["has rows apart from the others", [step("X", 40, 50, 3), step("Y", 70, 80, 3), step("Z", 80, 70, 3)]]
  ])("is entered at its first row where what comes after it %s", (_case, broken) => {
    const found = gaps([step("A", 0, 10, 1), ...circuit, ...broken], { opening: money(0) })
    assert.deepStrictEqual(found[0], ["A", "B", money(20)])
  })

  it("is entered where the rows after it go on, even as the first of all", () => {
    assert.deepStrictEqual(gaps([...circuit, step("D", 40, 50, 3)], { opening: money(0) }), [[null, "C", money(40)]])
  })

  it("is entered where a broken second before it ended", () => {
    const broken = [step("A", 500, 510, 1), step("X", 0, 10, 1)]
    const [c, d] = [step("C", 15, 10, 2), step("D", 10, 15, 2)]
    assert.deepStrictEqual(gaps([...broken, c, d], {}), [["A", "X", money(-510)]])
    assert.deepStrictEqual(reconstruct([...broken, c, d]), [null, null, null, null])
  })

  it("is passed from the balance before it, wherever it goes on", () => {
    assert.deepStrictEqual(
      gaps([step("A", 0, 30, 1), ...circuit, step("D", 40, 50, 3)], { opening: money(0), closing: money(50) }),
      [["A", "D", money(10)]]
    )
  })
})

describe("a second that is broken", () => {
  const broken = [step("A", 0, 10, 1), step("X", 10, 20, 2), step("Y", 30, 40, 2)]

  it("ends where the rows after it go on, if it can", () => {
    assert.deepStrictEqual(gaps([...broken, step("Z", 40, 25, 3)], { opening: money(0) }), [["X", "Y", money(10)]])
    assert.deepStrictEqual(gaps([...broken, step("Z", 20, 25, 3)], { opening: money(0) }), [
      ["A", "Y", money(20)],
      ["Y", "X", money(-30)]
    ])
  })
})

describe("where a chain begins", () => {
  it("is not told where there are no rows and no balance is known", () => {
    const edges = make([], {})
    const groups = bySecond.group(edges, new Int32Array(0))
    assert.deepStrictEqual(arrange(new Graph(edges), groups, unknown, unknown).openings, [])
  })

  it("is where its first second begins, when that is one path", () => {
    const found = check([step("A", 10, 20, 1), step("B", 5, 10, 1), step("C", 20, 30, 2)])
    assert.deepStrictEqual(openingsOf(found), [money(5)])
  })

  it("is at its first row, when its first second is broken, and not where a later one begins", () => {
    const found = check([step("A", 0, 10, 1), step("X", 500, 510, 1), step("B", 510, 520, 2)])
    assert.deepStrictEqual(openingsOf(found), [money(0)])
    assert.deepStrictEqual([found.opening, found.closing], [money(0), money(520)])
  })

  it("is told by the first path behind seconds that lead back to their beginning", () => {
    const found = check([step("A", 10, 20, 1), step("B", 20, 10, 1), step("C", 20, 30, 2)])
    assert.deepStrictEqual(openingsOf(found), [money(20)])
    assert.deepStrictEqual(found.closing, money(30))
  })

  it("is one of the balances that all seconds share when all lead back to their beginning, smallest first", () => {
    const both = [step("A", 20, 10, 1), step("B", 10, 20, 1)]
    assert.deepStrictEqual(openingsOf(check(both)), [money(10), money(20)])
    assert.deepStrictEqual(openingsOf(check([...both, step("C", 30, 10, 2), step("D", 10, 30, 2)])), [money(10)])
    assert.deepStrictEqual(
      openingsOf(check([step("A", 30, 20, 1), step("B", 20, 10, 1), step("C", 10, 30, 1)])),
      [money(10), money(20), money(30)]
    )
    assert.deepStrictEqual(openingsOf(check(both, { closing: money(20) })), [money(20)])
  })
})

describe("places", () => {
  it("are given in a second that leads back to its beginning, behind a gap that is not next to it", () => {
    const rows = [step("A", 0, 10, 1), step("B", 20, 30, 2), step("D", 40, 30, 3), step("C", 30, 40, 3)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [0, 1, 3, 2])
  })

  it("are given in a second that is one path, behind a gap that is not next to it", () => {
    const rows = [step("A", 0, 10, 1), step("B", 20, 30, 2), step("D", 45, 60, 3), step("C", 30, 45, 3)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [0, 1, 3, 2])
  })

  it("are not given in a second that leads back to its beginning while it is not certain where it is entered", () => {
    const rows = [
      step("A", 500, 510, 1),
      step("X", 0, 10, 1),
      step("Z", 10, 15, 2),
      step("C", 15, 20, 3),
      step("D", 20, 15, 3)
    ]
    assert.deepStrictEqual(reconstruct(rows), [null, null, 2, 3, 4])
    const circling = rows.filter((each) => each.txnId !== "Z").concat(step("E", 10, 12, 4), step("F", 12, 10, 4))
    assert.deepStrictEqual(reconstruct(circling).slice(2), [null, null, null, null])
  })

  it("are given again once a path leads on from a second that was broken", () => {
    const rows = [
      step("A", 500, 510, 1),
      step("X", 0, 10, 1),
      step("C", 12, 14, 2),
      step("B", 10, 12, 2),
      step("E", 20, 25, 3),
      step("D", 14, 20, 3)
    ]
    assert.deepStrictEqual(reconstruct(rows).slice(4), [5, 4])
  })

  it("are not given in circuits alone, which can be entered at several balances", () => {
    const rows = [step("A", 10, 20, 1), step("B", 20, 10, 1), step("C", 20, 10, 2), step("D", 10, 20, 2)]
    assert.deepStrictEqual(reconstruct(rows), [null, null, null, null])
    assert.deepStrictEqual(reconstruct(rows, { opening: money(10) }), [0, 1, 3, 2])
    assert.deepStrictEqual(reconstruct(rows, { closing: money(20) }), [1, 0, 2, 3])
  })
})
