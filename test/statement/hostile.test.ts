/**
 * Hostile bodies through everything between the socket and the rows, each held against a second reader: what is taken
 * means exactly what the text says, what is not taken is said so, and no record is lost. 20,000 bodies, or as many as
 * HOSTILE_BODIES says, from the seed HOSTILE_SEED on.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { JsonNumber } from "../../src/domain/JsonNumber.ts"
import * as Records from "../../src/domain/Records.ts"
import * as Rows from "../../src/domain/Rows.ts"
import { zoneClock } from "../../src/domain/ServiceTime.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { parse } from "../../src/json/ExactJson.ts"
import type { JsonBounds } from "../../src/json/JsonValue.ts"
import { normalise, type NormaliseRules } from "../../src/normalise/normalise.ts"
import { pageBounds } from "../../src/settings/TransportSettings.ts"
import { readPage } from "../../src/statement/readPage.ts"
import { readTexts, recordAt } from "../../src/statement/recordTexts.ts"
import { lookOf, serverSaid } from "../../src/transport/words/serverText.ts"
import { cases } from "../kit/cases.ts"
import { type Extras, hostileBody } from "../kit/hostileBodies.ts"
import { type Extent, memberOf, plainOf, readReference, type ReferenceValue } from "../kit/referenceJson.ts"

const count = Number(process.env["HOSTILE_BODIES"] ?? cases(20_000))
const firstSeed = Number(process.env["HOSTILE_SEED"] ?? 1)
const vectors = process.env["CONFORMANCE_VECTORS"] ?? ""
const suite = join(vectors, "json-test-suite")
const absent = !existsSync(suite)

const documents = new Map(
  absent ? [] : readdirSync(suite).filter((name) => name.endsWith(".json")).map((name) => [
    name,
    Uint8Array.from(readFileSync(join(suite, name)))
  ])
)
const strings: ReadonlyArray<string> = absent
  ? []
  : JSON.parse(readFileSync(join(vectors, "naughty-strings.json"), "utf8"))
const extras: Extras = { documents: [...documents.values()], strings }

const clock = zoneClock("Africa/Nairobi")
assert.isDefined(clock)
const policies = ["trust-24h", "trust-marker", "reject"] as const
const rulesOf = (seed: number): NormaliseRules => ({
  clock,
  markerPolicy: policies[seed % 3] ?? "reject",
  currency: null
})
const tight: JsonBounds = { depth: 4, elements: 3, keys: 8, stringLength: 40, values: 20 }
const walletNo = WalletNo.make("254700000001")

/** What is shown of a body that is no statement: a place and what belongs there, and nothing of the body. */
const detailShape = /^(line \d+, column \d+: )?expected [A-Za-z0-9 ,"\\/-]+$/
const nairobiMillis = 3 * 3_600_000

const tooMuch = (extent: Extent, bounds: JsonBounds): boolean =>
  extent.depth > bounds.depth || extent.elements > bounds.elements || extent.keys > bounds.keys ||
  extent.stringLength > bounds.stringLength || extent.values > bounds.values

/** Ten-thousandths; undefined when a DECIMAL(18,4) does not hold the number exactly, or the text is no plain decimal. */
const moneyOf = (text: string): bigint | undefined => {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match
  const shift = Number(exponent) - fraction.length + 4
  const digits = BigInt(sign + whole + fraction)
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n
  if (digits % divisor !== 0n) return undefined
  const value = digits / divisor * (shift > 0 ? 10n ** BigInt(shift) : 1n)
  return value > -(10n ** 18n) && value < 10n ** 18n ? value : undefined
}

const monthDays = (year: number, month: number): number =>
  month === 2
    ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28)
    : [4, 6, 9, 11].includes(month)
    ? 30
    : 31

/** The wall clock's milliseconds and whether hour and marker contradict each other; undefined for a time that is none. */
const timeOf = (
  text: string,
  policy: NormaliseRules["markerPolicy"]
): { readonly localTime: number; readonly conflict: boolean } | undefined => {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) (AM|PM|am|pm|Am|aM|Pm|pM)$/.exec(
    text
  )
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const exists = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= monthDays(year, month) && hour < 24 &&
    minute < 60 && second < 60
  const conflict = match[7]?.toUpperCase() === "PM" ? hour > 0 && hour < 12 : hour === 12
  if (!exists || (conflict && policy === "reject")) return undefined
  const midnight = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  const shown = conflict && policy === "trust-marker" ? (hour + 12) % 24 : hour
  return { localTime: midnight + (shown * 3600 + minute * 60 + second) * 1000, conflict }
}

