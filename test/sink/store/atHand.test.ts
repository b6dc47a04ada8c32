import { assert, describe, it } from "@effect/vitest"
import * as Rows from "../../../src/domain/Rows.ts"
import type { Transaction } from "../../../src/domain/Transaction.ts"
import { unmatchedIds } from "../../../src/sink/plan/windowDiff.ts"
import { besideOf } from "../../../src/sink/store/atHand.ts"
import { row, window } from "../../../src/testing/windows.ts"

const stored = (transaction: Transaction, leg = 0) => ({ transaction, leg, position: null, withdrawn: false })
const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const b = row("B", "2024-01-05 11:00:00", "5.00", null)
const onFirst = row("A", "2024-01-01 10:00:00", "10.00", "110.00")

const beside = (
  rows: ReadonlyArray<ReturnType<typeof stored>>,
  fetched: ReadonlyArray<Transaction>,
  ids?: ReadonlySet<string>
) => {
  const found = besideOf(rows, window("2024-01-05", "2024-01-05", fetched), { ids, idPrints: undefined })
  return [found.elsewhere.map(({ transaction }) => transaction), [...found.freeLegs]]
}

describe("what concerns the rows of a window", () => {
  it("are rows of other days with a balance that are like one of them, and the legs that its ids have left", () => {
    assert.deepStrictEqual(beside([stored(onFirst, 2), stored(a, 1)], [a]), [[onFirst], [["A", 3]]])
    assert.deepStrictEqual(beside([stored(a)], [a]), [[], [["A", 1]]], "of its own days")
    const without = row("A", "2024-01-01 10:00:00", "10.00", null)
    assert.deepStrictEqual(beside([stored(without)], [{ ...a, balance: null }]), [[], [["A", 1]]])
    for (
      const other of [
        row("B", "2024-01-01 10:00:00", "10.00", "110.00"),
        row("A", "2024-01-01 10:00:00", "11.00", "110.00"),
        row("A", "2024-01-01 10:00:00", "10.00", "111.00")
      ]
    ) assert.deepStrictEqual(beside([stored(other)], [a])[0], [])
  })

  it("are those of the ids that are sought, where some are", () => {
    const rows = [stored(onFirst), stored(row("B", "2024-01-02 10:00:00", "5.00", "1.00"))]
    const fetched = [a, { ...b, balance: row("B", "2024-01-02 10:00:00", "5.00", "1.00").balance }]
    assert.lengthOf(beside(rows, fetched)[0] ?? [], 2)
    assert.deepStrictEqual(beside(rows, fetched, new Set(["A"])), [[onFirst], [["A", 1]]])
  })
})

const ids = (fetched: ReadonlyArray<Transaction>, inside: ReadonlyArray<Transaction>) => [
  ...unmatchedIds(Rows.from(fetched), inside.map((each) => stored(each)))
]

describe("ids that are looked for on other days", () => {
  it("are those of rows that none of the days equals, each of which equals one row only", () => {
    assert.deepStrictEqual(ids([a, b], [a]), ["B"])
    assert.deepStrictEqual(ids([a, b], [b, a]), [])
    assert.deepStrictEqual(ids([a, a], [a]), ["A"])
    assert.deepStrictEqual(ids([a, a], [a, a]), [])
    assert.deepStrictEqual(ids([a], [{ ...a, description: "other" }]), ["A"])
    assert.deepStrictEqual(ids([a], [{ ...a, description: "other" }, a]), [])
    assert.deepStrictEqual(ids([a, { ...a, description: "other" }], [a, { ...a, description: "other" }]), [])
    assert.deepStrictEqual(ids([{ ...a, description: "other" }, a], [a, { ...a, description: "third" }]), ["A"])
  })
})
