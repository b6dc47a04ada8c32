/**
 * Commands of the program inside the test's process: their settings, and what they find.
 */
import { ConfigProvider, Effect, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunningSandbox } from "../../src/sandbox/index.ts"
import { settingsProvider } from "../../src/settings/provider.ts"

export type Environment = Readonly<Record<string, string>>

/** A folder for the length of a scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "wallet-statement-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The settings that reach a sandbox. */
export const environmentOf = Effect.fnUntraced(function*({ credentials, truth, url }: RunningSandbox) {
  const path = yield* folder
  const keyFile = join(path, "key.pem")
  const { consumerKey, consumerSecret, privateKey } = credentials
  if (privateKey !== undefined) writeFileSync(keyFile, Redacted.value(privateKey), { mode: 0o600 })
  const environment: Environment = {
    WALLET_STATEMENT_BASE_URL: url,
    WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
    WALLET_STATEMENT_CONSUMER_KEY: consumerKey,
    WALLET_STATEMENT_CONSUMER_SECRET: Redacted.value(consumerSecret),
    WALLET_STATEMENT_PRIVATE_KEY_FILE: keyFile,
    WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
    WALLET_STATEMENT_DB: join(path, "statement.duckdb"),
    WALLET_STATEMENT_WALLETS: (yield* truth).map(({ walletNo }) => walletNo).join(",")
  }
  return environment
})

/** Reads settings from an environment of the test's own. */
export const withEnvironment = (environment: Environment) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, ConfigProvider.layer(settingsProvider({ flags: {}, environment })))
