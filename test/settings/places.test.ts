/**
 * What is wrong with settings is told where it was given.
 */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { settingsProvider } from "../../src/settings/provider.ts"
import type { SettingsError } from "../../src/settings/setting.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { withPlaces } from "../../src/settings/withPlaces.ts"

const whole = [
  `base_url = "https://wallet.example.com"`,
  `consumer_key = "key-canary"`,
  `consumer_secret = "secret-canary"`,
  `private_key_file = "key.pem"`,
  `time_zone = "Africa/Nairobi"`
]

interface Sources {
  readonly flags?: Readonly<Record<string, string | undefined>>
  readonly environment?: Readonly<Record<string, string>>
}

/** The problems of a configuration file with some lines behind what is needed, and its path. */
const problemsOf = (lines: ReadonlyArray<string>, { environment = {}, flags = {} }: Sources = {}, before = whole) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "places-"))),
    (folder) =>
      Effect.gen(function*() {
        const file = join(folder, "books.toml")
        writeFileSync(file, [...before, ...lines].join("\n"), { mode: 0o600 })
        const layer = Layer.provide(
          Settings.layer,
          ConfigProvider.layer(settingsProvider({ flags: { CONFIG: file, ...flags }, environment }))
        )
        const error: SettingsError = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
        assert.notMatch(error.message, /canary/)
        return error.problems.map((problem) => problem.replaceAll(file, "FILE"))
      }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

describe("a wrong setting", () => {
  it.effect("is told with its line in the file, its variable, or its flag, all at once", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf(["", "limit = 5001", "wallets = [\"W-1\"]", "lookback = \"canary\""], {
        environment: { WALLET_STATEMENT_MARKER_POLICY: "canary" },
        flags: { TO: "canary" }
      })
      assert.deepStrictEqual(problems, [
        "--to is not a day that exists, written YYYY-MM-DD",
        "FILE, line 9: lookback is not a number of days such as 3d",
        "WALLET_STATEMENT_MARKER_POLICY is not one of trust-24h, trust-marker, reject",
        "FILE, line 7: limit is not a whole number from 1 to 5000"
      ])
    }))

  it.effect("that is missing is told with all the places where it may stand", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf([], { flags: { WALLETS: undefined } }, [])
      const missing = (name: string) => problems.find((problem) => problem.startsWith(`WALLET_STATEMENT_${name} is`))
      assert.include(missing("WALLETS"), "; or give --wallet, or wallets in FILE")
      assert.match(missing("TIME_ZONE") ?? "", /IANA time zone .*; or give time_zone in FILE$/)
      assert.match(
        missing("CONSUMER_SECRET") ?? "",
        /CONSUMER_SECRET_FILE to the path .*; or give consumer_secret in FILE$/
      )
      assert.strictEqual(problems.length, 6)
    }))

  it.effect("of a wallet is told with its entry and the line of that, each of them", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf([
        "wallets = [",
        "  \"W-1\",",
        "  { number = \"W-2\", currency = \"kes\" },",
        "  { number = \"W-3\", from = \"canary\" },",
        "  { number = \"W 4\" },",
        "  { number = \"W-5\", form = \"2024-03-01\" },",
        "  7,",
        "  { number = \"W-6,W-7\" },",
        "  { number = \"W-8\", balances = [{ day = \"2024-01-01\", opening = \"canary\" }] },",
        "]",
        "limitt = 5"
      ])
      assert.deepStrictEqual(problems.map((problem) => problem.slice(0, 60)), [
        "FILE, line 8: entry 2 of wallets has a currency in small let",
        "FILE, line 9: entry 3 of wallets has a from that is not a da",
        "FILE, line 10: entry 4 of wallets has a number that is none:",
        "FILE, line 11: entry 5 of wallets has \"form\", which a wallet",
        "FILE, line 12: entry 6 of wallets must be a wallet number in",
        "FILE, line 13: entry 7 of wallets has a number that is none:",
        "FILE, line 14: entry 8 of wallets has balances, and entry 1 ",
        "FILE, line 16: knows no setting \"limitt\"; is \"limit\" meant? "
      ])
    }))

  it.effect.each([
    ["[{ day = \"2024-01-01\", opening = 1000.00 }]", "entry 1 of these has an opening that is not in quotes, such as"],
    ["[{ day = \"2024-01-01\", opening = \"1,000.00\" }]", "entry 1 of these has an opening that is no amount such as"],
    ["[{ day = \"2024-01-01\", closing = \"KES:5@x\" }]", "entry 1 of these has a closing that is no amount such as"],
    [
      "[{ day = \"2024-01-01\", openning = \"1\" }]",
      "entry 1 of these has \"openning\", which a balance knows not; it may have"
    ],
    ["[{ day = 2024-01-01 }]", "entry 1 of these has neither an opening nor a closing"],
    ["[{ day = 2024-01-01, opening = \"1\" }, { opening = \"1\" }]", "entry 2 of these has no day"],
    ["[{ day = \"1.1.2024\", opening = \"1\" }]", "entry 1 of these has a day that is not"],
    ["[{ day = 2024-01-01, opening = \"1\", currency = \"kes\" }]", "entry 1 of these has a currency that is no code"],
    ["[7]", "entry 1 of these is no table such as"],
    ["\"1250.00\"", "has balances that are no list of tables such as"]
  ])("of a balance says which part is wrong: %s", ([balances, problem]) =>
    Effect.gen(function*() {
      const [found, ...others] = yield* problemsOf([`wallets = [{ number = "W-1", balances = ${balances} }]`])
      assert.include(found, "FILE, line 6: entry 1 of wallets has balances")
      assert.include(found, problem)
      assert.deepStrictEqual(others, [])
    }))

  it.effect("beside another for the same thing is told with both places", () =>
    Effect.gen(function*() {
      const [problem] = yield* problemsOf(["wallets = [\"W-1\"]"], {
        environment: { WALLET_STATEMENT_CONSUMER_KEY_FILE: "/canary" }
      })
      assert.strictEqual(
        problem,
        "FILE, line 2: consumer_key and WALLET_STATEMENT_CONSUMER_KEY_FILE are both set: keep one of them"
      )
    }))

  it.effect("is told with what names the configuration file, when that is not there", () =>
    Effect.gen(function*() {
      const absent = join(tmpdir(), "no-such-books.toml")
      const { message: flag } = yield* Effect.flip(
        settingsProvider({ flags: { CONFIG: absent }, environment: { WALLET_STATEMENT_CONFIG: "other.toml" } })
      )
      const { message: variable } = yield* Effect.flip(
        settingsProvider({ flags: { CONFIG: undefined }, environment: { WALLET_STATEMENT_CONFIG: absent } })
      )
      const rest = "can't be read: does it exist, and may you read it?"
      assert.strictEqual(flag, `configuration file ${absent} (--config): ${rest}`)
      assert.strictEqual(variable, `configuration file ${absent} (WALLET_STATEMENT_CONFIG): ${rest}`)
    }))

  it.effect("is told by its variable where a program brought its own Config provider", () =>
    Effect.gen(function*() {
      const provider = ConfigProvider.fromUnknown({ WALLET_STATEMENT_DB: "a.duckdb", WALLET_STATEMENT_WAIT: "canary" })
      const layer = Layer.provide(Settings.layerDatabase, ConfigProvider.layer(provider))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.strictEqual(
        error.message,
        "WALLET_STATEMENT_WAIT is not a length of time such as 500ms, 30s, 5m, 2h or 3d"
      )
    }))
})

