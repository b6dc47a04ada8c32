/**
 * Books as people keep them in files.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { columnNamesOf } from "../../../src/analytics/reconcile/booksColumns.ts"
import { amountStyleOf, dateStyleOf } from "../../../src/analytics/reconcile/cellStyles.ts"
import { sides } from "../../../src/analytics/reconcile/matchTables.ts"
import { readBooks } from "../../../src/analytics/reconcile/readBooks.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { booksAt } from "./booksAt.ts"

const written = Effect.fnUntraced(function*(name: string, text: string | Uint8Array) {
  const path = join(yield* folder, name)
  writeFileSync(path, text)
  return path
})

interface Styles {
  readonly dates?: string
  readonly amounts?: string
}

const read = Effect.fnUntraced(function*(path: string, columns: ReadonlyArray<string> = [], styles: Styles = {}) {
  const workspace = yield* openWorkspace
  yield* workspace.run(sides)
  const fields = yield* readBooks(workspace, booksAt(path, { columns, ...styles }))
  const rows = yield* workspace.ask(
    "SELECT line::INTEGER, id, strftime(moment, '%Y-%m-%d %H:%M:%S'), timed, amount::VARCHAR, reference, currency, wallet FROM books ORDER BY line"
  )
  return { fields: [...fields].toSorted(), rows }
})

const problemsOf = Effect.fnUntraced(
  function*(name: string, text: string | Uint8Array, columns: ReadonlyArray<string> = [], styles: Styles = {}) {
    const error = yield* Effect.flip(read(yield* written(name, text), columns, styles))
    return error.message.split("\n")
  }
)

const latin = (text: string) => Buffer.from(text, "latin1")

describe("books in CSV", () => {
  it.effect("are read by the names of their columns, all else passed over", () =>
    Effect.gen(function*() {
      const path = yield* written(
        "b.csv",
        "\ufeffAmount,id,Date,Note,reference,description,currency,wallet\r\n" +
          "-1250.5,A1,2025-01-31,\"two\r\nlines, \"\"quoted\"\"\",INV-1,x,kes,W-1\r\n" +
          "+3,,2025-02-01 14:05:09.9,,,,KES,W-2\r\n" +
          "99999999999999.9999000, 007 ,2025-02-01T00:00,,,,KES,W-2\r\n"
      )
      assert.deepStrictEqual(yield* read(path), {
        fields: ["amount", "currency", "date", "description", "id", "reference", "wallet"],
        rows: [
          [2, "A1", "2025-01-31 00:00:00", false, "-1250.5000", "INV-1", "KES", "W-1"],
          [4, null, "2025-02-01 14:05:09", true, "3.0000", null, "KES", "W-2"],
          [5, "007", "2025-02-01 00:00:00", false, "99999999999999.9999", null, "KES", "W-2"]
        ]
      })
    }))

  it.effect("have their lines counted with empty ones, but for those within a cell", () =>
    Effect.gen(function*() {
      for (const end of ["\n", "\r\n"]) {
        const path = yield* written(
          "b.csv",
          [
            "id,date,amount",
            "",
            "A,2025-01-31,1",
            "",
            "",
            "\"B",
            "",
            "b\",2025-01-31,2",
            "C,2025-01-31,3",
            "",
            "D,2025-01-31,4",
            ""
          ]
            .join(end)
        )
        const { rows } = yield* read(path)
        assert.deepStrictEqual(rows.map(([line]) => line), [3, 6, 9, 11])
      }
      const problems = yield* problemsOf("b.csv", "date,amount\n\n2025-01-31,1\n\n\n2025-01-31,x\n")
      assert.match(problems[0] ?? "", /^b\.csv, line 6: /)
    }))

  it.effect("lose the quote before what a spreadsheet would take for something else, and no other", () =>
    Effect.gen(function*() {
      const path = yield* written(
        "b.csv",
        [
          "id,date,amount,reference,currency,wallet",
          "'000123,'2025-01-31,'1234567890123.45,'=1+1,KES,'254700000001",
          "''5,2025-01-31,'-5,'May 5,KES,'+254",
          "'true,2025-01-31,5,'s Gravenhage,'KES,W-1",
          "',2025-01-31,5,'true story,KES,W-1"
        ].join("\n")
      )
      assert.deepStrictEqual(
        (yield* read(path)).rows.map(([, id, , , amount, reference, currency, wallet]) => [
          id,
          amount,
          reference,
          currency,
          wallet
        ]),
        [
          ["000123", "1234567890123.4500", "=1+1", "KES", "254700000001"],
          ["'5", "-5.0000", "May 5", "KES", "+254"],
          ["true", "5.0000", "'s Gravenhage", "'KES", "W-1"],
          ["'", "5.0000", "'true story", "KES", "W-1"]
        ]
      )
    }))

  it.effect("may have other names, and semicolons or tabs between", () =>
    Effect.gen(function*() {
      for (const delimiter of [";", "\t"]) {
        const path = yield* written(
          "b.csv",
          ["Booked on;ORDER_NO;Value, net", "2025-01-31;7;12.00"].join("\n").replaceAll(";", delimiter)
        )
        const { rows } = yield* read(path, ["date=booked on", "id=ORDER_NO", "Amount=Value, net"])
        assert.deepStrictEqual(rows, [[2, "7", "2025-01-31 00:00:00", false, "12.0000", null, null, null]])
      }
    }))

  it.effect("are refused with the line and the remedy, and without what stands there", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf(
        "b.csv",
        [
          "date,amount,currency",
          "2025-02-30,1,KES",
          "31.01.2025,1,KES",
          "2025-01-31,\"1,000.00\",KES",
          "2025-01-31,1.00001,KES",
          "2025-01-31,123456789012345,KES",
          "2025-01-31,1e3,KES",
          "2025-01-31,,KES",
          ",1,KES",
          "2025-01-31,1,"
        ].join("\n")
      )
      const number =
        "has an amount that is no decimal number such as -1250.00, with a point and without a currency: --amounts shows how they are written, such as 1,234.56"
      const date =
        "has a date that is not one of the calendar as YYYY-MM-DD, with or without a time such as 14:05:00 and without a zone: --dates says how they are written, such as DD/MM/YYYY"
      assert.deepStrictEqual(problems, [
        `b.csv, line 2: the row ${date}`,
        `b.csv, line 3: the row ${date}`,
        `b.csv, line 4: the row ${number}`,
        "b.csv, line 5: the row has an amount with more than four decimals, which no payment has: write it in full currency units",
        "b.csv, line 6: the row has an amount with more than 14 digits before the point",
        `b.csv, line 7: the row ${number}`,
        "b.csv, line 8: the row has no amount: fill it in, or take the line out",
        "b.csv, line 9: the row has no date: fill it in, or take the line out",
        "b.csv, line 10: the row has no currency: fill it in everywhere, or leave the column out"
      ])
      const many = yield* problemsOf("b.csv", `date,amount\n${"2025-01-31,x\n".repeat(25)}`)
      assert.strictEqual(many.length, 11)
      assert.strictEqual(many.at(-1), "15 more rows have such problems")
    }))

  it.effect("are told the one fault that they have, with its line", () =>
    Effect.gen(function*() {
      const more = "has more behind the quote that ends a cell: write a quote within a cell twice"
      const faults: ReadonlyArray<readonly [text: string | Uint8Array, fault: string]> = [
        [
          "date,amount\n2025-01-31,1,secret\n",
          "2 has 3 cells, and the first line names 2: put that right, or put a cell with a , in it in quotes"
        ],
        [
          "date;amount;id\n\n2025-01-31;1;\"a\n;b\"\n2025-01-31;1",
          "5 has 2 cells, and the first line names 3: put that right, or put a cell with a ; in it in quotes"
        ],
        ["date,amount,id\n2025-01-31,1,\"A\n2025-01-31,1,B\n", "2 has a quote without an end: quotes come in pairs"],
        ["date,amount,id\n2025-01-31,1,\"A\" x\n", `2 ${more}`],
        ["date,amount\n2025-01-31,\"1\n", "2 has a quote without an end: quotes come in pairs"],
        ["date,\"amount\n", "1 has a quote without an end: quotes come in pairs"],
        [
          "date,amount\r\n2025-01-31,1\r\n2025-01-31,2\n",
          "3 ends with LF and the first one with CRLF: save it with one kind"
        ],
        [latin("date,amount,id\n2025-01-31,1,Caf\xe9\n"), "2 is not UTF-8: save it as CSV UTF-8"],
        [latin("date,amount,id\n2025-01-31,1,A\n2025-01-31,1,Caf\xe9"), "3 is not UTF-8: save it as CSV UTF-8"]
      ]
      for (const [text, fault] of faults) {
        assert.deepStrictEqual(yield* problemsOf("b.csv", text), [`b.csv, line ${fault}`])
      }
    }))

  it.effect("are refused as a whole where they are no table, or lack a column", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* problemsOf("b.csv", "day,amount\n"), [
        "b.csv has no column `date`; it has day, amount. Say which it is: --column date=NAME"
      ])
      assert.deepStrictEqual(yield* problemsOf("b.csv", "date,amount\n", ["id=NO"]), [
        "b.csv has no column \"NO\", which --column names; it has date, amount"
      ])
      assert.deepStrictEqual(yield* problemsOf("b.csv", "Date,amount,DATE\n"), [
        "b.csv has two columns `date`: say which is meant, or rename one"
      ])
      assert.deepStrictEqual(yield* problemsOf("b.csv", ""), ["b.csv is empty: its first line names the columns"])
      assert.deepStrictEqual(yield* problemsOf("b.ods", "PK"), [
        "b.ods is a workbook of another kind: save it as XLSX, or the sheet as CSV (UTF-8)"
      ])
      const place = join(yield* folder, "x.csv")
      assert.match((yield* Effect.flip(read(place))).message, /^x\.csv does not exist/)
      mkdirSync(place)
      assert.match((yield* Effect.flip(read(place))).message, /^x\.csv is no plain file/)
    }))

  it("take columns as FIELD=NAME", () => {
    for (const text of ["id", "=x", "id=", "colour=x"]) {
      assert.isTrue(Result.isFailure(columnNamesOf([text])), text)
    }
    assert.isTrue(Result.isFailure(columnNamesOf(["id=a", "id=b"])))
  })
})

describe("books in Parquet", () => {
  const parquet = Effect.fnUntraced(function*(sql: string) {
    const path = join(yield* folder, "it's.parquet")
    const workspace = yield* openWorkspace
    yield* workspace.run([`COPY (${sql}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`])
    return path
  })

  it.effect("keep days and decimals as they are", () =>
    Effect.gen(function*() {
      const path = yield* parquet(
        `SELECT '''7' AS "Order ""no""", DATE '2025-01-31' AS date, 12.5::DECIMAL(12,3) AS amount, 'R' AS reference`
      )
      assert.deepStrictEqual((yield* read(path, ["id=Order \"no\""])).rows, [
        [2, "'7", "2025-01-31 00:00:00", false, "12.5000", "R", null, null]
      ])
    }))

  it.effect("are refused where they are not exact", () =>
    Effect.gen(function*() {
      const doubles = yield* parquet("SELECT DATE '2025-01-31' AS date, 0.1::DOUBLE AS amount")
      assert.match((yield* Effect.flip(read(doubles))).message, /amounts as DOUBLE, which are not exact/)
      const zoned = yield* parquet("SELECT TIMESTAMPTZ '2025-01-31 00:00:00+00' AS date, 1 AS amount")
      assert.match((yield* Effect.flip(read(zoned))).message, /dates with a time zone/)
      assert.match((yield* problemsOf("x.parquet", "PAR1"))[0] ?? "", /^x\.parquet is no Parquet/)
      for (const styles of [{ dates: "DD/MM/YYYY" }, { amounts: "1.234,56" }]) {
        const [problem] = yield* problemsOf("x.parquet", "PAR1", [], styles)
        assert.include(problem, "x.parquet has columns with types, and --dates and --amounts are for texts")
      }
    }))
})

const daysOf = (dates: string, ...texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const path = yield* written("b.csv", `date,amount\n${texts.map((text) => `${text},1`).join("\n")}\n`)
    return (yield* read(path, [], { dates })).rows.map(([, , moment]) => moment)
  })
const amountsOf = (example: string, ...texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const path = yield* written("b.csv", `date,amount\n${texts.map((text) => `2025-01-31,"${text}"`).join("\n")}\n`)
    return (yield* read(path, [], { amounts: example })).rows.map(([, , , , amount]) => amount)
  })

describe("books that are written in their own way", () => {
  it.effect("have days in the order that is said, zeros in front or not, with a time, or as the program writes them", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* daysOf("DD/MM/YYYY", "03/02/2025", "3/2/2025 14:05:09", "2025-02-03"), [
        "2025-02-03 00:00:00",
        "2025-02-03 14:05:09",
        "2025-02-03 00:00:00"
      ])
      assert.deepStrictEqual(yield* daysOf("m/d/yyyy", "3/2/2025", "3/2/2025 9:05"), [
        "2025-03-02 00:00:00",
        "2025-03-02 09:05:00"
      ])
      assert.deepStrictEqual(yield* daysOf("D.M.YY", "3.2.25"), ["2025-02-03 00:00:00"])
      assert.deepStrictEqual(yield* daysOf("YYYYMMDD", "20250203", "20250203T10:00"), [
        "2025-02-03 00:00:00",
        "2025-02-03 10:00:00"
      ])
    }))

  it.effect("are refused with their line where a day is written in another way or is none", () =>
    Effect.gen(function*() {
      for (
        const day of ["13/13/2025", "02-03-2025", "3/2/25", "31/02/2025", "3/2/2025 noon", "yesterday", "32025-01-01"]
      ) {
        const [problem = ""] = yield* problemsOf("b.csv", `date,amount\n${day},1\n`, [], { dates: "DD/MM/YYYY" })
        assert.match(
          problem,
          /^b\.csv, line 2: the row has a date that is not one of the calendar as DD\/MM\/YYYY or YYYY/,
          day
        )
      }
      const [plain = ""] = yield* problemsOf("b.csv", "date,amount\n31/01/2025,1\n")
      assert.include(plain, "--dates says how they are written, such as DD/MM/YYYY")
    }))

  it.effect("have amounts as the example shows, with or without what stands between thousands", () =>
    Effect.gen(function*() {
      const expected = ["1234567.8900", "-1250.0000", "-0.5000", "-12.3000", "1250.0000", "7.0000"]
      assert.deepStrictEqual(
        yield* amountsOf("1,234.56", "1,234,567.89", "-1,250", "(0.50)", "12.3-", "+1250", "7."),
        expected
      )
      assert.deepStrictEqual(
        yield* amountsOf("1.234,56", "1.234.567,89", "-1.250", "(0,50)", "12,3 -", "+1250", "7,"),
        expected
      )
      for (const blank of [" ", "\u00a0", "\u202f"]) {
        assert.deepStrictEqual(
          yield* amountsOf("1 234,56", `1${blank}234${blank}567,89`, `-1${blank}250`, "(0,50)", "- 12,3", "1250", "7"),
          expected
        )
      }
      assert.deepStrictEqual(yield* amountsOf("1'234.56", "1'234'567.89"), ["1234567.8900"])
      assert.deepStrictEqual(yield* amountsOf("1234,56", "1234567,89"), ["1234567.8900"])
    }))

  it.effect("are refused with their line where an amount is written in another way: nothing is guessed", () =>
    Effect.gen(function*() {
      const wrong = [
        "1,234.56",
        "0.500",
        "12.34",
        "1.23.456",
        "1.2345",
        "KES 5",
        "5 KES",
        "--5",
        "(-5)",
        "1..234",
        "",
        "(5",
        "1e3"
      ]
      for (const amount of wrong) {
        const [problem = ""] = yield* problemsOf("b.csv", `date,amount\n2025-01-31,"${amount}"\n`, [], {
          amounts: "1.234,56"
        })
        assert.match(
          problem,
          amount === ""
            ? /^b\.csv, line 2: the row has no amount/
            : /^b\.csv, line 2: the row has an amount that is not written as 1\.234,56 is/,
          amount
        )
      }
      const [long = ""] = yield* problemsOf("b.csv", "date,amount\n2025-01-31,\"1,23456\"\n", [], {
        amounts: "1.234,56"
      })
      assert.include(long, "more than four decimals")
      const [plain = ""] = yield* problemsOf("b.csv", "date,amount\n2025-01-31,\"1,234.56\"\n")
      assert.include(plain, "--amounts shows how they are written, such as 1,234.56")
    }))

  it("say so in letters and by an example, or are refused", () => {
    for (const text of ["", "DD/MM", "DD/MM/YYY", "DD/DD/YYYY", "DD/MM-YYYY", "DMYYYY", "31/12/2025", "YYYY-DD-MM"]) {
      assert.isTrue(Result.isFailure(dateStyleOf(text)), text)
    }
    for (const text of ["", "1,234,56", "1.234.56", "1234", "1,250.00", "1_234.56", "1x234.56"]) {
      assert.isTrue(Result.isFailure(amountStyleOf(text)), text)
    }
  })

  it.effect("may have a column of what comes in and one of what goes out", () =>
    Effect.gen(function*() {
      const path = yield* written(
        "b.csv",
        "date,Debit,Credit,in\n" +
          "2025-01-01,\"1,000.50\",,x\n" +
          "2025-01-02,,250,x\n" +
          "2025-01-03,0.00,\"1,250.00\",x\n" +
          "2025-01-04,-5,,x\n" +
          "2025-01-05,-,+7,x\n" +
          "2025-01-06,0,-,x\n"
      )
      const columns = ["in=Debit", "out=Credit"]
      const { fields, rows } = yield* read(path, columns, { amounts: "1,234.56" })
      assert.deepStrictEqual(fields, ["date", "in", "out"])
      assert.deepStrictEqual(
        rows.map(([, , , , amount]) => amount),
        ["1000.5000", "-250.0000", "-1250.0000", "-5.0000", "-7.0000", "0.0000"]
      )
      const only = yield* written("c.csv", "date,out\n2025-01-01,3\n")
      assert.deepStrictEqual((yield* read(only)).rows.map(([, , , , amount]) => amount), ["-3.0000"])
      const beside = yield* written("d.csv", "date,amount,in\n2025-01-01,3,yes\n")
      assert.deepStrictEqual((yield* read(beside)).rows.map(([, , , , amount]) => amount), ["3.0000"])
      const problem = (text: string, names: ReadonlyArray<string> = columns) =>
        Effect.map(problemsOf("b.csv", text, names), ([first]) => first)
      assert.include(
        yield* problem("date,Debit,Credit\n2025-01-01,5,6\n"),
        "line 2: the row has an amount that comes in and one that goes out: make two rows of it"
      )
      assert.include(yield* problem("date,Debit,Credit\n2025-01-01,,\n"), "line 2: the row has no amount")
      for (const out of ["-5", "-5.00", "-0.01"]) {
        const text = `date,Debit,Credit\n2025-01-01,,${out}\n`
        assert.include(yield* problem(text), "line 2: the row has a negative amount in the column of what goes out")
        assert.include(
          (yield* problemsOf("b.csv", text, columns, { amounts: "1,234.56" }))[0],
          "negative amount in the column of what goes out"
        )
      }
      for (
        const [into, out] of [["5", "."], ["", "--5"], ["", "-+5"], ["", "++5"], ["x", "5"], ["5", "x"], ["+", ""]]
      ) {
        const text = `date,Debit,Credit\n2025-01-01,${into},${out}\n`
        assert.include(yield* problem(text), "line 2: the row has an amount that is no decimal", `${into}|${out}`)
        const [styled] = yield* problemsOf("b.csv", text, columns, { amounts: "1,234.56" })
        assert.include(styled, "line 2: the row has an amount that is not written as", `${into}|${out}`)
      }
      const byItsName = yield* written("e.csv", "date,Debit,out,amount\n2025-01-01,0.00,50.00,x\n")
      assert.deepStrictEqual((yield* read(byItsName, ["in=Debit"])).rows.map(([, , , , amount]) => amount), [
        "-50.0000"
      ])
      assert.include(
        yield* problem("date,in,out\n2025-01-01,1,2\n", ["in=out"]),
        "one column for what comes in and what goes out"
      )
      assert.include(
        yield* problem("date,in,withdrawn\n2025-01-01,0.00,50.00\n", []),
        "line 2: the row has 0.00, and only one of the columns `in` and `out` is named"
      )
      assert.include(
        yield* problem("date,Debit,Credit\n2025-01-01,x,\n"),
        "line 2: the row has an amount that is no decimal"
      )
      assert.include(
        yield* problem("date,Debit,Credit\n2025-01-01,,x\n"),
        "line 2: the row has an amount that is no decimal"
      )
      assert.include(yield* problem("date,Debit\n2025-01-01,5\n"), "has no column \"Credit\", which --column names")
      assert.include(
        yield* problem("date,Debit,Credit,amount\n", [...columns, "amount=amount"]),
        "name `amount` with --column, or `in` and `out`"
      )
      assert.include(yield* problem("date,Debit\n2025-01-01,5\n", []), "--column in=NAME --column out=NAME")
    }))
})
