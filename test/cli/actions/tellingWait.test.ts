/**
 * What commands say of a file that another process has open.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { compact } from "../../../src/cli/actions/compact/compact.ts"
import { decide } from "../../../src/cli/actions/findings/decide.ts"
import { publish } from "../../../src/cli/actions/publish/publish.ts"
import { pull } from "../../../src/cli/actions/pull/pull.ts"
import { holder, says } from "../../sink/duckdb/processes.ts"
import { type Environment, folder, withEnvironment } from "../settings.ts"

/** A file that another process has open, and settings to pull into it. */
const held = Effect.gen(function*() {
  const path = yield* folder
  const db = join(path, "x.duckdb")
  const child = yield* holder(db)
  yield* says(child, "open")
  const keyFile = join(path, "key.pem")
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 })
  const environment: Environment = {
    WALLET_STATEMENT_BASE_URL: "https://127.0.0.1:1",
    WALLET_STATEMENT_CONSUMER_KEY: "key",
    WALLET_STATEMENT_CONSUMER_SECRET: "secret",
    WALLET_STATEMENT_PRIVATE_KEY_FILE: keyFile,
    WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
    WALLET_STATEMENT_WALLETS: "254700000001",
    WALLET_STATEMENT_DB: db,
    WALLET_STATEMENT_PUBLISH: join(path, "readers.duckdb")
  }
  return { environment, said: `${db} is open in process ${child.pid}` }
})

const pulling = pull({
  acceptWithdrawals: false,
  loginNow: false,
  reload: false,
  json: false,
  quiet: true,
  verbose: false,
  progress: false
})

const accepting = decide({
  ids: ["0a1b"],
  decision: "accepted",
  by: Option.none(),
  reason: Option.some("told by the bank"),
  json: false
})

const advice = "One process at a time can use it: run again when that one has ended."

describe("a file that another process has open", () => {
  it.live("is waited for by the command that met it, where that can wait", () =>
    Effect.gen(function*() {
      const { environment, said } = yield* held
      const [pulled, published] = [
        yield* Effect.flip(pulling.pipe(withEnvironment(environment))),
        yield* Effect.flip(publish(false).pipe(withEnvironment(environment)))
      ]
      assert.include(pulled.message, said)
      assert.isTrue(pulled.message.endsWith(`${advice} \`wallet-statement pull --wait 10m\` waits for it.`))
      assert.include(published.message, said)
      assert.isTrue(published.message.endsWith(`${advice} \`wallet-statement publish --wait 10m\` waits for it.`))
      const waited = { ...environment, WALLET_STATEMENT_WAIT: "100ms" }
      for (const command of [pulling, publish(false)]) {
        const { message } = yield* Effect.flip(command.pipe(withEnvironment(waited)))
        assert.isTrue(message.endsWith(`${advice} It was still open after 100ms of waiting.`), message)
      }
    }), 60_000)

  it.live("is left alone by a command that can't wait, which names no other command", () =>
    Effect.gen(function*() {
      const { environment, said } = yield* held
      for (const command of [compact(false), accepting]) {
        const { message } = yield* Effect.flip(command.pipe(withEnvironment(environment)))
        assert.include(message, said)
        assert.isTrue(message.endsWith(advice), message)
      }
    }), 60_000)
})
