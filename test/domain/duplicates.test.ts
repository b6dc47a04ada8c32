import { assert, describe, it } from "@effect/vitest"
import { dropDuplicates, isBlankId, sameContent } from "../../src/domain/duplicates.ts"
import * as Rows from "../../src/domain/Rows.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { row } from "../../src/testing/windows.ts"
import { random } from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"

const seed = 20_261_124
const count = cases(2000)

/** Row by row, each against all before it. */
const slowly = (rows: ReadonlyArray<Transaction>): ReadonlyArray<Transaction> =>
  rows.filter((each, index) =>
    each.balance === null || isBlankId(each.txnId) ||
    !rows.slice(0, index).some((earlier) => sameContent(earlier, each))
  )

describe(`rows that came twice (${count} answers from seed ${seed})`, () => {
  it("are there once, if they agree in every field, have a balance and an id", () => {
    const next = random(seed)
    const oneOf = <A>(values: ReadonlyArray<A>): A => values[Math.floor(next() * values.length)] as A
    let dropped = 0
    for (let answer = 0; answer < count; answer++) {
      const rows = Array.from({ length: Math.floor(next() * 14) }, () => ({
        ...row(oneOf(["A", "B", " ", ""]), "2024-01-05 10:00:00", oneOf(["1.00", "2.00"]), oneOf([null, "5.00"])),
        description: oneOf(["x", "y"]),
        dateText: oneOf(["early", "late"])
      }))
      const { duplicates, rows: kept } = dropDuplicates(Rows.from(rows))
      assert.deepStrictEqual(Rows.toArray(kept), slowly(rows), JSON.stringify(rows, (_, value) => `${value}`))
      assert.strictEqual(duplicates, rows.length - kept.count)
      dropped += duplicates
    }
    assert.isAbove(dropped, count / 20)
  })
})
