import { assert, describe, it } from "@effect/vitest"
import type { Anchors } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { chooseOptionalRows } from "../../../src/continuity/chain/optionalRows.ts"
import { check, examine, make, type Row } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

const pending = (txnId: string, from: number, to: number, second: number): Row =>
  step(txnId, from, to, second, { confirmed: false })

/** The verdict, and the ids of the rows that make up the chain, in its order. */
const chain = (rows: ReadonlyArray<Row>, ends: Anchors, borrowedFrom = rows.length) => {
  const { check, members } = examine(rows, ends, { borrowedFrom })
  return [check.verdict.kind, Array.from(members, (index) => rows[index]?.txnId).join("")]
}
const gaps = (rows: ReadonlyArray<Row>, ends: Anchors) =>
  check(rows, ends).verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing])

describe("rows not confirmed, some of which moved the balance", () => {
  const [a, c] = [step("A", 0, 10, 1), step("C", 30, 40, 5)]
  const ends = { opening: money(0), closing: money(40) }
  const idle = pending("X", 30, 99, 4)

  it("belong to the chain where they lead over a break", () => {
    assert.deepStrictEqual(chain([a, pending("P", 10, 30, 3), idle, c], ends), ["proven", "APC"])
    assert.deepStrictEqual(chain([idle, c, pending("P", 10, 30, 3), a], ends), ["proven", "APC"])
  })

  it("belong to it at the very second of the rows around the break", () => {
    for (const second of [1, 5]) {
      assert.deepStrictEqual(chain([a, pending("P", 10, 30, second), idle, c], ends), ["proven", "APC"])
    }
  })

  it("belong to it with a wrong time", () => {
    for (const second of [0, 9]) {
      assert.deepStrictEqual(chain([a, pending("P", 10, 30, second), idle, c], ends), ["proven", "APC"])
    }
  })

  it("belong to it one after another, past those that lead nowhere", () => {
    const way = [pending("P", 10, 20, 2), pending("Q", 20, 30, 3)]
    const astray = [pending("U", 10, 50, 2), pending("V", 50, 60, 2), pending("W", 20, 70, 3)]
    assert.deepStrictEqual(chain([a, ...astray, ...way, c], ends), ["proven", "APQC"])
    assert.deepStrictEqual(chain([a, ...way, ...astray, c], ends), ["proven", "APQC"])
    const late = [pending("P", 10, 20, 8), pending("Q", 20, 30, 9)]
    assert.deepStrictEqual(chain([a, ...astray, ...late, c], ends), ["proven", "APQC"])
  })

  it("belong to it at several breaks, each at its time", () => {
    const rows = [a, pending("P", 10, 30, 3), c, pending("Q", 40, 60, 6), step("D", 60, 70, 8), idle]
    const more = { opening: money(0), closing: money(70) }
    assert.deepStrictEqual(chain(rows, more), ["proven", "APCQD"])
    const mixed = rows.map((each) => (each.txnId === "Q" ? pending("Q", 40, 60, 0) : each))
    assert.deepStrictEqual(chain(mixed, more), ["proven", "APCQD"])
    const swapped = rows.map((each) =>
      each.txnId === "P" ? pending("P", 10, 30, 7) : each.txnId === "Q" ? pending("Q", 40, 60, 2) : each
    )
    assert.deepStrictEqual(chain(swapped, more), ["proven", "APCQD"])
  })

  it("are each taken once, though like breaks repeat", () => {
    const rows = [
      a,
      pending("P", 10, 30, 3),
      step("C", 30, 10, 5),
      pending("Q", 10, 30, 6),
      step("D", 30, 40, 8),
      pending("X", 10, 77, 9)
    ]
    assert.deepStrictEqual(chain(rows, ends), ["proven", "APCQD"])
    const one = rows.filter((each) => each.txnId !== "Q")
    assert.deepStrictEqual(gaps(one, ends), [["C", "D", money(20)]])
  })

  it("belong to it at its ends, known or not", () => {
    const first = pending("P", 0, 10, 1)
    const middle = step("B", 10, 20, 2)
    const last = pending("Q", 20, 30, 3)
    const idleThere = [pending("X", 3, 77, 1), pending("Y", 20, 88, 3)]
    const all = [first, middle, last, ...idleThere]
    assert.deepStrictEqual(chain(all, { opening: money(0), closing: money(30) }), ["proven", "PBQ"])
    assert.deepStrictEqual(chain(all, { opening: money(0) }), ["unanchored", "PB"])
    assert.deepStrictEqual(chain(all, { closing: money(30) }), ["unanchored", "BQ"])
    assert.deepStrictEqual(chain([a, pending("P", 10, 30, 3), idle, c], {}), ["unanchored", "APC"])
    assert.deepStrictEqual(chain([a, pending("P", 10, 30, 9), idle, c], {}), ["ambiguous", "APC"])
  })

  it("are bridged where a true gap remains, which alone is told", () => {
    const rows = [a, pending("P", 10, 30, 3), idle, c, step("E", 50, 60, 7)]
    assert.deepStrictEqual(gaps(rows, { opening: money(0), closing: money(60) }), [["C", "E", money(10)]])
    const late = rows.map((each) => (each.txnId === "P" ? pending("P", 10, 30, 9) : each))
    assert.deepStrictEqual(chain(late, { opening: money(0), closing: money(60) }), ["gap", "ACEP"])
  })

  it("are those of the break's own time, where others would lead over it, too", () => {
    const [before, within] = [pending("X", 10, 30, 0), pending("P", 10, 30, 3)]
    assert.deepStrictEqual(chain([a, before, within, idle, c], ends), ["proven", "APC"])
    const [atFirst, later] = [pending("P", 10, 30, 1), pending("Y", 10, 30, 3)]
    assert.deepStrictEqual(chain([a, atFirst, later, idle, c], ends), ["proven", "APC"])
    const [half, rest] = [pending("U", 10, 20, 2), pending("V", 20, 30, 9)]
    for (const second of [3, 5]) {
      assert.deepStrictEqual(chain([a, half, pending("P", 10, 30, second), rest, c], ends), ["proven", "APC"])
    }
  })

  it("are not those that lead from one break to another", () => {
    const across = pending("X", 10, 60, 1)
    const rows = [a, across, pending("P", 10, 30, 3), c, pending("Q", 40, 60, 6)]
    assert.deepStrictEqual(
      chain([...rows, step("D", 60, 70, 8)], { opening: money(0), closing: money(70) }),
      ["proven", "APCQD"]
    )
    assert.deepStrictEqual(chain(rows, { opening: money(0), closing: money(60) }), ["proven", "APCQ"])
    const first = [
      pending("X", 0, 40, 0),
      pending("P", 0, 10, 0),
      step("A", 10, 20, 1),
      pending("Q", 20, 40, 3),
      step("B", 40, 50, 5)
    ]
    assert.deepStrictEqual(chain(first, { opening: money(0), closing: money(50) }), ["proven", "PAQB"])
  })

  it("lead to no place twice, whatever their times", () => {
    const rows = [
      a,
      c,
      step("D", 60, 70, 8),
      pending("P", 10, 30, 9),
      pending("Y", 40, 30, 9),
      pending("Q", 40, 60, 10)
    ]
    assert.deepStrictEqual(chain(rows, { opening: money(0), closing: money(70) }), ["proven", "APCQD"])
  })

  it("belong to it at its ends with a wrong time", () => {
    const middle = step("B", 10, 20, 2)
    const idleThere = [pending("X", 3, 77, 1), pending("Y", 20, 88, 3)]
    assert.deepStrictEqual(
      chain([middle, pending("P", 0, 10, 9), ...idleThere], { opening: money(0), closing: money(20) }),
      ["proven", "PB"]
    )
    assert.deepStrictEqual(
      chain([middle, pending("Q", 20, 30, 0), ...idleThere], { opening: money(10), closing: money(30) }),
      ["proven", "BQ"]
    )
    assert.deepStrictEqual(
      chain([middle, pending("P", 0, 10, 9), pending("Q", 20, 30, 0), ...idleThere], {
        opening: money(0),
        closing: money(30)
      }),
      ["proven", "PBQ"]
    )
  })

  it("are all in, or all out, or the only rows there are", () => {
    assert.deepStrictEqual(chain([pending("P", 7, 9, 1)], { opening: money(7), closing: money(9) }), ["proven", "P"])
    assert.deepStrictEqual(chain([pending("P", 7, 9, 1)], { opening: money(7), closing: money(7) }), ["proven", ""])
    assert.deepStrictEqual(chain([pending("P", 7, 9, 1)], { opening: money(5) }), ["unanchored", ""])
    assert.deepStrictEqual(chain([pending("P", 7, 9, 1)], { closing: money(5) }), ["unanchored", ""])
    assert.deepStrictEqual(gaps([pending("P", 7, 9, 1)], { opening: money(7), closing: money(8) }), [
      [null, null, money(1)]
    ])
    assert.deepStrictEqual(chain([a, idle], { opening: money(0), closing: money(10) }), ["proven", "A"])
  })
})

