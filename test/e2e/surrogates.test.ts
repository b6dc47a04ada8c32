// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Texts that JSON can say and UTF-8 can't, from a service to the file: kept, told apart, and no change when they come again.
 */
import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { serveReplies } from "../kit/serveReplies.ts"
import { program, query, run, startSandbox, withFolder } from "./program.ts"

const halves = ["\\ud800", "\\udbff", "x\\udc00y", "\\udead\\ud83d\\ude00", "\\ufffd"]

/** Records whose ids and descriptions are these escapes, as a service writes them. */
const records = halves.map((half, index) =>
  `{"txnId":"id ${half}","type":"Credit","amount":"1.00","balance":${index + 1}.00,` +
  `"description":"Credited KES1.00 ${half}","confirmed":true,"date":"2025-01-0${index + 1} 10:00:00 AM"}`
)

const serve = () =>
  serveReplies(({ url }) => ({
    body: url.endsWith("/login")
      ? `{"success":true,"message":"ok","data":{"access_token":"t","token_type":"bearer","expires_in":3600}}`
      : `{"success":true,"message":"half \\ud800 a pair","data":[${records.join(",")}]}`
  }))

describe("half of a surrogate pair", () => {
  it("in ids and descriptions is kept as JSON writes it, and comes again without a change", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "1"])
      await sandbox.stop()
      const { stop, url } = await serve()
      try {
        const db = join(folder, "a.duckdb")
        const env = { ...sandbox.env, WALLET_STATEMENT_BASE_URL: url, WALLET_STATEMENT_WALLETS: "254700000001" }
        const args = ["pull", "--json", "--db", db, "--from", "2025-01-01", "--to", "2025-01-31"]
        const first = JSON.parse((await run(args, { env })).stdout)
        assert.deepInclude(first.wallets[0].rows, { inserted: 5, quarantined: 0 })
        const stored = await query(db, "SELECT txn_id, description, leg FROM transactions ORDER BY local_time")
        const kept = ["\\ud800", "\\udbff", "x\\udc00y", "\\udead😀", "\ufffd"]
        assert.deepStrictEqual(
          stored,
          kept.map((half) => ({ txn_id: `id ${half}`, description: `Credited KES1.00 ${half}`, leg: 0 }))
        )
        const again = JSON.parse((await run([...args, "--limit", "4999"], { env })).stdout)
        assert.deepInclude(again.wallets[0].rows, { inserted: 0, changed: 0, withdrawn: 0, unchanged: 5 })
        assert.strictEqual((await run(["verify", "--db", db], { file: program })).code, 0)
      } finally {
        await stop()
      }
    })
  })
})
