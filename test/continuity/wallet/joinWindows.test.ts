import { assert, describe, it } from "@effect/vitest"
import { type ChainCheck } from "../../../src/continuity/chain/Continuity.ts"
import type { Anchors } from "../../../src/continuity/chain/Edges.ts"
import { joinChain } from "../../../src/continuity/wallet/joinWindows.ts"
import { mostRows, nothingAssumed, type Verdict } from "../../../src/domain/Verdict.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import { check, type Row } from "../../kit/continuity.ts"
import { midnight, money, step } from "../statements.ts"

const kes = "KES" as Currency
const windowOf = (...rows: ReadonlyArray<Row>): ChainCheck => check(rows, {}, { currency: kes })
const at = (second: number): number => midnight + second * 1000

const three = () =>
  [windowOf(step("A", 0, 10, 1)), windowOf(step("B", 30, 40, 5)), windowOf(step("C", 40, 60, 9))] as const

/** The verdict of all the rows as one window. */
const whole = (more: Partial<Verdict>, outOfTime = 0): Verdict => ({
  kind: "proven",
  modulo: { ...nothingAssumed, outOfTime },
  gaps: [],
  orders: [],
  rows: [],
  ...more
})
const join = (windows: ReadonlyArray<ChainCheck | undefined>, anchors = {}) => {
  const { chain } = joinChain(kes, windows, anchors, undefined)
  return [
    chain.verdict.kind,
    chain.verdict.modulo.outOfTime,
    chain.verdict.gaps.length,
    chain.opening,
    chain.closing
  ]
}
const gapsOf = (windows: ReadonlyArray<ChainCheck>, anchors = {}) =>
  joinChain(kes, windows, anchors, undefined).chain.verdict.gaps.map(({ afterTxnId, beforeTxnId, missing }) => [
    afterTxnId,
    beforeTxnId,
    missing
  ])
const ordersOf = (windows: ReadonlyArray<ChainCheck>) =>
  joinChain(kes, windows, {}, undefined).chain.verdict.orders.length
const told = (windows: ReadonlyArray<ChainCheck>, anchors: Anchors) => {
  const { gaps, kind, rows } = joinChain(kes, windows, anchors, undefined).chain.verdict
  return [kind, gaps.map(({ missing }) => missing), rows]
}
const joined = (healed: Verdict) => joinChain(kes, three(), { opening: money(0) }, healed)

