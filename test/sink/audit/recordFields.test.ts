/**
 * The record of a window as its hash has it, field by field: what another program reads in the columns of `statement_windows`.
 */
import { assert, describe, it } from "@effect/vitest"
import type { StatementWindow } from "../../../src/domain/Window.ts"
import { auditField, microsText } from "../../../src/sink/audit/auditFields.ts"
import { AuditWriter } from "../../../src/sink/audit/AuditWriter.ts"
import { firstPreviousHash, recordFields } from "../../../src/sink/audit/WindowRecord.ts"
import { planCommit } from "../../../src/sink/plan/commitPlan.ts"
import { money, rejection, row, wallet, window, type WindowOptions } from "../../../src/testing/windows.ts"

const stamp = { sequence: 7, previousHash: firstPreviousHash, committedAt: 1_700_000_000_123 }
const nothingStored = { inside: [], elsewhere: [], freeLegs: new Map() }

const statusWith = (options: WindowOptions): unknown => {
  const of = window("2024-03-05", "2024-03-05", [], options)
  return new Map(recordFields(of, planCommit(of, nothingStored), stamp)).get("status")
}

describe("recordFields", () => {
  it("has the columns of a window in their order, balances in four digits and instants in microseconds", () => {
    const rows = [row("A", "2024-03-05 10:00:00", "-1.5", "20"), row("B", "2024-03-05 11:00:00", "2.25", "22.25")]
    const of = window("2024-03-05", "2024-03-06", rows, {
      rejections: [rejection("{}", "2024-03-05")],
      lastSettledDay: "2024-03-04"
    })
    const told: StatementWindow = {
      ...of,
      check: { ...of.check, verdict: "proven", openingBalance: money("21.5"), closingBalance: null },
      receipt: {
        ...of.receipt,
        request: { walletNo: wallet, fromDate: "2024-03-04", toDate: "2024-03-07", limit: 4321 },
        received: 6,
        outside: 2,
        duplicates: 1,
        bytes: 99,
        sha256: "cd".repeat(32),
        attempts: 3,
        requestedAt: 1_700_000_000_001,
        durationMillis: 250
      }
    }
    const outcome = { inserted: 11, changed: 12, unchanged: 13, withdrawn: 14, returned: 15, quarantined: 1 }
    assert.deepStrictEqual(recordFields(told, { ...planCommit(told, nothingStored), outcome }, stamp), [
      ["sequence", 7],
      ["run_id", "run-1"],
      ["wallet_no", "W-1"],
      ["from_day", "2024-03-05"],
      ["to_day", "2024-03-06"],
      ["last_settled_day", "2024-03-04"],
      ["asked_from", "2024-03-04"],
      ["asked_to", "2024-03-07"],
      ["row_limit", 4321],
      ["attempts", 3],
      ["status", "complete"],
      ["received", 6],
      ["rows", 2],
      ["outside", 2],
      ["duplicates", 1],
      ["quarantined", 1],
      ["inserted", 11],
      ["changed", 12],
      ["unchanged", 13],
      ["withdrawn", 14],
      ["returned", 15],
      ["bytes", 99],
      ["sha256", "cd".repeat(32)],
      ["opening_balance", "21.5000"],
      ["closing_balance", null],
      ["debit_total", "1.5000"],
      ["credit_total", "2.2500"],
      ["verdict", "proven"],
      ["requested_at", 1_700_000_000_001_000],
      ["duration_ms", 250],
      ["committed_at", 1_700_000_000_123_000],
      ["previous_hash", "0".repeat(64)]
    ])
  })

  it("says by its status where a window comes from, and of an answer whether it was believed", () => {
    const kept = [row("A", "2024-03-05 10:00:00", "1", null)]
    assert.strictEqual(statusWith({}), "complete")
    assert.strictEqual(statusWith({ kept }), "doubted")
    assert.strictEqual(statusWith({ complete: false }), "cut-off")
    assert.strictEqual(statusWith({ complete: false, kept }), "cut-off")
    assert.strictEqual(statusWith({ origin: "quarantine" }), "quarantine-retry")
    assert.strictEqual(statusWith({ origin: "joining", kept }), "joined")
    assert.strictEqual(statusWith({ origin: "decision" }), "decided")
    assert.strictEqual(statusWith({ origin: "export" }), "exported")
  })
})