const stringOf = (element: ReferenceValue, key: string): string | undefined => {
  const member = memberOf(element, key)
  return member?.kind === "string" ? member.text : undefined
}

/** A number's text or a string's; null for null and for none at all; undefined for anything else. */
const numericOf = (element: ReferenceValue, key: string): string | null | undefined => {
  const member = memberOf(element, key)
  if (member === undefined || member.kind === "null") return null
  return member.kind === "number" || member.kind === "string" ? member.text : undefined
}

/** What an element of `data` is by the interface; undefined when it has not the shape of a record. */
const recordOf = (element: ReferenceValue) => {
  const [txnId, type, description, date] = ["txnId", "type", "description", "date"].map((key) => stringOf(element, key))
  const confirmed = memberOf(element, "confirmed")
  const amount = numericOf(element, "amount")
  const balance = numericOf(element, "balance")
  if (txnId === undefined || description === undefined || date === undefined || amount === undefined) return undefined
  if (amount === null || balance === undefined || (type !== "Debit" && type !== "Credit")) return undefined
  if (confirmed?.kind !== "boolean") return undefined
  return { txnId, type, description, date, confirmed: confirmed.value, amount, balance }
}

const received = (value: unknown): string | null =>
  value === undefined || value === null ? null : value instanceof JsonNumber ? value.text : String(value)

const assertReceived = (records: Records.Records, index: number, element: ReferenceValue): void => {
  const expected = recordOf(element)
  const record = recordAt(records, index)
  if (expected === undefined) return assert.isUndefined(record, "no record has this shape")
  if (record === undefined) {
    return assert.fail(`a record of the right shape was refused: ${records.rejected.get(index)?.detail}`)
  }
  const { amount, balance, confirmed, date, description, txnId, type } = record
  assert.isTrue(
    isDeepStrictEqual(
      { txnId, type, description, date, confirmed, amount: received(amount), balance: received(balance) },
      expected
    ),
    "the record says something else than the text"
  )
}

/** The row that an element must become; a text when it must become none. */
const rowOf = (element: ReferenceValue, rules: NormaliseRules) => {
  const record = recordOf(element)
  if (record === undefined) return "no record"
  const { date, txnId, type, description, confirmed } = record
  const amount = moneyOf(record.amount)
  const balance = record.balance === null ? null : moneyOf(record.balance)
  const time = timeOf(date, rules.markerPolicy)
  if (amount === undefined || balance === undefined) return "no money"
  if (time === undefined) return "no time"
  const timeFlag = time.conflict ? "marker-conflict" : null
  const { localTime } = time
  return {
    walletNo,
    txnId: sound(txnId),
    type,
    amount,
    balance,
    description: sound(description),
    confirmed,
    localTime,
    dateText: date,
    timeFlag
  }
}

/** Half of a surrogate pair is written out, since no UTF-8 text can hold it. */
const sound = (text: string): string =>
  Array.from(
    text,
    (character) =>
      /^[\ud800-\udfff]$/.test(character) ? String.raw`\u${character.charCodeAt(0).toString(16)}` : character
  ).join("")

/** The code of a currency is none, or stands in the description with the amount's digits beside it. */
const assertCurrency = ({ currency, description }: Transaction): void => {
  if (currency === null) return
  assert.match(description, new RegExp(`${currency}\\s?-?[0-9]|[0-9]\\s?${currency}`), "a currency that is not named")
}

/** What a body came to. */
type Outcome = "rows" | "quarantine" | "empty page" | "refusal" | "no statement" | "beyond a bound" | "no JSON"

const assertPage = (
  records: Records.Records,
  text: string,
  elements: ReadonlyArray<ReferenceValue>,
  rules: NormaliseRules
): Outcome => {
  assert.strictEqual(records.count, elements.length, "records are lost or made up")
  const texts = elements.map(({ end, start }) => text.slice(start, end))
  elements.forEach((element, index) => {
    assertReceived(records, index, element)
    assert.strictEqual(Records.sourceText(records, index), texts[index], "the raw text is not what was received")
    const again = readTexts([texts[index] ?? ""])
    assert.deepStrictEqual(again.rejected.get(0), records.rejected.get(index), "quarantine reads the text differently")
  })
  const { rejections, rows: columns } = normalise(walletNo, records, rules)
  const rows = Rows.toArray(columns)
  const expected = elements.map((element) => rowOf(element, rules))
  const expectedRows = expected.filter((row) => typeof row !== "string")
  const rejectedTexts = texts.filter((_, index) => typeof expected[index] === "string")
  const plainRows = rows.map(({ currency: _currency, occurredAt: _occurredAt, ...row }) => row)
  assert.isTrue(isDeepStrictEqual(plainRows, expectedRows), "rows are not what the text says")
  assert.isTrue(isDeepStrictEqual(rejections.map(({ rawText }) => rawText), rejectedTexts), "quarantine differs")
  for (const row of rows) {
    assertCurrency(row)
    // Nairobi's clock has been three hours ahead since 1960.
    if (row.localTime > 0) assert.strictEqual(row.occurredAt, row.localTime - nairobiMillis)
  }
  return elements.length === 0 ? "empty page" : rejections.length > 0 ? "quarantine" : "rows"
}

