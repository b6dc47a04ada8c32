// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Books in workbooks that other programs write. They take Python and its package index, whose absence is an error with READERS=1, as
 * in `.ci/run`; and LibreOffice, whose workbook is passed over where it is not installed.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileOnce } from "./fileOnce.ts"
import { query, root, run } from "./program.ts"
import { pythonWith } from "./pythonWith.ts"
import { withServed } from "./servedSandbox.ts"

const python = pythonWith("test/witness/workbooks/requirements.txt")
const hasOffice = spawnSync("soffice", ["--version"]).status === 0

if (python === undefined) {
  process.stdout.write("Python 3.11 or its package index is missing: its workbooks are not tested.\n")
}
if (!hasOffice) process.stdout.write("LibreOffice is missing: its workbooks are not tested.\n")
if (process.env["READERS"] === "1" && python === undefined) {
  throw new Error("READERS=1 asks for Python 3.11 and its package index, and they are not there.")
}

const wallet = { walletNo: "254700000001", records: 800, from: "2025-01-01", to: "2025-06-30" }
const march = ["--from", "2025-03-01", "--to", "2025-03-31"]

const pulledOnce = fileOnce()

/** The file with a statement, and books of its March in CSV. */
const served = (use: (folder: string, db: string, books: string) => Promise<void>): Promise<void> =>
  withServed({ wallets: [wallet], seed: 11 }, [wallet.walletNo], async (_, folder, env) => {
    const db = env["WALLET_STATEMENT_DB"] ?? ""
    await pulledOnce(db, async () => {
      const { code, stderr } = await run(["pull", "--from", wallet.from, "--to", wallet.to], { env })
      assert.strictEqual(code, 0, stderr)
    })
    const rows = await query(
      db,
      `SELECT txn_id AS id, local_time::DATE::VARCHAR AS day, signed_amount::VARCHAR AS amount FROM current_transactions
       WHERE month(local_time) = 3 ORDER BY txn_id, leg`
    )
    assert.isAbove(rows.length, 100)
    const books = join(folder, "books.csv")
    writeFileSync(books, ["id,date,amount", ...rows.map(({ amount, day, id }) => [id, day, amount].join())].join("\n"))
    await use(folder, db, books)
  })

const held = async (db: string, books: string, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await run(["reconcile", "--against", books, "--db", db, ...march, "--json", ...args])
  assert.strictEqual(code, 0, stderr)
  return stdout
}

describe("a workbook", () => {
  it.skipIf(python === undefined)("of openpyxl or XlsxWriter is read like the CSV that it was made of", async () => {
    await served(async (folder, db, books) => {
      const script = join(root, "test/witness/workbooks/write.py")
      const { status, stderr } = spawnSync(python ?? "", [script, books, folder], { encoding: "utf8" })
      assert.strictEqual(status, 0, stderr)
      const expected = await held(db, books)
      for (const name of ["openpyxl", "openpyxl-1904", "xlsxwriter"]) {
        assert.strictEqual(await held(db, join(folder, `${name}.xlsx`), "--sheet", "Books"), expected, name)
      }
      const { code, stderr: said } = await run(["reconcile", "--against", join(folder, "openpyxl.xlsx"), "--db", db])
      assert.strictEqual(code, 2)
      assert.match(said, /^openpyxl\.xlsx has no column `date`; it has Not the books/)
    })
  })

  it.skipIf(!hasOffice)("of LibreOffice is read like the CSV that it was made of", async () => {
    await served(async (folder, db, books) => {
      const { status, stderr } = spawnSync(
        "soffice",
        [
          `-env:UserInstallation=file://${folder}/office`,
          "--headless",
          "--convert-to",
          "xlsx",
          "--outdir",
          folder,
          books
        ],
        { encoding: "utf8" }
      )
      assert.strictEqual(status, 0, stderr)
      assert.strictEqual(await held(db, join(folder, "books.xlsx")), await held(db, books))
    })
  })
})
