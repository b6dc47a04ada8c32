// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A bound on what one run may add, on the real program.
 */
import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { statSync } from "node:fs"
import { join } from "node:path"
import { serveReplies } from "../kit/serveReplies.ts"
import { query, run, startSandbox, withFolder } from "./program.ts"

const days = ["--from", "2025-01-01", "--to", "2025-12-31"]

/** A service that shows each of its days with other long texts in every answer. */
const serveGrowing = () =>
  serveReplies(({ body, url }) => {
    if (url.endsWith("/login")) {
      return {
        body: `{"success":true,"message":"","data":{"access_token":"t","token_type":"bearer","expires_in":3600}}`
      }
    }
    const { from_date, to_date } = JSON.parse(body)
    const records: Array<string> = []
    for (let at = Date.parse(from_date); at <= Date.parse(to_date); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      const place = (at - Date.parse("2024-12-31")) / 86_400_000
      records.push(
        `{"txnId":"T${day}","type":"Credit","amount":"1.00","balance":${place}.00,"description":"Credited KES1.00 ` +
          `${randomBytes(22_000).toString("base64")}","confirmed":true,"date":"${day} 10:00:00 AM"}`
      )
    }
    return { body: `{"success":true,"message":"ok","data":[${records.join(",")}]}` }
  })

describe("MAX_RUN_BYTES", () => {
  it("ends a run before it adds more, keeps what it committed, and lets the next ones go on to the end", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "6000"])
      try {
        const db = join(folder, "a.duckdb")
        const env = { ...sandbox.env, WALLET_STATEMENT_MAX_RUN_BYTES: "400000", WALLET_STATEMENT_LIMIT: "500" }
        const counts: Array<number> = []
        for (let attempt = 0; attempt < 12; attempt++) {
          const { code, stderr, stdout } = await run(["pull", "--json", "--db", db, ...days], { env })
          const [row] = await query(db, "SELECT count(*) AS n FROM transactions")
          counts.push(Number(row?.["n"]))
          if (code === 0) break
          assert.strictEqual(code, 1, stderr)
          const { status, wallets } = JSON.parse(stdout)
          assert.strictEqual(status, "failed")
          assert.include(wallets[0].error, "more than 400000 bytes of answers")
          assert.include(wallets[0].error, "What was committed stays")
        }
        assert.isAbove(counts.length, 2, "it took several runs")
        assert.deepStrictEqual(counts, [...new Set(counts)].toSorted((left, right) => left - right))
        assert.strictEqual(counts.at(-1), 6000)
        assert.strictEqual((await run(["verify", "--db", db])).code, 0)
      } finally {
        await sandbox.stop()
      }
    })
  })

  it("bounds what a service makes of a file that changes every text in every answer", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "1"])
      await sandbox.stop()
      const { stop, url } = await serveGrowing()
      try {
        const db = join(folder, "a.duckdb")
        const most = 5_000_000
        const env = {
          ...sandbox.env,
          WALLET_STATEMENT_BASE_URL: url,
          WALLET_STATEMENT_WALLETS: "254700000001",
          WALLET_STATEMENT_DATE_BOUNDS: "inclusive",
          WALLET_STATEMENT_MAX_RUN_BYTES: String(most)
        }
        const growth: Array<number> = []
        let size = 0
        for (let night = 0; night < 4; night++) {
          // Forty days, then nine of them that come back with other texts each time, once and in parts.
          const from = night === 0 ? "2025-01-01" : "2025-02-01"
          const { code, stderr } = await run(["pull", "--db", db, "--from", from, "--to", "2025-02-09"], { env })
          assert.include([0, 1, 3], code, stderr)
          growth.push(statSync(db).size - size)
          size = statSync(db).size
        }
        for (const each of growth.slice(1)) assert.isBelow(each, most)
        const before = size
        const { code, stdout } = await run(["pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"], { env })
        assert.strictEqual(code, 1)
        assert.include(stdout, "WALLET_STATEMENT_MAX_RUN_BYTES")
        assert.isBelow(statSync(db).size - before, most)
        assert.notStrictEqual((await run(["verify", "--db", db])).code, 1)
      } finally {
        await stop()
      }
    })
  })

  it("is named with the remedy when a single answer is larger, and refused when it is no number", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "600"])
      try {
        const args = ["pull", "--db", join(folder, "a.duckdb"), ...days]
        const small = await run(args, { env: { ...sandbox.env, WALLET_STATEMENT_MAX_RUN_BYTES: "2000" } })
        assert.strictEqual(small.code, 1)
        assert.include(
          small.stdout,
          "A single answer may take more: raise it, or ask for fewer records at once with --limit."
        )
        const none = await run(args, { env: { ...sandbox.env, WALLET_STATEMENT_MAX_RUN_BYTES: "much" } })
        assert.strictEqual(none.code, 2)
        assert.include(none.stderr, "WALLET_STATEMENT_MAX_RUN_BYTES is not a whole number from 1024 to")
      } finally {
        await sandbox.stop()
      }
    })
  })
})
