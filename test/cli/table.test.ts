import { assert, describe, it } from "@effect/vitest"
import { rowFormats } from "../../src/cli/rowFormats.ts"
import { renderList, renderTable, type TextTable } from "../../src/cli/table.ts"

const hostile = "a\u001b[2J\r\nb\u009b1A\u202ec|\"d,\u2028"

const holding = (value: string, name = "description"): TextTable => ({
  columns: [{ name, type: "VARCHAR" }],
  rows: [[value]]
})

const written = (table: TextTable, format: keyof typeof rowFormats): string => {
  const { after, before, row } = rowFormats[format](table.columns)
  return before + table.rows.map((values, index) => row(values, index === 0)).join("") + after
}

const forPeople: Record<string, (table: TextTable) => string> = {
  table: (table) => renderTable(table, 80),
  list: ({ columns, rows }) => renderList(columns.map(({ name }, index) => [name, rows[0]?.[index] ?? null])),
  "list of a narrow terminal": (table) => renderTable(table, 5),
  markdown: (table) => written(table, "markdown")
}

describe("a table of the service's words", () => {
  it.each(Object.entries(forPeople))(
    "has nothing that moves a cursor, breaks a line or turns the reading direction: %s",
    (_, print) => {
      for (const table of [holding(hostile), holding("x", hostile), holding(hostile, hostile)]) {
        const lines = print(table).split("\n")
        assert.strictEqual(lines.length, print(holding("harmless")).split("\n").length)
        for (const line of lines) assert.notMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u)
        assert.include(lines.join(""), "\\u{1b}[2J")
      }
    }
  )

  it("keeps a cell of Markdown one cell", () => {
    assert.strictEqual(written(holding("a|b"), "markdown").split("\n").at(2), "| a\\|b |")
  })

  it("quotes fields of CSV as RFC 4180 says, and changes no value", () => {
    assert.strictEqual(written(holding("=1+1,\"x\"\r\ny"), "csv"), "description\r\n\"=1+1,\"\"x\"\"\r\ny\"\r\n")
    assert.strictEqual(written(holding("=1+1"), "csv"), "description\r\n=1+1\r\n")
  })

  it.each(["json", "ndjson"] as const)("gives programs each value as it is: %s", (format) => {
    const printed = written(holding(hostile), format)
    assert.strictEqual(printed.trimEnd().split("\n").length, 1)
    assert.deepStrictEqual([JSON.parse(printed)].flat(), [{ description: hostile }])
  })

  it("has as many rows in every format as there are", () => {
    const { columns, rows: [row = []] } = holding("x")
    const count = (format: keyof typeof rowFormats, rows: number): number =>
      written({ columns, rows: Array.from({ length: rows }, () => row) }, format).split(
        /"description":"x"|^x\r$|\| x \|/m
      ).length - 1
    for (const format of ["csv", "json", "ndjson", "markdown"] as const) {
      for (const rows of [0, 1, 3]) assert.strictEqual(count(format, rows), rows, format)
    }
    assert.deepStrictEqual(JSON.parse(written({ columns, rows: [] }, "json")), [])
  })
})
