// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * CSV in the dialects of other programs, read by DuckDB and Polars; and by a spreadsheet that guesses what fields are as Excel does.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { csv } from "../../src/analytics/export/formats/csv.ts"
import { excelCsv } from "../../src/analytics/export/formats/excelCsv.ts"
import { quickbooksCsv, xeroCsv, zohoCsv } from "../../src/analytics/export/formats/importerCsv.ts"
import { ledgerOf, money, rowOf, written } from "../analytics/export/craftedLedger.ts"
import { debianProgram } from "./debianProgram.ts"
import { asked, type Ledger, ledgersIn, withExportable } from "./exportedFile.ts"
import { exportsPython } from "./exportsPython.ts"
import { run } from "./program.ts"

/** Reads each file as texts by both programs, and holds what they read against each other. */
const reading = `
import json, sys
import duckdb, polars
found = []
for path in sys.argv[1:]:
    rows = duckdb.read_csv(path, all_varchar=True, header=True, sep=",", quotechar='"', escapechar='"')
    names = rows.columns
    by_duckdb = [[value or "" for value in row] for row in rows.fetchall()]
    frame = polars.read_csv(path, infer_schema=False)
    assert [name.lstrip("\\ufeff") for name in frame.columns] == names, (frame.columns, names)
    by_polars = [[value or "" for value in row] for row in frame.rows()]
    assert by_duckdb == by_polars, [(a, b) for a, b in zip(by_duckdb, by_polars) if a != b][:3]
    rows = [dict(zip(names, row)) for row in by_polars]
    found.append({"columns": names, "rows": rows})
print(json.dumps(found))
`

const office = debianProgram({
  places: ["/usr/bin/soffice"],
  packages: ["libreoffice-calc-nogui"],
  untested: "what a spreadsheet takes the fields of a CSV for"
})

/** Double quotes, UTF-8, and any field that looks like a number, a day or a formula is one. */
const guessing = (separator: string): string =>
  `--infilter=Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`

/** The cells of a sheet, each with its kind: s text, n number, d day, b true or false, f formula. */
const cellsOf = `
import json, sys
import openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps([[f"{cell.data_type} {cell.value}" for cell in row] for row in sheet.iter_rows()]))
`

