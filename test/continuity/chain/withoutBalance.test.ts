import { assert, describe, it } from "@effect/vitest"
import * as Edges from "../../../src/continuity/chain/Edges.ts"
import {
  bothSilent,
  fills,
  noneSilent,
  silentEndsOf,
  type SilentRows
} from "../../../src/continuity/chain/withoutBalance.ts"
import { type Gap, mostRows } from "../../../src/domain/Verdict.ts"
import { cases } from "../../kit/cases.ts"
import { asRows, check, fill, type Row } from "../../kit/continuity.ts"
import { draw, midnight, money, random, shuffle, statement, step } from "../statements.ts"

const blank = (txnId: string, by: number, second: number) => step(txnId, 0, by, second, { balance: null })
const gap = (from: number | null, to: number | null, missing: number): Gap => ({
  afterTxnId: null,
  beforeTxnId: null,
  from: from === null ? null : midnight + from * 1000,
  to: to === null ? null : midnight + to * 1000,
  missing: money(missing),
  currency: null
})
const filled = (gaps: ReadonlyArray<Gap>, rows: Parameters<typeof fill>[1]) => {
  const found = fill(gaps, rows)
  return [found.gaps.map((each) => Number(each.missing)), found.filling.map((row) => row.txnId).join("")]
}

describe("rows without a balance", () => {
  it("fill a gap when those in its time sum to what is missing, its first and last second included", () => {
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [blank("A", 3, 2), blank("B", 4, 4)]), [[], "AB"])
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [blank("A", 3, 2), blank("B", 5, 4)]), [[7], ""])
    assert.deepStrictEqual(filled([gap(2, 4, -7)], [blank("A", -9, 3), blank("B", 2, 3)]), [[], "AB"])
  })

  it("fill none from outside its time", () => {
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [blank("A", 3, 1), blank("B", 7, 3), blank("C", 2, 5)]), [[], "B"])
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [blank("A", 7, 1)]), [[7], ""])
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [blank("A", 7, 5)]), [[7], ""])
  })

  it("fill a gap at an open end", () => {
    assert.deepStrictEqual(filled([gap(null, 4, 7)], [blank("A", 7, 1), blank("B", 2, 5)]), [[], "A"])
    assert.deepStrictEqual(filled([gap(4, null, 7)], [blank("A", 2, 1), blank("B", 7, 5)]), [[], "B"])
  })

  it("fill a gap also where one that they do without stands in another that stays", () => {
    assert.deepStrictEqual(filled([gap(2, 4, 7), gap(4, 6, 5)], [blank("A", 7, 3), blank("B", 1, 4)]), [[5], "A"])
    assert.deepStrictEqual(
      filled([gap(2, 4, 7), gap(5, 6, 5)], [
        blank("A", 7, 3),
        blank("B", 1, 4),
        step("X", 0, 1, 1),
        step("Y", 0, 1, 9)
      ]),
      [[7, 5], ""]
    )
  })

  it("fill several gaps, each row one at most, whatever order they come in", () => {
    const rows = [blank("C", 4, 8), blank("A", 3, 2), blank("B", 5, 5)]
    assert.deepStrictEqual(filled([gap(1, 3, 3), gap(4, 6, 5), gap(7, 9, 4)], rows), [[], "ABC"])
    assert.deepStrictEqual(filled([gap(1, 3, 3), gap(4, 6, 6), gap(7, 9, 4)], rows), [[6], "AC"])
    assert.deepStrictEqual(filled([gap(1, 2, 3), gap(2, 6, 5)], rows), [[], "AB"])
    assert.deepStrictEqual(filled([gap(1, 2, 3), gap(2, 6, 3)], [blank("A", 3, 2)]), [[3], "A"])
  })

  it("of a second that two gaps share fill each what it lacks", () => {
    const rows = [blank("A", 3, 2), blank("B", 5, 4), blank("C", 7, 4)]
    assert.deepStrictEqual(filled([gap(1, 4, 8), gap(4, 6, 7)], rows), [[], "ABC"])
    assert.deepStrictEqual(filled([gap(1, 4, 3), gap(4, 6, 12)], rows), [[], "ABC"])
    assert.deepStrictEqual(filled([gap(1, 4, 3), gap(4, 4, 5), gap(4, 6, 7)], rows), [[], "ABC"])
    assert.deepStrictEqual(filled([gap(1, 4, 5), gap(4, 6, 7)], rows), [[5], "C"])
  })

  it("never leave a gap in rows that are whole, where amounts differ", () => {
    for (let seed = 1; seed <= cases(2000); seed++) {
      const next = random(seed)
      const { rows } = statement(next, draw(next, 2, 60), "distinct", draw(next, 1, 3))
      const share = next() / 4
      const told = shuffle(next, rows.map((row) => (next() < share ? { ...row, balance: null } : row)))
      assert.notStrictEqual(check(told).verdict.kind, "gap", `seed ${seed}`)
    }
  })

  it("fill no gap where there are none, and are not those with a balance", () => {
    assert.deepStrictEqual(filled([gap(2, 4, 0)], []), [[0], ""])
    assert.deepStrictEqual(filled([gap(2, 4, 7)], [step("A", 0, 7, 3)]), [[7], ""])
    assert.deepStrictEqual(filled([], [blank("A", 7, 3)]), [[], ""])
  })
})

const idsOf = (rows: ReadonlyArray<{ readonly txnId: string }>): string => rows.map((row) => row.txnId).join("")

/** A row that tells a balance. */
const telling = (second: number): Row => step("-", 0, 0, second)

/** So many rows of one second, each of which gives one. */
const ones = (count: number, second: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => blank(String.fromCharCode(97 + index), 1, second))

