// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * `compact` by the real program, also killed at calls on the disk that strace chooses.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { copyFileSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { injectionMissing } from "./crashPoints.ts"
import { fileOnce } from "./fileOnce.ts"
import { program, query, run, withFolder } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const walletNo = "254700000001"
const sandbox = { wallets: [{ walletNo, records: 9000, from: "2025-01-01", to: "2025-06-30" }], seed: 7 }

interface Place {
  readonly folder: string
  readonly db: string
  readonly witness: string
}

const grownOnce = fileOnce()

/** A file whose rows were written again by a second pull, and its witness. */
const withGrown = (use: (place: Place) => Promise<void>): Promise<void> =>
  withServed(sandbox, [walletNo], async (served, folder, env) => {
    const witness = join(folder, "witness")
    const settings = { ...env, WALLET_STATEMENT_WITNESS_FILE: witness }
    const pull = () => run(["pull", "--json", "--from", "2025-01-01", "--to", "2025-06-30"], { env: settings })
    const db = join(folder, "a.duckdb")
    const grow = async (): Promise<void> => {
      const first = await pull()
      assert.strictEqual(first.code, 0, first.stderr)
      for (let record = 0; record < 9000; record += 5) {
        const edit = { kind: "change", record, description: "x".repeat(200) } as const
        await Effect.runPromise(served.control.mutate(walletNo, edit))
      }
      const second = await pull()
      assert.strictEqual(second.code, 3, second.stderr)
      // They are rows of months that were proven.
      const findings: ReadonlyArray<{ readonly id: string }> = JSON.parse(second.stdout).wallets[0].findings
      const accepting = ["findings", "accept", ...findings.map(({ id }) => id), "--reason", "told otherwise"]
      assert.strictEqual((await run(accepting, { env: settings })).code, 0)
    }
    await grownOnce(db, grow, witness)
    await use({ folder, db, witness })
  })

/** Of DuckDB's storage, in bytes. */
const twoBlocks = 2 * 262_144

const totals =
  "SELECT count(*) AS n, sum(signed_amount) AS s, (SELECT count(*) FROM row_changes) AS c FROM transactions"
const namesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.includes("a.duckdb"))

describe("compact", { timeout: 600_000 }, () => {
  it("tells what it saved, and the file verifies with its witness", () =>
    withGrown(async ({ db, folder, witness }) => {
      const before = await query(db, totals)
      const size = statSync(db).size
      const { code, stderr, stdout } = await run(["compact", "--db", db])
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /a\.duckdb: \d+(\.\d)? MB → \d+(\.\d)? [kM]B\n$/)
      assert.match(stderr, /^\S+a\.duckdb is written anew beside itself, which may take \d+(\.\d)? MB meanwhile\.\n$/)
      assert.isBelow(statSync(db).size, size)
      assert.deepStrictEqual(await query(db, totals), before)
      assert.deepStrictEqual(namesIn(folder), ["a.duckdb"])
      const verified = await run(["verify", "--db", db, "--witness", witness])
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)

      const again = await run(["compact", "--db", db, "--json"])
      const smallest = statSync(db).size
      const { after, before: found, saved } = JSON.parse(again.stdout)
      assert.deepStrictEqual([after, found - after], [smallest, saved])
      assert.isBelow(saved, twoBlocks + 1, "what the database itself is not always exact about")
    }))

  it("ends with 1 where no file is, and with 5 where it is none of ours", () =>
    withFolder(async (folder) => {
      const none = await run(["compact", "--db", join(folder, "none.duckdb")])
      assert.deepStrictEqual([none.code, none.stdout], [1, ""])
      const other = join(folder, "other.duckdb")
      writeFileSync(other, "none of ours", { mode: 0o600 })
      const refused = await run(["compact", "--db", other, "--json"])
      assert.strictEqual(refused.code, 5)
      assert.strictEqual(JSON.parse(refused.stdout).error.exitCode, 5)
      assert.deepStrictEqual(readdirSync(folder), ["other.duckdb"])
    }))

  it.skipIf(injectionMissing !== undefined)(
    "leaves the old file or the new one, wherever it is killed",
    () =>
      withGrown(async ({ db, folder, witness }) => {
        const kept = join(folder, "kept")
        copyFileSync(db, kept)
        const before = await query(kept, totals)
        let killed = 0
        for (
          const [call, points] of [
            ["?rename,?renameat,?renameat2", [1]],
            ["?unlink,?unlinkat", [1, 2]],
            ["pwrite64", [1, 5, 20]],
            ["fsync", [1, 2, 3, 4, 5]],
            ["ftruncate", [1, 2]]
          ] as const
        ) {
          for (const when of points) {
            copyFileSync(kept, db)
            killed += Number(await killedAt(`inject=${call}:signal=SIGKILL:when=${when}`, db))
            assert.deepStrictEqual(await query(db, totals), before, `${call} ${when}`)
            const verified = await run(["verify", "--db", db, "--witness", witness])
            assert.strictEqual(verified.code, 0, `${call} ${when}: ${verified.stdout}`)
          }
        }
        assert.isAtLeast(killed, 6)
        const last = await run(["compact", "--db", db])
        assert.strictEqual(last.code, 0, last.stderr)
        assert.deepStrictEqual(namesIn(folder), ["a.duckdb"])
      })
  )
})

/** Runs `compact` under strace, which kills it at a call; whether it was killed. */
const killedAt = (injection: string, db: string): Promise<boolean> =>
  new Promise((done) => {
    const calls = injection.slice("inject=".length, injection.indexOf(":"))
    const child = spawn(
      "strace",
      [
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-e",
        `trace=${calls}`,
        "-e",
        injection,
        process.execPath,
        program,
        "compact",
        "--db",
        db
      ],
      { stdio: "ignore", env: { PATH: process.env["PATH"] ?? "" } }
    )
    child.once("close", (_, signal) => done(signal === "SIGKILL"))
  })
