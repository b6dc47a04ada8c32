// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Backup and restore as docs/operating.md has them, by its own lines.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFile, execFileSync, spawn } from "node:child_process"
import { copyFileSync, existsSync, readFileSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Ended, type Environment, program, query, root, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const walletNo = "254700000001"
const sandbox = { wallets: [{ walletNo, records: 3000, from: "2025-01-01", to: "2025-06-30" }], seed: 7 }
const page = readFileSync(join(root, "docs/operating.md"), "utf8")
const [backup = ""] = page.match(/flock "\$FOLDER.*"\$BACKUP"/) ?? []

const pull = (env: Environment, to: string): Promise<Ended> =>
  run(["pull", "--json", "--from", "2025-01-01", "--to", to], { env })

/** Runs the line of the page. */
const backUp = (folder: string, file: string, to: string): Promise<number> =>
  new Promise((done) =>
    execFile(
      "sh",
      ["-c", backup],
      { env: { PATH: process.env["PATH"] ?? "", FOLDER: folder, FILE: file, BACKUP: to } },
      (error) => done(error === null ? 0 : Number(error.code))
    )
  )

const rowsOf = (db: string) => query(db, "FROM transactions ORDER BY ALL")

describe("a backup", { timeout: 600_000 }, () => {
  it("is restored, its witness tells what is missing since, and the next pull brings that", () =>
    withServed(sandbox, [walletNo], async (_, folder, served) => {
      const [db, copy, witness] = [join(folder, "a.duckdb"), join(folder, "backup.duckdb"), join(folder, "witness")]
      const env = { ...served, WALLET_STATEMENT_WITNESS_FILE: witness }
      assert.strictEqual((await pull(env, "2025-03-31")).code, 0)
      assert.strictEqual(await backUp(folder, db, copy), 0)
      assert.strictEqual(statSync(copy).mode & 0o777, 0o600)
      const saved = await rowsOf(copy)
      const since = JSON.parse((await pull(env, "2025-06-30")).stdout)
      const whole = await rowsOf(db)
      assert.isAbove(whole.length, saved.length)
      assert.deepStrictEqual(await rowsOf(copy), saved, "a backup stays what it was")

      renameSync(db, join(folder, "before"))
      copyFileSync(copy, db)
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
      const { code, stdout } = await run(["verify", "--db", db, "--witness", witness, "--json"])
      assert.strictEqual(code, 1)
      const { audit, witness: compared } = JSON.parse(stdout)
      assert.deepStrictEqual([audit.difference, compared.agrees], [null, false])
      assert.include(stdout, since.head.split(":")[0])

      assert.strictEqual((await run(["pull", "--to", "2025-06-30"], { env: served })).code, 0)
      const ids = (rows: typeof whole) => rows.map(({ amount, balance, txn_id }) => [txn_id, amount, balance])
      assert.deepStrictEqual(ids(await rowsOf(db)), ids(whole))
      assert.strictEqual((await run(["verify", "--db", db])).code, 0)
    }))

  it("of the file and its log at one moment holds every window that was committed by then", () =>
    withServed(sandbox, [walletNo], async (_, folder, env) => {
      const [db, copy] = [join(folder, "a.duckdb"), join(folder, "snapshot.duckdb")]
      const child = spawn(process.execPath, [
        program,
        "pull",
        "--from",
        "2025-01-01",
        "--to",
        "2025-06-30",
        "--limit",
        "50"
      ], {
        env: { PATH: process.env["PATH"] ?? "", ...env },
        stdio: "ignore"
      })
      const ended = new Promise((done) => child.once("exit", done))
      while (!existsSync(`${db}.wal`) && child.exitCode === null) await new Promise((done) => setTimeout(done, 20))
      await new Promise((done) => setTimeout(done, 500))
      // Stopped, so that both are of one moment, as a snapshot of the file system has them.
      child.kill("SIGSTOP")
      assert.strictEqual(child.exitCode, null, "the pull still runs")
      execFileSync("sh", ["-c", `cp "$1" "$2" && if [ -e "$1.wal" ]; then cp "$1.wal" "$2.wal"; fi`, "sh", db, copy])
      assert.notStrictEqual(
        await backUp(folder, db, join(folder, "refused")),
        0,
        "a file with its log is not copied alone"
      )
      child.kill("SIGCONT")
      await ended
      assert.strictEqual((await run(["compact", "--db", copy])).code, 0)
      const verified = await run(["verify", "--db", copy, "--json"])
      assert.isNull(JSON.parse(verified.stdout).audit.difference, verified.stderr)
      const own = await query(copy, "SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence")
      const all = await query(db, "SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence")
      assert.deepStrictEqual(all.slice(0, own.length), own)
    }))
})
