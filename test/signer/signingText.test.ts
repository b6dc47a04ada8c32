import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { signingText } from "../../src/signer/signingText.ts"

describe("signingText", () => {
  it("puts wallet number, end date and limit back to back", () => {
    const text = signingText({ walletNo: "0123456789", toDate: "2024-01-31", limit: "5000" }, "")
    assert.strictEqual(text, "01234567892024-01-315000")
  })

  it("puts the separator between the values only", () => {
    const text = signingText({ walletNo: "W1", toDate: "2024-01-31", limit: "1" }, "|")
    assert.strictEqual(text, "W1|2024-01-31|1")
  })

  it.effect.prop("keeps every value as it is, whatever it holds", [
    Schema.String,
    Schema.String,
    Schema.String,
    Schema.String
  ], ([walletNo, toDate, limit, separator]) =>
    Effect.sync(() => {
      const text = signingText({ walletNo, toDate, limit }, separator)
      assert.strictEqual(text, walletNo + separator + toDate + separator + limit)
    }), { arbitrary: { seed: "signing text", runs: 500 } })
})
