/**
 * Rows that name no currency beside others that do, as columns: which places they leave open, and what is said of those that fit
 * nowhere.
 */
import { assert, describe, it } from "@effect/vitest"
import { isOnlyChain, leaveOpen, leftOver } from "../../../src/continuity/wallet/nameless.ts"
import { asRows, type WalletRow } from "../../kit/continuity.ts"
import { inUsd, kes, nameless, row, silent, usd } from "./windows.ts"

/** A row of a day and a second, which takes no part in what is asked but by its time and its currency. */
const at = (day: number, second: number, more: Partial<WalletRow> = {}): WalletRow => row(day, 0, 1, more, second)

type Places = ReadonlyArray<number | null>

const cases: ReadonlyArray<readonly [string, ReadonlyArray<WalletRow>, before: Places, expected: Places]> = [
  ["of the last row that one stands behind", [at(1, 60), at(1, 70), at(1, 80, nameless)], [0, 1, null], [
    0,
    null,
    null
  ]],
  ["none where it stands before the last row", [at(1, 60), at(1, 70), at(1, 69.9, nameless)], [0, 1, null], [
    0,
    1,
    null
  ]],
  [
    "of the last row that one stands with in a second",
    [at(1, 60), at(1, 70.9), at(1, 70.2, nameless)],
    [0, 1, null],
    [0, null, null]
  ],
  ["none on another day", [at(1, 60), at(2, 60), at(3, 60, nameless)], [0, 0, null], [0, 0, null]],
  [
    "on each day where one stands behind the last row",
    [at(1, 60), at(1, 80, nameless), at(2, 80), at(2, 60, nameless), at(3, 60), at(3, 80, nameless)],
    [0, null, 0, null, 0, null],
    [null, null, 0, null, null, null]
  ],
  [
    "in each currency",
    [at(1, 60), at(1, 70, inUsd), at(1, 65), at(1, 75, inUsd), at(1, 80, nameless)],
    [0, 0, 1, 1, null],
    [0, 0, null, null, null]
  ],
  [
    "in the currency whose last row one stands behind",
    [at(1, 60), at(1, 90, inUsd), at(1, 80, nameless)],
    [0, 0, null],
    [null, 0, null]
  ],
  ["of the row that is last by its place", [at(1, 70), at(1, 60), at(1, 80, nameless)], [0, 1, null], [0, null, null]],
  [
    "of the row that is last by its place, wherever it stands among the rows",
    [at(1, 60), at(1, 60), at(1, 60), at(1, 80, nameless)],
    [1, 2, 0, null],
    [1, null, 0, null]
  ],
  [
    "of the last row that has a place",
    [at(1, 60), at(1, 70), at(1, 75), at(1, 80, nameless)],
    [0, 1, null, null],
    [0, null, null, null]
  ],
  [
    "by the latest of several",
    [at(1, 80, nameless), at(1, 10, nameless), at(1, 60)],
    [null, null, 0],
    [null, null, null]
  ],
  ["none where none has one", [at(1, 60), at(1, 80, nameless)], [null, null], [null, null]],
  ["none where every row names a currency", [at(1, 60), at(1, 80, inUsd)], [0, 0], [0, 0]]
]

describe("rows that name no currency leave open the place", () => {
  for (const [what, rows, before, expected] of cases) {
    it(what, () => {
      const places = [...before]
      leaveOpen(asRows(rows), places)
      assert.deepStrictEqual(places, expected)
    })
  }
})

describe("a chain", () => {
  it.each([
    [null, [], true],
    [kes, [], true],
    [kes, [kes], true],
    [null, [kes], false],
    [usd, [kes], false],
    [kes, [kes, usd], false],
    [usd, [kes, usd], false]
  ])("is a wallet's only one where no other currency is known: %s of %j", (currency, known, expected) => {
    assert.strictEqual(isOnlyChain(currency, known), expected)
  })
})

describe("rows that fit nowhere", () => {
  it("are named in the order of their times, and none of their balances is believed", () => {
    const rows = [
      at(2, 60, nameless),
      at(1, 60, { ...nameless, ...silent, txnId: "silent" }),
      row(1, 5, 9, nameless, 90)
    ]
    const chain = leftOver(asRows(rows))
    const { kind, modulo, gaps } = chain.verdict
    assert.deepStrictEqual(chain.verdict.rows, ["silent", "1/90/9", "2/60/1"])
    assert.deepStrictEqual([kind, gaps, modulo.noBalance, chain.rows], ["ambiguous", [], 1, 3])
    assert.deepStrictEqual([chain.currency, chain.opening, chain.closing, chain.ways], [null, null, null, []])
    assert.deepStrictEqual([chain.mayRest, chain.silent], [false, null])
    assert.deepStrictEqual([chain.first?.txnId, chain.last?.txnId], ["1/90/9", "2/60/1"])
  })

  it("pass no balance on where they may all have left it where it was", () => {
    assert.isFalse(leftOver(asRows([at(1, 60, { ...nameless, confirmed: false })])).mayRest)
    assert.isNull(leftOver(asRows([at(1, 60, { ...nameless, ...silent })])).silent)
  })
})
