/**
 * Kills the real program at random moments and looks at what it left. `KILLS` sets how often (default 40), `SEED` what
 * the moments are drawn from.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Environment, program, query, run, startSandbox, withFolder } from "./program.ts"

const kills = Number(process.env["KILLS"] ?? 40)
const seed = Number(process.env["SEED"] ?? 1)

/** A small generator, so that a failure can be repeated. */
const randomFrom = (start: number) => {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Acknowledged {
  readonly from: string
  readonly to: string
  readonly rows: number
}

/** Starts a pull, kills it after some milliseconds, and gives the windows it had said were committed. */
const pullAndKill = (args: ReadonlyArray<string>, env: Environment, after: number) =>
  new Promise<{ readonly acknowledged: ReadonlyArray<Acknowledged>; readonly killed: boolean }>((done) => {
    const child = spawn(process.execPath, [program, "pull", "--log-level", "debug", ...args], {
      env: { PATH: process.env["PATH"] ?? "", WALLET_STATEMENT_LOG_FORMAT: "json", ...env },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let text = ""
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString()
    })
    const timer = setTimeout(() => child.kill("SIGKILL"), after)
    child.once("close", (_code, signal) => {
      clearTimeout(timer)
      const acknowledged = text.split("\n").slice(0, -1).flatMap((line): ReadonlyArray<Acknowledged> => {
        if (!line.includes("window committed")) return []
        const { annotations } = JSON.parse(line)
        return [annotations]
      })
      done({ acknowledged, killed: signal === "SIGKILL" })
    })
  })

describe("the program killed at any moment", () => {
  it(`loses no acknowledged window and leaves nothing partial: ${kills} kills, seed ${seed}`, async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", "6000"])
      const env = { ...sandbox.env, WALLET_STATEMENT_LIMIT: "150" }
      const random = randomFrom(seed)
      let killed = 0
      let files = 0
      try {
        while (killed < kills) {
          const db = join(folder, `${++files}.duckdb`)
          const present = new Set<string>()
          for (let attempt = 0; attempt < 12 && killed < kills; attempt++) {
            const result = await pullAndKill(
              ["--db", db, "--from", "2025-01-01", "--to", "2025-12-31"],
              env,
              150 + random() * 1100
            )
            if (result.killed) killed++
            for (const { from, to } of result.acknowledged) present.add(`${from}..${to}`)
            if (existsSync(db)) {
              const windows = await query(db, "SELECT from_day || '..' || to_day AS days FROM statement_windows")
              const stored = new Set(windows.map(({ days }) => days))
              for (const days of present) assert.isTrue(stored.has(days), `acknowledged window ${days} is not there`)
              const partial = await query(
                db,
                "SELECT w.sequence FROM statement_windows w LEFT JOIN transactions t ON t.window_sequence = w.sequence " +
                  "GROUP BY ALL HAVING count(t.txn_id) <> any_value(w.inserted)"
              )
              assert.deepStrictEqual(partial, [])
            } else assert.strictEqual(present.size, 0)
            if (!result.killed) break
          }
          const last = await run(["pull", "--json", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"], { env })
          assert.strictEqual(last.code, 0, last.stderr)
          const [row] = await query(db, "SELECT count(*)::VARCHAR AS n, count(DISTINCT txn_id || leg)::VARCHAR AS ids FROM current_transactions")
          assert.deepStrictEqual([row?.["n"], row?.["ids"]], ["6000", "6000"], `file ${files}, seed ${seed}`)
        }
      } finally {
        await sandbox.stop()
      }
    })
  }, 30 * 60_000)
})
