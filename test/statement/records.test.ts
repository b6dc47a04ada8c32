import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { JsonNumber } from "../../src/domain/JsonNumber.ts"
import { isRecord } from "../../src/domain/Records.ts"
import { readPage } from "../../src/statement/readPage.ts"
import { readTexts, recordAt } from "../../src/statement/recordTexts.ts"
import { random } from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"
import { isRecordBySchema } from "../kit/references.ts"

const seed = 4711
const count = cases(20_000)
const values: ReadonlyArray<unknown> = [
  "text",
  "",
  "Debit",
  "Credit",
  new JsonNumber("1.50"),
  null,
  true,
  [],
  {},
  { text: "1" }
]
const right: Readonly<Record<string, unknown>> = {
  txnId: "A",
  type: "Debit",
  amount: "1.00",
  balance: null,
  description: "d",
  confirmed: false,
  date: "2024-01-01 10:00:00 AM"
}

const valueText = (value: unknown): string => value instanceof JsonNumber ? value.text : JSON.stringify(value)

const textOf = (element: Readonly<Record<string, unknown>>): string =>
  `{${Object.entries(element).map(([name, value]) => `"${name}":${valueText(value)}`).join(",")}}`

describe(`records (${count} from seed ${seed})`, () => {
  it("are told from other things as their schema tells them", () => {
    const next = random(seed)
    const elements = Array.from({ length: count }, () => {
      const element: Record<string, unknown> = { ...right }
      for (const name of [...Object.keys(right), "other"]) {
        const draw = next()
        if (draw < 0.05) Reflect.deleteProperty(element, name)
        else if (draw < 0.2) element[name] = values[Math.floor(next() * values.length)]
      }
      return element
    })
    const records = readTexts(elements.map(textOf))
    assert.strictEqual(records.count, count)
    let found = 0
    for (const [index, element] of elements.entries()) {
      assert.strictEqual(isRecord(records, index), isRecordBySchema(element), textOf(element))
      if (!isRecord(records, index)) continue
      found++
      const { other: _other, ...received }: Readonly<Record<string, unknown>> = { ...recordAt(records, index) }
      const { other: _, ...expected } = element
      assert.deepStrictEqual(received, expected)
    }
    assert.isTrue(found > count / 10 && found < count)
    const others = readTexts(values.map(valueText))
    for (const index of values.keys()) assert.isFalse(isRecord(others, index))
  })

  it("are given as received, whatever bounds they were read within", () => {
    const manyKeys = Array.from({ length: 2000 }, (_, index) => `"k${index}":0`).join(",")
    for (const more of [`"x":${"[".repeat(60)}${"]".repeat(60)}`, manyKeys, `"x":"${"x".repeat(2 ** 21)}"`]) {
      const body = new TextEncoder().encode(`{"success":true,"data":[${textOf(right).slice(0, -1)},${more}}]}`)
      const records = Result.getOrThrow(
        readPage(body, null, { depth: 100, elements: 10, keys: 10_000, stringLength: 2 ** 22, values: 10_000 })
      )
      assert.deepInclude(recordAt(records, 0), right)
    }
  })
})
