// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A sandbox in this process, for programs in processes of their own: what it does can be changed between two of them.
 */
import { Effect, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type RunningSandbox, Sandbox, type SandboxInput } from "wallet-statement/sandbox"
import { type Environment, withFolder } from "./program.ts"

/** Serves it while it is used, with a folder; gives the settings to reach it, for wallets in Nairobi and a file in the folder. */
export const withServed = (
  input: SandboxInput,
  walletNos: ReadonlyArray<string>,
  use: (sandbox: RunningSandbox, folder: string, env: Environment) => Promise<void>
): Promise<void> =>
  withFolder((folder) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve(input)
      const { consumerKey, consumerSecret, privateKey } = sandbox.credentials
      const keyFile = join(folder, "key.pem")
      writeFileSync(keyFile, privateKey === undefined ? "" : Redacted.value(privateKey), { mode: 0o600 })
      const env = {
        WALLET_STATEMENT_BASE_URL: sandbox.url,
        WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
        WALLET_STATEMENT_CONSUMER_KEY: consumerKey,
        WALLET_STATEMENT_CONSUMER_SECRET: Redacted.value(consumerSecret),
        WALLET_STATEMENT_PRIVATE_KEY_FILE: keyFile,
        WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
        WALLET_STATEMENT_WALLETS: walletNos.join(","),
        WALLET_STATEMENT_DB: join(folder, "a.duckdb")
      }
      yield* Effect.promise(() => use(sandbox, folder, env))
    })))
  )
