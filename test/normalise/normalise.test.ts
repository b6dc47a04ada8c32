import { assert, describe, it } from "@effect/vitest"
import { JsonNumber } from "../../src/domain/JsonNumber.ts"
import * as Money from "../../src/domain/Money.ts"
import { formatDay, parseDay, type Period } from "../../src/domain/Period.ts"
import * as Rows from "../../src/domain/Rows.ts"
import { zoneClock } from "../../src/domain/ServiceTime.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import { normalise, type NormaliseRules } from "../../src/normalise/normalise.ts"
import { readTexts, recordText } from "../../src/statement/recordTexts.ts"

const clock = zoneClock("Africa/Nairobi")
if (clock === undefined) throw new Error("no zone")
const rules: NormaliseRules = { clock, markerPolicy: "trust-24h", currency: null }
const walletNo = WalletNo.make("254700000001")

const record: StatementRecord = {
  txnId: "T1",
  type: "Debit",
  amount: "10.00",
  balance: new JsonNumber("90.5"),
  description: "Debited KES10.00 for lunch",
  confirmed: true,
  date: "2024-03-05 14:03:22 PM"
}

/** What becomes of records that stand in such texts. */
const normalised = (texts: ReadonlyArray<string>, changed: Partial<NormaliseRules> = {}) => {
  const { rejections, rows } = normalise(walletNo, readTexts(texts), { ...rules, ...changed })
  return { rejections, rows: Rows.toArray(rows) }
}

const received = (changes: Partial<StatementRecord>): string => recordText({ ...record, ...changes })

const day = (text: string) => parseDay(text) ?? assert.fail(text)

