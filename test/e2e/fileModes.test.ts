// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * What the program writes is for its owner alone, under the most generous umask there is.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Environment, program, query, run, startSandbox, withFolder } from "./program.ts"

const generous = 0o000
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8).padStart(4, "0")

/** Modes of all files in a folder, by name. */
const modesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, modeOf(join(folder, name))])
  )

const underGenerousUmask = async <A>(use: () => Promise<A>): Promise<A> => {
  const before = process.umask(generous)
  try {
    return await use()
  } finally {
    process.umask(before)
  }
}

/** Starts a pull and kills it when the file's log is there; what the log's mode was. */
const killedPull = (db: string, env: Environment): Promise<string> =>
  new Promise((done, fail) => {
    const args = ["pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31", "--limit", "20"]
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdio: "ignore"
    })
    const look = setInterval(() => {
      if (existsSync(`${db}.wal`)) child.kill("SIGKILL")
    }, 5)
    child.once("close", () => {
      clearInterval(look)
      if (existsSync(`${db}.wal`)) done(modeOf(`${db}.wal`))
      else fail(new Error("the pull ended before it was killed"))
    })
  })

describe.skipIf(process.platform === "win32")("file modes", () => {
  it("are 0600 for databases, their logs and private keys", () =>
    underGenerousUmask(() =>
      withFolder(async (folder) => {
        await (await startSandbox(folder, [])).stop()
        chmodSync(join(folder, "key.pem"), 0o644)
        const sandbox = await startSandbox(folder, ["--records", "2000"])
        try {
          assert.strictEqual(modeOf(join(folder, "key.pem")), "0600", "the sandbox's key")
          const db = join(folder, "a.duckdb")
          assert.strictEqual(await killedPull(db, sandbox.env), "0600", "the log")
          assert.strictEqual(modeOf(db), "0600", "the database beside its log")
          const period = ["--from", "2025-01-01", "--to", "2025-12-31"]
          const ended = await run(["pull", "--db", db, ...period], { env: sandbox.env })
          assert.strictEqual(ended.code, 0, ended.stderr)
          assert.strictEqual((await run(["keygen", "--out", join(folder, "mine")])).code, 0)
          assert.deepStrictEqual(modesIn(folder), {
            "a.duckdb": "0600",
            "key.pem": "0600",
            "mine.pem": "0600",
            // To be given to the service.
            "mine.pub.pem": "0644"
          })
          const [row] = await query(db, "SELECT count(*) AS n FROM transactions")
          assert.strictEqual(row?.["n"], 2000)
        } finally {
          await sandbox.stop()
        }
      })
    ))

  it("are the owner's for whatever any command may write", () =>
    underGenerousUmask(() =>
      withFolder(async (folder) => {
        const umask = join(folder, "umask.mjs")
        writeFileSync(umask, `process.on("exit", () => process.stderr.write("umask " + process.umask().toString(8)))`)
        const env = { NODE_OPTIONS: `--import ${umask}` }
        for (
          const args of [["query", "SELECT 1"], ["status"], ["verify"], ["check"], ["--help"], ["fetch"]]
        ) {
          const { stderr } = await run(args, { cwd: folder, env })
          assert.include(stderr, "umask 77", args.join(" "))
        }
      })
    ))
})