describe("rows that may belong to another chain", () => {
  const [a, c] = [step("A", 0, 10, 1), step("C", 30, 40, 5)]
  const ends = { opening: money(0), closing: money(40) }

  it("are left out all together, rather than those not confirmed, when that makes the path whole", () => {
    const lent = step("N", 500, 600, 2)
    assert.deepStrictEqual(chain([a, pending("P", 10, 30, 3), c, lent], ends, 3), ["proven", "APC"])
    assert.deepStrictEqual(chain([a, step("B", 10, 30, 3), c, lent], ends, 3), ["proven", "ABC"])
  })

  it("are taken in all together when those not confirmed are the ones that did not move the balance", () => {
    assert.deepStrictEqual(
      chain([a, pending("X", 10, 99, 3), c, step("N", 10, 30, 3)], ends, 3),
      ["proven", "ANC"]
    )
  })

  it("lead over breaks as those not confirmed do, both together if need be", () => {
    const rows = [a, pending("P", 10, 20, 2), pending("X", 20, 99, 2), c, step("N", 20, 30, 3), step("M", 1, 2, 3)]
    assert.deepStrictEqual(chain(rows, ends, 4), ["proven", "APNC"])
  })

  it("are not there where none is lent", () => {
    assert.deepStrictEqual(gaps([a, c], ends), [["A", "C", money(20)]])
  })
})

