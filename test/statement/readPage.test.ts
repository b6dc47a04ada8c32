import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { parseDay } from "../../src/domain/Period.ts"
import { dayAt } from "../../src/domain/Records.ts"
import type { JsonBounds } from "../../src/json/JsonValue.ts"
import { pageBounds } from "../../src/settings/TransportSettings.ts"
import { readPage } from "../../src/statement/readPage.ts"
import { readTexts } from "../../src/statement/recordTexts.ts"

const failureOf = (body: Uint8Array | string) =>
  Result.getOrUndefined(Result.flip(readPage(typeof body === "string" ? new TextEncoder().encode(body) : body, null)))

describe("readPage", () => {
  it("tells a refusal from what is no statement answer and from what is beyond a bound", () => {
    assert.deepStrictEqual(failureOf(`{"success":false,"message":"no"}`), { _tag: "Refused" })
    assert.deepStrictEqual(failureOf(`{"success":true,"message":""}`), {
      _tag: "Malformed",
      detail: "expected data, an array"
    })
    assert.deepStrictEqual(failureOf("[".repeat(33)), { _tag: "Beyond", bound: "depth", most: 32 })
    const dense = `[${`[${"1,".repeat(9_999)}1],`.repeat(25)}`
    assert.deepStrictEqual(failureOf(dense), { _tag: "Beyond", bound: "values", most: 250_000 })
  })

  it.each([
    [`{"success":true,"data":[]} `, "0 records"],
    [`{"data":[],"success":true}`, "0 records"],
    [`{"success":true,"data":[],"more":[{"txnId":"T1"}]}`, "0 records"],
    [`{"success":true,"more":[1],"data":[]}`, "0 records"],
    [`{"success":true,"more":[1]}`, "expected data, an array"],
    [`{"success":true,"data":[]},`, "line 1, column 27: expected the end of the text"],
    [`{"success":true,"data":[]`, "line 1, column 26: expected a comma or the end of the object"],
    [`{"data":[],"success":false}`, "Refused"],
    [`{"data":[]}`, "expected success, true or false"],
    [`{"success":true,"data":{}}`, "expected data to be an array"],
    [`{"success":1,"data":{}}`, "expected success to be true or false"],
    [`{"success":null,"data":[]}`, "expected success to be true or false"],
    [`{"success":false,"data":7}`, "Refused"],
    ["[]", "expected success, true or false"],
    ["7", "expected success, true or false"],
    ["", "line 1, column 1: expected a JSON value"]
  ])("says what comes of %s: %s", (body, expected) => {
    assert.strictEqual(
      Result.match(readPage(new TextEncoder().encode(body), null), {
        onFailure: (failure) => failure._tag === "Malformed" ? failure.detail : failure._tag,
        onSuccess: ({ count }) => `${count} records`
      }),
      expected
    )
  })

  it.each<readonly [keyof JsonBounds, number, string]>([
    ["depth", 2, `{"success":true,"data":[]}`],
    ["depth", 3, `{"success":true,"data":[],"more":{"a":[]}}`],
    ["values", 3, `{"data":[],"success":true}`],
    ["keys", 2, `{"success":true,"data":[]}`]
  ])("counts what stands around the records: %s of %s", (name, most, body) => {
    const bytes = new TextEncoder().encode(body)
    assert.isTrue(Result.isSuccess(readPage(bytes, null, { ...pageBounds, [name]: most })))
    assert.deepStrictEqual(
      Result.getOrUndefined(Result.flip(readPage(bytes, null, { ...pageBounds, [name]: most - 1 }))),
      {
        _tag: "Beyond",
        bound: name,
        most: most - 1
      } as never
    )
  })

  it("says where a body stops being UTF-8", () => {
    const failure = failureOf(Buffer.from(`{"success":true,\n"message":"\xff","data":[]}`, "latin1"))
    assert.strictEqual(failure?._tag, "Malformed")
    assert.include(failure?._tag === "Malformed" ? failure.detail : "", "UTF-8")
  })
})

describe("readTexts", () => {
  const whole =
    `{"txnId":"T1","type":"Debit","amount":1,"balance":2,"description":"","confirmed":true,"date":"2024-03-05"}`

  it("reads the text of one record as it was on its page", () => {
    assert.strictEqual(readTexts([whole]).rejected.size, 0)
    const wrong = readTexts([whole, whole.replace("Debit", "debit")])
    assert.deepStrictEqual([...wrong.rejected], [[1, {
      reason: "wrong-field",
      detail: "type: expected Debit or Credit"
    }]])
    assert.strictEqual(dayAt(wrong, 1), parseDay("2024-03-05"))
  })

  it("says where a text that is no JSON goes wrong", () => {
    const records = readTexts([whole, `{"txnId":}`, whole])
    assert.strictEqual(records.count, 3)
    assert.deepStrictEqual([...records.rejected], [[1, {
      reason: "not-an-object",
      detail: "line 1, column 10: expected a JSON value"
    }]])
    assert.isUndefined(dayAt(records, 1))
  })
})
