import { assert, describe, it } from "@effect/vitest"
import { csvForTerminal, rowFormats } from "../../../src/cli/output/rowFormats.ts"
import { renderList, renderTable, tableInParts, type TextTable } from "../../../src/cli/output/table.ts"

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
  "table in parts": ({ columns, rows }) => tableInParts(columns)(rows).trimEnd(),
  "CSV on a terminal": (table) => {
    const { before, row } = csvForTerminal(table.columns)
    return (before + table.rows.map((values) => row(values, false)).join("")).replaceAll("\r\n", "\n").trimEnd()
  },
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
    assert.notMatch(printed.trimEnd(), /[\p{C}\p{Zl}\p{Zp}]/u)
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

describe("a table that is written in parts", () => {
  const columns = [{ name: "text", type: "VARCHAR" }, { name: "n", type: "BIGINT" }]
  const rows = [["a", "1"], ["bb", "22"], ["c", "3"]]

  it("is the same as one that is written at once, where the first part has the longest values", () => {
    const parts = tableInParts(columns)
    assert.strictEqual(
      `${parts(rows.slice(0, 2))}${parts([])}${parts(rows.slice(2))}`,
      `${renderTable({ columns, rows })}\n`
    )
    assert.strictEqual(tableInParts(columns)([]), `${renderTable({ columns, rows: [] })}\n`)
  })

  it("goes on with wider columns from a longer value on, and loses no character", () => {
    const parts = tableInParts(columns)
    const lines = (parts(rows) + parts([["longer", "4"]]) + parts(rows)).split("\n")
    assert.deepStrictEqual(lines.slice(4), ["c      3", "longer   4", "a        1", "bb      22", "c        3", ""])
  })

  it("has no row filled up for a value of another that is very long", () => {
    const long = "x".repeat(100_000)
    const lines = tableInParts(columns)([...rows, [long, "4"]]).split("\n")
    assert.include(lines.join("\n"), `${long}   4\n`)
    for (const line of lines.slice(0, 5)) assert.isBelow(line.length, 300)
  })
})
