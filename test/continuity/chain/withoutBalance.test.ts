import { assert, describe, it } from "@effect/vitest"
import type { Gap } from "../../../src/domain/Verdict.ts"
import { cases } from "../../kit/cases.ts"
import { check, fill } from "../../kit/continuity.ts"
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
