import { assert, describe, it } from "@effect/vitest"
import { byCurrency, inOrder } from "../../../src/continuity/chain/byCurrency.ts"
import * as Rows from "../../../src/domain/Rows.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { asRows } from "../../kit/continuity.ts"
import { step } from "../statements.ts"

/** Rows that name currencies, or none. */
const rowsOf = (...codes: ReadonlyArray<string | null>): Rows.Rows =>
  asRows(codes.map((code, index) => ({
    ...step(`R${index}`, index, index + 1, index),
    currency: code === null ? null : Currency.make(code)
  })))

const told = (rows: Rows.Rows, among?: ReadonlyArray<number>): string =>
  [...byCurrency(rows, among === undefined ? undefined : Int32Array.from(among))].map(([of, indexes]) =>
    `${of}: ${indexes.join(" ")}`
  ).join(", ")

describe("rows by the currency that they name", () => {
  it.each<readonly [string, Rows.Rows, ReadonlyArray<number> | undefined, string]>([
    ["no rows", rowsOf(), undefined, ""],
    ["rows of one currency", rowsOf("KES", "KES"), undefined, "KES: 0 1"],
    ["rows of no currency", rowsOf(null, null), undefined, "null: 0 1"],
    [
      "rows of several, in the order in which these come",
      rowsOf("USD", "KES", null, "USD", "KES"),
      undefined,
      "USD: 0 3, KES: 1 4, null: 2"
    ],
    ["some of one currency", rowsOf("KES", "KES", "KES"), [2, 0], "KES: 2 0"],
    ["some of several", rowsOf("USD", "KES", null, "USD", "KES"), [4, 3, 1], "KES: 4 1, USD: 3"],
    ["none of one currency", rowsOf("KES", "KES"), [], ""],
    ["none of several", rowsOf("KES", "USD"), [], ""]
  ])("%s", (_, rows, among, expected) => {
    assert.strictEqual(told(rows, among), expected)
  })
})

const idsIn = (rows: Rows.Rows): ReadonlyArray<string> => Rows.toArray(rows).map(({ txnId }) => txnId)

describe("rows in an order", () => {
  it("are the same rows where it is the one that they came in", () => {
    const rows = rowsOf("KES", "KES", "KES")
    assert.strictEqual(inOrder(rows, Int32Array.of(0, 1, 2)), rows)
  })

  it.each<readonly [ReadonlyArray<number>, ReadonlyArray<string>]>([
    [[2, 1, 0], ["R2", "R1", "R0"]],
    [[0, 2, 1], ["R0", "R2", "R1"]],
    [[1, 2, 0], ["R1", "R2", "R0"]]
  ])("stand in it: %s", (order, expected) => {
    assert.deepStrictEqual(idsIn(inOrder(rowsOf("KES", "USD", "KES"), Int32Array.from(order))), expected)
  })
})
