/**
 * Workbooks, read back by what their standards say.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BinaryFormat } from "../../../src/analytics/export/Format.ts"
import { workbookWith, xlsx } from "../../../src/analytics/export/formats/xlsx.ts"
import type { LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import { cellText } from "../../../src/analytics/export/workbook/cellText.ts"
import { SheetNames } from "../../../src/analytics/export/workbook/sheetNames.ts"
import * as Money from "../../../src/domain/Money.ts"
import { cases } from "../../kit/cases.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { type Books, exportedOf, ledgerOf, ledgerRow, money, randomRows, readerOf } from "./ledgerRows.ts"
import { type Cell, partsOf, readWorkbook, rowAt, type Sheet } from "./readWorkbook.ts"

const bytesOf = (books: Books, format: BinaryFormat = xlsx) =>
  Effect.scoped(Effect.gen(function*() {
    const path = join(yield* folder, "a.xlsx")
    yield* format.write(exportedOf(books), readerOf(books), path)
    return readFileSync(path)
  }))

const notesOf = (books: Books) =>
  Effect.scoped(
    Effect.flatMap(folder, (place) => xlsx.write(exportedOf(books), readerOf(books), join(place, "a.xlsx")))
  )

const sheetsOf = (books: Books, format?: BinaryFormat) => Effect.map(bytesOf(books, format), readWorkbook)

const summaryRow = (sheets: ReadonlyArray<Sheet>, row = 2): Readonly<Record<string, Cell | undefined>> => {
  const [summary] = sheets
  return summary === undefined ? {} : rowAt(summary, row)
}

const one = (rows: ReadonlyArray<LedgerRow>): Books => [[ledgerOf(rows), rows]]

/** Rows of a wallet whose name is as long as a sheet's may be. */
const longNamed = (count: number): Books => {
  const rows = Array.from({ length: count }, () => ledgerRow())
  return [[ledgerOf(rows, { walletNo: "W".repeat(40) }), rows]]
}

/** What the summary says of as many sheets. */
const sumsOver = (count: number) =>
  Effect.map(sheetsOf(longNamed(count), workbookWith({ rows: 2, bytes: Infinity })), (sheets) => {
    const row = summaryRow(sheets)
    return ["rows", "credits", "debits", "difference"].map((name) =>
      [row[name]?.formula, Number(row[name]?.value)] as const
    )
  })

