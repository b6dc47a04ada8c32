// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Statements in the formats of banks, read back by programs of others: as many entries, the same amounts and balances.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { camt053 } from "../../src/analytics/export/formats/camt053.ts"
import { hostile, ledgerOf, made, money, rowOf } from "../analytics/export/bankLedgers.ts"
import { readBack, type ReadStatement } from "./bankReaders.ts"
import { debianProgram } from "./debianProgram.ts"
import { asked, type Ledger, ledgersIn, withExportable } from "./exportedFile.ts"
import { exportsPython } from "./exportsPython.ts"
import { query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const ofxdump = debianProgram({
  places: ["/usr/bin/ofxdump"],
  packages: ["ofx"],
  untested: "how libofx reads an exported file"
})
const xmllint = debianProgram({
  places: ["/usr/bin/xmllint"],
  packages: ["libxml2-utils"],
  untested: "whether camt.053 keeps to its schema"
})
const schema = join(process.env["CONFORMANCE_VECTORS"] ?? "", "iso20022/camt.053.001.08.xsd")
const hasSchema = process.env["CONFORMANCE_VECTORS"] !== undefined && existsSync(schema)
const withoutSchema = hasSchema ? "" : " (skipped: CONFORMANCE_VECTORS is not set)"

const units = (decimal: string): bigint => {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(decimal) ?? assert.fail(decimal)
  return BigInt(`${sign}${whole}${fraction.slice(0, 4).padEnd(4, "0")}`)
}

/** The rows of a ledger by SQL: their ids with the leg behind, amounts and days. */
const rowsIn = async (
  db: string,
  { currency, walletNo }: Ledger,
  separator: string
): Promise<ReadonlyArray<string>> => {
  const rows = await query(
    db,
    `SELECT txn_id || if(leg = 0, '', '${separator}' || leg) AS id, signed_amount, local_time::DATE AS day FROM transactions
    WHERE wallet_no = '${walletNo}' AND currency = '${currency}' AND withdrawn_at IS NULL AND confirmed
      AND local_time >= '2025-02-01' AND local_time < '2025-06-01'`
  )
  return rows.map(({ day, id, signed_amount: amount }) => `${id} ${units(String(amount))} ${day}`).toSorted()
}

interface Way {
  readonly format: "ofx" | "camt053" | "mt940" | "qif"
  readonly separator: string
  readonly accountOf: (ledger: Ledger) => string
}

const ways: ReadonlyArray<Way> = [
  { format: "ofx", separator: "#", accountOf: ({ currency, walletNo }) => `${walletNo}-${currency}` },
  { format: "camt053", separator: "#", accountOf: ({ walletNo }) => walletNo },
  { format: "mt940", separator: "/", accountOf: ({ currency, walletNo }) => `${walletNo}${currency}` },
  { format: "qif", separator: "#", accountOf: ({ currency, walletNo }) => `${walletNo} ${currency}` }
]

/** Whether what was read is what SQL finds. */
const compare = async (db: string, read: ReadonlyArray<ReadStatement>, { accountOf, format, separator }: Way) => {
  const ledgers = await ledgersIn(db)
  assert.deepStrictEqual(read.map(({ account }) => account), ledgers.map(accountOf))
  for (const [place, ledger] of ledgers.entries()) {
    const { closing, currency, entries, opening, ties } = read[place] ?? assert.fail()
    assert.strictEqual(currency ?? ledger.currency, ledger.currency)
    assert.strictEqual(String(entries.length), ledger.rows)
    assert.strictEqual(units(closing), units(ledger.closing))
    const amounts = entries.map(([, amount]) => units(amount))
    const sum = (isCounted: (amount: bigint) => boolean): bigint =>
      amounts.filter(isCounted).reduce((total, amount) => total + amount, 0n)
    assert.strictEqual(sum((amount) => amount > 0n), units(ledger.credits))
    assert.strictEqual(sum((amount) => amount < 0n), -units(ledger.debits))
    if (format === "ofx") assert.isNull(opening)
    else assert.deepStrictEqual([units(opening ?? "0"), ties], [units(ledger.opening), true])
    assert.deepStrictEqual(
      entries.map(([id, amount, day]) => `${id} ${units(amount)} ${day}`).toSorted(),
      await rowsIn(db, ledger, separator)
    )
    assert.strictEqual(new Set(entries.map(([id]) => id)).size, entries.length)
  }
}

/** Exports days of the fixture in a format and gives the file's path. */
const exported = async (format: string, folder: string, db: string, days = asked): Promise<string> => {
  const out = join(folder, `statement.${format}`)
  const { code, stderr } = await run(["export", format, "--replace", "--db", db, "--out", out, ...days])
  assert.strictEqual(code, 0, stderr)
  return out
}

/** Holds a file against the schema. */
const checked = (path: string) => spawnSync(xmllint ?? "", ["--noout", "--schema", schema, path], { encoding: "utf8" })

describe("export to the formats of banks", () => {
  for (const way of ways) {
    it.skipIf(exportsPython === undefined)(`${way.format} gives Python the rows and balances of the file`, async () => {
      await withExportable(async (folder, db) => {
        const out = await exported(way.format, folder, db)
        const read = readBack(exportsPython ?? "", way.format, out)
        await compare(db, read, way)
        const text = readFileSync(out, "utf8")
        assert.deepStrictEqual(readBack(exportsPython ?? "", way.format, await exported(way.format, folder, db)), read)
        if (way.format === "ofx") return
        const planted = text.replace(planting[way.format], (found: string) => `${found}1`)
        assert.notStrictEqual(planted, text)
        writeFileSync(out, planted)
        const ties = readBack(exportsPython ?? "", way.format, out).map((statement) => statement.ties)
        assert.deepStrictEqual(ties, [false, true, true])
      })
    })
  }

  it.skipIf(ofxdump === undefined)("ofx gives libofx every row on its day, and the closing balances", async () => {
    await withExportable(async (folder, db) => {
      const { status, stdout } = spawnSync(ofxdump ?? "", [await exported("ofx", folder, db)], {
        encoding: "utf8",
        env: { TZ: "Africa/Nairobi", LC_ALL: "C.UTF-8" },
        maxBuffer: 2 ** 28
      })
      assert.strictEqual(status, 0)
      const of = (pattern: RegExp): ReadonlyArray<string> => [...stdout.matchAll(pattern)].map(([, text = ""]) => text)
      const ledgers = await ledgersIn(db)
      assert.deepStrictEqual(
        of(/^ {4}Ledger balance: (.*)$/gm).map(units),
        ledgers.map(({ closing }) => units(closing))
      )
      const [rows] = await query(
        db,
        `SELECT string_agg(strftime(local_time, '%Y-%m-%d %H:%M:%S'), ',' ORDER BY local_time) AS times
        FROM transactions WHERE withdrawn_at IS NULL AND confirmed AND local_time >= '2025-02-01' AND local_time < '2025-06-01'`
      )
      const times = of(/^ {4}Date posted: (.*) EAT$/gm).map((text) =>
        new Date(`${text} UTC`).toISOString().slice(0, 19).replace("T", " ")
      )
      assert.deepStrictEqual(times.toSorted(), String(rows?.["times"]).split(","))
    })
  })

  it.skipIf(xmllint === undefined || !hasSchema)(
    `camt053 keeps to the schema of ISO 20022${withoutSchema}`,
    async () => {
      await withExportable(async (folder, db) => {
        const out = await exported("camt053", folder, db, ["--to", "2025-06-30", "--unproven"])
        const text = readFileSync(out, "utf8")
        assert.match(text, /<AddtlStmtInf>NOT PROVEN\. The balances prove no day/)
        const { status, stderr } = checked(out)
        assert.strictEqual(status, 0, stderr)
        writeFileSync(out, text.replace("<Cd>BOOK</Cd>", "<Cd>BOOKED</Cd>"))
        assert.strictEqual(checked(out).status, 3)
        const rows = hostile.map((text) =>
          rowOf({ id: text, description: text.repeat(4), counterparty: text, signed: money("-99999999999999.9999") })
        )
        const sums = { closing: money("-0.0001"), credits: money("0"), debits: money("99999999999999.9999") }
        writeFileSync(out, made(camt053, [ledgerOf(rows, { walletNo: `<&"${"W".repeat(31)}`, ...sums }), rows]).text)
        const crafted = checked(out)
        assert.strictEqual(crafted.status, 0, crafted.stderr)
      })
    }
  )

  it("tells what a format can't hold as it is", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.sta")
      const { code, stderr, stdout } = await run(["export", "mt940", "--db", db, "--out", out, ...asked, "--json"])
      assert.strictEqual(code, 0)
      const { notes } = JSON.parse(stdout)
      assert.match(notes[0], /^1 text is longer than a field of MT940: "\.\.\." stands where it goes on\./)
      assert.match(notes[1], /^The texts of \d+ rows hold characters that MT940 has no place for/)
      assert.strictEqual(stderr, `${notes.join("\n")}\n`)
    })
  })

  it("leaves no file where an amount is refused, and says which row it is of", async () => {
    const walletNo = "254700000003"
    const period = { from: "2025-01-01", to: "2025-01-31" }
    const wallet = { walletNo, records: 20, amountDigits: 15, openingBalance: "9999999999.00", ...period }
    await withServed({ wallets: [wallet], seed: 5 }, [walletNo], async (_, folder, env) => {
      const db = env["WALLET_STATEMENT_DB"] ?? ""
      const opening = ["--opening-balance", `${walletNo}:KES:9999999999.00`]
      const pulled = await run(["pull", "--from", period.from, "--to", period.to, ...opening], { env })
      assert.strictEqual(pulled.code, 0, pulled.stderr)
      const { code, stderr } = await run(["export", "mt940", "--db", db, "--out", join(folder, "a.sta")])
      assert.strictEqual(code, 1)
      assert.match(
        stderr,
        /^(Row [\w#]+ of \d+ \([\d: -]+\)|[\w ]+, 2025-01-01 to 2025-01-\d\d): MT940 has 15 characters for an amount, and -?\d{13}\.\d\d takes more\./
      )
      assert.deepStrictEqual(readdirSync(folder).filter((name) => name.includes("sta")), [])
    })
  })
})

/** The first balance that a statement ends with: a digit behind it makes it another. */
const planting = {
  camt053: /CLBD<\/Cd><\/CdOrPrtry><\/Tp><Amt Ccy="EUR">[\d.]+/,
  mt940: /:62F:C\d{6}EUR[\d,]+/,
  qif: /\$[\d.]+/
}