/** What a spreadsheet makes of a CSV, a file of `kind` in the folder that is used. */
const opened = <A>(text: string, kind: string, separator: string, use: (path: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "sheet-"))
  try {
    writeFileSync(join(folder, "a.csv"), text)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const converted = spawnSync(
      office ?? "",
      [profile, "--headless", guessing(separator), "--convert-to", kind, "--outdir", folder, join(folder, "a.csv")],
      { encoding: "utf8" }
    )
    assert.strictEqual(converted.status, 0, converted.stderr)
    return use(join(folder, `a.${kind}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The cells that a spreadsheet makes of a CSV. */
const guessed = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  opened(text, "xlsx", ",", (path) => {
    const { status, stderr, stdout } = spawnSync(exportsPython ?? "", ["-c", cellsOf, path], { encoding: "utf8" })
    assert.strictEqual(status, 0, stderr)
    return JSON.parse(stdout)
  })

/** The formulas that a spreadsheet makes of a CSV whose fields it takes for separated like this. */
const formulasIn = (text: string, separator: string): ReadonlyArray<string> =>
  opened(text, "fods", separator, (path) => readFileSync(path, "utf8").match(/table:formula="[^"]*"/g) ?? [])

type Row = Readonly<Record<string, string>>

const read = (...paths: ReadonlyArray<string>): ReadonlyArray<{
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}> => {
  const { status, stderr, stdout } = spawnSync(exportsPython ?? "", ["-c", reading, ...paths], {
    encoding: "utf8",
    maxBuffer: 2 ** 28
  })
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout)
}

const units = (decimal: string): bigint => {
  const [whole = "", fraction = ""] = decimal.split(".")
  return BigInt(`${whole}${fraction.padEnd(4, "0")}`)
}

const sum = (amounts: ReadonlyArray<string>): bigint => amounts.reduce((total, amount) => total + units(amount), 0n)

const totalsOf = (amounts: ReadonlyArray<string>) => ({
  rows: String(amounts.length),
  credits: sum(amounts.filter((amount) => !amount.startsWith("-"))),
  debits: -sum(amounts.filter((amount) => amount.startsWith("-")))
})

const expectedOf = ({ credits, debits, rows }: Ledger) => ({ rows, credits: units(credits), debits: units(debits) })

const signed = (row: Row): string => row["*Amount"] ?? row["Amount"] ?? (row["Deposits"] || `-${row["Withdrawals"]}`)

describe("CSV in a dialect", () => {
  it.skipIf(exportsPython === undefined)("ties to the statement as DuckDB and Polars read it", async () => {
    await withExportable(async (folder, db) => {
      const expected = await ledgersIn(db)
      for (const dialect of ["quickbooks", "xero", "zoho"]) {
        const args = [
          "export",
          "csv",
          "--dialect",
          dialect,
          "--db",
          db,
          "--out",
          join(folder, `${dialect}.csv`),
          ...asked
        ]
        const { code, stderr, stdout } = await run([...args, "--json"])
        assert.deepStrictEqual([code, stderr], [0, ""])
        const paths: ReadonlyArray<string> = JSON.parse(stdout).files.map(({ path }: { path: string }) => path)
        assert.deepStrictEqual(
          paths.toSorted(),
          expected.map(({ currency, walletNo }) => join(folder, `${dialect}-${walletNo}-${currency}.csv`)).toSorted()
        )
        for (const ledger of expected) {
          const path = join(folder, `${dialect}-${ledger.walletNo}-${ledger.currency}.csv`)
          const [found] = read(path)
          assert.deepStrictEqual(totalsOf(found?.rows.map(signed) ?? []), expectedOf(ledger), path)
          const fields = (found?.rows ?? []).flatMap((row) => Object.values(row)).filter((field) =>
            !/^-?[\d.]+$/.test(field)
          )
          assert.isAbove(fields.length, 100)
          for (const field of fields) assert.notMatch(field, /^\s*[=+\-@]|[\p{Cc}\p{Cf}]/u)
        }
        assert.strictEqual((await run([...args, "--replace"])).code, 0, "it replaces its own files")
      }
    })
  })

  it.skipIf(exportsPython === undefined)(
    "is for Excel one file with all rows, each text as it was behind a quote",
    async () => {
      await withExportable(async (folder, db) => {
        const out = join(folder, "a.csv")
        const args = ["export", "csv", "--dialect", "excel", "--db", db, "--out", out, ...asked]
        assert.strictEqual((await run(args)).code, 0)
        assert.strictEqual((await run(args)).code, 0, "it replaces its own file")
        assert.deepStrictEqual([...readFileSync(out).subarray(0, 3)], [0xef, 0xbb, 0xbf])
        const [found] = read(out)
        const rows = found?.rows ?? []
        for (const ledger of await ledgersIn(db)) {
          const own = rows.filter((row) =>
            row["wallet"] === `'${ledger.walletNo}` && row["currency"] === ledger.currency &&
            row["in_balance"] === "true"
          )
          assert.deepStrictEqual(totalsOf(own.map((row) => row["amount"] ?? "")), expectedOf(ledger))
          assert.strictEqual(units(own.at(-1)?.["balance"] ?? ""), units(ledger.closing))
        }
        assert.isAbove(rows.filter((row) => row["in_balance"] === "false").length, 3)
        assert.isTrue(rows.some((row) => row["description"] === "'=HYPERLINK(\"http://127.0.0.1/?\"&A1)"))
      })
    }
  )

  it.skipIf(office === undefined)("holds no formula for a spreadsheet that separates fields by other marks", () => {
    const texts = ["x;=1+1;y", "x\t=1+1\ty", "x\n=1+1;y", "x;\"=1+1", "x; \t+1+1;;=1+1", "=1+1;=1+1", "x;"]
    const rows = texts.map((text) => rowOf({ id: text, description: text, counterparty: text, category: text }))
    const files = [csv, excelCsv, quickbooksCsv, xeroCsv, zohoCsv].map((format) =>
      written(format, [[ledgerOf(rows), rows]])
    )
    for (const separator of [";", "\t"]) assert.deepStrictEqual(formulasIn(files.join(""), separator), [])
    assert.strictEqual(formulasIn("a,x;=1+1;y\r\n", ";").length, 1, "it does take formulas")
  })

  it.skipIf(exportsPython === undefined || office === undefined)(
    "for Excel keeps texts and long amounts from a spreadsheet's guesses",
    () => {
      const texts = [
        "000123",
        "123456789012345678",
        "1E5",
        "Mar 5",
        "MAR2025",
        "May 5 2025 10:00",
        "Mar 1, 10:00 PM",
        "Mai 5",
        "5-6",
        "TRUE",
        "=1+1",
        "+1",
        "-1",
        "@A1",
        "10%",
        "'a"
      ]
      const rows = texts.map((id) => rowOf({ id, description: id, signed: money("12345678901234.5678") }))
      const [, ...lines] = guessed(written(excelCsv, [[ledgerOf(rows), rows]]))
      assert.deepStrictEqual(
        lines.map((line) => [3, 8, 6].map((column) => line[column])),
        texts.map((text) => [`s '${text}`, `s '${text}`, "s '12345678901234.5678"])
      )
      assert.deepStrictEqual(lines[0]?.[2], "d 2025-02-01 12:00:00")
      const [bare] = guessed("000123,1E5,Mar 5,=1+1,TRUE\r\n")
      assert.deepStrictEqual(bare?.map((cell) => cell[0]), ["n", "n", "d", "f", "b"], "it does guess")
    }
  )
})
