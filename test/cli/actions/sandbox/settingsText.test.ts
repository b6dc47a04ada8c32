/**
 * The settings that the sandbox prints.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { parse } from "smol-toml"
import { asExports, asToml, type PrintedSetting } from "../../../../src/cli/actions/sandbox/settingsText.ts"

const settings: ReadonlyArray<PrintedSetting> = [
  ["BASE_URL", "http://127.0.0.1:8080"],
  ["ALLOW_HTTP_LOOPBACK", true],
  ["PRIVATE_KEY_FILE", "/srv/it's \"mine\"\\key.pem"],
  ["WALLETS", ["254700000001", "W-2"]]
]

describe("the settings of the sandbox", () => {
  it("are what a configuration file reads", () => {
    assert.deepStrictEqual({ ...parse(asToml(settings)) }, {
      base_url: "http://127.0.0.1:8080",
      allow_http_loopback: true,
      private_key_file: "/srv/it's \"mine\"\\key.pem",
      wallets: ["254700000001", "W-2"]
    })
  })

  it("are what a shell exports", () => {
    const shown = "; printf '%s\\n' \"$WALLET_STATEMENT_PRIVATE_KEY_FILE\" \"$WALLET_STATEMENT_WALLETS\""
    assert.strictEqual(
      execFileSync("sh", ["-c", `${asExports(settings)}${shown}`], { encoding: "utf8" }),
      "/srv/it's \"mine\"\\key.pem\n254700000001,W-2\n"
    )
  })
})
