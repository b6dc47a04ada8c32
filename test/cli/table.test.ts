import { assert, describe, it } from "@effect/vitest"
import { render, type TextTable } from "../../src/cli/table.ts"

const hostile = "a\u001b[2J\r\nb\u009b1A\u202ec|\"d,\u2028"

const holding = (value: string): TextTable => ({ columns: [{ name: "description", type: "VARCHAR" }], rows: [[value]] })

describe("a table of the service's words", () => {
  it.each(["table", "list", "markdown"] as const)(
    "has nothing that moves a cursor, breaks a line or turns the reading direction: %s",
    (format) => {
      const table = format === "list" ? { columns: [], rows: [["description", hostile]] } : holding(hostile)
      const lines = render(table, format, 80).split("\n")
      assert.strictEqual(lines.length, render(holding("harmless"), format, 80).split("\n").length)
      for (const line of lines) assert.notMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u)
      assert.include(lines.at(-1), "\\u{1b}[2J")
    }
  )

  it("keeps a cell of Markdown one cell", () => {
    assert.strictEqual(render(holding("a|b"), "markdown").split("\n").at(-1), "| a\\|b |")
  })

  it("quotes fields of CSV as RFC 4180 says, and changes no value", () => {
    assert.strictEqual(render(holding("=1+1,\"x\"\r\ny"), "csv"), "description\r\n\"=1+1,\"\"x\"\"\r\ny\"")
    assert.strictEqual(render(holding("=1+1"), "csv"), "description\r\n=1+1")
  })

  it.each(["json", "ndjson"] as const)("gives programs each value as it is: %s", (format) => {
    const printed = render(holding(hostile), format)
    assert.strictEqual(printed.split("\n").length, 1)
    assert.deepStrictEqual([JSON.parse(printed)].flat(), [{ description: hostile }])
  })
})
