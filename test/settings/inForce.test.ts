import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allSettings, settingsInForce } from "../../src/settings/inForce.ts"
import { settingsProvider } from "../../src/settings/provider.ts"

/** What is shown of each setting that was given, by its variable, with the folder of the file. */
const shownOf = (lines: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "in-force-"))),
    (folder) =>
      Effect.gen(function*() {
        const file = join(folder, "a.toml")
        writeFileSync(file, lines.join("\n"), { mode: 0o600 })
        const provider = ConfigProvider.layer(settingsProvider({ flags: { CONFIG: file }, environment }))
        const all = yield* settingsInForce.pipe(Effect.provide(provider))
        assert.strictEqual(all.length, allSettings.length)
        const text = JSON.stringify(all).replaceAll(folder, "FOLDER")
        return { text, of: new Map((JSON.parse(text) as typeof all).map((each) => [each.variable, each])) }
      }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe("settingsInForce", () => {
  it.effect("tells what holds and where it was given, and defaults as what they are", () =>
    Effect.gen(function*() {
      const { of } = yield* shownOf([
        "limit = 100",
        "db = \"books.duckdb\"",
        "wallets = [\"W-1\", { number = \"W-2\", from = 2024-03-01 }]"
      ], {
        WALLET_STATEMENT_LIMIT: "200",
        WALLET_STATEMENT_LOG_FORMAT: "json"
      })
      const told = (name: string) => [of.get(name)?.value, of.get(name)?.from]
      assert.deepStrictEqual(told("WALLET_STATEMENT_LIMIT"), ["200", "WALLET_STATEMENT_LIMIT"])
      assert.deepStrictEqual(told("WALLET_STATEMENT_DB"), ["FOLDER/books.duckdb", "FOLDER/a.toml, line 2: db"])
      assert.deepStrictEqual(told("WALLET_STATEMENT_WALLETS"), ["W-1,W-2@2024-03-01", "FOLDER/a.toml, line 3: wallets"])
      assert.deepStrictEqual(told("WALLET_STATEMENT_CONFIG"), ["FOLDER/a.toml", "--config"])
      assert.deepStrictEqual(told("WALLET_STATEMENT_LOOKBACK"), ["3d", null])
      assert.deepStrictEqual(told("WALLET_STATEMENT_TIME_ZONE"), [null, null])
      assert.deepStrictEqual(told("WALLET_STATEMENT_LOG_FORMAT"), ["json", "WALLET_STATEMENT_LOG_FORMAT"])
    }))

  it.effect("shows no secret, nor what may be one in the wrong place", () =>
    Effect.gen(function*() {
      const { of, text } = yield* shownOf(["consumer_secret = \"canary-1\"", "private_key_file = \"canary-2\""], {
        WALLET_STATEMENT_CONSUMER_KEY: "canary-3",
        WALLET_STATEMENT_CONSUMER_SECRET_COMMAND: "vault read --token canary-4",
        WALLET_STATEMENT_BASE_URL: "https://me:canary-5@wallet.test",
        WALLET_STATEMENT_LIMIT: "canary-6",
        WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE_FILE: "canary-7",
        WALLET_STATEMENT_CA_FILE: "-----BEGIN PRIVATE KEY-----canary-8",
        HTTPS_PROXY: "http://me:canary-9@127.0.0.1:3128",
        HTTPS_PROXY_FILE: "canary-10",
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://me:canary-11@127.0.0.1:4318"
      })
      assert.notInclude(text, "canary")
      assert.strictEqual(of.get("WALLET_STATEMENT_CONSUMER_SECRET")?.value, "set")
      assert.strictEqual(of.get("WALLET_STATEMENT_CONSUMER_SECRET_COMMAND")?.value, "vault …")
      assert.match(of.get("WALLET_STATEMENT_PRIVATE_KEY_FILE")?.value ?? "", /^the path given/)
      assert.include(of.get("WALLET_STATEMENT_LIMIT")?.problem, "1 to 5000")
    }))
})
