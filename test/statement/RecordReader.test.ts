import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { format, fromTenThousandths } from "../../src/domain/Money.ts"
import { formatDayOrNull } from "../../src/domain/Period.ts"
import { dayAt, type Records, sourceText } from "../../src/domain/Records.ts"
import type { JsonBounds } from "../../src/json/JsonValue.ts"
import { pageBounds } from "../../src/settings/TransportSettings.ts"
import { readPage } from "../../src/statement/readPage.ts"
import { readTexts } from "../../src/statement/recordTexts.ts"
import { recordJson } from "./recordJson.ts"

const moneyOf = (columns: BigInt64Array, index: number): string => format(fromTenThousandths(columns[index] ?? 0n))

/** What the columns hold of an element: why it is no record, or all of its fields; then its day and second. */
const told = (records: Records, index: number): string => {
  const { amount, balance, bytes, rejected } = records
  const textOf = (starts: Int32Array, ends: Int32Array): string =>
    new TextDecoder().decode(bytes.subarray(starts[index], ends[index]))
  const cause = rejected.get(index)
  const second = records.second[index] ?? -1
  const marker = records.afternoon[index] === 1 ? " PM" : ""
  const time = `${formatDayOrNull(dayAt(records, index) ?? null)} at ${second}${marker}`
  if (cause !== undefined) return `${cause.reason}: ${cause.detail}; ${time}`
  return [
    textOf(records.idStart, records.idEnd),
    records.credit[index] === 1 ? "Credit" : "Debit",
    moneyOf(amount, index),
    records.hasBalance[index] === 1 ? `to ${moneyOf(balance, index)}` : "without balance",
    `<${textOf(records.descriptionStart, records.descriptionEnd)}>`,
    records.confirmed[index] === 1 ? "confirmed" : "unconfirmed",
    `<${textOf(records.dateStart, records.dateEnd)}>`,
    time
  ].join(" ")
}

const allTold = (records: Records): ReadonlyArray<string> =>
  Array.from({ length: records.count }, (_, index) => told(records, index))

const json = (fields: Readonly<Record<string, string>> = {}): string =>
  recordJson({ balance: "30.5", description: `"for tea"`, ...fields })
const usual = "T1 Credit 10.00 to 30.50 <for tea> confirmed <2024-03-05 14:03:22 PM> 2024-03-05 at 50602 PM"

const missing = (name: string, expected: string): string =>
  `missing-field: ${name} is missing: expected ${expected}; 2024-03-05 at 50602 PM`
const wrong = (name: string, expected: string): string =>
  `wrong-field: ${name}: expected ${expected}; 2024-03-05 at 50602 PM`
const noMoney = (name: string, problem: string, expected: string): string =>
  `money-${problem}: ${name}: expected ${expected}; 2024-03-05 at 50602 PM`

