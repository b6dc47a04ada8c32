/**
 * The short cut for records against JsonReader without it: the same value or the same refusal, on every text.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { JsonNumber } from "../../src/domain/JsonNumber.ts"
import { parse } from "../../src/json/ExactJson.ts"
import type { JsonBounds } from "../../src/json/JsonValue.ts"
import { pageBounds } from "../../src/settings/TransportSettings.ts"
import { recordShape } from "../../src/statement/recordShape.ts"
import { cases } from "../domain/cases.ts"

const usual =
  `{"txnId":"T1","type":"Debit","amount":12.50,"balance":"7","description":"to Café 😀","confirmed":true,"date":"x"}`

const fits = (text: string): boolean => {
  recordShape.pattern.lastIndex = 0
  return recordShape.pattern.exec(text)?.[0] === text
}

/** Says whether both refuse; what they read must be the same to the order of keys. */
const agree = (text: string, bounds: JsonBounds = pageBounds): boolean => {
  const [without, withShape] = [parse(text, bounds), parse(text, bounds, recordShape)]
  assert.deepStrictEqual(withShape, without, text)
  assert.strictEqual(JSON.stringify(withShape), JSON.stringify(without), text)
  return Result.isFailure(without)
}

describe("recordShape", () => {
  it("fits a record as compact writers have it, with a space behind colon and comma or without", () => {
    for (
      const text of [
        usual,
        usual.replaceAll(`":`, `": `).replaceAll(`,"`, `, "`),
        usual.replace(`"7"`, "null"),
        usual.replace("12.50", "-0.1E+2"),
        usual.replace("T1", "")
      ]
    ) {
      assert.isTrue(fits(text), text)
      assert.isFalse(agree(`[${text}]`))
    }
  })

  it("keeps numbers as they were written, and strings that hold one as strings", () => {
    const read = Result.getOrThrow(parse(`[${usual}]`, pageBounds, recordShape))
    assert.deepStrictEqual(read, [{
      txnId: "T1",
      type: "Debit",
      amount: new JsonNumber("12.50"),
      balance: "7",
      description: "to Café 😀",
      confirmed: true,
      date: "x"
    }])
  })

  it("leaves what it does not fit to the reader", () => {
    for (
      const text of [
        usual.replace("T1", "T\\u0031"),
        usual.replace("T1", "T\n1"),
        usual.replace("12.50", "012.50"),
        usual.replace("12.50", "1."),
        usual.replace("12.50", "+1"),
        usual.replace("true", "null"),
        usual.replace(`"7"`, "true"),
        usual.replace(`"balance":"7",`, ""),
        usual.replace("}", `,"date":"y"}`),
        usual.replace(`"txnId"`, `"type"`),
        usual.replaceAll(`":`, `" :`)
      ]
    ) {
      assert.isFalse(fits(text), text)
      agree(`[${text},${usual}]`)
    }
  })

  it("refuses at the same bound and at the same place as the reader", () => {
    const text = `{"data":[${usual},${usual}]}`
    const whole: JsonBounds = { depth: 3, elements: 2, keys: 7, stringLength: 11, values: 18 }
    assert.isFalse(agree(text, whole))
    assert.isFalse(agree(text, { ...whole, stringLength: usual.length }))
    for (const bound of ["depth", "elements", "keys", "stringLength", "values"] as const) {
      assert.isTrue(agree(text, { ...whole, [bound]: whole[bound] - 1 }), bound)
    }
  })

  it("reads on without it when it rarely fits, to the same result", () => {
    const other = usual.replace(`"txnId"`, `"id"`)
    assert.isFalse(agree(`[${Array.from({ length: 100 }, (_, index) => index % 3 === 0 ? usual : other).join(",")}]`))
  })
})

const pieces = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  "\n",
  "\"",
  "\\",
  "\\u0041",
  "\\\"",
  "-",
  "0",
  ".5",
  "e1",
  "null",
  "true",
  `"balance":`,
  `"txnId":"T2",`,
  `"__proto__":1,`,
  "\ud800",
  "\u0000",
  ""
]

const random = (seed: number) => {
  let state = seed | 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

describe("recordShape and JsonReader", () => {
  it.effect.prop(
    "agree on pages of records with something put in, taken out or repeated, whatever the bounds",
    [Schema.Int],
    ([seed]) =>
      Effect.sync(() => {
        const next = random(seed)
        for (let count = 0; count < 50; count++) {
          let text = `{"data":[${Array.from({ length: 1 + next(4) }, () => usual).join(next(4) === 0 ? " , " : ",")}]}`
          for (let change = next(4); change > 0; change--) {
            const at = next(text.length + 1)
            text = text.slice(0, at) + (pieces[next(pieces.length)] ?? "") + text.slice(at + next(3))
          }
          agree(text)
          agree(text, {
            depth: 1 + next(4),
            elements: 1 + next(5),
            keys: 5 + next(4),
            stringLength: 5 + next(150),
            values: 1 + next(40)
          })
        }
      }),
    { arbitrary: { seed: 20_241_122, runs: cases(200) } }
  )
})
