// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Rules for categories, from the file that somebody writes to what the views show.
 */
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const rules = `[[rule]]
description = "*kilimo*"
category = "Stock"
counterparty = "Kilimo"
`

/** A file with a wallet's year of so many rows. */
const served = (records: number, use: (folder: string, db: string) => Promise<void>): Promise<void> => {
  const days = { from: "2025-01-01", to: "2025-12-31" }
  const wallet = { walletNo: "254700000001", records, ...days }
  return withServed({ wallets: [wallet], seed: 7 }, [wallet.walletNo], async (_, folder, env) => {
    const { code, stderr } = await run(["pull", "--from", days.from, "--to", days.to], { env })
    assert.strictEqual(code, 0, stderr)
    await use(folder, env["WALLET_STATEMENT_DB"] ?? "")
  })
}

describe("categories", () => {
  it("are tried, loaded and listed, and seen by every view", async () => {
    await served(2000, async (folder, db) => {
      const file = join(folder, "categories.toml")
      writeFileSync(file, rules)
      const categories = (...args: ReadonlyArray<string>) => run(["categories", ...args, "--db", db])
      const before = await categories("test", file, "--json")
      assert.deepStrictEqual(await query(db, "SELECT count(*) AS rows FROM category_rules"), [{ rows: 0 }])
      const loaded = await categories("load", file)
      assert.match(loaded.stdout, /1 rule loaded in the place of those before/)
      const after = await categories("test", "--json")
      assert.strictEqual(before.stdout, after.stdout)
      const [taken] = JSON.parse(after.stdout).rules as ReadonlyArray<{ readonly rows: number }>
      const [found] = await query(
        db,
        "SELECT count(*) AS rows FROM categorised WHERE category = 'Stock' AND counterparty = 'Kilimo'"
      )
      assert.strictEqual(found?.["rows"], taken?.rows)
      assert.isAbove(taken?.rows ?? 0, 20)
      assert.match((await categories("list")).stdout, /\*kilimo\* .* Stock +Kilimo/)
      const [parties] = await query(db, "SELECT count(DISTINCT counterparty) AS names FROM counterparties")
      assert.strictEqual(parties?.["names"], 16)
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
    })
  })

  it("are refused with the place and the remedy, and those before stay", async () => {
    await served(300, async (folder, db) => {
      const file = join(folder, "categories.toml")
      writeFileSync(file, rules)
      await run(["categories", "load", file, "--db", db])
      writeFileSync(file, `${rules}[[rule]]\ndescription = "*rent*"\n`)
      for (const command of ["load", "test"]) {
        const { code, stderr } = await run(["categories", command, file, "--db", db])
        assert.deepStrictEqual([code, stderr], [
          2,
          "categories.toml, line 5: rule 2 gives neither a category nor a counterparty\n"
        ])
      }
      const none = await run(["categories", "load", join(folder, "none.csv"), "--db", db])
      assert.strictEqual(none.code, 2)
      assert.include(none.stderr, "none.csv does not exist: a file with rules is wanted.")
      assert.strictEqual((await query(db, "SELECT count(*) AS rows FROM category_rules"))[0]?.["rows"], 1)
    })
  })
})
