import { assert, describe, it } from "@effect/vitest"
import { feePairs, withoutFees } from "../../../src/continuity/chain/fees.ts"
import { asRows, type Row } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

/** A row of an id, with an amount and the balance it shows; below 0 for a debit. */
const row = (txnId: string, moved: number, balance: number | null): Row => ({
  ...step(txnId, 0, moved, 1),
  balance: balance === null ? null : money(balance)
})

describe("fees that the balance of their payment contains", () => {
  it.each<readonly [string, ReadonlyArray<Row>, ReadonlyArray<readonly [payment: number, fee: number]>]>([
    ["a payment before its fee", [row("P", -100, 895), row("P", -5, 895)], [[0, 1]]],
    ["a fee before its payment", [row("P", -5, 895), row("P", -100, 895)], [[1, 0]]],
    [
      "pairs in the order of their payments",
      [row("B", -5, 1), row("A", -100, 2), row("A", -5, 2), row("B", -50, 1)],
      [[1, 2], [3, 0]]
    ],
    ["a row of the id without a balance beside them", [row("P", -1, null), row("P", -100, 8), row("P", -5, 8)], [[
      1,
      2
    ]]],
    ["other balances", [row("P", -100, 895), row("P", -5, 890)], []],
    ["one amount", [row("P", -100, 895), row("P", -100, 895)], []],
    ["one amount and other balances", [row("P", -100, 895), row("P", -100, 795)], []],
    ["three rows of an id", [row("P", -100, 8), row("P", -5, 8), row("P", -1, 8)], []],
    ["one of them without a balance", [row("P", -100, 895), row("P", -5, null)], []],
    ["blank ids", [row(" ", -100, 895), row(" ", -5, 895)], []],
    ["other ids", [row("P", -100, 895), row("Q", -5, 895)], []]
  ])("are told of %s", (_, rows, pairs) => {
    assert.deepStrictEqual(feePairs(asRows(rows)), pairs.map(([payment, fee]) => ({ payment, fee })))
  })

  it("are taken out of the payments' balances alone, credits and debits", () => {
    const rows = asRows([row("P", -100, 895), row("P", -5, 895), row("Q", 50, 948), row("Q", 3, 948)])
    const balance = [...rows.balance]
    const without = withoutFees(rows, [{ payment: 0, fee: 1 }, { payment: 2, fee: 3 }])
    assert.deepStrictEqual([...without.balance.subarray(0, 4)], [900n, 895n, 945n, 948n])
    assert.deepStrictEqual([...rows.balance], balance)
  })
})
