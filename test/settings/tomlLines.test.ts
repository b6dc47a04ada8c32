import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { stringify } from "smol-toml"
import { tomlLines } from "../../src/settings/tomlLines.ts"

const linesOf = (text: string): Record<string, number> => Object.fromEntries(tomlLines(text).names)

describe("tomlLines", () => {
  it("tells the line of each name, whatever is around it", () => {
    const text = [
      "# limit = 1",
      "",
      "from = '''",
      "limit = 2",
      "wallets = [",
      "'''",
      "note = \"\"\"",
      "to = 3 \\",
      "\"\"\"",
      "\"limi\\u0074\" = 5",
      "  'to'   =   \"2024-01-01\" # from = 7",
      "db = \"a]b\""
    ].join("\r\n")
    assert.deepStrictEqual(linesOf(text), { from: 3, note: 7, limit: 10, to: 11, db: 12 })
  })

  it("tells the line of each entry of a list, in one line or in several, and of tables", () => {
    const list = [
      "wallets = [ # \"W-0\",",
      "  \"W-1\", \"W-2\",",
      "",
      "  # { number = \"W-3\" },",
      "  { number = \"W-4\", balances = [",
      "    { day = \"2024-01-01\", opening = \"1\" },",
      "    { day = \"2024-01-02\", opening = \"]\" }",
      "  ] },",
      "  \"W-5\"",
      "]",
      "limit = 5"
    ].join("\n")
    assert.deepStrictEqual(tomlLines(list).entries.get("wallets"), [2, 2, 5, 9])
    assert.deepStrictEqual(linesOf(list), { wallets: 1, limit: 11 })
    const tables = "limit = 5\n\n[[wallets]]\nnumber = \"W-1\"\n[[wallets]]\n\nnumber = \"W-2\"\n"
    assert.deepStrictEqual(tomlLines(tables).entries.get("wallets"), [3, 5])
    assert.deepStrictEqual(tomlLines("wallets = [\"W-1\", \"W-2\"]").entries.get("wallets"), [1, 1])
  })

  const Value = Schema.Union([Schema.String, Schema.Int, Schema.Boolean, Schema.Array(Schema.String)])
  const Between = Schema.Array(Schema.Literals(["", "# x = 1", "#]"]))

  it.prop("tells for any settings the line that they were written in", [
    Schema.Record(Schema.NonEmptyString, Value),
    Between
  ], ([settings, between]) => {
    const expected = new Map<string, number>()
    const lines: Array<string> = []
    for (const [name, value] of Object.entries(settings)) {
      const isWritten = name !== "__proto__" && !/\\ud/i.test(JSON.stringify([name, value]))
      if (!isWritten) continue
      lines.push(...between)
      expected.set(name, lines.length + 1)
      lines.push(...stringify({ [name]: value }).trimEnd().split("\n"))
    }
    assert.deepStrictEqual(new Map(tomlLines(lines.join("\n")).names), expected)
  })

  it("gives up on a text that would take too long", () => {
    const text = `${"# comment\n".repeat(5000)}limit = 5\n`
    assert.deepStrictEqual(linesOf(text), {})
  })
})
