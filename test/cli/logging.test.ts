import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { jsonLine } from "../../src/cli/logging.ts"
import { logFormat } from "../../src/settings/LogFormat.ts"

describe("a line of the JSON log", () => {
  it.prop("is one line of what was logged, whatever the text", [Schema.String, Schema.String], ([message, reason]) => {
    const line = jsonLine({ level: "INFO", message, reason, count: 3 })
    assert.notMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u)
    const read = JSON.parse(line) as { readonly count: number; readonly message: string }
    assert.strictEqual(read.count, 3)
    if (!/\d{4}/.test(message)) assert.strictEqual(read.message, message)
  }, { arbitrary: { seed: 11, runs: 500 } })

  it("masks card numbers in texts at any depth, and leaves numbers be", () => {
    assert.strictEqual(
      jsonLine({ message: "card 4111111111111111", more: { list: ["5500 0000 0000 0004"] }, at: 4111111111111111 }),
      `{"message":"card ************1111","more":{"list":["**** **** **** 0004"]},"at":4111111111111111}`
    )
  })
})

describe("the format of the log", () => {
  const cases: ReadonlyArray<readonly [args: ReadonlyArray<string>, format: string]> = [
    [["pull"], "text"],
    [["pull", "--log-format", "json"], "json"],
    [["--log-format=json", "pull"], "json"],
    [["pull", "--log-format", "xml"], "text"]
  ]
  for (const [args, format] of cases) {
    it.effect(`is ${format} for: ${args.join(" ")}`, () =>
      Effect.map(logFormat(args), (found) => assert.strictEqual(found, format)))
  }
})
