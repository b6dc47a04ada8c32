/**
 * CSV of the dialects, read back by a small reader: the columns that each program knows, texts without a formula, and what is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { CsvError, type Options, parse } from "csv-parse/sync"
import { Schema } from "effect"
import { csvLine, harmless, harmlessInside } from "../../../src/analytics/export/csvText.ts"
import { entryIds } from "../../../src/analytics/export/entryId.ts"
import { csv } from "../../../src/analytics/export/formats/csv.ts"
import { excelCsv } from "../../../src/analytics/export/formats/excelCsv.ts"
import { quickbooksCsv, xeroCsv, zohoCsv } from "../../../src/analytics/export/formats/importerCsv.ts"
import * as Money from "../../../src/domain/Money.ts"
import { made } from "./bankLedgers.ts"
import { ledgerOf, money, refusal, rowOf, written } from "./craftedLedger.ts"

/** The cells of a text; none where the reader gives up on its quotes. */
const cellsOf = (text: string, options: Options): ReadonlyArray<string> => {
  try {
    return parse(text, options).flat()
  } catch (error) {
    return error instanceof CsvError ? [] : assert.fail(String(error))
  }
}

const linesOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => parse(text, { relax_column_count: false })

const pieces = [
  "a",
  "=",
  "+",
  "-",
  "@",
  "＝",
  "\t",
  "\r\n",
  "\n",
  "\"",
  "'",
  ",",
  ";",
  " ",
  "1",
  "0",
  ".",
  "E",
  "漢",
  "\u202e",
  "\u0000",
  "Mar",
  "TRUE"
]
const Text = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(5))
const Cents = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: -(10n ** 15n), maximum: 10n ** 15n }))
const Row = Schema.Struct({ id: Text, description: Text, counterparty: Text, cents: Cents, isPosted: Schema.Boolean })

const rowsOf = (generated: ReadonlyArray<typeof Row.Type>) =>
  generated.map(({ cents, counterparty, description, id, isPosted }) =>
    rowOf({
      id: id.join(""),
      description: description.join(""),
      counterparty: counterparty.join(""),
      signed: Money.fromTenThousandths(cents * 100n),
      isPosted
    })
  )

/** What a spreadsheet takes for a formula. */
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]/u

describe("CSV whose marks are taken for others", () => {
  it("has a quote before what would be a formula behind a semicolon, a tab or an end of line in a text", () => {
    for (
      const [text, expected] of [
        ["x;=1+1;y", "x;'=1+1;y"],
        ["x\t+1\n-2\r\n@A1;＝1", "x\t'+1\n'-2\r\n'@A1;'＝1"],
        ["x; \u202e\"=1", "x; \u202e\"'=1"],
        ["x;;==1", "x;;'==1"],
        ["=1;=1", "'=1;'=1"],
        ["a=b-c; d=e; 'f", "a=b-c; d=e; 'f"]
      ] as const
    ) {
      assert.strictEqual(harmless(text), expected)
    }
  })

  it("has quotes around each text with such a mark", () => {
    assert.strictEqual(csvLine(["a;b", "a\tb", "a b", "a"]), "\"a;b\",\"a\tb\",a b,a\r\n")
  })

  for (const format of [csv, excelCsv, quickbooksCsv, xeroCsv, zohoCsv]) {
    it.prop(
      `(${format.title}) holds no formula for a reader that separates by semicolons or tabs, and for one that knows no quotes`,
      [Schema.Array(Row).check(Schema.isMaxLength(6))],
      ([generated]) => {
        const rows = rowsOf(generated)
        const text = written(format, [[ledgerOf(rows), rows]])
        for (const delimiter of [";", "\t"]) {
          const kinds = [{ quote: false }, { relax_quotes: true }, {
            relax_quotes: true,
            record_delimiter: ["\r", "\n"]
          }]
          for (const kind of kinds) {
            const options = { delimiter, relax_column_count: true, ...kind } as const
            for (const cell of cellsOf(text, options)) assert.notMatch(cell, formula)
          }
        }
      },
      { arbitrary: { seed: 17, runs: 300 } }
    )
  }
})

