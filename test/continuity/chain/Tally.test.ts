import { assert, describe, it } from "@effect/vitest"
import { tallyOf } from "../../../src/continuity/chain/Tally.ts"
import { fromTenThousandths } from "../../../src/domain/Money.ts"
import { asRows } from "../../kit/continuity.ts"
import { midnight } from "../statements.ts"

const rowsOf = (amounts: ReadonlyArray<bigint>, type: "Credit" | "Debit") =>
  amounts.map((amount, index) => ({
    txnId: `T${index}`,
    type,
    amount: fromTenThousandths(amount),
    balance: index % 3 === 2 ? null : fromTenThousandths(0n),
    confirmed: index % 2 === 0,
    localTime: midnight
  }))

/** On either side of where a double counts no more by one. */
const edge = 2n ** 52n

describe("the sums of rows", () => {
  it.each<readonly [string, ReadonlyArray<bigint>]>([
    ["small ones", [1n, 2n, 39n]],
    ["of no amount", [0n, 0n, 5n]],
    ["below nought", [-7n, -8n]],
    ["below the edge", [edge - 1n, 1n]],
    ["at the edge", [edge, 1n, 2n]],
    ["beyond the edge", [edge + 1n, 2n ** 53n + 1n, 1n]],
    ["that go beyond the edge together", Array.from({ length: 9 }, () => edge - 1n)],
    ["that go beyond it again and again", [...Array.from({ length: 7 }, () => edge - 3n), 1n, 1n, 1n]],
    ["beyond it below nought", [1n - edge, 1n - edge, -edge, -edge - 1n, 3n]],
    ["as large as there are", [2n ** 63n - 1n, -(2n ** 63n), 12n, 2n ** 62n]]
  ])("are exact: %s", (_, amounts) => {
    const sum = amounts.reduce((total, amount) => total + amount, 0n)
    for (const type of ["Credit", "Debit"] as const) {
      const { credit, debit, noBalance, rows, unconfirmed, zeroAmount } = tallyOf(asRows(rowsOf(amounts, type)))
      assert.deepStrictEqual([credit, debit], type === "Credit" ? [sum, 0n] : [0n, sum])
      assert.deepStrictEqual([rows, unconfirmed, noBalance, zeroAmount], [
        amounts.length,
        Math.floor(amounts.length / 2),
        Math.floor(amounts.length / 3),
        amounts.filter((amount) => amount === 0n).length
      ])
    }
  })
})
