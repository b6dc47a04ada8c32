import { assert, describe, it } from "@effect/vitest"
import * as Rows from "../../../src/domain/Rows.ts"
import { byText, FetchedRows } from "../../../src/sink/plan/FetchedRows.ts"
import { contentKey } from "../../../src/sink/plan/rowContent.ts"
import { row } from "../../../src/testing/windows.ts"
import { draw, random } from "../../continuity/statements.ts"
import { cases } from "../../kit/cases.ts"

const seed = 20_261_125

describe("rows of one id", () => {
  it(`stand in the order of their contents, and of their places where these are equal (seed ${seed})`, () => {
    const next = random(seed)
    let byTimes = 0
    for (let round = 0; round < cases(2000, 400); round++) {
      const spread = next() < 0.5 ? 3 : 1_000_000
      const transactions = Array.from({ length: draw(next, 1, 8) }, (_, index) => ({
        ...row("T", "1970-01-01 00:00:00", `${draw(next, 1, 3)}.00`, next() < 0.3 ? null : `${draw(next, 1, 3)}.00`),
        localTime: draw(next, next() < 0.2 ? -2 : 0, spread) * 1000,
        description: `row ${index % 3}`
      }))
      const positions = transactions.map((_, index) => (next() < 0.2 ? null : transactions.length - index))
      const indexes = transactions.map((_, index) => index)
      const keys = transactions.map(contentKey)
      const placeOf = (index: number): number => positions[index] ?? Infinity
      const sorted = indexes.toSorted((left, right) =>
        byText(keys[left] ?? "", keys[right] ?? "") ||
        (placeOf(left) < placeOf(right) ? -1 : placeOf(left) > placeOf(right) ? 1 : 0)
      )
      assert.deepStrictEqual(
        new FetchedRows(Rows.from(transactions), positions).inCanonicalOrder(indexes),
        sorted,
        `round ${round}`
      )
      if (new Set(transactions.map(({ localTime }) => localTime)).size === transactions.length) byTimes++
    }
    assert.isAbove(byTimes, cases(500, 100))
    assert.isBelow(byTimes, cases(1900, 390))
  })
})