describe("auditField", () => {
  it("writes as PostgreSQL's COPY does", () => {
    assert.deepStrictEqual(
      [null, "", "\\N", "a\\b\tc\nd\re", "\\\\", 0, -1, 8n, "é😀\u0000\u000b"].map(auditField),
      ["\\N", "", "\\\\N", "a\\\\b\\tc\\nd\\re", "\\\\\\\\", "0", "-1", "8", "é😀\u0000\u000b"]
    )
  })
})

const written = (write: (text: AuditWriter) => void): string => {
  const text = new AuditWriter(1)
  write(text)
  return Buffer.from(text.bytes()).toString()
}

describe("AuditWriter", () => {
  it("writes instants in microseconds, before 1970 and long after, too", () => {
    for (
      const [millis, text] of [
        [0, "0"],
        [1, "1000"],
        [999, "999000"],
        [1000, "1000000"],
        [1001, "1001000"],
        [1099, "1099000"],
        [-1, "-1000"],
        [-1000, "-1000000"],
        [1_709_647_402_003, "1709647402003000"],
        [2_147_483_647_999, "2147483647999000"],
        [2_147_483_648_000, "2147483648000000"],
        [253_402_300_799_999, "253402300799999000"]
      ] as const
    ) {
      assert.strictEqual(microsText(millis), text)
      assert.strictEqual(written((to) => to.micros(millis)), text)
    }
  })

  it("writes amounts in four digits, up to the largest of 18 digits", () => {
    for (
      const [tenThousandths, text] of [
        [0n, "0.0000"],
        [1n, "0.0001"],
        [9_999n, "0.9999"],
        [10_000n, "1.0000"],
        [-1n, "-0.0001"],
        [-10_001n, "-1.0001"],
        [100_050n, "10.0050"],
        [21_474_836_479_999n, "2147483647.9999"],
        [21_474_836_480_000n, "2147483648.0000"],
        [999_999_999_999_999_999n, "99999999999999.9999"],
        [-999_999_999_999_999_999n, "-99999999999999.9999"]
      ] as const
    ) {
      assert.strictEqual(written((to) => to.decimal(tenThousandths)), text)
      if (tenThousandths <= BigInt(Number.MAX_SAFE_INTEGER) && tenThousandths >= -BigInt(Number.MAX_SAFE_INTEGER)) {
        assert.strictEqual(written((to) => to.tenThousandths(Number(tenThousandths))), text)
      }
    }
    assert.strictEqual(written((to) => to.decimal(null)), "\\N")
  })

  it("writes texts of any length and kind as fields, whatever stands before them", () => {
    for (const long of [0, 1, 11, 12, 13, 14, 100]) {
      for (
        const last of ["", "x", " ", "~", "[", "]", "\u007f", "\u001f", "\u0000", "\\", "\t", "\n", "\r", "é", "😀"]
      ) {
        const text = "x".repeat(long) + last
        for (const room of [0, 1, 5]) {
          const expected = "1.0000\t".repeat(room) + auditField(text) + auditField(text) + "\n"
          const found = written((to) => {
            for (let count = 0; count < room; count++) {
              to.decimal(10_000n)
              to.tab()
            }
            to.field(text)
            const bytes = Buffer.from(`-${text}-`)
            to.fieldOf(bytes, 1, bytes.length - 1)
            to.endLine()
          })
          assert.strictEqual(found, expected, JSON.stringify(text))
        }
      }
    }
  })
})