describe("of rows without a balance that together are not what is missing", () => {
  it.each<readonly [string, ReadonlyArray<Gap>, ReadonlyArray<Row>, ReadonlyArray<unknown>]>([
    ["one of the last second is left out", [gap(2, 4, 5)], [blank("A", 5, 3), blank("B", 7, 4)], [[], "A", "B"]],
    ["one of the first second is left out", [gap(2, 4, 5)], [blank("A", 5, 3), blank("B", 7, 2)], [[], "A", "B"]],
    ["none between is left out", [gap(2, 4, 5)], [blank("A", 5, 3), blank("B", 7, 3)], [[5], "", "AB"]],
    [
      "one of the first second is taken rather than one of the last",
      [gap(2, 4, 3)],
      [blank("A", 3, 2), blank("B", 3, 4)],
      [[], "A", "B"]
    ],
    [
      "those of the last second that undo each other are left to the next gap",
      [gap(1, 4, 3), gap(4, 6, 2)],
      [blank("A", 3, 3), blank("B", 2, 4), blank("C", -2, 4), blank("D", 1, 4)],
      [[], "AB", "CD"]
    ],
    ["ten at an end are chosen from", [gap(2, 4, 9)], ones(10, 2), [[], "abcdefghi", "j"]],
    ["eleven are not", [gap(2, 4, 10)], ones(11, 2), [[10], "", "abcdefghijk"]],
    ["any number between counts", [gap(2, 4, 11)], [...ones(11, 3), blank("z", 7, 4)], [[], "abcdefghijk", "z"]],
    [
      "none fills the gap where the one left out moved the balance elsewhere",
      [gap(2, 4, 5)],
      [telling(1), blank("A", 5, 3), blank("B", 7, 4), telling(9)],
      [[5], "", "AB"]
    ],
    [
      "the one left out may fill another gap",
      [gap(2, 4, 5), gap(4, 6, 7)],
      [telling(1), blank("A", 5, 3), blank("B", 7, 4), telling(9)],
      [[], "AB", ""]
    ],
    [
      "the one left out may stand behind the last row that tells a balance",
      [gap(2, 4, 5)],
      [blank("C", 1, 0), telling(2), blank("A", 5, 3), telling(4), blank("B", 7, 4), blank("D", 1, 5)],
      [[], "A", "CBD"]
    ],
    [
      "the one left out may stand before the first row that tells a balance",
      [gap(2, 4, 5)],
      [blank("C", 1, 0), blank("B", 7, 2), telling(2), blank("A", 5, 3), telling(4), blank("D", 1, 5)],
      [[], "A", "CBD"]
    ],
    [
      "the one left out may have moved nothing, when it is not confirmed",
      [gap(2, 4, 5)],
      [telling(1), blank("A", 5, 3), { ...blank("B", 7, 4), confirmed: false }, telling(9)],
      [[], "A", "B"]
    ]
  ])("%s", (_, gaps, rows, expected) => {
    const found = fill(gaps, rows)
    assert.deepStrictEqual(
      [found.gaps.map(({ missing }) => Number(missing)), idsOf(found.filling), idsOf(found.left)],
      expected
    )
  })

  it("all are taken where they are, though some undo each other", () => {
    const found = fill([gap(2, 4, 5)], [blank("A", 5, 3), blank("B", 2, 4), blank("C", -2, 4)])
    assert.deepStrictEqual(idsOf(found.filling), "ABC")
  })
})

const at = (second: number | undefined): number | undefined =>
  second === undefined ? undefined : midnight + second * 1000

const silentEnds = (rows: ReadonlyArray<Row>, first: number | undefined, last: number | undefined) => {
  const ends = silentEndsOf(Edges.eachRow(asRows(rows)), at(first), at(last))
  return ends && [ends.before, ends.behind].map(({ rows, sum }) => `${rows.join("")} ${sum}`)
}

describe("rows without a balance at the ends of a chain", () => {
  const rows = [blank("A", 1, 1), blank("B", 2, 2), blank("C", 4, 3), blank("D", 8, 4), blank("E", 16, 5)]

  it.each<readonly [string, number | undefined, number | undefined, ReadonlyArray<string>]>([
    ["stand before its first second or in it, in its last or behind it", 2, 4, ["AB 3", "DE 24"]],
    ["are all behind where no row tells a balance", undefined, undefined, [" 0", "ABCDE 31"]],
    ["are behind where its first second is its last", 3, 3, ["AB 3", "CDE 28"]]
  ])("%s", (_, first, last, expected) => {
    assert.deepStrictEqual(silentEnds(rows, first, last), expected)
  })

  it("are none where there is none", () => {
    assert.isNull(silentEnds([], 2, 4))
  })

  it("are named up to so many, and all summed", () => {
    const many = Array.from({ length: mostRows + 1 }, (_, index) => blank(`${index} `, 1, 9))
    const ends = silentEndsOf(Edges.eachRow(asRows(many)), midnight, midnight)
    assert.deepStrictEqual([ends?.behind.rows.length, ends?.behind.sum], [mostRows, money(mostRows + 1)])
  })

  const some: SilentRows = { sum: money(3), rows: ["A", "B"] }

  it("are what is missing when they sum to it, and there are some", () => {
    assert.deepStrictEqual([fills(some, money(3)), fills(some, money(4)), fills(noneSilent, money(0))], [
      true,
      false,
      false
    ])
  })

  it("are put together in their order, named up to so many", () => {
    assert.deepStrictEqual(bothSilent(some, { sum: money(-1), rows: ["C"] }), { sum: money(2), rows: ["A", "B", "C"] })
    const many = { sum: money(0), rows: Array.from({ length: mostRows }, (_, index) => String(index)) }
    assert.deepStrictEqual(bothSilent(some, many).rows, ["A", "B", ...many.rows.slice(0, mostRows - 2)])
  })
})