/** The ids of the rows that are chosen, and whether these are one path. */
const chosenOf = (rows: ReadonlyArray<Row>, ends: Anchors, borrowedFrom = rows.length): readonly [string, boolean] => {
  const { list, whole } = chooseOptionalRows(new Graph(make(rows, ends)), borrowedFrom)
  return [Array.from(list, (edge) => rows[edge]?.txnId).join(""), whole]
}

/** A row, and so many behind it that are not confirmed and may all have moved the balance or not. */
const longEnd = (count: number): ReadonlyArray<Row> => [
  step("A", 0, 10, 1),
  pending("X", 10, 15, 2),
  ...Array.from({ length: count - 1 }, (_, index) => pending("Z", 15, 15, 3 + index))
]

describe("the rows that are chosen", () => {
  /** Rows whose balances meet, but not in the order of their times. */
  const late = [step("A", 0, 10, 1), step("C", 20, 30, 2), step("B", 10, 20, 3)]
  const swapped = [step("A", 0, 10, 1), step("C", 30, 40, 5), step("E", 40, 50, 8), step("F", 50, 60, 7)]
  const around = [pending("P", 0, 10, 1), step("B", 10, 20, 2), pending("X", 20, 25, 3)]
  const [opening, closing] = [{ opening: money(0) }, { closing: money(25) }]
  const upTo = (balance: number): Anchors => ({ ...opening, closing: money(balance) })

  it.each<readonly [string, ReadonlyArray<Row>, Anchors, number, string]>([
    ["are the only one, though it need not have moved the balance", [pending("P", 7, 9, 1)], {}, 1, "P"],
    ["are those that a known opening asks for", around, opening, 3, "PB"],
    ["are those that a known closing asks for", around, closing, 3, "BX"],
    ["are those that both ask for", around, { ...opening, ...closing }, 3, "PBX"],
    ["are those that none can do without", around, {}, 3, "B"],
    [
      "are all where that is whole out of time, though it would be without some",
      [...late, pending("X", 20, 25, 4), pending("Y", 25, 20, 5)],
      upTo(30),
      5,
      "ACBXY"
    ],
    [
      "are all but those not confirmed where that is whole out of time, though it would be without others",
      [...late, pending("X", 5, 99, 4), step("M", 30, 35, 5), step("N", 35, 30, 5)],
      upTo(30),
      4,
      "ACBMN"
    ],
    [
      "are all but those that may belong to another chain where that is whole out of time, though it would be without others",
      [...late, pending("X", 30, 35, 4), pending("Y", 35, 30, 5), step("N", 5, 99, 5)],
      upTo(30),
      5,
      "ACBXY"
    ],
    [
      "are the others where that is whole out of time",
      [...late, pending("X", 5, 99, 4), step("N", 5, 98, 5)],
      upTo(30),
      4,
      "ACB"
    ],
    [
      "are those of the break's own time where others would lead over it, too, and rows elsewhere are out of time",
      [...swapped, pending("X", 10, 30, 0), pending("P", 10, 30, 3)],
      upTo(60),
      6,
      "ACEFP"
    ],
    [
      "are those of another time where none else leads over it",
      [...swapped, pending("P", 10, 30, 9)],
      upTo(60),
      5,
      "ACEFP"
    ]
  ])("%s", (_, rows, ends, borrowedFrom, expected) => {
    assert.deepStrictEqual(chosenOf(rows, ends, borrowedFrom), [expected, true])
  })

  it("are no whole path where nothing leads over a break", () => {
    assert.deepStrictEqual(chosenOf([...swapped, pending("P", 10, 31, 9)], upTo(60)), ["ACEF", false])
  })

  it("are looked for in the order of the times among two hundred at most, else all are taken where that is whole", () => {
    assert.deepStrictEqual([longEnd(200), longEnd(201)].map((rows) => chosenOf(rows, opening)[0].length), [1, 202])
  })

  it("are the others where these are whole out of time and more than two hundred may be left out", () => {
    const inTime = [pending("P", 10, 20, 2), pending("R", 30, 10, 4), pending("S", 20, 30, 6)]
    const rows = [step("A", 0, 10, 1), step("C", 20, 30, 3), step("B", 10, 20, 5), step("D", 30, 40, 7), ...inTime]
    const idle = Array.from({ length: 100 }, (_, index) => pending("Z", 500, 501 + index, 8))
    const lent = Array.from({ length: 98 }, (_, index) => step("N", 700, 701 + index, 8))
    const [own, all] = [[...rows, ...idle], [...rows, ...idle, ...lent]]
    assert.deepStrictEqual(chosenOf(all.slice(0, -1), upTo(40), own.length), ["ACBDPRS", true])
    assert.deepStrictEqual(chosenOf(all, upTo(40), own.length), ["ACBD", true])
  })
})
