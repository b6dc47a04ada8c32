// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Exported tables as DuckDB and Polars read them, and Parquet as `reconcile` does.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { asked, hostile, ledgersIn, withExportable } from "./exportedFile.ts"
import { exportsPython } from "./exportsPython.ts"
import { run } from "./program.ts"
import { printedBy } from "./sheetWitnesses.ts"

type Told = Readonly<
  Record<
    string,
    { readonly ledgers: ReadonlyArray<ReadonlyArray<string>>; readonly texts: ReadonlyArray<ReadonlyArray<string>> }
  >
>

const programs = ["DuckDB", "Polars"]

const withExports = (use: (place: (format: string) => string, db: string) => Promise<void>): Promise<void> =>
  withExportable(async (folder, db) => {
    const place = (format: string): string => join(folder, `a.${format}`)
    for (const format of ["csv", "ndjson", "parquet"]) {
      const { code, stderr } = await run(["export", format, "--db", db, "--out", place(format), ...asked])
      assert.deepStrictEqual([code, stderr], [0, ""], format)
    }
    await use(place, db)
  })

const read = (path: string, format: string): Told => JSON.parse(printedBy("tables.py", path, format))

describe("exported tables", () => {
  it.skipIf(exportsPython === undefined)("come to the ledgers' sums and balances in DuckDB and in Polars", async () => {
    await withExports(async (place, db) => {
      const expected = (await ledgersIn(db)).map((
        each
      ) => [each.walletNo, each.currency, each.rows, each.credits, each.debits, each.opening, each.closing])
      const expectedTexts = readFileSync(place("ndjson"), "utf8").trimEnd().split("\n").map((line) => {
        const { description, id } = JSON.parse(line)
        return [id, description]
      })
      for (const text of hostile) assert.isTrue(expectedTexts.some(([, description]) => description === text), text)
      for (const format of ["csv", "ndjson", "parquet"]) {
        const told = read(place(format), format)
        for (const program of programs) {
          const { ledgers, texts } = told[program] ?? assert.fail(program)
          assert.deepStrictEqual(ledgers, expected, `${program}, ${format}`)
          assert.deepStrictEqual(
            format === "csv"
              ? texts.map(([id, text = ""]) => [id, text.replace(/(^|[;\t\r\n])'(?=[=+-])/g, "$1")])
              : texts,
            expectedTexts,
            `${program}, ${format}`
          )
        }
      }
      const planted = place("planted.csv")
      writeFileSync(planted, readFileSync(place("csv"), "utf8").replace(/,(Credit|Debit),(-?)(\d)/, ",$1,$29$3"))
      for (const program of programs) assert.notDeepEqual(read(planted, "csv")[program]?.ledgers, expected, program)
    })
  })

  it("reconcile with the statement as Parquet, row by row", async () => {
    await withExports(async (place, db) => {
      const { code, stderr } = await run(["reconcile", "--against", place("parquet"), "--db", db, ...asked])
      assert.deepStrictEqual([code, stderr], [0, ""])
    })
  })
})
