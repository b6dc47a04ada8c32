import { assert, describe, it } from "@effect/vitest"
import * as Money from "../../src/domain/Money.ts"
import { currencyOf } from "../../src/normalise/currencyOf.ts"
import { CurrencyReader } from "../../src/normalise/CurrencyReader.ts"
import { recordsOf } from "../../src/statement/recordTexts.ts"
import { random } from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"
import { currencyByPattern } from "../kit/references.ts"

const seed = 77
const count = cases(Number(process.env["REFERENCE_CASES"] ?? 50_000))
const pieces =
  "KES|USD|10|10.00|1,0|-| |  |\u00a0|.|,|a|A|B|K|KE|x|5|0|é|\n|1|Ksh|[|@|10.0000|KES10|10 USD|Credited |Paid".split(
    "|"
  )
const amounts = ["10", "5", "-10", "0", "1", "105"].flatMap((text) => {
  const money = Money.parse(text)
  return typeof money === "bigint" ? [money] : []
})

describe(`currencies (${count} descriptions from seed ${seed})`, () => {
  it("are found where a pattern finds them, and nowhere else", () => {
    const next = random(seed)
    let found = 0
    const descriptions: Array<readonly [string, Money.Money, string | null]> = []
    for (let index = 0; index < count; index++) {
      const length = 1 + Math.floor(next() * 9)
      const text = Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join("")
      const amount = amounts[index % amounts.length] ?? Money.zero
      const expected = currencyByPattern(text, amount)
      descriptions.push([text, amount, expected])
      assert.strictEqual(currencyOf(text, amount), expected, JSON.stringify([text, String(amount)]))
      if (expected !== null) found++
    }
    assert.isAbove(found, count / 100)
    const records = recordsOf(descriptions.map(([description, amount]) => ({
      txnId: "",
      type: "Debit",
      amount: Money.format(amount),
      description,
      confirmed: true,
      date: ""
    })))
    const reader = new CurrencyReader(records, null)
    descriptions.forEach(([text, amount, expected], index) => {
      assert.strictEqual(reader.found[reader.at(index)], expected, JSON.stringify([text, String(amount)]))
    })
  })
})