describe("a message that names settings", () => {
  it.effect("names the flag or the line of the file that gave them, and the variable of others", () =>
    Effect.acquireUseRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "places-"))),
      (folder) =>
        Effect.gen(function*() {
          const file = join(folder, "books.toml")
          writeFileSync(file, `${whole.join("\n")}\nwait = ""\n`, { mode: 0o600 })
          const environment = { WALLET_STATEMENT_RUN_TIMEOUT: "1h", WALLET_STATEMENT_LIMIT: "5" }
          const told = (text: string) =>
            Effect.provide(
              withPlaces(text),
              ConfigProvider.layer(settingsProvider({ flags: { CONFIG: file, LIMIT: "7" }, environment }))
            )
          for (
            const [text, expected] of [
              ["Check WALLET_STATEMENT_BASE_URL.", `Check ${file}, line 1: base_url.`],
              ["Lower WALLET_STATEMENT_LIMIT or wait", "Lower --limit or wait"],
              ["(WALLET_STATEMENT_RUN_TIMEOUT)", "(WALLET_STATEMENT_RUN_TIMEOUT)"],
              ["Raise WALLET_STATEMENT_REQUEST_TIMEOUT", "Raise WALLET_STATEMENT_REQUEST_TIMEOUT"],
              ["WALLET_STATEMENT_WAIT is empty", "WALLET_STATEMENT_WAIT is empty"],
              ["set WALLET_STATEMENT_TIME_ZONE=UTC", "set WALLET_STATEMENT_TIME_ZONE=UTC"],
              ["its text belongs in WALLET_STATEMENT_PRIVATE_KEY", "its text belongs in WALLET_STATEMENT_PRIVATE_KEY"]
            ] as const
          ) assert.strictEqual(yield* told(text), expected)
          assert.strictEqual(yield* withPlaces("Check WALLET_STATEMENT_BASE_URL."), "Check WALLET_STATEMENT_BASE_URL.")
        }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ))
})
