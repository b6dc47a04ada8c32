// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunReport } from "wallet-statement"
import { type Environment, run, startSandbox, withFolder } from "./program.ts"

const days = ["--from", "2025-01-01", "--to", "2025-12-31"]
const history = ["--records", "200", "--seed", "7"]

/** Pulls from a sandbox with the same history each time, spoilt in some way. */
const pullFrom = (folder: string, sandboxArgs: ReadonlyArray<string>) =>
async (
  args: ReadonlyArray<string>,
  more: Environment = {}
) => {
  const sandbox = await startSandbox(folder, [...history, ...sandboxArgs])
  try {
    const ended = await run(["pull", "--json", "--db", join(folder, "a.duckdb"), ...days, ...args], {
      env: { ...sandbox.env, ...more },
      cwd: folder
    })
    return { ...ended, wallet: (JSON.parse(ended.stdout) as Partial<RunReport>).wallets?.[0] }
  } finally {
    await sandbox.stop()
  }
}

describe("an answer that shows nothing any more", () => {
  it("is doubted, told by status and verify, and accepted by a flag alone", async () => {
    await withFolder(async (folder) => {
      const db = join(folder, "a.duckdb")
      const [honest, empty] = [pullFrom(folder, []), pullFrom(folder, ["--fault", "record:missing"])]
      assert.strictEqual((await honest([])).code, 0)

      const held = await empty([])
      assert.deepStrictEqual([held.code, held.wallet?.held, held.wallet?.rows.withdrawn], [3, 200, 0], held.stderr)
      assert.deepStrictEqual(held.wallet?.findings.map(({ kind }) => kind), ["held-withdrawal"])
      const verified = await run(["verify", "--json", "--db", db])
      assert.deepStrictEqual([verified.code, JSON.parse(verified.stdout).wallets[0].held], [3, 200])
      const status = JSON.parse((await run(["status", "--json", "--db", db])).stdout)
      assert.deepStrictEqual([status.held.length, status.held[0].rows], [1, 200])
      assert.deepStrictEqual(status.findings.map(({ kind }: { readonly kind: string }) => kind), ["held-withdrawal"])

      const variable = await empty([], { WALLET_STATEMENT_ACCEPT_WITHDRAWALS: "true" })
      assert.deepStrictEqual([variable.code, variable.wallet?.held], [3, 200], "the environment accepts nothing")
      writeFileSync(join(folder, "wallet-statement.toml"), "accept_withdrawals = true\n")
      const file = await empty([])
      assert.deepStrictEqual([file.code, file.wallet], [2, undefined], "the file accepts nothing")
      assert.match(file.stderr, /knows no setting "accept_withdrawals"/)
      writeFileSync(join(folder, "wallet-statement.toml"), "")

      const accepted = await empty(["--accept-withdrawals"])
      assert.deepStrictEqual([accepted.code, accepted.wallet?.held, accepted.wallet?.rows.withdrawn], [3, 0, 200])
      const months = accepted.wallet?.findings ?? []
      assert.deepStrictEqual([...new Set(months.map(({ kind }) => kind))], ["changed-after-proof"])
      const ids = months.map(({ id }) => id)
      assert.strictEqual((await run(["findings", "accept", ...ids, "--reason", "told", "--db", db])).code, 0)
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
      const again = await honest([])
      assert.deepStrictEqual([again.code, again.wallet?.rows.returned], [0, 200])
    })
  })
})
