/**
 * Books in workbooks: exact amounts, days by their formats, and files that are none.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sides } from "../../../src/analytics/reconcile/matchTables.ts"
import { readBooks } from "../../../src/analytics/reconcile/readBooks.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { type MadePart, type MadeWorkbook, textRow, workbookParts, writeZip } from "../workbook/made.ts"
import { booksAt } from "./booksAt.ts"

const read = Effect.fnUntraced(function*(
  path: string,
  columns: ReadonlyArray<string> = [],
  sheet: string | null = null,
  styles: { readonly dates?: string; readonly amounts?: string } = {}
) {
  const workspace = yield* openWorkspace
  yield* workspace.run(sides)
  yield* readBooks(workspace, booksAt(path, { columns, sheet, ...styles }))
  return yield* workspace.ask(
    "SELECT line::INTEGER, id, strftime(moment, '%Y-%m-%d %H:%M:%S'), amount::VARCHAR, reference FROM books ORDER BY line"
  )
})

const written = Effect.fnUntraced(function*(parts: Readonly<Record<string, string | MadePart>>) {
  const path = join(yield* folder, "b.xlsx")
  writeZip(path, parts)
  return path
})

const made = (rows: string, more: MadeWorkbook = {}) => written(workbookParts(rows, more))

const head = textRow("id", "date", "amount", "reference")

const cells = (row: number, ...inside: ReadonlyArray<string>): string =>
  `<row r="${row}">${inside.map((cell, place) => cell.replace("<c", `<c r="${"ABCD"[place]}${row}"`)).join("")}</row>`

const amountRows = (amounts: ReadonlyArray<string>) =>
  head +
  amounts.map((amount, place) =>
    cells(place + 2, "<c/>", "<c t=\"d\"><v>2025-01-31T10:00:00</v></c>", `<c><v>${amount}</v></c>`)
  ).join("")

const dayRows = (serials: ReadonlyArray<string>, style = 1) =>
  head +
  serials.map((serial, place) => cells(place + 2, "<c/>", `<c s="${style}"><v>${serial}</v></c>`, "<c><v>1</v></c>"))
    .join("")

const daysOf = (path: string) => Effect.map(read(path), (found) => found.map(([, , day]) => day))

const problemOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("books in a workbook", () => {
  it.effect("are the rows of a sheet: shared, plain and inline texts, and rows that nothing is in", () =>
    Effect.gen(function*() {
      const path = yield* made(
        `${head}<row r="3"/>${
          cells(
            7,
            "<c t=\"s\"><v>0</v></c>",
            "<c t=\"str\"><f>TODAY()</f><v>2025-01-31</v></c>",
            "<c><v>12.5</v></c>",
            "<c t=\"s\"><v>1</v></c>"
          )
        }<row><c r="B8" t="inlineStr"><is><t>2025-02-01</t></is></c><x:c r="C8" xmlns:x="y"><x:v>-3</x:v></x:c></row>${
          cells(9, "<c s=\"0\"/>", "<c/>", "<c t=\"inlineStr\"><is><t> </t></is></c>")
        }`,
        {
          texts: [
            "<si><r><t xml:space=\"preserve\">Q </t></r><r><rPr/><t>&amp;&#x41;&#66;</t></r><rPh><t>spoken</t></rPh></si>",
            "<si><t>a_x000D_<![CDATA[<b>]]></t></si>"
          ]
        }
      )
      assert.deepStrictEqual(yield* read(path, [], "SHEET & 1"), [
        [7, "Q &AB", "2025-01-31 00:00:00", "12.5000", "a\r<b>"],
        [8, null, "2025-02-01 00:00:00", "-3.0000", null]
      ])
      assert.strictEqual(
        yield* problemOf(read(path, [], "Sheet 2")),
        "b.xlsx has no sheet \"Sheet 2\", which --sheet names; it has \"Sheet & 1\""
      )
    }))

  it.effect("have days and times by the format of their cells, counted from 1900 or 1904", () =>
    Effect.gen(function*() {
      const formats = ["yyyy\\-mm\\-dd", "[$-409]h:mm AM/PM;@", "0.00 &quot;days&quot;", "[Red]#,##0.00"]
      const serials = ["1", "59", "61", "45688.5868055556", "45688.999999999", "2958465"]
      assert.deepStrictEqual(yield* daysOf(yield* made(dayRows(serials), { formats })), [
        "1900-01-01 00:00:00",
        "1900-02-28 00:00:00",
        "1900-03-01 00:00:00",
        "2025-01-31 14:05:00",
        "2025-02-01 00:00:00",
        "9999-12-31 00:00:00"
      ])
      assert.deepStrictEqual(yield* daysOf(yield* made(dayRows(["0", "44226.25"], 2), { formats, from1904: true })), [
        "1904-01-01 00:00:00",
        "2025-01-31 06:00:00"
      ])
      for (const serial of ["60", "0", "-1", "2958466", "NaN", "1e99"]) {
        assert.match(
          yield* problemOf(read(yield* made(dayRows([serial]), { formats }))),
          /^b\.xlsx, row 2: the row has a date that is none of the calendar$/
        )
      }
      for (const style of [0, 3, 4]) {
        assert.match(
          yield* problemOf(read(yield* made(dayRows(["45688"], style), { formats }))),
          /^b\.xlsx, row 2: the row has a number for its date: give the cell the format of a date/
        )
      }
    }))

  it.effect("have amounts that are exact, or are refused with their row", () =>
    Effect.gen(function*() {
      const exact = [
        ["0.30000000000000004", "0.3000"],
        ["-1234.4999999999998", "-1234.5000"],
        ["1.1E-3", "0.0011"],
        ["1.5E+3", "1500.0000"],
        ["99999999999999", "99999999999999.0000"],
        ["123456789012.345", "123456789012.3450"],
        ["99999999999.999893", "99999999999.9999"],
        ["-0", "0.0000"]
      ] as const
      assert.deepStrictEqual(
        (yield* read(yield* made(amountRows(exact.map(([text]) => text))))).map(([, , , amount]) => amount),
        exact.map(([, amount]) => amount)
      )
      for (const text of ["99999999999999.99", "0.333333333333333315", "123456789012.3456789"]) {
        assert.match(
          yield* problemOf(read(yield* made(amountRows(["1", text])))),
          /^b\.xlsx, row 3: the row has an amount that is no exact decimal in the file/
        )
      }
      assert.match(
        yield* problemOf(read(yield* made(amountRows(["0.33333"])))),
        /^b\.xlsx, row 2: the row has an amount with more than four decimals/
      )
      const many = yield* problemOf(
        read(yield* made(amountRows(Array.from({ length: 14 }, () => "0.1234567890123456"))))
      )
      assert.strictEqual(many.split("\n").length, 11)
      assert.match(many, /\n4 more cells have such problems$/)
    }))

  it.effect("are refused where a cell has no value, an error, or a name that was rounded", () =>
    Effect.gen(function*() {
      const day = "<c t=\"d\"><v>2025-01-31</v></c>"
      const problem = (...inside: ReadonlyArray<string>) =>
        Effect.flatMap(made(head + cells(2, ...inside)), (path) => problemOf(read(path)))
      assert.match(
        yield* problem("<c/>", day, "<c><f>SUM(A1)</f></c>"),
        /row 2: the row has a formula for its amount that nobody/
      )
      assert.match(
        yield* problem("<c/>", day, "<c t=\"e\"><v>#REF!</v></c>"),
        /row 2: the row has an error in the place of its amount/
      )
      assert.match(
        yield* problem("<c><v>1234567890123450000</v></c>", day, "<c><v>1</v></c>"),
        /has a number of more than 15 digits for its id/
      )
      assert.match(yield* problem("<c/>", "<c/>", "<c><v>1</v></c>"), /row 2: the row has no date/)
      const path = yield* made(head + cells(2, "<c><v>254700000001</v></c>", day, "<c><v>1</v></c>"))
      assert.strictEqual((yield* read(path))[0]?.[1], "254700000001")
    }))
})

describe("a file that only looks like a workbook", () => {
  it.effect("is refused within its bounds, with what to do", () =>
    Effect.gen(function*() {
      const parts = workbookParts(head + textRow("A", "2025-01-31", "1"))
      const problem = (more: Readonly<Record<string, string | MadePart>>) =>
        Effect.flatMap(written({ ...parts, ...more }), (path) => problemOf(read(path)))
      const sheet = "xl/worksheets/sheet1.xml"
      const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>`
      assert.match(yield* problem({ [sheet]: bomb }), /^b\.xlsx defines entities of its own/)
      const damaged = /^b\.xlsx is damaged or no workbook \(XLSX\): open it in a spreadsheet program and save it again$/
      for (
        const part of [
          { text: parts[sheet], crc: 7 },
          "<worksheet><sheetData><row><c r=\"A1\"",
          `<worksheet>${head.replace("id", "&unknown;")}</worksheet>`,
          `<worksheet><row r="0"><c/></row></worksheet>`,
          `<worksheet><row r="1"><c r="ZZZZ1" t="str"><v>x</v></c></row></worksheet>`,
          `<worksheet>${head}<row r="1"><c t="str"><v>x</v></c></row></worksheet>`,
          `<worksheet><row r="1"><c t="s"><v>9</v></c></row></worksheet>`,
          `<worksheet><row r="1"><c t="str"><v>${"x".repeat(3 * 2 ** 20)}`,
          { text: Buffer.from("<worksheet>\xe9</worksheet>", "latin1") }
        ]
      ) {
        assert.match(yield* problem({ [sheet]: part }), damaged)
      }
      assert.match(yield* problem({ [sheet]: { text: parts[sheet], flags: 1 } }), /is locked with a password/)
      assert.match(
        yield* problem({ "xl/styles.xml": { text: Buffer.alloc(40 * 2 ** 20, "<a/>") } }),
        /^b\.xlsx holds more than 32 MB in one part: save the sheet as CSV/
      )
      assert.match(
        yield* problem({ [sheet]: "<worksheet/>" }),
        /is empty: the first row of the sheet names the columns/
      )
      assert.match(
        yield* problem({ [sheet]: `<worksheet>${textRow("day", "", "amount")}</worksheet>` }),
        /^b\.xlsx has no column `date`; it has [^:]*: --column date=NAME$/
      )
      const relations = parts["xl/_rels/workbook.xml.rels"]
      const two = {
        [sheet]: `<worksheet>${textRow("day", "", "amount")}</worksheet>`,
        "xl/workbook.xml": parts["xl/workbook.xml"].replace("</sheets>", `<sheet name="Rows" r:id="r4"/></sheets>`),
        "xl/_rels/workbook.xml.rels": `${relations}${
          relations.replace(/.*Id="r3"/, (text) => text.slice(text.lastIndexOf("<")).replace("r3", "r4"))
        }`
      }
      assert.match(
        yield* problem({ ...two, [sheet]: "<worksheet/>" }),
        / names the columns\. That is its first sheet, as none was named: --sheet names one of "Sheet & 1", "Rows"$/
      )
      assert.match(
        yield* problem(two),
        / --column date=NAME\. That is its first sheet, as none was named: --sheet names one of "Sheet & 1", "Rows"$/
      )
    }))

  it.effect(
    "is refused when any of its bytes are missing, and reads the same or is refused when some are changed",
    () =>
      Effect.gen(function*() {
        const path = yield* made(head + textRow("A", "2025-01-31", "1"))
        const whole = readFileSync(path)
        const expected = yield* read(path)
        for (let at = 0; at < whole.length; at += 41) {
          writeFileSync(path, whole.subarray(0, at))
          assert.match(yield* problemOf(read(path)), /^b\.xlsx is (damaged|no workbook|empty)/)
          const changed = Buffer.from(whole)
          changed[at] = (changed[at] ?? 0) ^ 0x55
          writeFileSync(path, changed)
          const outcome = yield* Effect.result(read(path))
          if (Result.isSuccess(outcome)) assert.deepStrictEqual(outcome.success, expected, `byte ${at}`)
          else assert.match(outcome.failure.message, /^b\.xlsx /)
        }
      }),
    60_000
  )

  it.effect("have texts in their own way beside numbers and days, which are what they are", () =>
    Effect.gen(function*() {
      const path = yield* made(
        head + textRow("A", "3/2/2025", "1.234,56") +
          cells(3, "<c/>", "<c t=\"d\"><v>2025-01-31T10:00:00</v></c>", "<c><v>1.234</v></c>")
      )
      assert.deepStrictEqual(
        (yield* read(path, [], null, { dates: "DD/MM/YYYY", amounts: "1.234,56" })).map(([, , moment, amount]) => [
          moment,
          amount
        ]),
        [["2025-02-03 00:00:00", "1234.5600"], ["2025-01-31 10:00:00", "1.2340"]]
      )
    }))
})
