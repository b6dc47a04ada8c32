import { assert, describe, it } from "@effect/vitest"
import { JsonNumber } from "../../src/domain/JsonNumber.ts"
import { readRecord } from "../../src/statement/readRecord.ts"
import { random } from "../continuity/statements.ts"
import { cases } from "../domain/cases.ts"
import { isRecordBySchema } from "../kit/references.ts"

const seed = 4711
const count = cases(20_000)
const values: ReadonlyArray<unknown> = [
  "text",
  "",
  "Debit",
  "Credit",
  new JsonNumber("1.50"),
  1.5,
  null,
  undefined,
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

describe(`records (${count} from seed ${seed})`, () => {
  it("are told from other things as their schema tells them", () => {
    const next = random(seed)
    let records = 0
    for (let index = 0; index < count; index++) {
      const element: Record<string, unknown> = { ...right }
      for (const name of [...Object.keys(right), "other"]) {
        const draw = next()
        if (draw < 0.05) Reflect.deleteProperty(element, name)
        else if (draw < 0.2) element[name] = values[Math.floor(next() * values.length)]
      }
      const isRecord = isRecordBySchema(element)
      assert.strictEqual(readRecord(element)._tag, isRecord ? "Record" : "Malformed", JSON.stringify(element))
      if (isRecord) records++
    }
    assert.isTrue(records > count / 10 && records < count)
    for (const other of values) assert.strictEqual(readRecord(other)._tag, "Malformed")
  })
})
