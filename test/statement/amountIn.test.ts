import { assert, it } from "@effect/vitest"
import * as Money from "../../src/domain/Money.ts"
import { amountIn } from "../../src/statement/amountIn.ts"

const told = (text: string): string | undefined => {
  const amount = amountIn(text)
  return amount === undefined ? undefined : Money.format(amount)
}

it("reads the signed amount of a record that can't be read otherwise", () => {
  assert.strictEqual(told(`{"type":"Debit","amount":"22.85","date":"nonsense"}`), "-22.85")
  assert.strictEqual(told(`{"amount":90071992547409.93,"type":"Credit","txnId":7}`), "90071992547409.93")
})

it("takes nothing for an amount that is not told exactly", () => {
  for (
    const text of [
      "",
      "7",
      "null",
      "[]",
      "{",
      `{"type":"Debit"}`,
      `{"amount":"22.85"}`,
      `{"type":"debit","amount":"22.85"}`,
      `{"type":"Debit","amount":"22,85"}`,
      `{"type":"Debit","amount":"0.00001"}`,
      `{"type":"Debit","amount":null}`,
      `{"type":"Debit","amount":{"value":"22.85"}}`
    ]
  ) {
    assert.isUndefined(told(text), text)
  }
})
