/**
 * Commands that messages name.
 */
import { assert, describe, it } from "@effect/vitest"
import { withFileFlags } from "../../../src/cli/output/withFileFlags.ts"

const told =
  "`wallet-statement findings show 5cd9` says more; `wallet-statement pull --from D` asks again, `COPY` and `settings` not."

describe("a command that a message names", () => {
  it("has the flags that named the file and the settings", () => {
    const flags = "--config '/srv/my wallets/settings.toml' --db a.duckdb"
    assert.strictEqual(
      withFileFlags(told, ["pull", "--db=a.duckdb", "--quiet", "--config", "/srv/my wallets/settings.toml"]),
      `\`wallet-statement findings show 5cd9 ${flags}\` says more; \`wallet-statement pull --from D ${flags}\` asks again, \`COPY\` ` +
        "and `settings` not."
    )
  })

  it("stays as it is where none of them was given, or gets none that it does not have", () => {
    assert.strictEqual(withFileFlags(told, ["pull", "--quiet"]), told)
    const others = "`wallet-statement settings` lists all, `wallet-statement keygen` makes one."
    assert.strictEqual(withFileFlags(others, ["pull", "--db", "a.duckdb"]), others)
  })

  it("has none where it only asks for help", () => {
    const help = "`wallet-statement reconcile decide --help` lists what can be said"
    assert.strictEqual(withFileFlags(help, ["reconcile", "decide", "--db", "a.duckdb"]), help)
  })

  it("keeps a file that it names itself", () => {
    assert.strictEqual(
      withFileFlags("`wallet-statement verify --db copy.duckdb` reads it", [
        "verify",
        "--db",
        "a.duckdb",
        "--config",
        "s.toml"
      ]),
      "`wallet-statement verify --db copy.duckdb --config s.toml` reads it"
    )
  })
})
