import { assert, describe, it } from "@effect/vitest"
import type { Ledger } from "../../../src/analytics/export/Ledger.ts"
import { exportedText } from "../../../src/cli/actions/export/exportedText.ts"
import * as Money from "../../../src/domain/Money.ts"

const ledger: Ledger = {
  walletNo: "W-1",
  currency: "KES",
  from: "2024-01-01",
  to: "2024-01-31",
  opening: Money.fromDecimal("1000.00"),
  closing: Money.fromDecimal("1003.50"),
  days: [],
  rows: 2,
  credits: Money.fromDecimal("3.50"),
  debits: Money.zero,
  pending: 0,
  unproven: [],
  leftOut: []
}

const balancesOf = (changes: Partial<Ledger>) =>
  exportedText([{ path: "a.csv", part: 1, parts: 1, ledgers: [{ ...ledger, ...changes }] }])
    .split("\n")[1]?.replace("  W-1 KES, 2024-01-01 to 2024-01-31: 2 rows, ", "")

describe("what was exported", () => {
  it("tells each balance that is known", () => {
    assert.strictEqual(balancesOf({}), "1000.00 to 1003.50, proven")
    assert.strictEqual(balancesOf({ opening: null }), "opening balance not known to 1003.50, proven")
    assert.strictEqual(balancesOf({ closing: null }), "1000.00 to a closing balance not known, proven")
    assert.strictEqual(balancesOf({ opening: null, closing: null }), "balances not known, proven")
  })
})
