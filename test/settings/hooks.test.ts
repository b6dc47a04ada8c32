import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { inspect } from "node:util"
import { readHeartbeat, readOnResult } from "../../src/settings/hooks.ts"
import { settingsProvider } from "../../src/settings/provider.ts"

const from = (environment: Readonly<Record<string, string>>) => <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.provide(effect, ConfigProvider.layer(settingsProvider({ flags: {}, environment })))

const heartbeat = (url: string) => readHeartbeat.pipe(from({ WALLET_STATEMENT_HEARTBEAT_URL: url }))

describe("hooks", () => {
  it.effect("are nobody unless settings name somebody", () =>
    Effect.gen(function*() {
      assert.isTrue(Option.isNone(yield* readOnResult.pipe(from({}))))
      assert.isTrue(Option.isNone(yield* readHeartbeat.pipe(from({}))))
    }))

  it.effect("are a program with its words", () =>
    Effect.gen(function*() {
      const words = yield* readOnResult.pipe(from({ WALLET_STATEMENT_ON_RESULT_COMMAND: `mail -s 'last night' ops` }))
      assert.deepStrictEqual(words, Option.some(["mail", "-s", "last night", "ops"]))
    }))

  it.effect.each([
    "https://hc.example.com/ping/token-canary",
    "http://127.0.0.1:8080/x?status=up",
    "http://localhost/"
  ])(
    "are an address that is never printed: %s",
    (url) =>
      Effect.gen(function*() {
        const read = yield* heartbeat(url)
        assert.strictEqual(Redacted.value(Option.getOrThrow(read)).href, url)
        assert.notInclude(inspect(read, { depth: 9 }), url)
      })
  )

  it.effect.each([
    "http://hc.example.com/ping/token-canary",
    "ftp://hc.example.com/token-canary",
    "https://me:token-canary@hc.example.com/",
    "token-canary"
  ])("refuse other addresses, without a word of them: %s", (url) =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(heartbeat(url))
      assert.include(message, "WALLET_STATEMENT_HEARTBEAT_URL is not an https URL")
      assert.notInclude(message, "canary")
    }))
})