describe("a record", () => {
  it.each<readonly [string, string, string]>([
    ["as it mostly is", json(), usual],
    ["with numbers", json({ amount: "10", balance: "0" }), usual.replace("to 30.50", "to 0.00")],
    [
      "with numbers below zero",
      json({ amount: "-10", balance: "-0.5" }),
      usual.replace("10.00 to 30.50", "-10.00 to -0.50")
    ],
    [
      "with numbers from nine on",
      json({ amount: "9", balance: "9.25" }),
      usual.replace("10.00 to 30.50", "9.00 to 9.25")
    ],
    ["of a debit", json({ type: `"Debit"` }), usual.replace("Credit", "Debit")],
    ["that is not confirmed", json({ confirmed: "false" }), usual.replace("confirmed", "unconfirmed")],
    ["with a balance of null", json({ balance: "null" }), usual.replace("to 30.50", "without balance")],
    ["with no balance", json({ balance: "" }), usual.replace("to 30.50", "without balance")],
    ["with a field more that holds a text", json({ ref: `"2024-03-06"` }), usual],
    ["with a field more that holds any value", json({ ref: `{"a":[1,null]}` }), usual],
    [
      "without text",
      json({ txnId: `""`, description: `""` }),
      usual.replace("T1", "").replace("for tea", "")
    ],
    [
      "with a date that names no day",
      json({ date: `"soon"` }),
      "T1 Credit 10.00 to 30.50 <for tea> confirmed <soon> null at -1"
    ],
    [
      "with a date that names no time",
      json({ date: `"2024-03-05"` }),
      "T1 Credit 10.00 to 30.50 <for tea> confirmed <2024-03-05> 2024-03-05 at -1"
    ],
    [
      "with its fields in another order",
      `{"date":"2024-03-05 14:03:22 PM","confirmed":true,"description":"for tea","balance":30.5,"amount":10,` +
      `"type":"Credit","txnId":"T1"}`,
      usual
    ],
    ["with spaces and lines between all", json().replaceAll(/[{}]|,(?=")|:(?= )/g, " \n$& \n"), usual],
    [
      "with escapes",
      json({
        txnId: `"T\\u0031"`,
        type: `"Cr\\u0065dit"`,
        amount: `"\\u00310"`,
        balance: `"30.\\u0035"`,
        description: `"for\\u0020tea"`,
        date: `"2024-03-05 14:03:22 \\u0050M"`
      }),
      usual
    ]
  ])("is read into columns: %s", (_, text, expected) => {
    const alone = readTexts([text])
    assert.deepStrictEqual(allTold(alone), [expected])
    assert.strictEqual(alone.rejected.size, 0)
    assert.deepStrictEqual(allTold(readTexts([json(), text, json()])), [usual, expected, usual])
  })

  it.each<readonly [string, string, string]>([
    ["no object", "7", "not-an-object: expected an object; null at -1"],
    ["no object, but with one", `[${json()}]`, "not-an-object: expected an object; null at -1"],
    ["an empty object", "{ }", "missing-field: txnId is missing: expected a string; null at -1"],
    ["no date", json({ date: "" }), "missing-field: date is missing: expected a string; null at -1"],
    ["a date that is a number", json({ date: "20240305" }), "wrong-field: date: expected a string; null at -1"],
    ["neither type nor description", json({ type: "", description: "" }), missing("type", "Debit or Credit")],
    [
      "a wrong type and a wrong date",
      json({ type: `"None"`, date: "null" }),
      "wrong-field: type: expected Debit or Credit; null at -1"
    ],
    ["no txnId and a wrong confirmed", json({ confirmed: "1", txnId: "" }), missing("txnId", "a string")],
    ["a wrong txnId and no confirmed", json({ confirmed: "", txnId: "1" }), wrong("txnId", "a string")],
    ["a description that is a list", json({ description: `["for tea"]` }), wrong("description", "a string")],
    ["a type that goes on", json({ type: `"Credits"` }), wrong("type", "Debit or Credit")],
    ["another type that goes on", json({ type: `"Debit "` }), wrong("type", "Debit or Credit")],
    ["a type cut off", json({ type: `"Credi"` }), wrong("type", "Debit or Credit")],
    ["confirmed as text", json({ confirmed: `"true"` }), wrong("confirmed", "true or false")],
    ["confirmed of null", json({ confirmed: "null" }), wrong("confirmed", "true or false")],
    [
      "an amount that is none",
      json({ amount: `"ten"` }),
      noMoney("amount", "not-decimal", "a plain decimal such as 1250.00")
    ],
    [
      "an amount with too many decimals",
      json({ amount: "0.00001" }),
      noMoney("amount", "too-precise", "at most 4 decimals")
    ],
    [
      "an amount that is too large",
      json({ amount: "123456789012345" }),
      noMoney("amount", "too-large", "at most 14 digits in front of the point")
    ],
    ["an amount of true", json({ amount: "true" }), wrong("amount", "a number, or a string that holds one")],
    ["an amount of null", json({ amount: "null" }), wrong("amount", "a number, or a string that holds one")],
    ["an amount in a list", json({ amount: "[1]" }), wrong("amount", "a number, or a string that holds one")],
    [
      "a balance that is none",
      json({ balance: `""` }),
      noMoney("balance", "not-decimal", "a plain decimal such as 1250.00")
    ],
    ["a balance of false", json({ balance: "false" }), wrong("balance", "a number, a string that holds one, or null")],
    [
      "amount and balance that are none",
      json({ amount: `"-"`, balance: "0.00001" }),
      noMoney("amount", "not-decimal", "a plain decimal such as 1250.00")
    ],
    [
      "a wrong amount and a balance that is none",
      json({ amount: "{}", balance: `"-"` }),
      wrong("amount", "a number, or a string that holds one")
    ]
  ])("is none, and says why: %s", (_, text, expected) => {
    assert.deepStrictEqual(allTold(readTexts([text])), [expected])
    assert.deepStrictEqual(allTold(readTexts([json(), text, json()])), [usual, expected, usual])
  })
})

/** What a page comes to that holds some `data`, or why it is refused. */
const page = (data: string, bounds: Partial<JsonBounds> = {}): ReadonlyArray<string> | string =>
  Result.match(
    readPage(new TextEncoder().encode(`{"success":true,"data":${data}}`), "", { ...pageBounds, ...bounds }),
    {
      onFailure: (failure) =>
        failure._tag === "Malformed"
          ? failure.detail
          : failure._tag === "Beyond"
          ? `at most ${failure.most} ${failure.bound}`
          : failure._tag,
      onSuccess: allTold
    }
  )

describe("records", () => {
  it("are all read where they are short and many", () => {
    const short = json({ description: `""`, date: `""` }).replaceAll(" ", "")
    const texts = Array.from(
      { length: 40 },
      (_, index) => short.replace("10.00", String(index)).replace("T1", `T${index}`)
    )
    const records = readTexts(texts)
    assert.deepStrictEqual(
      allTold(records),
      texts.map((_, index) => `T${index} Credit ${index}.00 to 30.50 <> confirmed <> null at -1`)
    )
    assert.deepStrictEqual(texts.map((_, index) => sourceText(records, index)), texts)
  })

  it("are none where the list is empty", () => {
    assert.deepStrictEqual(page("[]"), [])
    assert.deepStrictEqual(page(" [ ] "), [])
  })

  it.each<readonly [string, string]>([
    [`{"a":1,^"a":2}`, "a key that the object does not have yet"],
    [`{"a":1,"b":2},{"a":1,^"a":2}`, "a key that the object does not have yet"],
    [`{"a":1,"b":2},{"a":1,"c":1, ^"a":2}`, "a key that the object does not have yet"],
    [`{"a":1,"b":2},{"a":1,"b":2,^"b":2}`, "a key that the object does not have yet"],
    [`{"a":1,"b":2},{"b":1,"a":2, ^"b":2}`, "a key that the object does not have yet"],
    [`{"txnId":"T1","date":"",^"txnId":"T1"}`, "a key that the object does not have yet"],
    [`{"a":1^;"b":2}`, "a comma or the end of the object"],
    [`{"a" ^1}`, "a colon after the key"],
    ["{^a:1}", "a key in double quotes"],
    [`{"a":1,^}`, "a key in double quotes"],
    [`{"amount":-^}`, "a digit"],
    [`{"balance":^nil}`, "a JSON value"]
  ])("are refused with their page where something else should stand: %s", (marked, expected) => {
    const column = `{"success":true,"data":[`.length + marked.indexOf("^") + 1
    assert.strictEqual(page(`[${marked.replace("^", "")}]`), `line 1, column ${column}: expected ${expected}`)
  })

  it.each<readonly [string, string, Partial<JsonBounds>]>([
    ["records", `[${json()}, ${json()}]`, { elements: 2 }],
    ["depth", `[${json()}]`, { depth: 3 }],
    ["depth", `[${json({ ref: `{"a":1}` })}]`, { depth: 4 }],
    ["depth", "[[]]", { depth: 3 }],
    ["keys", `[${json()}]`, { keys: 7 }],
    ["keys", `[${json()}, ${json({ ref: "1" })}]`, { keys: 8 }],
    ["field", `[${json({ txnId: `"${"T".repeat(40)}"` })}]`, { stringLength: 40 }],
    ["values", `[]`, { values: 3 }],
    ["values", `[${json()}]`, { values: 4 + 7 }],
    ["values", `[${json({ amount: "10" })}]`, { values: 4 + 7 }],
    ["values", `[{}, {}]`, { values: 3 + 2 }],
    ["values", `[1, null]`, { values: 3 + 2 }]
  ])("are read up to a bound of %s, and refused beyond it: %s", (bound, data, most) => {
    assert.isArray(page(data, most))
    const [[name, value] = ["", 0]] = Object.entries(most)
    assert.strictEqual(page(data, { [name]: value - 1 }), `at most ${value - 1} ${bound}`)
  })
})
