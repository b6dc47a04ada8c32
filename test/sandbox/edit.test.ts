import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { timeText } from "../../src/sandbox/calendar.ts"
import { type Edit, edited } from "../../src/sandbox/edit.ts"
import { generate } from "../../src/sandbox/generate.ts"
import { type Ledger, rowAt, size } from "../../src/sandbox/Ledger.ts"
import { WalletOptions } from "../../src/sandbox/SandboxOptions.ts"

const original = generate(
  Schema.decodeSync(WalletOptions)({ walletNo: "W1", records: 200, to: "2025-01-20", feeRate: 0, reversalRate: 0 }),
  5
)
assert(typeof original !== "string")

const edit = (change: Edit, ledger: Ledger = original): Ledger => {
  const after = edited(ledger, change)
  assert(typeof after !== "string", String(after))
  return after
}

const rowsOf = (ledger: Ledger) =>
  Array.from({ length: size(ledger) }, (_, place) => {
    const row = rowAt(ledger, place)
    assert(row !== undefined)
    return row
  })

const breaks = (ledger: Ledger) => {
  let before = ledger.openingBalance
  let count = 0
  for (const row of rowsOf(ledger)) {
    if (row.balance !== (row.debit ? before - row.amount : before + row.amount)) count++
    before = row.balance
  }
  return count
}

describe("an edit of a history", () => {
  it("changes a description and nothing else", () => {
    const before = rowsOf(original)
    const after = rowsOf(edit({ kind: "change", record: 17, description: "Credited KES1.00 corrected" }))
    assert.strictEqual(after[17]?.description, "Credited KES1.00 corrected")
    assert.deepStrictEqual(after.toSpliced(17, 1), before.toSpliced(17, 1))
  })

  it("changes an amount, its description and all balances that follow", () => {
    const after = edit({ kind: "change", record: 100, amount: "77.7777" })
    assert.strictEqual(rowAt(after, 100)?.amount, 777_777n)
    assert.include(rowAt(after, 100)?.description ?? "", "77.7777")
    assert.strictEqual(breaks(after), 0)
    assert.strictEqual(rowAt(after, 99)?.balance, rowAt(original, 99)?.balance)
    assert.notStrictEqual(rowAt(after, 199)?.balance, rowAt(original, 199)?.balance)
  })

  it("withdraws a record named by its id", () => {
    const gone = rowAt(original, 42)
    const after = edit({ kind: "withdraw", record: gone?.txnId ?? "" })
    assert.strictEqual(size(after), 199)
    assert.isFalse(rowsOf(after).some((row) => row.txnId === gone?.txnId))
    assert.strictEqual(breaks(after), 0)
  })

  it("leaves a break when the balances are not to follow", () => {
    assert.strictEqual(breaks(edit({ kind: "withdraw", record: 42, rebalance: false })), 1)
  })

  it("adds a late record at its time, with its id and text", () => {
    const after = edit({
      kind: "add",
      at: "2025-01-05 12:00:00",
      type: "Credit",
      amount: "5.00",
      txnId: "LATE",
      description: "Credited KES5.00 late"
    })
    const all = rowsOf(after)
    const place = all.findIndex((row) => row.txnId === "LATE")
    assert.strictEqual(timeText(all[place]?.second ?? 0), "2025-01-05 12:00:00")
    assert.deepStrictEqual(all.map((row) => row.second), all.map((row) => row.second).toSorted((a, b) => a - b))
    assert.strictEqual(all[place]?.serial, 200)
    assert.strictEqual(breaks(after), 0)
  })

  it("adds at the very beginning and at the very end", () => {
    const first = edit({ kind: "add", at: "2024-01-01 00:00:00", type: "Credit", amount: "1.00" })
    const both = edit({ kind: "add", at: "2026-01-01 00:00:00", type: "Credit", amount: "1.00" }, first)
    assert.strictEqual(timeText(rowAt(both, 0)?.second ?? 0), "2024-01-01 00:00:00")
    assert.strictEqual(timeText(rowAt(both, 201)?.second ?? 0), "2026-01-01 00:00:00")
    assert.strictEqual(breaks(both), 0)
  })

  it("moves a record to another day under the same id", () => {
    const moved = rowAt(original, 10)
    const after = rowsOf(edit({ kind: "move", record: 10, day: "2025-01-19" }))
    const now = after.find((row) => row.txnId === moved?.txnId)
    assert.strictEqual(timeText(now?.second ?? 0).slice(0, 10), "2025-01-19")
    assert.strictEqual(timeText(now?.second ?? 0).slice(11), timeText(moved?.second ?? 0).slice(11))
    assert.lengthOf(after, 200)
  })

  it("that cannot be is refused with the reason", () => {
    assert.strictEqual(edited(original, { kind: "withdraw", record: 200 }), "no such record")
    assert.strictEqual(edited(original, { kind: "withdraw", record: "nobody" }), "no such record")
    assert.match(String(edited(original, { kind: "move", record: 1, day: "2025-02-30" })), /a day that exists/)
    assert.match(String(edited(original, { kind: "change", record: 1, amount: "1,0" })), /a decimal/)
    const add = { kind: "add", at: "2025-01-01 00:00:00", type: "Debit", amount: "1" } as const
    assert.match(String(edited(original, { ...add, at: "2025-01-01 24:00:00" })), /a time that exists/)
    assert.match(String(edited(original, { ...add, currency: "USD" })), /one of the wallet's, KES/)
  })
})
