// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Kills the real program at random moments and looks at what it left. `KILLS` sets how often (default 40), `SEED` what
 * the moments are drawn from.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
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

const records = 6000
const year = ["--from", "2025-01-01", "--to", "2025-12-31"]

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
      const acknowledged = text.split("\n").slice(0, -1).flatMap((line): ReadonlyArray<Acknowledged> =>
        line.includes("window committed") ? [JSON.parse(line)] : []
      )
      done({ acknowledged, killed: signal === "SIGKILL" })
    })
  })

/** Pulls into one file after the other and kills on the way, until enough kills were made. */
const killUntil = async (kills: number, folder: string, env: Environment, random: () => number): Promise<void> => {
  let killed = 0
  for (let file = 1; killed < kills; file++) {
    const db = join(folder, `${file}.duckdb`)
    const present = new Set<string>()
    for (let attempt = 0; attempt < 12 && killed < kills; attempt++) {
      const result = await pullAndKill(["--db", db, ...year], env, 150 + random() * 1100)
      if (result.killed) killed++
      for (const { from, to } of result.acknowledged) present.add(`${from}..${to}`)
      await assertWhole(db, present)
      if (!result.killed) break
    }
    const last = await run(["pull", "--json", "--db", db, ...year], { env })
    assert.strictEqual(last.code, 0, last.stderr)
    const [row] = await query(
      db,
      "SELECT count(*) AS n, count(DISTINCT txn_id || '#' || leg) AS ids FROM current_transactions"
    )
    assert.deepStrictEqual([row?.["n"], row?.["ids"]], [records, records], `file ${file}`)
  }
}

/** Every window that was acknowledged is there, and none is there in part. */
const assertWhole = async (db: string, acknowledged: ReadonlySet<string>): Promise<void> => {
  if (!existsSync(db)) return assert.strictEqual(acknowledged.size, 0)
  const windows = await query(
    db,
    "SELECT w.from_day || '..' || w.to_day AS days, any_value(w.inserted) = count(t.txn_id) AS whole " +
      "FROM statement_windows w LEFT JOIN transactions t ON t.window_sequence = w.sequence GROUP BY w.sequence, w.from_day, w.to_day"
  )
  const stored = new Set(windows.map(({ days }) => days))
  for (const days of acknowledged) assert.isTrue(stored.has(days), `acknowledged window ${days} is not there`)
  assert.isTrue(windows.every(({ whole }) => whole === true), "a window is there in part")
}

describe("the program killed at any moment", () => {
  it(`loses no acknowledged window and leaves nothing partial: ${kills} kills, seed ${seed}`, async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, ["--records", String(records)])
      const env = { ...sandbox.env, WALLET_STATEMENT_LIMIT: "150" }
      try {
        await Promise.all([1, 2].map((worker) => {
          const own = join(folder, String(worker))
          mkdirSync(own)
          return killUntil(Math.ceil(kills / 2), own, env, randomFrom(seed * 2 + worker))
        }))
      } finally {
        await sandbox.stop()
      }
    })
  }, 60 * 60_000)
})
