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
import { retryQuarantine } from "../../../src/cli/actions/quarantine/quarantine.ts"
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
  it.live("is waited for by the command that met it", () =>
    Effect.gen(function*() {
      const { environment, said } = yield* held
      const waited = { ...environment, WALLET_STATEMENT_WAIT: "100ms" }
      const commands: Record<string, Effect.Effect<void, { readonly message: string }>> = {
        pull: Effect.asVoid(pulling),
        publish: publish(false),
        compact: compact(false),
        "findings accept": accepting,
        "quarantine retry": retryQuarantine(false)
      }
      for (const [name, command] of Object.entries(commands)) {
        const refused = (settings: Environment) => Effect.flip(Effect.asVoid(command).pipe(withEnvironment(settings)))
        const { message } = yield* refused(environment)
        assert.include(message, said)
        assert.isTrue(message.endsWith(`${advice} \`wallet-statement ${name} --wait 10m\` waits for it.`), message)
        const after = yield* refused(waited)
        assert.isTrue(after.message.endsWith(`${advice} It was still open after 100ms of waiting.`), after.message)
      }
    }), 60_000)
})
