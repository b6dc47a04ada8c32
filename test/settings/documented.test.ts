/**
 * The list of settings is what is read, and docs/settings.md holds it.
 */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { markdown } from "../../src/cli/actions/settings/settings.ts"
import { settings } from "../../src/settings/catalogue.ts"
import { MAX_AGE } from "../../src/settings/describedFiles.ts"
import { environmentVariables } from "../../src/settings/environmentVariables.ts"
import { readHeartbeat, readOnResult } from "../../src/settings/hooks.ts"
import { logFormat } from "../../src/settings/LogFormat.ts"
import { optional } from "../../src/settings/setting.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { readTelemetry } from "../../src/settings/TelemetrySettings.ts"

const enough: Readonly<Record<string, string>> = {
  WALLET_STATEMENT_BASE_URL: "https://wallet.test",
  WALLET_STATEMENT_CONSUMER_KEY: "key",
  WALLET_STATEMENT_CONSUMER_SECRET: "secret",
  WALLET_STATEMENT_PRIVATE_KEY_FILE: "key.pem",
  WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
  WALLET_STATEMENT_WALLETS: "W-1",
  ALL_PROXY: "http://proxy.test:3128"
}

/** The variables that all readers of settings ask for. */
const asked = Effect.gen(function*() {
  const names = new Set<string>()
  const provider = ConfigProvider.make((path) => {
    const name = path.join("_")
    names.add(name)
    const value = enough[name]
    return Effect.succeed(value === undefined ? undefined : ConfigProvider.makeValue(value))
  })
  yield* Effect.scoped(Effect.gen(function*() {
    yield* Layer.build(Settings.layer)
    yield* Layer.build(Settings.layerQuery)
    yield* optional(MAX_AGE)
    yield* readTelemetry
    yield* logFormat([])
    yield* readOnResult
    yield* readHeartbeat
  })).pipe(Effect.provide(ConfigProvider.layer(provider)))
  return names
})

/** A table as it is before it is laid out. */
const plain = (text: string): string => text.replace(/ +/g, " ").replace(/-{3,}/g, "---").trim()

describe("the list of settings", () => {
  it.effect("has each setting that is read, and no other", () =>
    Effect.gen(function*() {
      const ours = [...yield* asked].filter((name) => name.startsWith("WALLET_STATEMENT_"))
      const listed = settings.map(({ name }) => `WALLET_STATEMENT_${name}`).filter((name) => !name.endsWith("_CONFIG"))
      assert.deepStrictEqual(ours.toSorted(), [...listed, "WALLET_STATEMENT_LOG_FORMAT"].toSorted())
      assert.strictEqual(new Set(listed).size, listed.length)
    }))

  it.effect("has what is read of the environment alone, or a page that it names has", () =>
    Effect.gen(function*() {
      const page = readFileSync(join(import.meta.dirname, "../../docs/observability.md"), "utf8")
      const known = environmentVariables.map(({ name }) => name)
      const others = [...yield* asked].filter((name) => !name.startsWith("WALLET_STATEMENT_"))
      const said = (name: string): boolean =>
        known.includes(name) || page.includes(`\`${name}\``) || name === "NODE_TLS_REJECT_UNAUTHORIZED" ||
        known.includes(name.toUpperCase().replace("ALL_", "HTTPS_"))
      assert.deepStrictEqual(others.filter((name) => !said(name)), [])
      assert.deepStrictEqual(known.filter((name) => ![...others, "WALLET_STATEMENT_LOG_FORMAT"].includes(name)), [])
    }))

  it("says of each what it is, and has defaults that can be read", () => {
    for (const { default: fallback, means, name, shape } of settings) {
      assert.isAbove(means.length, 8, name)
      if (fallback !== undefined) assert.isDefined(shape.parse(fallback), name)
    }
  })

  it("stands in docs/settings.md as `settings --markdown` prints it", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/settings.md"), "utf8")
    const table = page.split("\n").filter((line) => line.startsWith("|")).join("\n")
    assert.strictEqual(plain(table), plain(markdown()))
  })
})