describe("CSV for Excel", () => {
  it.prop(
    "has a quote before each text that Excel would not leave as it is, and before no other thing",
    [Schema.Array(Row).check(Schema.isMaxLength(6))],
    ([generated]) => {
      const rows = rowsOf(generated)
      const text = written(excelCsv, [[ledgerOf(rows), rows]])
      assert.strictEqual(text[0], "\ufeff")
      const [header, ...lines] = linesOf(text.slice(1))
      assert.strictEqual(header?.at(-1), "proven")
      assert.deepStrictEqual(
        lines.map((line) => [3, 6, 8, 9].map((column) => (line[column] ?? "").replace(/^'/, ""))),
        rows.map((row) =>
          [row.id, Money.format(row.signed), row.description, row.counterparty ?? ""].map(harmlessInside)
        )
      )
      for (const line of lines) {
        for (const column of [0, 3, 8, 9]) {
          assert.notMatch(line[column] ?? "", formula)
          assert.match(line[column] ?? "", column < 8 ? /^$|^'|^\p{L}|^[1-9]\d{0,10}$/u : /^$|^'|^\p{L}/u)
        }
      }
    },
    { arbitrary: { seed: 12, runs: 300 } }
  )

  it("keeps zeros before an id, long numbers, days and words for true as texts", () => {
    for (
      const id of [
        "000123",
        "0",
        "123456789012",
        "12.5",
        "1E5",
        "Mar 5",
        "MAR2025",
        "dec-1",
        "TRUE",
        "wahr",
        "Mai 5",
        "May 5 2025 10:00",
        "A1",
        "一月５",
        "'a",
        " a",
        "(5)"
      ]
    ) {
      const rows = [rowOf({ id })]
      assert.include(written(excelCsv, [[ledgerOf(rows), rows]]), `,'${id},`)
    }
    for (const id of ["12", "12345678901", "SFC12ABCDE", "MARIA", "truely", "Décembre"]) {
      const rows = [rowOf({ id })]
      assert.include(written(excelCsv, [[ledgerOf(rows), rows]]), `,${id},`)
    }
  })

  it("has a wallet's number of at most 11 digits plain, and a description of digits never", () => {
    const rows = [rowOf({ description: "12" })]
    for (const [walletNo, told] of [["25470000001", "25470000001"], ["254700000001", "'254700000001"]] as const) {
      const [, line] = linesOf(written(excelCsv, [[ledgerOf(rows, { walletNo }), rows]]).slice(1))
      assert.deepStrictEqual([line?.[0], line?.[8]], [told, "'12"])
    }
  })

  it("writes numbers of 15 digits as numbers, and what Excel would round as text", () => {
    const amounts = ["9999999999999.99", "-99999999999999.9999", "12345678901234.50", "12345678901234.56", "0.0001"]
    const rows = amounts.map((amount) => rowOf({ signed: money(amount) }))
    assert.deepStrictEqual(
      linesOf(written(excelCsv, [[ledgerOf(rows), rows]]).slice(1)).slice(1).map((line) => line[6]),
      ["9999999999999.99", "'-99999999999999.9999", "12345678901234.50", "'12345678901234.56", "0.0001"]
    )
  })

  it("tells of texts that a cell does not hold", () => {
    const rows = [32_767, 32_768].map((length) => rowOf({ description: "a".repeat(length) }))
    assert.deepStrictEqual(made(excelCsv, [ledgerOf([]), rows.slice(0, 1)]).notes, [])
    const [note] = made(excelCsv, [ledgerOf([]), rows]).notes
    assert.match(note ?? "", /^1 row has a text of more than 32767 characters/)
  })

  it("says in each row whether the balances prove it, and names rows that are in none", () => {
    const rows = [rowOf({}), rowOf({ isPosted: false, confirmed: false })]
    const [, ...lines] = linesOf(
      written(excelCsv, [[ledgerOf(rows, { unproven: ["One.", "Two."] }), rows]]).slice(1)
    )
    assert.deepStrictEqual(lines.map((line) => line.slice(-4)), [
      ["true", "true", "", "NOT PROVEN: One. Two."],
      ["false", "false", "", "NOT PROVEN: One. Two."]
    ])
  })
})

describe("CSV for an importer", () => {
  const hostile = rowOf({
    id: "000123",
    leg: 1,
    description: "=1+1\n\"a\", b\u202e",
    counterparty: "@Jane",
    signed: money("-1250.50")
  })
  const plain = rowOf({ id: "", description: "Paid 5", signed: money("99999999999999.99") })
  const nothing = rowOf({ id: "9", description: " ", type: "Credit", signed: money("0") })

  it("has a date, a description with the id, and a signed amount for QuickBooks", () => {
    assert.deepStrictEqual(linesOf(written(quickbooksCsv, [[ledgerOf([]), [hostile, plain, nothing]]])), [
      ["Date", "Description", "Amount"],
      ["01/02/2025", "'=1+1 \"a\", b\\u{202e} (000123#1)", "-1250.50"],
      ["01/02/2025", "Paid 5 (20250201120000+99999999999999.99)", "99999999999999.99"],
      ["01/02/2025", "Credit (9)", ""]
    ])
  })

  it("has the columns of Xero's template", () => {
    assert.deepStrictEqual(linesOf(written(xeroCsv, [[ledgerOf([]), [hostile, plain, nothing]]])), [
      ["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"],
      ["2025-02-01", "-1250.50", "'@Jane", "'=1+1 \"a\", b\\u{202e}", "000123#1", ""],
      ["2025-02-01", "99999999999999.99", "", "Paid 5", "20250201120000+99999999999999.99", ""],
      ["2025-02-01", "0.00", "", "", "9", ""]
    ])
  })

  it("has withdrawals and deposits in columns of their own for Zoho", () => {
    assert.deepStrictEqual(linesOf(written(zohoCsv, [[ledgerOf([]), [hostile, plain, nothing]]])), [
      ["Date", "Withdrawals", "Deposits", "Payee", "Description", "Reference Number"],
      ["2025-02-01", "1250.50", "", "'@Jane", "'=1+1 \"a\", b\\u{202e}", "000123#1"],
      ["2025-02-01", "", "99999999999999.99", "", "Paid 5", "20250201120000+99999999999999.99"],
      ["2025-02-01", "", "0.00", "", "", "9"]
    ])
  })

  for (const format of [quickbooksCsv, xeroCsv, zohoCsv]) {
    it.prop(
      `(${format.title}) is a line for each booked row, without a formula and on one line`,
      [Schema.Array(Row).check(Schema.isMaxLength(6))],
      ([generated]) => {
        const rows = rowsOf(generated)
        const text = written(format, [[ledgerOf(rows), rows]])
        const [, ...lines] = linesOf(text)
        const idOf = entryIds()
        const booked = rows.filter(({ isPosted }) => isPosted)
        assert.strictEqual(text.split("\r\n").length, booked.length + 2)
        assert.notMatch(text.replaceAll("\r\n", ""), /[\p{Cc}\p{Cf}]/u)
        assert.strictEqual(lines.length, booked.length)
        for (const [index, line] of lines.entries()) {
          const row = booked[index]
          const amounts = line.filter((field) => /^-?\d+\.\d\d$/.test(field))
          const amount = row === undefined ? "" : Money.format(row.signed)
          assert.include(["", amount, amount.replace("-", "")], amounts[0] ?? "")
          for (const field of line) if (!amounts.includes(field)) assert.notMatch(field, formula)
          assert.include(line.join(), row === undefined ? "no row" : harmlessInside(idOf(row)))
        }
      },
      { arbitrary: { seed: 13, runs: 200 } }
    )
  }

  it("leaves out what did not move the balance, and refuses what has more than two decimals", () => {
    for (const format of [quickbooksCsv, xeroCsv, zohoCsv]) {
      const waiting = rowOf({ isPosted: false, confirmed: false, signed: money("0.005") })
      assert.strictEqual(linesOf(written(format, [[ledgerOf([waiting]), [waiting]]])).length, 1)
      assert.match(
        refusal(format, [[ledgerOf([]), [rowOf({ signed: money("0.005"), leg: 1, description: "secret" })]]]),
        /^Row A1#1 of 254700000001 \(2025-02-01 12:00:00\) has more than two decimals, and (QuickBooks|Xero|Zoho Books) keeps two\. Export it as csv /
      )
    }
  })
})
