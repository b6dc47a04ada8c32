// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * docs/reading.md: its Python blocks, run as they stand over copies that a run published.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { query, root, run } from "./program.ts"
import { hasJava, readersPython } from "./readersPython.ts"
import { withServed } from "./servedSandbox.ts"

/** One with a zero in front, which a number would lose. */
const wallets = ["0712345678", "254700000002"]

const blocks = [...readFileSync(join(root, "docs/reading.md"), "utf8").matchAll(/```python\n([^`]+)```/g)].map((
  [, code = ""]
) => ({
  code,
  what: [...code.matchAll(/^(?:import|from) (duckdb|pandas|polars|pyspark)|(to_arrow_table)|(manifest)/gm)]
    .map((match) => match.slice(1).find((word) => word !== undefined)).join(" ")
}))

/** Prints what a block calls its totals, exactly as the values are. */
const printing = `
import json
print(json.dumps(sorted([None if value is None or value != value else str(value) for value in row] for row in totals)))
`

/** The session's own words are not what is tested, and it listens on loopback alone. */
const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  SPARK_LOCAL_IP: "127.0.0.1",
  PYSPARK_SUBMIT_ARGS: "--master local[1] --conf spark.ui.enabled=false pyspark-shell"
}

describe("docs/reading.md", () => {
  it("has Python for DuckDB, pandas, Polars and Spark", () => {
    assert.deepStrictEqual(blocks.map(({ what }) => what), [
      "duckdb",
      "duckdb to_arrow_table",
      "polars manifest",
      "pandas manifest",
      "pyspark manifest",
      "duckdb manifest"
    ])
  })

  it.skipIf(readersPython === undefined)("gives the file's exact totals by each of its Python blocks", async () => {
    await withServed(
      {
        wallets: wallets.map((walletNo) => ({ walletNo, records: 300, from: "2025-01-01", to: "2025-03-31" })),
        seed: 13
      },
      wallets,
      async (_, folder, env) => {
        mkdirSync(join(folder, "readers"))
        const settings = { ...env, WALLET_STATEMENT_PUBLISH: "readers/wallets.duckdb,readers/wallets/" }
        const pulled = await run(["pull", "--from", "2025-01-01", "--to", "2025-03-31"], { env: settings, cwd: folder })
        assert.strictEqual(pulled.code, 0, pulled.stderr)
        const totals = await query(
          join(folder, "a.duckdb"),
          "SELECT wallet_no, currency, net::VARCHAR AS net FROM wallet_summary ORDER BY ALL"
        )
        assert.deepStrictEqual(totals.map((row) => row["wallet_no"]), wallets)
        for (const { code, what } of blocks) {
          if (what.includes("pyspark") && !hasJava) continue
          const { status, stderr, stdout } = spawnSync(readersPython ?? "", ["-c", `${code}${printing}`], {
            cwd: folder,
            env: environment,
            encoding: "utf8"
          })
          assert.strictEqual(status, 0, `${what}: ${stderr}`)
          const found: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(stdout)
          assert.deepStrictEqual(found, totals.map((row) => Object.values(row).map(String)), what)
        }
      }
    )
  }, 600_000)
})
