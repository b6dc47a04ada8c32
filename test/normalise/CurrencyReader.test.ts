import { assert, describe, it } from "@effect/vitest"
import { fromTenThousandths, magnitude, type Money, parse } from "../../src/domain/Money.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { currencyOf } from "../../src/normalise/currencyOf.ts"
import { CurrencyReader } from "../../src/normalise/CurrencyReader.ts"

const money = (text: string): Money => {
  const parsed = parse(text)
  if (typeof parsed === "string") throw new Error(parsed)
  return parsed
}

/** Descriptions and amounts, each between texts that would change what is read if a reader went beyond its ends. */
const recordsOf = (rows: ReadonlyArray<readonly [string, string]>, before: string, behind: string) => {
  const texts = rows.map(([description]) => Buffer.from(description))
  const [gap, end] = [Buffer.from(before), Buffer.from(behind)]
  const starts: Array<number> = []
  const ends: Array<number> = []
  let length = 0
  for (const text of texts) {
    starts.push(length + gap.length)
    ends.push(length + gap.length + text.length)
    length += gap.length + text.length + end.length
  }
  return {
    bytes: Buffer.concat(texts.flatMap((text) => [gap, text, end])),
    descriptionStart: Int32Array.from(starts),
    descriptionEnd: Int32Array.from(ends),
    amount: BigInt64Array.from(rows, ([, amount]) => magnitude(money(amount)))
  }
}

/** The currencies of records, and the descriptions that were read as texts. */
const read = (
  rows: ReadonlyArray<readonly [string, string]>,
  before = "",
  behind = "",
  currency: Currency | null = null
) => {
  const texts: Array<string> = []
  const reader = new CurrencyReader(recordsOf(rows, before, behind), currency, (description, amount) => {
    texts.push(description)
    return currencyOf(description, amount)
  })
  return { currencies: rows.map((_, index) => reader.found[reader.at(index)]), found: reader.found, texts }
}

const usual = [
  ["Credited KES10.00 from Jane Doe", "10", "KES"],
  ["Debited KES 10.00 for order 77", "10.00", "KES"],
  ["Debited KES-10.5", "-10.50", "KES"],
  ["Debited KES -10.50", "-10.5", "KES"],
  ["KES10", "10", "KES"],
  ["KES0", "0", "KES"],
  ["KES0.0001", "0.0001", "KES"],
  ["KES123.4567", "123.4567", "KES"],
  ["KES987654321.09", "987654321.09", "KES"],
  ["ZAR90.09 to Jane", "90.09", "ZAR"],
  ["AZN1 ", "1", "AZN"],
  ["KES10.00. Thank you", "10", "KES"],
  ["KES10.00, fee 1,000.50", "10", "KES"],
  ["a/b: KES10.00", "10", "KES"],
  ["@KES10.00", "10", "KES"],
  ["[KES10.00", "10", "KES"],
  ["`KES10.00", "10", "KES"],
  ["{KES10.00", "10", "KES"],
  ["é KES10.00 à Zoë", "10", "KES"],
  ["KES10.00 AB CD aBCd Ef [A@Z[", "10", "KES"],
  ["KES900719925474.0961", "900719925474.0961", "KES"],
  ["KES900719925474.0991", "900719925474.0991", "KES"]
] as const

