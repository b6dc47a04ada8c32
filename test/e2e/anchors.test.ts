// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Balances that somebody knows, given to the program by flags and by variables, and held against the rows by every later command.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RunReport } from "wallet-statement"
import { type Environment, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const walletNo = "254700000001"
const wallet = {
  walletNo,
  records: 60,
  from: "2025-03-01",
  to: "2025-03-20",
  currency: "KES",
  feeRate: 0,
  reversalRate: 0
}
const days = ["--from", "2025-03-01", "--to", "2025-03-20"]

describe("a known balance", () => {
  it("is given by a flag or a variable, kept in the file, held against the rows by verify, and put right or taken back", () =>
    withServed({ wallets: [wallet], seed: 5 }, [walletNo], async (sandbox, folder, env) => {
      const [truth] = await Effect.runPromise(sandbox.truth)
      const { closingBalance, openingBalance } = truth?.currencies[0] ?? assert.fail("no truth")
      const pull = async (args: ReadonlyArray<string>, more: Environment = {}) => {
        const ended = await run(["pull", "--json", ...days, ...args], { env: { ...env, ...more }, cwd: folder })
        const [report] = (JSON.parse(ended.stdout) as RunReport).wallets
        return [ended.code, report?.verdict, report?.modulo.openEnds]
      }
      const verify = async () => {
        const ended = await run(["verify", "--json"], { env, cwd: folder })
        return [ended.code, JSON.parse(ended.stdout).wallets[0].verdict]
      }
      assert.deepStrictEqual(await pull(["--opening-balance", openingBalance]), [0, "proven", ["closing"]])
      const both = { WALLET_STATEMENT_CLOSING_BALANCES: `${walletNo}:KES:${closingBalance}@2025-03-20` }
      assert.deepStrictEqual(await pull([], both), [0, "proven", []])
      assert.deepStrictEqual([await pull([]), await verify()], [[0, "proven", []], [0, "proven"]])

      const wrong = { WALLET_STATEMENT_CLOSING_BALANCES: `${walletNo}:KES:1.00@2025-03-20` }
      assert.deepStrictEqual((await pull([], wrong)).slice(0, 2), [3, "gap"])
      assert.deepStrictEqual(await verify(), [3, "gap"])
      assert.deepStrictEqual((await pull([])).slice(0, 2), [3, "gap"], "every night")
      assert.deepStrictEqual(await pull(["--closing-balance", "none"]), [0, "proven", ["closing"]])
      assert.deepStrictEqual(await verify(), [0, "proven"])
    }))
})