/** JSON.parse must agree with the reference. Escapes are left out: Node 24 mixes up keys with such. */
const assertReference = (text: string, value: ReferenceValue | undefined): void => {
  if (value !== undefined && text.includes("\\")) return
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return assert.isUndefined(value, "JSON.parse takes no such text")
  }
  assert.isDefined(value, "JSON.parse takes this text")
  assert.isTrue(isDeepStrictEqual(parsed, plainOf(value, Number)), "JSON.parse reads another value")
}

const exact = (text: string): JsonNumber => new JsonNumber(text)

/** Puts one body through and holds what comes out against the reference. */
const examine = (bytes: Uint8Array, bounds: JsonBounds, rules: NormaliseRules): Outcome => {
  lookOf(bytes)
  assert.isAtMost(serverSaid(bytes, []).length, 210)
  const page = readPage(bytes, null, bounds)
  const failure = Result.isFailure(page) ? page.failure : undefined
  if (failure?._tag === "Malformed") assert.match(failure.detail, detailShape)
  if (!isUtf8(bytes)) {
    assert.strictEqual(failure?._tag, "Malformed", "no UTF-8")
    return "no JSON"
  }
  const text = Buffer.from(bytes).toString()
  const reference = readReference(text)
  if (reference._tag === "Deep") {
    assert.isDefined(failure, "nested too deeply")
    return "beyond a bound"
  }
  assertReference(text, reference._tag === "Json" ? reference.value : undefined)
  if (reference._tag === "NoJson") {
    assert.isDefined(failure, "no JSON")
    return "no JSON"
  }
  const { extent, value } = reference
  if (extent.repeatedKey || tooMuch(extent, bounds)) {
    assert.isDefined(failure, "repeated keys, or beyond a bound")
    if (!extent.repeatedKey) assert.strictEqual(failure._tag, "Beyond")
    if (!tooMuch(extent, bounds)) assert.strictEqual(failure._tag, "Malformed")
    return "beyond a bound"
  }
  const whole = parse(bytes, bounds)
  assert.isTrue(Result.isSuccess(whole) && isDeepStrictEqual(whole.success, plainOf(value, exact)), "another value")
  const success = memberOf(value, "success")
  const data = memberOf(value, "data")
  if (success?.kind === "boolean" && !success.value) {
    assert.strictEqual(failure?._tag, "Refused")
    return "refusal"
  }
  if (success?.kind !== "boolean" || data?.kind !== "array") {
    assert.strictEqual(failure?._tag, "Malformed", "no statement")
    return "no statement"
  }
  if (Result.isFailure(page)) return assert.fail(`a good page was refused: ${page.failure._tag}`)
  return assertPage(page.success, text, data.elements, rules)
}

const examineSeed = (seed: number): Outcome => {
  const body = hostileBody(seed, extras)
  try {
    return examine(body, seed % 4 === 0 ? tight : pageBounds, rulesOf(seed))
  } catch (cause) {
    const shown = JSON.stringify(Buffer.from(body).toString("latin1")).slice(0, 3000)
    throw new Error(`seed ${seed}: ${shown}`, { cause })
  }
}

const page = (parts: { readonly extra?: string; readonly record?: string; readonly description?: string }): string =>
  `{"success":true,"message":"",${parts.extra === undefined ? "" : `"extra":${parts.extra},`}"data":[${
    parts.record ??
      `{"txnId":"T1","type":"Credit","amount":"12.50","balance":12.50,"description":${
        parts.description ?? "\"\""
      },"confirmed":true,"date":"2024-03-05 14:03:22 PM"}`
  }]}`

