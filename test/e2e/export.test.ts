// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Exported files, from the command to what stands in them; formats with programs that read them have tests of their own.
 */
import { assert, describe, it } from "@effect/vitest"
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { asked, ledgersIn, withExportable } from "./exportedFile.ts"
import { query, run } from "./program.ts"

describe("export", () => {
  it("writes each row once, in the order of the balances, and ties to them", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.ndjson")
      const { code, stderr, stdout } = await run(["export", "ndjson", "--db", db, "--out", out, ...asked, "--json"])
      assert.deepStrictEqual([code, stderr], [0, ""])
      const [file] = JSON.parse(stdout).files
      const expected = await ledgersIn(db)
      assert.strictEqual(expected.length, 3)
      assert.deepStrictEqual(
        file.ledgers.map(({ closing, credits, currency, debits, opening, rows, wallet }: Record<string, string>) =>
          [wallet, currency, rows, opening, credits, debits, closing].join(" ")
        ).toSorted(),
        expected.map((each) =>
          [each.walletNo, each.currency, each.rows, each.opening, each.credits, each.debits, each.closing]
            .map((text) => String(text).replace(/(\.\d\d)00$/, "$1")).join(" ")
        )
      )
      const rows = readFileSync(out, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line))
      assert.strictEqual(
        rows.length,
        file.ledgers.reduce((sum: number, each: { rows: number; pending: number }) => sum + each.rows + each.pending, 0)
      )
      for (const { currency, opening, wallet } of file.ledgers) {
        const own = rows.filter((row) => row.wallet === wallet && row.currency === currency)
        own.filter((row) => row.in_balance).reduce((before: bigint, { amount, balance, id }) => {
          const after = before + units(amount)
          assert.strictEqual(after, units(balance), id)
          return after
        }, units(opening))
      }
      assert.isAbove(rows.filter((row) => row.in_balance === false).length, 3)
    })
  })

  it("says of each ledger which rows are left out where nobody said which days", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.csv")
      const exported = (...flags: ReadonlyArray<string>) =>
        run(["export", "CSV", "--db", db, "--out", out, "--json", ...flags])
      const { code, stderr, stdout } = await exported()
      assert.strictEqual(code, 0, stderr)
      const [file] = JSON.parse(stdout).files
      const left = await query(
        db,
        `SELECT wallet_no, currency, count(*) AS rows, min(local_time)::DATE::VARCHAR AS first,
          max(local_time)::DATE::VARCHAR AS last
        FROM current_transactions t JOIN proven p USING (wallet_no, currency) 
        WHERE local_time::DATE > p.proven_to OR local_time::DATE < p.proven_from
        GROUP BY wallet_no, currency, local_time::DATE > p.proven_to ORDER BY wallet_no, currency, first`
      )
      assert.isAbove(left.length, 1)
      assert.deepStrictEqual(
        file.ledgers.flatMap(({ currency, leftOut, wallet }: Record<string, ReadonlyArray<Record<string, string>>>) =>
          (leftOut ?? []).map(({ from, rows, to }) => [wallet, currency, rows, from, to].join(" "))
        ),
        left.map(({ currency, first, last, rows, wallet_no: wallet }) =>
          [wallet, currency, rows, first, last].join(" ")
        )
      )
      for (const { first, last, rows, wallet_no: wallet } of left) {
        assert.match(
          stderr,
          new RegExp(
            `${wallet} [A-Z]{3}: ${first}${first === last ? " is" : ` to ${last} are`} not proven: ${rows} rows? `
          )
        )
      }
      const all = await exported("--unproven")
      assert.notInclude(all.stderr, "left out")
      const within = await exported(...asked)
      assert.notInclude(within.stderr, "left out")
    })
  })

  it("is remembered: when rows of it change a pull tells which, until it is exported again", async () => {
    await withExportable(async (folder, db, { mutate, pull }) => {
      const out = join(folder, "a.csv")
      const exported = () => run(["export", "csv", "--db", db, "--out", out, ...asked, "-w", "254700000001"])
      assert.deepStrictEqual((await exported()).stderr, "")
      assert.strictEqual((await pull()).code, 0)
      await mutate({
        kind: "add",
        at: "2025-03-03 12:00:00",
        type: "Credit",
        amount: "12.34",
        txnId: "LATE1",
        description: "Credited KES 12.34 from Late"
      })
      const late = await pull()
      assert.strictEqual(late.code, 3)
      assert.match(late.stdout, /exported as csv \("a\.csv".*LATE1/)
      const { findings } = JSON.parse((await run(["findings", "list", "--db", db, "--json"])).stdout)
      assert.deepStrictEqual(
        findings.map(({ amount, kind, state, wallet }: Record<string, string>) => [kind, wallet, amount, state]),
        [["changed-after-export", "254700000001", "12.34", "open"]]
      )
      assert.deepStrictEqual((await exported()).stderr, "")
      assert.strictEqual((await pull()).code, 0)
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
    })
  })

  it("is remembered with the file of each currency, where it has one", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.csv")
      const args = ["export", "csv", "--dialect", "xero", "--db", db, "--out", out, ...asked, "-w", "250780000004"]
      assert.strictEqual((await run(args)).code, 0)
      assert.deepStrictEqual(
        await query(db, "SELECT currency, place FROM declarations WHERE kind = 'export' ORDER BY currency"),
        ["EUR", "RWF"].map((currency) => ({ currency, place: `a-250780000004-${currency}.csv` }))
      )
    })
  })

  it("says so where it can't be remembered, and is whole", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.csv")
      chmodSync(db, 0o644)
      const { code, stderr, stdout } = await run(["export", "csv", "--db", db, "--out", out, ...asked, "--json"])
      assert.strictEqual(code, 0)
      assert.match(stderr, /This export is not remembered/)
      assert.strictEqual(JSON.parse(stdout).remembered, false)
      assert.isTrue(existsSync(out))
    })
  })

  it("leaves a published copy as it is, also one that it could write, and says that it is not remembered", async () => {
    await withExportable(async (folder, db) => {
      const copy = join(folder, "readers.duckdb")
      const env = { WALLET_STATEMENT_PUBLISH: copy, WALLET_STATEMENT_PUBLISH_MODE: "0600" }
      assert.strictEqual((await run(["publish", "--db", db], { env })).code, 0)
      const before = readFileSync(copy)
      const exported = (from: string) =>
        run(["export", "csv", "--db", from, "--out", join(folder, "a.csv"), ...asked, "--json"], { env })
      const { code, stderr, stdout } = await exported(copy)
      assert.deepStrictEqual([code, JSON.parse(stdout).remembered], [0, false])
      assert.match(stderr, /This export is not remembered.*readers\.duckdb is a published copy/)
      assert.isTrue(readFileSync(copy).equals(before))
      assert.isTrue(JSON.parse((await exported(db)).stdout).remembered)
    })
  })

  it("refuses days that are not proven, a place that holds something else, and what it does not know", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.csv")
      const tried = (...args: ReadonlyArray<string>) => run(["export", ...args, "--db", db])
      const late = ["--from", "2025-06-01", "--to", "2025-07-31"]
      const unproven = await tried("csv", "--out", out, ...late)
      assert.strictEqual(unproven.code, 3)
      assert.match(unproven.stderr, /254700000001 KES, 2025-06-01 to 2025-07-31: 31 days are not loaded/)
      assert.match((await tried("csv", "--out", out, ...late, "--unproven")).stdout, /NOT PROVEN/)
      writeFileSync(join(folder, "mine.csv"), "date,amount\n")
      const foreign = await tried("csv", "--out", join(folder, "mine.csv"), ...asked)
      assert.deepStrictEqual([foreign.code, readFileSync(join(folder, "mine.csv"), "utf8")], [2, "date,amount\n"])
      writeFileSync(join(folder, "bank.qif"), "!Account\nNMine\n")
      const qif = (...flags: ReadonlyArray<string>) =>
        tried("qif", "--out", join(folder, "bank.qif"), ...asked, ...flags)
      assert.match((await qif()).stderr, /may be another program's QIF file: --replace replaces it/)
      assert.strictEqual(readFileSync(join(folder, "bank.qif"), "utf8"), "!Account\nNMine\n")
      assert.strictEqual((await qif("--replace")).code, 0)
      for (const args of [["constructor", "--out", out], ["ndjson", "--dialect", "excel", "--out", out]]) {
        assert.strictEqual((await tried(...args)).code, 2, args.join(" "))
      }
      assert.match((await tried("csv", "--out", out, "-w", "1")).stderr, /holds no wallet "1"/)
      assert.match((await tried("csv", "--out", join(folder, "no/a.csv"))).stderr, /the folder .* does not exist/)
      assert.isFalse(readdirSync(folder).some((name) => name.includes("writing")))
    })
  })

  it("writes CSV that reconciles with the statement row by row, and without formulas", async () => {
    await withExportable(async (folder, db) => {
      const out = join(folder, "a.csv")
      assert.strictEqual((await run(["export", "csv", "--db", db, "--out", out, ...asked])).code, 0)
      assert.isTrue(existsSync(out))
      const { code, stderr } = await run(["reconcile", "--against", out, "--db", db, ...asked])
      assert.deepStrictEqual([code, stderr], [0, ""])
      const [read] = await query(
        db,
        "SELECT count(*) AS rows FROM current_transactions WHERE local_time BETWEEN '2025-02-01' AND '2025-05-31 23:59:59'"
      )
      assert.isAbove(Number(read?.["rows"]), 800)
      assert.notMatch(readFileSync(out, "utf8"), /(^|,)"?[=+@]/m)
    })
  })
})

const units = (decimal: string): bigint => {
  const [whole = "", fraction = ""] = decimal.split(".")
  return BigInt(`${whole}${fraction.padEnd(4, "0")}`)
}
