import { assert, describe, it } from "@effect/vitest"
import * as Rows from "../../../src/domain/Rows.ts"
import { inIdentityOrder, inOrderOfIdentity } from "../../../src/sink/plan/identityOrder.ts"
import { row } from "../../../src/testing/windows.ts"
import { draw, random } from "../../continuity/statements.ts"
import { cases } from "../../kit/cases.ts"

const seed = 20_261_128

const one = row("T", "2024-01-05 10:00:00", "10.00", null)
const rowsOf = (ids: ReadonlyArray<string>) => Rows.from(ids.map((txnId) => ({ ...one, txnId })))

/** The order by plain means: bytes, then legs. */
const sorted = <Entry extends { readonly txnId: string; readonly leg: number }>(entries: ReadonlyArray<Entry>) =>
  entries.toSorted((left, right) =>
    Buffer.compare(Buffer.from(left.txnId), Buffer.from(right.txnId)) || left.leg - right.leg
  )

const pieces = ["", "A", "B", "AB", "TX2024", "TX20240", "é", "\uffff", "😀", "\u{10fffd}", "\u0000", "0", "1"]

describe("identities", () => {
  it(`are in the order of code points, then of legs, whatever the ids look like (seed ${seed})`, () => {
    const next = random(seed)
    for (let round = 0; round < cases(3000); round++) {
      const prefix = pieces[draw(next, 0, pieces.length - 1)] ?? ""
      const entries = Array.from({ length: draw(next, 0, 12) }, (_, index) => ({
        index,
        leg: draw(next, 0, 3),
        txnId: prefix +
          Array.from({ length: draw(next, 0, 3) }, () => pieces[draw(next, 0, pieces.length - 1)]).join("")
      }))
      const rows = rowsOf(entries.map(({ txnId }) => txnId))
      const expected = sorted(entries).map(({ leg, txnId }) => `${txnId} ${leg}`)
      assert.deepStrictEqual(inIdentityOrder(entries).map(({ leg, txnId }) => `${txnId} ${leg}`), expected)
      assert.deepStrictEqual(
        inOrderOfIdentity(rows, entries).map(({ index, leg }) => `${Rows.txnIdAt(rows, index)} ${leg}`),
        expected
      )
    }
  })

  it("of some rows among others are put in order by these alone", () => {
    const rows = rowsOf(["ZZ9", "ZZ5", "AA", "ZZ7"])
    const some = [{ index: 0, leg: 0 }, { index: 3, leg: 1 }, { index: 1, leg: 0 }]
    assert.deepStrictEqual(inOrderOfIdentity(rows, some).map(({ index }) => index), [1, 3, 0])
  })

  it("that agree for long are put in order, however many they are", () => {
    const many = Array.from({ length: 150_000 }, (_, index) => `${index === 0 ? "B" : "A"}BCDEF${150_000 - index}`)
    const order = inOrderOfIdentity(rowsOf(many), Array.from(many, (_, index) => ({ index, leg: 0 })))
    assert.isTrue(
      order.every(({ index }, place) => place === 0 || (many[order[place - 1]?.index ?? 0] ?? "") < (many[index] ?? ""))
    )
  })
})