/** A document in three places of a page: in a field that nobody reads, as a record, as a description. */
const inside = (document: Uint8Array): ReadonlyArray<Uint8Array> =>
  ["extra", "record", "description"].map((part) => {
    const [before = "", after = ""] = page({ [part]: "<here>" }).split("<here>")
    return Buffer.concat([Buffer.from(before), document, Buffer.from(after)])
  })

describe("hostile bodies", () => {
  it(`${count} from seed ${firstSeed} on, and nothing is taken for what it does not say`, () => {
    const outcomes = new Map<Outcome, number>()
    const started = performance.now()
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const outcome = examineSeed(seed)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const told = [...outcomes].sort(([, left], [, right]) => right - left).map(([name, times]) => `${name} ${times}`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${count} hostile bodies in ${seconds} s: ${told.join(", ")}`)
    // Each kind of ending is met often, or the bodies are not what they are meant to be.
    if (count >= 10_000) { for (const [name, times] of outcomes) assert.isAtLeast(times, count / 1000, name) }
    if (count >= 10_000) assert.strictEqual(outcomes.size, 7)
  }, 3_600_000)

  it("are refused at any place where a good page is cut off", () => {
    const bytes = Buffer.from(page({ description: "\"é\"" }))
    assert.strictEqual(examine(bytes, pageBounds, rulesOf(0)), "rows")
    for (let end = 0; end < bytes.length; end++) {
      assert.strictEqual(examine(bytes.subarray(0, end), pageBounds, rulesOf(0)), "no JSON", `at ${end}`)
    }
  })

  it("a page of 10,001 records, of one field too long, and of one object with too many keys", () => {
    const bounds = pageBounds
    const records = `${"0,".repeat(bounds.elements - 1)}0`
    assert.strictEqual(examine(Buffer.from(page({ record: records })), bounds, rulesOf(0)), "quarantine")
    assert.strictEqual(examine(Buffer.from(page({ record: `${records},0` })), bounds, rulesOf(0)), "beyond a bound")
    for (
      const [length, outcome] of [[bounds.stringLength, "rows"], [bounds.stringLength + 1, "beyond a bound"]] as const
    ) {
      const body = Buffer.from(page({ description: `"${"x".repeat(length)}"` }))
      assert.strictEqual(examine(body, bounds, rulesOf(0)), outcome)
    }
    for (const [keys, outcome] of [[bounds.keys, "rows"], [bounds.keys + 1, "beyond a bound"]] as const) {
      const extra = `{${Array.from({ length: keys }, (_, index) => `"${index}":0`).join(",")}}`
      assert.strictEqual(examine(Buffer.from(page({ extra })), bounds, rulesOf(0)), outcome)
    }
  })
})

describe.skipIf(absent)("the JSON test suite inside pages (skipped unless CONFORMANCE_VECTORS is set)", () => {
  it.each([...documents])("%s", (name, document) => {
    examine(document, pageBounds, rulesOf(0))
    const outcomes = inside(document).map((body) => examine(body, pageBounds, rulesOf(0)))
    if (name.startsWith("y_")) {
      const repeated = name.startsWith("y_object_duplicated_key")
      assert.strictEqual(outcomes[0], repeated ? "beyond a bound" : "rows")
    }
    if (name.startsWith("n_")) assert.notStrictEqual(outcomes[0], "rows")
  })

  it("hostile strings arrive as they were sent, whatever field they stand in", () => {
    let rows = 0
    for (const text of strings) {
      const quoted = JSON.stringify(text)
      const escaped = `"${
        Array.from({ length: text.length }, (_, index) =>
          String.raw`\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`).join("")
      }"`
      for (const description of [quoted, escaped]) {
        const read = readPage(Buffer.from(page({ description })), null)
        assert.strictEqual(Result.isSuccess(read) ? Rows.descriptionAt(read.success, 0) : undefined, sound(text))
        if (examine(Buffer.from(page({ description })), pageBounds, rulesOf(0)) === "rows") rows++
      }
      for (const field of ["txnId", "type", "amount", "balance", "confirmed", "date"]) {
        const record = page({}).replace(new RegExp(`("${field}":)("[^"]*"|[^,}]*)`), (_, name) => `${name}${quoted}`)
        examine(Buffer.from(record), pageBounds, rulesOf(0))
      }
      examine(Buffer.from(text), pageBounds, rulesOf(0))
      examine(Buffer.from(page({ extra: `{${quoted}:0}` })), pageBounds, rulesOf(0))
      examine(Buffer.from(page({ record: text })), pageBounds, rulesOf(0))
    }
    assert.strictEqual(rows, strings.length * 2)
  })
})
