import { assert, describe, it } from "@effect/vitest"
import * as Money from "../../src/domain/Money.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { currencyOf, readCurrency } from "../../src/normalise/currencyOf.ts"
import { random } from "../continuity/statements.ts"

const money = (text: string): Money.Money => {
  const parsed = Money.parse(text)
  if (typeof parsed === "string") throw new Error(parsed)
  return parsed
}

const payerSeed = 20_261_123
const payerPieces =
  "KES|USD|EUR|10|10.00|1,0|-| |  |\u00a0|.|,|a|B|5|é|\n|Credited |Debited USD10.00|[|10USD| 10 USD|USD 10.00".split(
    "|"
  )

describe("currencyOf", () => {
  it.each([
    ["Credited KES10.00 from Jane Doe", "10", "KES"],
    ["Debited KES 10.00 for order 77", "10.00", "KES"],
    ["Paid 1,250.50 UGX to Acme Ltd", "1250.5", "UGX"],
    ["Credited USD1,000,000.00", "1000000", "USD"],
    ["Refund of KES10.00, fee KES0.50", "0.5", "KES"],
    ["Debited KES-10.00", "-10", "KES"],
    ["Debited KES10.00 (KES10.00)", "10", "KES"],
    ["Free of charge: KES0", "0", "KES"],
    ["KES10.00 of XQZ10.00", "10", "KES"],
    ["XQZ10.00 is KES10.00", "10", "KES"],
    ["USD10.50 or KES10.00", "10", "KES"],
    ["10.00KES", "10", "KES"],
    ["Paid to 254712345678 KES100.00", "100", "KES"],
    ["Paid to 254712345678 KES 100.00", "100", "KES"],
    ["Paid to 254712345678 KES100.00 for order 12", "100", "KES"],
    ["Sent to 0712345678 UGX 5,000.00 at 12:30", "5000", "UGX"],
    ["order 12 USD 3.00 KES 100.00", "100", "KES"],
    ["order 12 USD 3.00 KES 100.00", "3", "USD"],
    ["5.00 KES 10.00 USD", "10", "USD"],
    ["5.00 KES 10.00 USD", "5", "KES"],
    ["KES 5.00 USD 10.00", "10", "USD"],
    ["KES 5.00 USD 10.00", "5", "KES"],
    ["10.00 KES 7", "10", "KES"],
    ["7 KES10.00", "10", "KES"],
    ["10.00KES 7", "10", "KES"],
    ["Paid ZAR10.00", "10", "ZAR"],
    ["Paid KES\u00a010.00", "10", "KES"],
    ["Paid KES\t10.00", "10", "KES"],
    ["Paid 10.00\u00a0KES", "10", "KES"],
    ["ref 1aB 10.00 KES", "10", "KES"],
    ["ref A1B 10.00 KES", "10", "KES"],
    ["ref 1AB 10.00 KES", "10", "KES"],
    ["ref AB1 10.00 KES", "10", "KES"],
    ["KES 5.00 USD 10.00 EUR", "5", "KES"],
    ["KES 5.00 USD 10.00 EUR", "10", "USD"],
    ["5.00 KES 10.00 USD3.00", "10", "KES"],
    ["5.00 KES 10.00 USD3.00", "3", "USD"],
    ["5.00 KES 10.00 USD EUR 3.00", "5", "KES"],
    ["5.00 KES 10.00 USD EUR 3.00", "10", "USD"],
    ["5.00 KES 10.00 USD EUR 3.00", "3", "EUR"]
  ])("reads the currency of %j", (description, amount, currency) => {
    assert.strictEqual(currencyOf(description, money(amount)), currency)
  })

  it.each([
    ["Credited KES1.00 from Jane ref USD 1.00", "1", "KES"],
    ["Credited KES 1.00 for USD1.00", "1", "KES"],
    ["Debited 1.00 KES to USD 1.00 EUR 1.00", "1", "KES"],
    ["Credited 10.00 KES 10.00 USD", "10", "KES"],
    ["Credited 10.00 KES 5.00 USD 10.00", "10", "KES"],
    ["CREDITED: KES-1,000.00 from KES 5 USD 1000", "1000", "KES"],
    ["Refund of KES1.00, USD1.00", "1", "KES"],
    ["You have received UGX5 from 5 USD", "5", "UGX"]
  ])("takes the service's own words before what a payer wrote behind them: %j", (description, amount, currency) => {
    assert.strictEqual(currencyOf(description, money(amount)), currency)
  })

  it.each([
    ["Credited ", "KES10.00", " from "],
    ["Credited ", "KES 10.00", " "],
    ["Debited ", "10.00 KES", " to "],
    ["Debited ", "10.00KES", " for order "],
    ["Payment of ", "KES10", ", "],
    ["Received: ", "KES 10.0000", " ("]
  ])(
    `can't be had to take it away by any text of a payer: %s%s%s… (seed ${payerSeed})`,
    (before, sum, behind) => {
      const next = random(payerSeed)
      for (let round = 0; round < 5000; round++) {
        const pieces = Array.from(
          { length: 1 + Math.floor(next() * 8) },
          () => payerPieces[Math.floor(next() * payerPieces.length)]
        )
        const text = `${before}${sum}${behind}${pieces.join("")}`
        assert.strictEqual(currencyOf(text, money("10")), "KES", JSON.stringify(text))
      }
    }
  )

  it.each([
    ["behind a payer's name", "From USD10.00 KES10.00"],
    ["behind a payer's words", "Jane Credited USD10.00 Credited KES10.00"],
    ["behind nothing", "USD10.00 KES10.00"],
    ["behind another sum", "Paid 3 USD10.00 KES10.00"]
  ])("guesses nothing from two codes of which the first stands %s", (_case, description) => {
    assert.isNull(currencyOf(description, money("10")))
  })

  it.each([
    "Credited KES1000.00 from Jane ref USD 999.50",
    "Paid: 1,000.00 KES to Jane (999.50 USD)",
    "Fee of KES 0.50, USD 999.50"
  ])("takes no other one from a payer where the service's sum is not the amount: %s", (description) => {
    assert.isNull(currencyOf(description, money("999.50")))
  })

  it("believes the service's code where another of its sums is the amount", () => {
    assert.strictEqual(currencyOf("Credited KES1000.00, fee KES0.50, net KES999.50", money("999.50")), "KES")
  })

  it.each([
    ["no currency at all", "Payment received", "10"],
    ["another amount", "Credited KES10.00 from Jane", "9.50"],
    ["no such code", "Credited XQZ10.00 from Jane", "10"],
    ["two currencies for one amount", "Exchanged KES10.00 for USD10.00", "10"],
    ["a word that ends like a code", "Account BIKES10.00", "10"],
    ["a word that begins like a code", "Bought 10 KESTRELS", "10"],
    ["the end of another amount", "Paid 1.10 KES", "10"],
    ["a code for one amount in another's place", "USD9.00 KES8.00", "10"],
    ["lower case", "Credited kes10.00", "10"],
    ["a code far from the amount", "KES credited: 10.00", "10"],
    ["a code that stands with a number behind the amount", "100.00 KES5.00", "100"],
    ["a letter between them", "KES\u00e910.00", "10"],
    ["a control character between them", "KES\u000110.00", "10"],
    ["digits behind a point", "Paid .10 KES", "10"],
    ["digits behind a comma", "Paid ,10 KES", "10"]
  ])("guesses nothing from %s", (_case, description, amount) => {
    assert.isNull(currencyOf(description, money(amount)))
  })

  it.each([
    ["Credited KES10.00 from Jane", "10", "KES", true],
    ["Credited KES10.00 from Jane USD10.00", "10", "KES", true],
    ["From Jane KES10.00", "10", "KES", false],
    ["Credited KES1000.00, net KES999.50", "999.50", "KES", false],
    ["KES10.00 or USD10.00", "10", null, false],
    ["Payment received", "10", null, false]
  ])("tells whose word it is: %j", (description, amount, currency, isBooked) => {
    const named = currency === null ? null : Currency.make(currency)
    assert.deepStrictEqual(readCurrency(description, money(amount)), { currency: named, isBooked })
  })

  it("takes hostile text in its stride", () => {
    assert.isNull(currencyOf("1".repeat(20_000) + ",".repeat(20_000), money("1")))
    assert.isNull(currencyOf("KES".repeat(20_000), money("1")))
  })
})
