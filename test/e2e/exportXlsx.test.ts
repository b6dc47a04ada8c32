// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Exported workbooks as other programs read them: openpyxl, and LibreOffice, which works out their formulas.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { asked, hostile, type Ledger, ledgersIn, withExportable } from "./exportedFile.ts"
import { exportsPython } from "./exportsPython.ts"
import { query, run } from "./program.ts"
import { calc, printedBy, workOut } from "./sheetWitnesses.ts"

interface Told {
  readonly sheets: ReadonlyArray<{
    readonly name: string
    readonly frozen: string
    readonly filter: string
    readonly printed: string
    readonly rows: number
    readonly credits: string
    readonly debits: string
    readonly opening: string
    readonly closing: string
    readonly texts: ReadonlyArray<readonly [id: string, description: string, date: string]>
  }>
  readonly formulas: ReadonlyArray<readonly [sheet: string, cell: string, text: string]>
  readonly summary: ReadonlyArray<Readonly<Record<string, string | null>>>
  readonly types: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>
}

const read = (path: string): Told => JSON.parse(printedBy("workbook.py", "read", path))

const sums = ["opening", "credits", "debits", "closing"] as const

/** The same amount, however many zeros stand behind it. */
const plain = (decimal: string | null | undefined): string => {
  const [whole, fraction = ""] = (decimal ?? "").split(".")
  return `${whole}.${fraction.padEnd(4, "0")}`
}

const expectedOf = (
  ledger: Ledger
) => [`${ledger.walletNo} ${ledger.currency}`, ...sums.map((name) => plain(ledger[name]))]

const summed = (told: Told) =>
  told.summary.map((row) => [`${row["wallet"]} ${row["currency"]}`, ...sums.map((name) => plain(row[name]))])

const key = (row: ReadonlyArray<unknown>): string => JSON.stringify(row)

/** All texts; LibreOffice saves every end of a line as the same one. */
const textsOf = ({ sheets }: Told): string => key(sheets.map(({ texts }) => texts)).replaceAll("\\r\\n", "\\n")

const withWorkbook = (use: (out: string, db: string, folder: string) => Promise<void>): Promise<void> =>
  withExportable(async (folder, db) => {
    const out = join(folder, "a.xlsx")
    const { code, stderr } = await run(["export", "xlsx", "--db", db, "--out", out, ...asked])
    assert.deepStrictEqual([code, stderr], [0, ""])
    await use(out, db, folder)
  })

describe("export xlsx", () => {
  it("replaces a workbook of its own, and no other one", async () => {
    await withWorkbook(async (out, db) => {
      const again = await run(["export", "xlsx", "--db", db, "--out", out, ...asked, "--json"])
      assert.deepStrictEqual([again.code, JSON.parse(again.stdout).files.length], [0, 1])
      const bytes = readFileSync(out)
      bytes.writeUInt16LE(0, 10)
      writeFileSync(out, bytes)
      const foreign = await run(["export", "xlsx", "--db", db, "--out", out, ...asked])
      assert.deepStrictEqual([foreign.code, readFileSync(out).equals(bytes)], [2, true])
    })
  })

  it("has sheets that reconcile with the statement row by row", async () => {
    await withWorkbook(async (out, db) => {
      const [wallet, sheet] = ["254700000001", "254700000001 KES"]
      const args = ["--against", out, "--sheet", sheet, "--wallet", wallet, "--db", db, ...asked, "--json"]
      const { code, stderr, stdout } = await run(["reconcile", ...args])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.isAbove(JSON.parse(stdout).matched.length, 600)
    })
  })

  it.skipIf(exportsPython === undefined)(
    "gives openpyxl every row, sums that tie, and no formula but those of the summary",
    async () => {
      await withWorkbook(async (out, db) => {
        const [told, ledgers] = [read(out), await ledgersIn(db)]
        const expected = ledgers.map(expectedOf)
        assert.deepStrictEqual(summed(told), expected)
        assert.deepStrictEqual(
          told.sheets.map((sheet) => [sheet.name, ...sums.map((name) => plain(sheet[name]))]),
          expected
        )
        assert.deepStrictEqual(told.sheets.map(({ rows }) => String(rows)), ledgers.map(({ rows }) => rows))
        assert.deepStrictEqual(told.summary.map((row) => Number(row["difference"])), [0, 0, 0])
        assert.deepStrictEqual(
          told.formulas.map(([sheet, cell]) => `${sheet} ${cell}`).toSorted(),
          [2, 3, 4].flatMap((row) => ["E", "G", "H", "J"].map((letter) => `Summary ${letter}${row}`)).toSorted()
        )
        for (const { filter, frozen, name, printed, texts } of told.sheets) {
          assert.deepStrictEqual([frozen, filter], ["A2", `A1:N${texts.length + 1}`])
          assert.strictEqual(printed, "landscape True 1 0 $1:$1")
          const types = told.types[name]
          assert.deepStrictEqual(
            ["date", "confirmed", "in_balance", "wallet", "id"].map((column) => types?.[column]?.join()),
            ["datetime", "bool", "bool", "str", "str"]
          )
          assert.deepStrictEqual(types?.["amount"]?.filter((type) => type !== "float" && type !== "int"), [])
        }
        const rows = await query(
          db,
          `SELECT txn_id, description, strftime(local_time, '%Y-%m-%d %H:%M:%S') AS date FROM current_transactions
        WHERE local_time >= '2025-02-01' AND local_time < '2025-06-01'`
        )
        assert.deepStrictEqual(
          told.sheets.flatMap(({ texts }) => texts.map(key)).toSorted(),
          rows.map((row) => key([row["txn_id"], row["description"], row["date"]])).toSorted()
        )
        const descriptions = new Set(told.sheets.flatMap(({ texts }) => texts.map(([, description]) => description)))
        assert.deepStrictEqual(hostile.filter((text) => !descriptions.has(text)), [])
      })
    }
  )

  it.skipIf(exportsPython === undefined || calc === undefined)(
    "has sums that LibreOffice works out to the last digit, and that a changed amount unties",
    async () => {
      await withWorkbook(async (out, db, folder) => {
        const ledgers = await ledgersIn(db)
        const [again, planted] = [join(folder, "again.xlsx"), join(folder, "planted.xlsx")]
        workOut(out, again)
        const told = read(again)
        assert.deepStrictEqual(summed(told), ledgers.map(expectedOf))
        assert.deepStrictEqual(told.summary.map((row) => Number(row["rows"])), ledgers.map(({ rows }) => Number(rows)))
        assert.strictEqual(textsOf(told), textsOf(read(out)))
        // It saves yes and no as formulas of its own.
        const others = told.formulas.filter(([sheet, , text]) =>
          sheet !== "Summary" && !/^=(TRUE|FALSE)\(\)$/.test(text)
        )
        assert.deepStrictEqual(others, [])
        printedBy("workbook.py", "plant", out, planted)
        assert.deepStrictEqual(read(planted).summary.map((row) => row["credits"]), ["1", "1", "1"])
        workOut(planted, again)
        assert.deepStrictEqual(read(again).summary.map((row) => Number(row["difference"])), [1, 0, 0])
      })
    },
    600_000
  )
})