describe("windows of a chain", () => {
  it("tell between which rows and times a gap lies", () => {
    const { chain, windows } = joinChain(kes, three(), { opening: money(-5), closing: money(61) }, undefined)
    assert.deepStrictEqual(chain.verdict.gaps, [
      { afterTxnId: null, beforeTxnId: "A", from: null, to: at(1), missing: money(5), currency: kes },
      { afterTxnId: "A", beforeTxnId: "B", from: at(1), to: at(5), missing: money(20), currency: kes },
      { afterTxnId: "C", beforeTxnId: null, from: at(9), to: null, missing: money(1), currency: kes }
    ])
    assert.deepStrictEqual(windows.map(({ verdict: each }) => each.kind), ["gap", "gap", "gap"])
    assert.deepStrictEqual([chain.verdict.kind, chain.opening, chain.closing], ["gap", money(-5), money(61)])
  })

  it("without rows are open where nothing is known, and report no end that is not met", () => {
    const closed = joinChain(kes, [undefined], { closing: money(5) }, undefined)
    assert.deepStrictEqual(closed.windows.map(({ verdict }) => verdict), [
      { kind: "unanchored", modulo: { ...nothingAssumed, openEnds: ["opening"] }, gaps: [], orders: [], rows: [] }
    ])
    assert.deepStrictEqual([closed.chain.verdict.kind, closed.chain.opening, closed.chain.closing], [
      "unanchored",
      null,
      money(5)
    ])
  })

  it.each([
    [[20], 30, ["ambiguous", 0, ["N0"], [money(20)]]],
    [[25, -5], 30, ["ambiguous", 0, ["N0", "N1"], [money(20)]]],
    [[25], 30, ["gap", 1, [], []]],
    [[20], 10, ["unanchored", 0, [], []]],
    [[5, -5], 10, ["unanchored", 0, [], []]]
  ])("are filled by rows without a balance between them, to the last digit, and else have a gap: %j to %i", (
    amounts,
    begins,
    expected
  ) => {
    const rows = amounts.map((amount, index) => step(`N${index}`, 0, amount, 3, { balance: null }))
    for (let cut = 0; cut <= rows.length; cut++) {
      const left = windowOf(step("A", 0, 10, 1), ...rows.slice(0, cut))
      const right = windowOf(...rows.slice(cut), step("B", begins, 40, 5))
      const { chain: { verdict }, windows } = joinChain(kes, [left, right], {}, undefined)
      const filled = windows.flatMap((window) => window.filled.map(({ missing }) => missing))
      assert.deepStrictEqual<unknown>([verdict.kind, verdict.gaps.length, verdict.rows, filled], expected)
    }
  })

  it("are filled where they end, and where windows tell no balance", () => {
    const a = windowOf(step("M", 0, 3, 0, { balance: null }), step("A", 0, 10, 1))
    const silent = windowOf(step("N", 0, 20, 3, { balance: null }), step("O", 0, 5, 4, { balance: null }))
    assert.deepStrictEqual(told([a, silent], { opening: money(-3), closing: money(35) }), [
      "ambiguous",
      [],
      ["M", "N", "O"]
    ])
    assert.deepStrictEqual(told([silent, a], { opening: money(-28), closing: money(10) }), [
      "ambiguous",
      [],
      ["N", "O", "M"]
    ])
    assert.deepStrictEqual(told([a, silent], { opening: money(-4), closing: money(30) }), [
      "gap",
      [money(4), money(20)],
      []
    ])
    assert.deepStrictEqual(told([a, silent, windowOf(step("B", 35, 40, 9))], { opening: money(0) }), [
      "ambiguous",
      [],
      ["N", "O"]
    ])
  })

  it("give no row without a balance to two gaps", () => {
    const filled = windowOf(step("A", 0, 10, 1), step("N", 0, 20, 3, { balance: null }), step("B", 30, 40, 3))
    assert.strictEqual(filled.verdict.kind, "ambiguous")
    const { verdict } = joinChain(kes, [filled, windowOf(step("C", 60, 70, 9))], {}, undefined).chain
    assert.deepStrictEqual(verdict.gaps.map(({ missing }) => missing), [money(20)])
  })

  it("whose rows tell no balance pass it through", () => {
    const [a] = three()
    const silent = windowOf(step("N", 10, 12, 3, { balance: null }))
    const next = windowOf(step("D", 10, 20, 6))
    const { chain, windows } = joinChain(kes, [silent, a, silent, next], {}, undefined)
    assert.deepStrictEqual(chain.verdict.gaps, [])
    assert.deepStrictEqual([chain.opening, chain.closing], [money(0), money(20)])
    assert.deepStrictEqual(
      windows.map(({ verdict: each }) => [each.kind, each.modulo.openEnds, each.modulo.noBalance]),
      [
        ["unanchored", ["opening"], 1],
        ["unanchored", ["opening"], 0],
        ["proven", [], 1],
        ["unanchored", ["closing"], 0]
      ]
    )
  })

  it("bear no wrong times where none of their rows tells a balance", () => {
    const silent = windowOf(step("N", 10, 12, 3, { balance: null }))
    assert.deepStrictEqual(join([windowOf(step("A", 0, 10, 1)), silent, windowOf(step("B", 10, 20, 6))]).slice(0, 3), [
      "unanchored",
      0,
      0
    ])
  })

  it("leave their end open when they lead back to their beginning, which is not known", () => {
    const circuit = windowOf(step("X", 10, 20, 1), step("Y", 20, 10, 1))
    const { chain } = joinChain(kes, [circuit], {}, undefined)
    assert.deepStrictEqual([chain.opening, chain.closing, chain.verdict.kind], [null, null, "unanchored"])
  })

  describe("that are a circuit whose times are in a wrong order", () => {
    const before = windowOf(step("A", 0, 10, 1))
    const circuit = windowOf(step("Y", 20, 10, 2), step("X", 10, 20, 3))
    const after = windowOf(step("B", 10, 15, 4))

    it("begin by their times where nothing says otherwise", () => {
      assert.deepStrictEqual(circuit.ways, [
        { opening: money(20), closing: money(20), outOfTime: false },
        { opening: money(10), closing: money(10), outOfTime: true }
      ])
      assert.deepStrictEqual(join([circuit]), ["unanchored", 0, 0, money(20), money(20)])
      const ends = [windowOf(step("C", 0, 20, 1)), circuit, windowOf(step("D", 20, 5, 9))]
      assert.deepStrictEqual(join(ends), ["unanchored", 0, 0, money(0), money(5)])
    })

    it("take the balance that stands on both sides, and are counted", () => {
      const known = { opening: money(10), closing: money(10) }
      assert.deepStrictEqual(join([before, circuit, after]), ["unanchored", 1, 0, money(0), money(15)])
      assert.deepStrictEqual(join([before, undefined, circuit, undefined, after]).slice(0, 3), ["unanchored", 1, 0])
      assert.deepStrictEqual(join([before, circuit, circuit, after]), ["unanchored", 2, 0, money(0), money(15)])
      assert.deepStrictEqual(join([circuit], known), ["proven", 1, 0, money(10), money(10)])
      assert.deepStrictEqual(join([circuit, after], { opening: money(10) }).slice(0, 3), ["unanchored", 1, 0])
    })

    it("hide no row that is missing next to them", () => {
      const first = windowOf(step("A", 0, 150, 1))
      const timed = windowOf(step("B1", 100, 150, 2), step("B2", 150, 100, 3))
      const last = windowOf(step("C", 100, 130, 4))
      const missing = [["A", "B1", money(-50)]]
      assert.deepStrictEqual(gapsOf([first, timed]), missing)
      assert.deepStrictEqual(gapsOf([first, timed, last]), missing)
      assert.deepStrictEqual(gapsOf([first, timed, last], { opening: money(0), closing: money(130) }), missing)
      assert.deepStrictEqual(gapsOf([first, timed], { opening: money(0), closing: money(100) }), missing)
      const next = windowOf(step("D", 150, 170, 5))
      assert.deepStrictEqual(gapsOf([timed, next], { closing: money(170) }), [["B2", "D", money(50)]])
      assert.deepStrictEqual(gapsOf([timed, windowOf(step("E", 120, 130, 5))]), [["B2", "E", money(20)]])
    })

    it("are no reason to believe that what follows is met where it is not", () => {
      const unmet = ["A", "Y", money(10)]
      const next = windowOf(step("C", 12, 13, 9))
      assert.deepStrictEqual(gapsOf([before, circuit, next]), [unmet, ["X", "C", money(-8)]])
      assert.deepStrictEqual(gapsOf([before, circuit], { closing: money(99) }), [unmet, ["X", null, money(79)]])
    })

    it("are none when a row is missing", () => {
      const broken = windowOf(step("Y", 20, 10, 2), step("X", 12, 21, 3))
      assert.deepStrictEqual(broken.ways.filter(({ outOfTime }) => outOfTime), [])
      assert.strictEqual(windowOf(step("Z", 20, 20, 2)).ways.length, 1)
    })
  })

  describe("that are whole only in another order than that of their times", () => {
    // The true order is A, B, C; A bears a wrong time.
    const late = windowOf(step("B", 10, 30, 12), step("A", 0, 10, 13), step("C", 30, 50, 14))
    const before = windowOf(step("O", 7, 0, 1))
    const after = windowOf(step("D", 50, 60, 20))
    // The same, but that a row is missing: the first one behind B leads from 30 to 0.
    const lacking = windowOf(step("B", 10, 30, 12), step("A", 0, 10, 13))

    it("are in doubt alone", () => {
      assert.deepStrictEqual(join([late]).slice(0, 3), ["ambiguous", 0, 0])
      assert.isAbove(ordersOf([late]), 0)
      assert.deepStrictEqual(late.ways, [
        { opening: money(10), closing: money(50), outOfTime: false },
        { opening: money(0), closing: money(50), outOfTime: true }
      ])
    })

    it("are whole between neighbours that fit them and don't fit the times, and are counted", () => {
      assert.deepStrictEqual(join([before, late, after]), ["unanchored", 2, 0, money(7), money(60)])
      assert.deepStrictEqual(join([before, late]), ["unanchored", 2, 0, money(7), money(50)])
      assert.deepStrictEqual(join([late], { opening: money(0), closing: money(50) }).slice(0, 2), ["proven", 2])
      assert.strictEqual(ordersOf([before, late, after]), 0)
    })

    it("are whole where they begin as their times say and end as what follows says, and are counted", () => {
      const end = windowOf(step("A", 0, 10, 11), step("C", 30, 50, 12), step("B", 10, 30, 13))
      assert.deepStrictEqual(join([before, end, after]), ["unanchored", 2, 0, money(7), money(60)])
      assert.deepStrictEqual(join([end, after]), ["unanchored", 2, 0, money(0), money(60)])
      assert.deepStrictEqual(join([end], { opening: money(0), closing: money(50) }).slice(0, 2), ["proven", 2])
      assert.deepStrictEqual(join([end, windowOf(step("D", 30, 60, 20))]).slice(0, 3), ["ambiguous", 0, 0])
    })

    it("lack a row between neighbours that fit the times", () => {
      const first = windowOf(step("O", 7, 10, 1))
      assert.strictEqual(join([first, lacking, windowOf(step("D", 10, 60, 20))])[0], "ambiguous")
      assert.strictEqual(join([first, late, after])[0], "ambiguous")
      assert.strictEqual(join([late, after])[0], "ambiguous")
    })

    it("lack a row where a neighbour fits both", () => {
      const circuit = windowOf(step("P", 0, 10, 1), step("Q", 10, 0, 1))
      assert.strictEqual(join([circuit, late, after])[0], "ambiguous")
    })
  })

  it("do not pass a circuit out of time into another that fits both ways", () => {
    // The row from 0 to 10 in front of the first circuit is missing.
    const circuit = windowOf(step("A", 10, 0, 5), step("B", 0, 10, 6))
    const either = windowOf(step("C", 10, 0, 7), step("D", 0, 10, 7))
    assert.deepStrictEqual(gapsOf([windowOf(step("O", 7, 0, 1)), circuit, either]), [["O", "A", money(10)]])
  })

  it("name at most so many rows", () => {
    const many = Array.from({ length: mostRows }, (_, index) => step(`N${index}`, 0, 1, 2, { balance: null }))
    const doubtful = check([step("A", 0, 10, 1), ...many, step("B", 10 + mostRows, 999, 3)])
    assert.strictEqual(doubtful.verdict.rows.length, mostRows)
    const { chain } = joinChain(kes, [doubtful, doubtful], {}, undefined)
    assert.deepStrictEqual(chain.verdict.rows, doubtful.verdict.rows)
  })

  it("name at most so many rows each, and at most so many places in a doubtful order together", () => {
    const silent = Array.from({ length: mostRows + 1 }, (_, index) => step(`N${index}`, 0, 1, 2, { balance: null }))
    const { windows } = joinChain(
      kes,
      [
        windowOf(step("A", 0, 10, 1), ...silent),
        windowOf(step("B", 11 + mostRows, 999, 3))
      ],
      {},
      undefined
    )
    assert.deepStrictEqual(windows.map(({ verdict: each }) => each.rows.length), [0, mostRows])
    const late = windowOf(step("B", 10, 30, 12), step("A", 0, 10, 13), step("C", 30, 50, 14))
    assert.strictEqual(late.verdict.orders.length, 2)
    assert.strictEqual(ordersOf(Array.from({ length: mostRows / 2 + 1 }, () => late)), mostRows)
  })

  describe("that are better as a whole", () => {
    it("lose their gaps, as places out of time where there are such", () => {
      const timeless = joined(whole({}, 2))
      assert.deepStrictEqual(timeless.chain.verdict, whole({}, 2))
      assert.deepStrictEqual(
        timeless.windows.map(({ verdict: each }) => [each.kind, each.gaps.length, each.modulo.outOfTime, each.rows]),
        [["proven", 0, 0, []], ["proven", 0, 1, []], ["unanchored", 0, 0, []]]
      )
      assert.deepStrictEqual(joined(whole({})).windows.map(({ verdict: each }) => each.modulo.outOfTime), [0, 0, 0])
    })

    it("keep the gaps in whose time the whole has one, too", () => {
      const gap = { afterTxnId: "A", beforeTxnId: "B", from: at(1), to: at(5), missing: money(20), currency: kes }
      for (const [from, to] of [[at(1), at(5)], [at(5), at(9)], [null, at(1)], [at(5), null], [null, null]] as const) {
        const { windows } = joined(whole({ kind: "gap", gaps: [{ ...gap, from, to }] }))
        assert.deepStrictEqual(windows.map(({ verdict: each }) => each.kind), ["proven", "gap", "unanchored"])
      }
      for (const [from, to] of [[at(6), at(9)], [null, at(0)], [at(6), null], [at(-9), at(0)]] as const) {
        const { windows } = joined(whole({ kind: "gap", gaps: [{ ...gap, from, to }] }))
        assert.deepStrictEqual(windows.map(({ verdict: each }) => each.kind), ["proven", "proven", "unanchored"])
      }
    })

    it("keep one gap and lose another", () => {
      const gap = { afterTxnId: "A", beforeTxnId: "B", from: at(0), to: at(2), missing: money(20), currency: kes }
      const twice = windowOf(step("P", 70, 80, 1), step("Q", 90, 95, 2), step("R", 99, 100, 9), step("S", 110, 120, 12))
      const { windows } = joinChain(kes, [twice], {}, whole({ kind: "gap", gaps: [gap] }, 1))
      assert.deepStrictEqual(windows.map(({ verdict: each }) => [each.kind, each.gaps.length, each.modulo.outOfTime]), [
        [
          "gap",
          2,
          1
        ]
      ])
    })

    it("lose their doubtful orders, as places out of time where there are such, but for those that the whole has, too", () => {
      const late = windowOf(step("B", 10, 30, 12), step("A", 0, 10, 13), step("C", 30, 50, 14))
      const left = (healed: Verdict) =>
        joinChain(kes, [late], {}, healed).windows.map(({ verdict: { kind, modulo, orders } }) => [
          kind,
          modulo.outOfTime,
          orders.map(({ afterTxnId }) => afterTxnId)
        ])
      assert.deepStrictEqual(left(whole({}, 1)), [["unanchored", 2, []]])
      const order = { afterTxnId: "O", beforeTxnId: "A", from: at(5), to: at(12), missing: money(1), currency: kes }
      assert.deepStrictEqual(left(whole({ orders: [order] })), [["ambiguous", 0, ["B"]]])
      assert.deepStrictEqual(left(whole({ orders: [{ ...order, to: at(13) }] }, 1)), [["ambiguous", 0, ["B", "A"]]])
    })

    it("are ambiguous, with the rows that the whole hangs on, where they had gaps", () => {
      const { windows } = joined(whole({ kind: "ambiguous", rows: ["N"] }))
      assert.deepStrictEqual(windows.map(({ verdict: each }) => [each.kind, each.rows]), [
        ["proven", []],
        ["ambiguous", ["N"]],
        ["unanchored", []]
      ])
      assert.deepStrictEqual(joined(whole({ rows: ["N"] })).windows[1]?.verdict.rows, [])
    })

    it("are open at an end where it is not known", () => {
      const [a, b] = three()
      const free = joinChain(kes, [a, b], {}, whole({ kind: "unanchored" }))
      assert.deepStrictEqual(free.windows.map(({ verdict: each }) => each.kind), ["unanchored", "unanchored"])
    })
  })
})