const odd = [
  ["KES10.", "10", "KES"],
  ["KES10.00001", "10", null],
  ["KES1,000.00", "1000", "KES"],
  ["KES900719925474.0961", "900719925474.0960", null],
  ["KES900719925474.0971", "900719925474.0972", null],
  ["KES900719925474.0992", "900719925474.0992", "KES"],
  ["KES900719925474.0993", "900719925474.0992", null],
  ["KES10.00 of XQZ10.00", "10", "KES"],
  ["KES10.00 AAA", "10", "KES"],
  ["KES10.00 ZZZ1", "10", "KES"],
  ["KES10.00 B.ABCD", "10", "KES"],
  ["KES10.00USD", "10", "KES"],
  ["aKES10.00", "10", null],
  ["zKES10.00", "10", null],
  ["AKES10.00", "10", null],
  ["ZKES10.00", "10", null],
  ["kES10.00", "10", null],
  ["XQZ10.00", "10", null],
  ["ES10.00", "10", null],
  ["KES - 10.00", "10", null],
  ["KES  10.00", "10", null],
  ["KES\u00a010.00", "10", "KES"],
  ["10.00 KES", "10", "KES"],
  ["KES9.50 and KES10.00", "10", "KES"],
  ["KES100.0", "10", null],
  ["KES1.0", "10", null],
  ["Paid KES", "0", null],
  ["KES", "0", null],
  ["", "0", null]
] as const

/** The bytes beside a description are others of the same answer. */
const beside = ["", "A", "K", "KES", "9", "0", "5", ".", ".5", ",", "-", " ", "USD", "US", "S"].flatMap((before) =>
  ["", "0", "5", ".", ".5", ",", ",0", "KES", "K", "ES", " ", "USD1"].map((behind) => [before, behind] as const)
)

describe("the currencies of an answer", () => {
  it.each(usual)("are read from the bytes of %j", (description, amount, currency) => {
    for (const [before, behind] of beside) {
      assert.deepStrictEqual(
        read([[description, amount]], before, behind),
        { currencies: [Currency.make(currency)], found: [Currency.make(currency)], texts: [] },
        JSON.stringify([before, behind])
      )
    }
  })

  it.each(odd)("are read from the text of %j with %s", (description, amount, currency) => {
    for (const [before, behind] of beside) {
      assert.deepStrictEqual(
        read([[description, amount]], before, behind),
        {
          currencies: [currency === null ? null : Currency.make(currency)],
          found: [currency === null ? null : Currency.make(currency)],
          texts: [description]
        },
        JSON.stringify([before, behind])
      )
    }
  })

  it("are those that settings name, whatever the descriptions say", () => {
    const { currencies, found, texts } = read([["KES10", "10"], ["", "1"]], "", "", Currency.make("USD"))
    assert.deepStrictEqual({ currencies, found, texts }, { currencies: ["USD", "USD"], found: ["USD"], texts: [] })
  })

  it("are numbered in the order in which they are found, each once, and so is none that is known", () => {
    const rows = [["KES1", "1"], ["?", "1"], ["USD1", "1"], ["KES2", "2"], ["?", "2"], ["1 USD", "1"], ["KES3", "3"]]
    const { currencies, found, texts } = read(rows.map(([text = "", amount = ""]) => [text, amount]))
    const [kes, usd] = [Currency.make("KES"), Currency.make("USD")]
    assert.deepStrictEqual(currencies, [kes, null, usd, kes, null, usd, kes])
    assert.deepStrictEqual(found, [kes, null, usd])
    assert.deepStrictEqual(texts, ["?", "?", "1 USD"])
  })

  it.each(["XES", "KXS", "KEX", "BAM", "AED", "AUD"])("are told apart where a code follows one like it: %s", (code) => {
    const rows: ReadonlyArray<readonly [string, string]> = [["KES1", "1"], [`${code}1`, "1"], ["KES1", "1"], [
      `${code}2`,
      "2"
    ]]
    const expected = currencyOf(`${code}1`, fromTenThousandths(10_000n))
    assert.deepStrictEqual(read(rows).currencies, [Currency.make("KES"), expected, Currency.make("KES"), expected])
  })

  it.each([["AED", "AUD"], ["AUD", "AED"], ["BBD", "BSD"], ["BSD", "USD"]])("are told apart: %s, %s", (one, other) => {
    const { currencies, texts } = read([[`${one}1`, "1"], [`${other}1`, "1"]])
    assert.deepStrictEqual({ currencies, texts }, { currencies: [Currency.make(one), Currency.make(other)], texts: [] })
  })
})
