import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { dayNumber } from "../../src/sandbox/calendar.ts"
import { fromUnits, toUnits } from "../../src/sandbox/decimal.ts"
import { generate } from "../../src/sandbox/generate.ts"
import { type Ledger, rowAt, size } from "../../src/sandbox/Ledger.ts"
import * as presets from "../../src/sandbox/presets.ts"
import { SandboxOptions, WalletOptions } from "../../src/sandbox/SandboxOptions.ts"
import { truthJson, truthOf, truthText } from "../../src/sandbox/truth.ts"

const wallet = (input: Partial<typeof WalletOptions.Encoded> = {}) =>
  Schema.decodeSync(WalletOptions)({ walletNo: "W1", records: 3000, ...input })

const ledgerOf = (input: Partial<typeof WalletOptions.Encoded> = {}, seed = 7): Ledger => {
  const ledger = generate(wallet(input), seed)
  assert(typeof ledger !== "string", String(ledger))
  return ledger
}

const rows = (ledger: Ledger) =>
  Array.from({ length: size(ledger) }, (_, place) => {
    const row = rowAt(ledger, place)
    assert(row !== undefined)
    return row
  })

const perDay = (ledger: Ledger) => {
  const counts = new Map<number, number>()
  for (const row of rows(ledger)) {
    const day = Math.floor(row.second / 86_400)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

const refusal = (input: Partial<typeof WalletOptions.Encoded>) => generate(wallet(input), 1)

describe("a generated history", () => {
  it("is the same for the same seed and another for another", () => {
    assert.deepStrictEqual(rows(ledgerOf()), rows(ledgerOf()))
    assert.notDeepEqual(rows(ledgerOf()), rows(ledgerOf({}, 8)))
    assert.notDeepEqual(
      rows(ledgerOf()).map((row) => row.amount),
      rows(ledgerOf({ walletNo: "W2" })).map((r) => r.amount)
    )
  })

  it("has every balance follow from the one before it, per currency, and none below zero", () => {
    const ledger = ledgerOf({ otherCurrencies: ["USD", "EUR"], openingBalance: "12.34", unconfirmedRate: 0.1 })
    const running = new Map(["KES", "USD", "EUR"].map((currency) => [currency, 123_400n]))
    for (const row of rows(ledger)) {
      const before = running.get(row.currency)
      assert(before !== undefined)
      const after = row.confirmed ? (row.debit ? before - row.amount : before + row.amount) : before
      assert.strictEqual(row.balance, after)
      assert.isTrue(after >= 0n)
      running.set(row.currency, after)
    }
    assert.isTrue(rows(ledger).some((row) => !row.confirmed))
  })

  it("is in order of time, has several records in one second, and shares ids between payments, fees and reversals", () => {
    const all = rows(ledgerOf())
    const seconds = all.map((row) => row.second)
    assert.deepStrictEqual(seconds, seconds.toSorted((left, right) => left - right))
    assert.isTrue(new Set(seconds).size < seconds.length)
    assert.isTrue(new Set(all.map((row) => row.txnId)).size < all.length)
    assert.isTrue(all.some((row) => row.description.includes("fee")))
    assert.isTrue(all.some((row) => row.description.includes("reversal")))
  })

  it("names currency and amount in every description", () => {
    for (const row of rows(ledgerOf({ currency: "UGX", decimals: 0 }))) {
      const word = row.debit ? "Debited" : "Credited"
      assert.match(row.description, new RegExp(`^${word} UGX ?${fromUnits(row.amount, 0)} `))
    }
  })

  it.each([[16, 2], [17, 3], [18, 4], [4, 4 - 1]])(
    "writes amounts of exactly %i digits, %i of them decimals",
    (digits, decimals) => {
      const ledger = ledgerOf({ amountDigits: digits, decimals, feeRate: 0, openingBalance: "0" })
      for (const row of rows(ledger)) {
        const text = fromUnits(row.amount, decimals)
        assert.strictEqual(text.replace(".", "").length, digits)
        assert.isTrue(row.balance >= 0n && row.balance <= 999_999_999_999_999_999n)
      }
    }
  )

  it("puts exactly the ordered count on busy days and nowhere more than the most per day", () => {
    const busyDays = [{ day: "2025-03-01", records: 800 }, { day: "2025-12-31", records: 0 }]
    const counts = perDay(ledgerOf({ busyDays, maxPerDay: 8, to: "2025-12-31" }))
    assert.strictEqual(counts.get(dayNumber("2025-03-01") ?? 0), 800)
    assert.strictEqual(counts.get(dayNumber("2025-12-31") ?? 0), undefined)
    counts.delete(dayNumber("2025-03-01") ?? 0)
    assert.isTrue(Math.max(...counts.values()) <= 8)
  })

  it("has one day in seven ten times as busy as the others when traffic is weekly", () => {
    const counts = [...perDay(ledgerOf({ records: 58_400, traffic: "weekly" })).values()].toSorted((a, b) => b - a)
    assert.isTrue((counts[51] ?? 0) > 6 * (counts[53] ?? 0))
  })

  it("has one month ten times as busy as the others when traffic is a burst", () => {
    const counts = [...perDay(ledgerOf({ records: 60_000, traffic: "burst" })).values()].toSorted((a, b) => b - a)
    assert.isTrue((counts[29] ?? 0) > 6 * (counts[31] ?? 0))
  })

  it("refuses numbers that do not fit one another and says which", () => {
    assert.match(String(refusal({ from: "2025-02-01", to: "2025-01-01" })), /first day 2025-02-01 is after its last/)
    assert.match(String(refusal({ busyDays: [{ day: "2024-12-31", records: 1 }] })), /2024-12-31 lies outside/)
    assert.match(String(refusal({ busyDays: [{ day: "2025-01-01", records: 3001 }] })), /more than its 3000 records/)
    assert.match(String(refusal({ from: "2025-12-31", maxPerDay: 10 })), /3000 records do not fit 1 days of at most 10/)
    assert.match(String(refusal({ amountDigits: 18 })), /1 to 14 digits/)
  })

  it("keeps every day of the ready-made sandboxes below the limit of one answer, 1,000,000 records included", () => {
    for (const preset of [presets.demo, presets.small, presets.large]) {
      const options = Schema.decodeSync(SandboxOptions)(preset)
      for (const one of options.wallets) {
        const ledger = generate(one, options.seed)
        assert(typeof ledger !== "string", String(ledger))
        const truth = truthOf(ledger)
        assert.strictEqual(truth.records, one.records)
        assert.isTrue(truth.busiestDayRecords < 5000)
      }
    }
  })
})

describe("the truth", () => {
  it("counts and adds up what the records say", () => {
    const ledger = ledgerOf({ openingBalance: "5.00" })
    const all = rows(ledger)
    const total = (debit: boolean) =>
      all.filter((row) => row.debit === debit).reduce((sum, row) => sum + row.amount, 0n)
    const truth = truthOf(ledger)
    const [one] = truth.currencies
    assert(one !== undefined)
    assert.strictEqual(truth.records, 3000)
    assert.strictEqual(toUnits(one.debitTotal), total(true))
    assert.strictEqual(toUnits(one.creditTotal), total(false))
    assert.strictEqual(one.openingBalance, "5.00")
    assert.strictEqual(toUnits(one.closingBalance), 50_000n + total(false) - total(true))
    assert.strictEqual(truth.busiestDayRecords, Math.max(...perDay(ledger).values()))
  })

  it("of some days opens with the balance before them and meets the days that follow", () => {
    const ledger = ledgerOf({ otherCurrencies: ["USD"] })
    const half = dayNumber("2025-06-30") ?? 0
    const first = truthOf(ledger, { from: 0, to: half })
    const second = truthOf(ledger, { from: half + 1, to: half + 400 })
    assert.strictEqual(first.records + second.records, 3000)
    assert.deepStrictEqual(
      first.currencies.map((one) => one.closingBalance),
      second.currencies.map((one) => one.openingBalance)
    )
  })

  it("is printed as text for people and as JSON with amounts as strings", () => {
    const truth = truthOf(ledgerOf({ records: 10 }))
    const [one] = truth.currencies
    assert(one !== undefined)
    assert.include(truthText([truth]), `KES closing balance ${one.closingBalance}`)
    assert.deepStrictEqual(JSON.parse(truthJson([truth])), { wallets: [truth] })
  })

  it("of an empty wallet is its opening balance", () => {
    const truth = truthOf(ledgerOf({ records: 0 }))
    assert.strictEqual(truth.records, 0)
    assert.isNull(truth.firstDay)
    assert.strictEqual(truth.currencies[0]?.closingBalance, "1000.00")
  })
})

describe("the sandbox's own decimals", () => {
  it.effect.prop("read back as they were written", [
    Schema.BigInt.check(
      Schema.isBetweenBigInt({ minimum: -999_999_999_999_999_999n, maximum: 999_999_999_999_999_999n })
    ),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
  ], ([units, decimals]) =>
    Effect.sync(() => {
      assert.strictEqual(toUnits(fromUnits(units, decimals)), units)
    }), { arbitrary: { seed: 20_250_101 } })
})
