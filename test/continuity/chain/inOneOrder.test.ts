import { assert, describe, it } from "@effect/vitest"
import { inOneOrder } from "../../../src/continuity/chain/inOneOrder.ts"
import { asRows, type Row } from "../../kit/continuity.ts"
import { money, random, shuffle, step } from "../statements.ts"

const row = (txnId: string, second: number, more: Partial<Row> = {}): Row => ({
  ...step(txnId, 0, 10, second),
  ...more
})

/** In their order: by time, id, kind, amount, balance, and whether they are confirmed. */
const ordered = [
  row("Z", 1),
  row("A", 2, { confirmed: false }),
  row("A", 2, { confirmed: true }),
  row("A", 2, { balance: money(11) }),
  row("A", 2, { amount: money(11), balance: null }),
  row("A", 2, { amount: money(11), balance: money(5) }),
  row("A", 2, { type: "Debit", amount: money(1) }),
  row("B", 2, { amount: money(1) }),
  row("B", 2, { amount: money(9), balance: money(-3) }),
  row("B", 2, { amount: money(9), balance: null }),
  row("A", 3)
]

describe("rows in an order of their own", () => {
  it("stand by all that continuity looks at, in whatever order they came", () => {
    const next = random(7)
    for (let round = 0; round < 40; round++) {
      const mixed = shuffle(next, ordered)
      const indexes = inOneOrder(asRows(mixed), Int32Array.from(mixed.keys()))
      assert.deepStrictEqual(Array.from(indexes, (index) => mixed[index]), ordered)
    }
  })

  it("are those of the indexes that were given", () => {
    assert.deepStrictEqual([...inOneOrder(asRows(ordered), Int32Array.from([6, 10, 1, 0]))], [0, 1, 6, 10])
  })
})
