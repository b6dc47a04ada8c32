import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { jsonLine, textLine } from "../../../src/cli/output/logging.ts"
import { logFormat } from "../../../src/settings/LogFormat.ts"

const plain = /[\p{C}\p{Zl}\p{Zp}]/u

describe("a line of the log", () => {
  it.prop("is one line of what was logged, whatever the text", [Schema.String, Schema.String], ([message, reason]) => {
    const line = jsonLine({ level: "INFO", message, reason, count: 3 })
    assert.notMatch(line, plain)
    const read = JSON.parse(line) as { readonly count: number; readonly message: string }
    assert.strictEqual(read.count, 3)
    if (!/\d{4}/.test(message)) assert.strictEqual(read.message, message)
  }, { arbitrary: { seed: 11, runs: 500 } })

  it.prop("is one plain line as text, too", [Schema.String, Schema.String], ([message, reason]) => {
    assert.notMatch(textLine({ level: "INFO", message, more: { reason } }), plain)
  }, { arbitrary: { seed: 12, runs: 500 } })

  it("turns no reading direction and hides nothing, in either format", () => {
    for (
      const text of [
        "\u202egnp.exe",
        "a\u200bb",
        "\u2066x\u2069",
        "\ufeffx",
        "\u0085x",
        "\u2028x",
        "x\u001b[2J",
        "x\ny"
      ]
    ) {
      for (const line of [jsonLine({ message: text }), textLine({ message: text })]) assert.notMatch(line, plain, text)
      assert.strictEqual(JSON.parse(jsonLine({ message: text })).message, text)
    }
  })

  it("masks card numbers as text, too", () => {
    assert.strictEqual(
      textLine({ message: "card 4111111111111111", more: { list: ["5500 0000 0000 0004"] } }),
      `message="card ************1111" more={"list":["**** **** **** 0004"]}`
    )
  })

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