/** Works out a sum of the summary in doubles, as a spreadsheet does, from the cells that it names. */
const workedOut = (sheets: ReadonlyArray<Sheet>, formula: string): number => {
  const [, minus, body = "", unit] = /^(-?)\(?(.*?)\)?\/(\d+)$/.exec(formula) ?? []
  const sum = body.split("+SUMPRODUCT").reduce((total, product) => {
    const [, name, flags, last, amounts, sign] =
      /\('([^']+(?:''[^']*)*)'!\$([A-Z])\$2:\$[A-Z]\$(\d+)\*\('.*'!\$([A-Z])\$2:\$[A-Z]\$\d+([<>])0\)\*ROUND/.exec(
        product
      ) ?? []
    const { cells } = sheets.find((sheet) => sheet.name === name?.replaceAll("''", "'")) ?? assert.fail(product)
    for (let row = 2; row <= Number(last); row++) {
      const amount = Number(cells.get(`${amounts}${row}`)?.value ?? 0)
      const isCounted = cells.get(`${flags}${row}`)?.value === true && (sign === ">" ? amount > 0 : amount < 0)
      total += (isCounted ? 1 : 0) * Math.round(Math.abs(amount) * Number(unit)) * Math.sign(amount)
    }
    return total
  }, 0)
  return (minus === "-" ? -1 : 1) * (sum / Number(unit))
}

const textOf = (cell: Cell | undefined): string => (cell === undefined ? "" : String(cell.value))

/** A date of a spreadsheet as text: it counts the days behind the end of 1899. */
const timeOf = (serial: number): string =>
  new Date(Math.round(serial * 86_400) * 1000 + Date.UTC(1899, 11, 30)).toISOString().slice(0, 19).replace("T", " ")

describe("a workbook", () => {
  it.effect("begins with a summary, then has a sheet for each wallet and currency, with headings that stay in sight", () =>
    Effect.gen(function*() {
      const rows = [ledgerRow(), ledgerRow({ id: "A2", signed: money("-4.25") })]
      const sheets = yield* sheetsOf([
        [ledgerOf(rows), rows],
        [ledgerOf(rows, { currency: "USD" }), rows],
        [ledgerOf([], { walletNo: "W-2", currency: null }), []]
      ])
      assert.deepStrictEqual(sheets.map(({ name }) => name), ["Summary", "254700000001 KES", "254700000001 USD", "W-2"])
      for (const { xml } of sheets) {
        assert.include(xml, "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>")
        assert.match(xml, /<pageSetUpPr fitToPage="1"\/>.*orientation="landscape" fitToWidth="1" fitToHeight="0"/)
      }
      assert.include(sheets[1]?.xml, "<autoFilter ref=\"A1:N3\"/>")
      assert.include(sheets[3]?.xml, "<autoFilter ref=\"A1:N1\"/>")
      const row = summaryRow(sheets)
      assert.deepStrictEqual(
        ["opening", "credits", "debits", "closing", "difference", "rows", "not in balance", "proven"].map((name) =>
          row[name]?.value
        ),
        [100, 10, 4.25, 105.75, 0, 2, 0, "proven"]
      )
      assert.strictEqual(row["difference"]?.formula, "ROUND(F2+G2-H2-I2,2)")
      assert.strictEqual(row["rows"]?.formula, "COUNTIF('254700000001 KES'!$M$2:$M$3,TRUE)")
      assert.deepStrictEqual([row["from"]?.value, row["from"]?.format], [45717, "yyyy\\-mm\\-dd"])
      const told = [...(sheets[0]?.cells.values() ?? [])].map(({ value }) => value)
      for (const text of ["2025-04-01T06:30:00.250Z", "7:abc"]) assert.include(told, text)
      assert.strictEqual(summaryRow(sheets, 4)["difference"]?.value, 0)
    }))

  for (let seed = 1; seed <= cases(48); seed++) {
    it.effect(`of seed ${seed} holds its rows as they are, and no formula but its own`, () =>
      Effect.gen(function*() {
        const rows = randomRows(seed, 60, seed % 2 === 0 ? 18 : 11)
        const sheets = yield* sheetsOf(one(rows), workbookWith({ rows: 25, bytes: Infinity }))
        const read = sheets.slice(1).flatMap((sheet) =>
          Array.from({ length: Number(/<autoFilter ref="A1:N(\d+)"/.exec(sheet.xml)?.[1]) - 1 }, (_, index) =>
            rowAt(sheet, index + 2))
        )
        assert.deepStrictEqual(
          read.map((row) => ({
            date: timeOf(Number(row["date"]?.value)),
            amount: row["amount"]?.value,
            balance: row["balance"]?.value,
            texts: ["id", "type", "description", "counterparty", "category", "time_flag"].map((name) =>
              textOf(row[name])
            ),
            leg: row["leg"]?.value,
            flags: [row["confirmed"]?.value, row["in_balance"]?.value]
          })),
          rows.map((row) => ({
            date: `${row.day} ${row.time}`,
            amount: asCell(row.signed),
            balance: row.balance === null ? undefined : asCell(row.balance),
            texts: [row.id, row.type, row.description, row.counterparty ?? "", row.category ?? "", row.timeFlag ?? ""],
            leg: row.leg,
            flags: [row.confirmed, row.isPosted]
          }))
        )
        for (const [index, { cells }] of sheets.entries()) {
          for (const { formula, isQuoted, value } of cells.values()) {
            if (index > 0) {
              assert.isUndefined(formula)
            }
            if (typeof value === "string" && /^\s*[=+@-]/.test(value) && Number.isNaN(Number(value))) {
              assert.isTrue(isQuoted)
            }
          }
        }
        const summary = summaryRow(sheets)
        for (const name of ["credits", "debits"]) {
          const { formula, value } = summary[name] ?? assert.fail(name)
          if (formula === undefined) {
            assert.match(textOf(summary["remarks"]), /exact and no formulas/)
          } else assert.strictEqual(workedOut(sheets, formula), value)
        }
        assert.strictEqual(Number(summary["difference"]?.value), 0)
        const isLong = rows.some(({ signed }) =>
          typeof asCell(signed) === "string"
        )
        assert.strictEqual(summary["credits"]?.formula === undefined, isLong)
      }))
  }

  it.effect("goes on in another sheet where one is full by rows or by bytes, and sums over all", () =>
    Effect.gen(function*() {
      const rows = Array.from({ length: 9 }, (_, index) => ledgerRow({ id: `A${index}`, signed: money("0.10") }))
      const byRows = yield* sheetsOf(one(rows), workbookWith({ rows: 4, bytes: Infinity }))
      assert.deepStrictEqual(byRows.map(({ name }) => name), [
        "Summary",
        "254700000001 KES",
        "254700000001 KES (2)",
        "254700000001 KES (3)"
      ])
      const { credits, remarks, rows: counted, sheets } = summaryRow(byRows)
      assert.deepStrictEqual([credits?.value, counted?.value], [0.9, 9])
      assert.strictEqual(workedOut(byRows, credits?.formula ?? ""), 0.9)
      assert.match(textOf(remarks), /go on from sheet to sheet, 3 in all/)
      assert.strictEqual(textOf(sheets), "254700000001 KES, 254700000001 KES (2), 254700000001 KES (3)")
      const long = Array.from({ length: 40 }, () => ledgerRow({ description: "long ".repeat(6000) }))
      const byBytes = yield* sheetsOf(one(long), workbookWith({ rows: 1000, bytes: 600_000 }))
      assert.isAbove(byBytes.length, 2)
      assert.strictEqual(summaryRow(byBytes)["rows"]?.value, 40)
    }))

  it.effect("has amounts of more than 15 digits as texts, and exact sums without formulas then", () =>
    Effect.gen(function*() {
      const signed = ["99999999999999.9999", "-99999999999999.9999", "99999999999.9999"].map(money)
      const books = one(signed.map((each, index) => ledgerRow({ id: `A${index}`, signed: each })))
      const sheets = yield* sheetsOf(books)
      const [, sheet] = sheets
      if (sheet === undefined) return assert.fail()
      assert.deepStrictEqual([2, 3, 4].map((row) => rowAt(sheet, row)["amount"]?.value), [
        "99999999999999.9999",
        "-99999999999999.9999",
        99999999999.9999
      ])
      const row = summaryRow(sheets)
      assert.deepStrictEqual(
        ["credits", "debits", "difference"].map((name) => [row[name]?.formula, row[name]?.value]),
        [
          [undefined, "100099999999999.9998"],
          [undefined, "99999999999999.9999"],
          [undefined, "0.00"]
        ]
      )
      assert.match(textOf(row["remarks"]), /^2 amounts or balances have more digits.*exact and no formulas/)
      const [texts, sums, ...others] = yield* notesOf(books)
      assert.match(texts ?? "", /^254700000001 KES: 2 amounts or balances have more digits/)
      assert.match(sums ?? "", /^254700000001 KES: Credits, debits and difference are exact and no formulas/)
      assert.deepStrictEqual([others, yield* notesOf(one([ledgerRow()]))], [[], []])
    }))

  it.effect("counts in whole units of the last decimal, which a million small errors don't reach", () =>
    Effect.gen(function*() {
      const rows = Array.from({ length: 3000 }, () => ledgerRow({ signed: money("33333.3333") }))
      const sheets = yield* sheetsOf(one(rows))
      const { credits } = summaryRow(sheets)
      assert.strictEqual(workedOut(sheets, credits?.formula ?? ""), 99999999.9)
      const naive = rows.reduce((sum) => sum + 33333.3333, 0)
      assert.notStrictEqual(naive, 99999999.9)
    }))

  it.effect("has no formula that is longer than a spreadsheet takes", () =>
    Effect.gen(function*() {
      const most = yield* sumsOver(30)
      assert.deepStrictEqual(most.map(([, value]) => value), [30, 300, 0, 0])
      for (const [formula] of most) assert.isAtMost(formula?.length ?? Infinity, 8192)
      assert.isAbove(most[1]?.[0]?.length ?? 0, 4000)
      assert.deepStrictEqual(yield* sumsOver(31), [[undefined, 31], [undefined, 310], [undefined, 0], [undefined, 0]])
    }))

  it.effect("says what is not proven, what is not known and what is not in the balance", () =>
    Effect.gen(function*() {
      const rows = [ledgerRow(), ledgerRow({ id: "A2", signed: money("7.00"), confirmed: false, isPosted: false })]
      const ledger = ledgerOf(rows, {
        opening: null,
        unproven: ["2 days are not loaded.", "The balances prove no day."]
      })
      const sheets = yield* sheetsOf([[ledger, rows]])
      const row = summaryRow(sheets)
      assert.strictEqual(textOf(row["proven"]), "NOT PROVEN: 2 days are not loaded. The balances prove no day.")
      assert.deepStrictEqual([row["opening"], row["difference"]?.value], [undefined, "not known"])
      assert.match(textOf(row["remarks"]), /not known, so nothing ties/)
      assert.strictEqual(row["not in balance"]?.value, 1)
      assert.strictEqual(workedOut(sheets, row["credits"]?.formula ?? ""), 10)
      for (const { xml } of sheets) assert.include(xml, "<tabColor")
      assert.notInclude((yield* sheetsOf(one(rows)))[1]?.xml, "<tabColor")
    }))

  it.effect("is refused where a text is longer than a cell, with the row's name", () =>
    Effect.gen(function*() {
      const rows = [
        ledgerRow({ description: "x".repeat(32_767) }),
        ledgerRow({ leg: 1, description: "x".repeat(32_768) })
      ]
      const refused = yield* Effect.flip(bytesOf(one(rows)))
      assert.strictEqual(
        refused.message,
        "Row A1#1 of 254700000001 (2025-03-01 08:00:00) has a text of 32768 characters, and a cell holds 32767: export csv, ndjson or parquet."
      )
      assert.isAbove((yield* bytesOf(one(rows.slice(0, 1)))).length, 1000)
    }))

  it.effect("is the same each time, and begins as no other workbook does", () =>
    Effect.gen(function*() {
      const books = one(randomRows(5, 300, 12))
      const bytes = yield* bytesOf(books)
      assert.isTrue(bytes.equals(yield* bytesOf(books)))
      assert.strictEqual(bytes.toString("utf8", 0, xlsx.beginning.length).toLowerCase(), xlsx.beginning)
      assert.strictEqual([...partsOf(bytes).keys()][0], "_rels/.rels")
    }))

  it.effect("has a day that spreadsheets don't count as text", () =>
    Effect.gen(function*() {
      const [, sheet] = yield* sheetsOf(one([ledgerRow({ day: "1900-02-28" }), ledgerRow({ day: "1900-03-01" })]))
      if (sheet === undefined) return assert.fail()
      assert.strictEqual(rowAt(sheet, 2)["date"]?.value, "1900-02-28 08:00:00")
      assert.strictEqual(rowAt(sheet, 3)["date"]?.value, 61 + 1 / 3)
    }))
})

/** A number where 15 digits are enough. */
const asCell = (value: Money.Money): string | number => {
  const text = Money.format(value)
  return String(value).replace("-", "").replace(/0+$/, "").length > 15 ? text : Number(text)
}

describe("the text of a cell", () => {
  it.each([
    ["a\u0007b", "a_x0007_b"],
    ["_x0041_", "_x005F_x0041_"],
    ["_x0041_x0042_", "_x005F_x0041_x005F_x0042_"],
    ["_x0041\u0007", "_x005F_x0041_x0007_"],
    ["_x004", "_x004"],
    ["a\r\n\tb", "a_x000D_\n\tb"],
    ["\ud800", "_xD800_"],
    ["😀", "😀"],
    ["\ufffe", "_xFFFE_"],
    ["<b>&\"'", "&lt;b&gt;&amp;&quot;'"]
  ])("%j is written as %s", (text, written) => {
    assert.strictEqual(cellText(text), written)
  })
})

describe("names of sheets", () => {
  it("have 31 characters at most, none that a spreadsheet forbids, and none comes twice", () => {
    const names = new SheetNames()
    const long = "W".repeat(40)
    const made = [
      names.next({ walletNo: "a:b*c?d/e\\f[g]'h", currency: "KES" }, 1),
      names.next({ walletNo: long, currency: "KES" }, 1),
      names.next({ walletNo: long, currency: "USD" }, 1),
      names.next({ walletNo: long, currency: "USD" }, 2),
      names.next({ walletNo: "summary", currency: null }, 1),
      names.next({ walletNo: "HISTORY", currency: null }, 1),
      names.next({ walletNo: "", currency: null }, 1),
      names.next({ walletNo: `${"x".repeat(30)}😀`, currency: null }, 1)
    ]
    assert.deepStrictEqual(made, [
      "a_b_c_d_e_f_g__h KES",
      "W".repeat(31),
      `${"W".repeat(29)}~2`,
      `${"W".repeat(27)} (2)`,
      "summary~2",
      "HISTORY~2",
      "~2",
      "x".repeat(30)
    ])
  })
})