describe("normalise", () => {
  it("makes an exact row of a record", () => {
    const { rejections, rows } = normalised([received({})])
    assert.deepStrictEqual(rejections, [])
    assert.deepStrictEqual(rows, [{
      walletNo,
      txnId: "T1",
      type: "Debit",
      amount: Money.fromTenThousandths(100_000n),
      balance: Money.fromTenThousandths(905_000n),
      currency: Currency.make("KES"),
      description: "Debited KES10.00 for lunch",
      confirmed: true,
      occurredAt: Date.parse("2024-03-05T11:03:22Z"),
      localTime: Date.parse("2024-03-05T14:03:22Z"),
      dateText: "2024-03-05 14:03:22 PM",
      timeFlag: null
    }])
  })

  it("keeps digits that a double would lose, as string and as number", () => {
    const { rows } = normalised([
      received({ amount: "90071992547409.9301", balance: new JsonNumber("90071992547409.9301") })
    ])
    assert.strictEqual(rows[0]?.amount, 900_719_925_474_099_301n)
    assert.strictEqual(rows[0]?.balance, 900_719_925_474_099_301n)
  })

  it("takes a missing or null balance as none", () => {
    const { balance: _, ...withoutBalance } = record
    const { rows } = normalised([recordText(withoutBalance), received({ balance: null })])
    assert.deepStrictEqual(rows.map((row) => row.balance), [null, null])
  })

  it("lets settings name the currency", () => {
    const { rows } = normalised([received({})], { currency: Currency.make("USD") })
    assert.strictEqual(rows[0]?.currency, "USD")
  })

  it("flags a contradicting marker", () => {
    const { rows } = normalised([received({ date: "2024-03-05 09:00:00 PM" })])
    assert.strictEqual(rows[0]?.timeFlag, "marker-conflict")
  })

  it.each(
    [
      [{ amount: "ten" }, "money-not-decimal", "amount: expected a plain decimal such as 1250.00"],
      [{ amount: "0.00001" }, "money-too-precise", "amount: expected at most 4 decimals"],
      [
        { amount: "123456789012345" },
        "money-too-large",
        "amount: expected at most 14 digits in front of the point"
      ],
      [{ balance: "1,000.00" }, "money-not-decimal", "balance: expected a plain decimal such as 1250.00"],
      [{ balance: new JsonNumber("1e-7") }, "money-too-precise", "balance: expected at most 4 decimals"],
      [{ amount: "ten", balance: "eleven" }, "money-not-decimal", "amount: expected a plain decimal such as 1250.00"]
    ] as const
  )("rejects %j as %s, keeps its text and says what was expected", (changes, reason, detail) => {
    const text = received(changes).replace("{", `{ "secret" : 1, `)
    const { rejections, rows } = normalised([received({}), text, received({})])
    assert.strictEqual(rows.length, 2)
    assert.strictEqual(rejections[0]?.reason, reason)
    assert.strictEqual(rejections[0]?.detail, detail)
    assert.strictEqual(rejections[0]?.rawText, text)
    const day = rejections[0]?.day
    assert.strictEqual(day === null || day === undefined ? undefined : formatDay(day), "2024-03-05")
  })

  it("rejects a time that does not exist, on no day", () => {
    const { rejections } = normalised([received({ date: "2024-02-30 10:00:00 AM" })])
    assert.strictEqual(rejections[0]?.reason, "time-malformed")
    assert.strictEqual(
      rejections[0]?.detail,
      "date: expected YYYY-MM-DD HH:MM:SS and AM or PM, a time that exists"
    )
    assert.isNull(rejections[0]?.day)
  })

  it("takes the day of a malformed record from its own date, not from one further inside", () => {
    const { rejections } = normalised([
      `{"extra":{"date":"2019-01-01 10:00:00 AM"},"date":"2024-03-05 10:00:00 AM"}`
    ])
    const day = rejections[0]?.day
    assert.strictEqual(day === null || day === undefined ? undefined : formatDay(day), "2024-03-05")
  })

  it("rejects a contradicting marker where the policy says so", () => {
    const { rejections } = normalised([received({ date: "2024-03-05 09:00:00 PM" })], { markerPolicy: "reject" })
    assert.strictEqual(rejections[0]?.reason, "time-marker-conflict")
    assert.strictEqual(
      rejections[0]?.detail,
      "date: the hour and the AM/PM marker contradict each other, and the marker policy is reject"
    )
    const day = rejections[0]?.day
    assert.strictEqual(day === null || day === undefined ? undefined : formatDay(day), "2024-03-05")
  })

  it.each(
    [
      ["00:00:00 AM", "trust-24h", "00:00:00", null],
      ["00:00:00 AM", "reject", "00:00:00", null],
      ["09:00:00 AM", "reject", "09:00:00", null],
      ["21:00:00 PM", "reject", "21:00:00", null],
      ["21:00:00 AM", "reject", "21:00:00", null],
      ["09:00:00 PM", "trust-24h", "09:00:00", "marker-conflict"],
      ["09:00:00 PM", "trust-marker", "21:00:00", "marker-conflict"],
      ["12:30:00 AM", "trust-marker", "00:30:00", "marker-conflict"],
      ["12:30:00 AM", "trust-24h", "12:30:00", "marker-conflict"],
      ["09:00:00 AM", "trust-marker", "09:00:00", null],
      ["12:30:00 PM", "trust-marker", "12:30:00", null]
    ] as const
  )("reads %s with %s as %s", (written, markerPolicy, time, flag) => {
    const { rejections, rows } = normalised([received({ date: `2024-03-05 ${written}` })], { markerPolicy })
    assert.deepStrictEqual(rejections, [])
    assert.deepStrictEqual(
      rows.map(({ localTime, occurredAt, timeFlag }) => ({ localTime, occurredAt, timeFlag })),
      [{
        localTime: Date.parse(`2024-03-05T${time}Z`),
        occurredAt: Date.parse(`2024-03-05T${time}+03:00`),
        timeFlag: flag
      }]
    )
  })

  it("rejects noon as night where the policy rejects contradictions, on the day it names", () => {
    const { rejections } = normalised([received({ date: "2024-03-05 12:30:00 AM" })], { markerPolicy: "reject" })
    assert.deepStrictEqual(rejections.map(({ day, reason }) => [day === null ? null : formatDay(day), reason]), [
      ["2024-03-05", "time-marker-conflict"]
    ])
  })

  it("names the day of a rejected record of midnight", () => {
    const { rejections } = normalised([received({ amount: "ten", date: "2024-03-05 00:00:00 AM" })])
    assert.deepStrictEqual(rejections.map(({ day }) => day === null ? null : formatDay(day)), ["2024-03-05"])
  })

  it("keeps the rows of the days that are asked for and all rejections, and tells the longest of those rows", () => {
    const texts = [
      received({ txnId: "before", date: "2024-03-04 23:59:59 PM", description: "x".repeat(400) }),
      received({ txnId: "short", date: "2024-03-05 00:00:00 AM" }),
      received({ txnId: "long", date: "2024-03-06 23:59:59 PM", description: "x".repeat(200) }),
      received({ txnId: "shorter", description: "" }),
      received({ txnId: "rejected", date: "2024-03-09 10:00:00 AM", amount: "ten", description: "x".repeat(500) }),
      received({ txnId: "behind", date: "2024-03-07 00:00:00 AM", description: "x".repeat(300) })
    ]
    const of = (days?: Period) => {
      const { longest, rejections, rows } = normalise(walletNo, readTexts(texts), rules, days)
      return { longest, ids: Rows.toArray(rows).map(({ txnId }) => txnId), rejected: rejections.length }
    }
    const length = (index: number) => Buffer.byteLength(texts[index] ?? "")
    assert.deepStrictEqual(of({ from: day("2024-03-05"), to: day("2024-03-06") }), {
      longest: length(2),
      ids: ["short", "long", "shorter"],
      rejected: 1
    })
    assert.deepStrictEqual(of(), {
      longest: length(0),
      ids: ["before", "short", "long", "shorter", "behind"],
      rejected: 1
    })
    assert.deepStrictEqual(of({ from: day("2024-03-01"), to: day("2024-03-02") }), { longest: 0, ids: [], rejected: 1 })
  })

  it.each([
    ["2024-03-31 02:30:00 AM", "nonexistent-local"],
    ["2024-10-27 02:30:00 AM", "ambiguous-local"],
    ["2024-10-27 02:30:00 PM", "marker-conflict"],
    ["2024-10-27 12:30:00 PM", null]
  ])("flags %s, where the clock is changed, as %s", (date, flag) => {
    const berlin = zoneClock("Europe/Berlin")
    if (berlin === undefined) throw new Error("no zone")
    const { rows } = normalised([received({ date })], { clock: berlin })
    assert.deepStrictEqual(rows.map((row) => row.timeFlag), [flag])
  })

  it("passes a malformed record on with its text, and loses none of its neighbours", () => {
    const { rejections, rows } = normalised([received({ txnId: "A" }), `{"x":1}`, received({ txnId: "B" })])
    assert.deepStrictEqual(rows.map((row) => row.txnId), ["A", "B"])
    assert.deepStrictEqual(rejections, [{
      reason: "missing-field",
      detail: "txnId is missing: expected a string",
      rawText: `{"x":1}`,
      day: null
    }])
  })
})
