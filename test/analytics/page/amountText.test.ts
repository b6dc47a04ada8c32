/**
 * Amounts, counts and days as a page shows them.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  amountText,
  countText,
  dayText,
  instantText,
  monthText,
  shortMonth
} from "../../../src/analytics/page/amountText.ts"

describe("an amount in a page", () => {
  it("keeps every digit, with two decimals at least", () => {
    for (
      const [decimal, text] of [
        ["0.0000", "0.00"],
        ["0", "0.00"],
        ["12.5000", "12.50"],
        ["999.9900", "999.99"],
        ["1000.0000", "1,000.00"],
        ["-1234567.8912", "−1,234,567.8912"],
        ["-0.0100", "−0.01"],
        ["99999999999999999999999999999999.9999", "99,999,999,999,999,999,999,999,999,999,999.9999"],
        ["9007199254740993.0100", "9,007,199,254,740,993.01"]
      ]
    ) assert.strictEqual(amountText(decimal ?? ""), text)
    assert.strictEqual(countText("1234567"), "1,234,567")
    assert.strictEqual(countText(12), "12")
  })

  it("is one of days and months in words", () => {
    assert.strictEqual(dayText("2025-01-09"), "9 January 2025")
    assert.strictEqual(monthText("2025-12-31"), "December 2025")
    assert.strictEqual(shortMonth("2025-09-01"), "Sep 25")
    assert.strictEqual(instantText(Date.parse("2026-11-25T08:00:59Z")), "2026-11-25 08:00 UTC")
  })
})
