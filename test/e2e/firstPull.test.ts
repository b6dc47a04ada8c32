// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The first pull of wallets, by whole processes: where they begin, and what is left behind when it comes to nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunReport } from "wallet-statement"
import { type Environment, program, query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const textOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
const dayAgo = (days: number): string => textOf(Date.parse(textOf(Date.now())) - days * 86_400_000)

/** A row each day or so, from a hundred days ago until last week. */
const wallet = (walletNo: string) => ({ walletNo, records: 120, from: dayAgo(100), to: dayAgo(7), currency: "KES" })
const empty = (walletNo: string) => ({ ...wallet(walletNo), records: 0 })
const numbers = ["254700000001", "254700000002"]

const databases = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.includes("duckdb") && !name.endsWith(".json"))

const reportOf = (stdout: string): RunReport => JSON.parse(stdout)

describe("the first pull", () => {
  it(
    "finds where a wallet begins, loads an empty one too, and goes on the next night",
    () =>
      withServed(
        { wallets: [wallet(numbers[0] ?? ""), empty(numbers[1] ?? "")], seed: 3 },
        numbers,
        async (_, folder, env) => {
          const first = await run(["pull", "--json"], { env, cwd: folder })
          assert.strictEqual(first.code, 0, first.stdout + first.stderr)
          const [full, none] = reportOf(first.stdout).wallets
          assert.strictEqual(full?.rows.inserted, 120)
          assert.isTrue((full?.firstDay ?? "9") <= dayAgo(98))
          assert.match(
            full?.notes.join() ?? "",
            /found by asking: first row on 20\d\d-.*nothing in the \d+ days before/
          )
          assert.include(none?.notes.join(), "no row since")
          const next = await run(["pull"], { env, cwd: folder })
          assert.deepStrictEqual([next.code, next.stderr], [0, ""], next.stdout)
          assert.notInclude(next.stdout, "found by asking")
        }
      ),
    120_000
  )

  it(
    "takes first days from the file, asks again for what is loaded by --reload alone, and fails for an unknown wallet only",
    () =>
      withServed({ wallets: [wallet(numbers[0] ?? "")], seed: 3 }, [], async (_served, folder, env) => {
        const { WALLET_STATEMENT_WALLETS: _, ...others } = env
        const pull = async (from: string, more: ReadonlyArray<string> = [], unknown = "") => {
          writeFileSync(
            join(folder, "wallet-statement.toml"),
            `wallets = [\n  { number = "${numbers[0]}", from = "${from}" }${unknown}\n]\n`
          )
          const ended = await run(["pull", "--json", ...more], { env: others, cwd: folder })
          return { ...ended, wallet: reportOf(ended.stdout).wallets[0] }
        }
        const first = await pull(dayAgo(50))
        assert.deepStrictEqual([first.code, first.wallet?.firstDay], [0, dayAgo(50)], first.stderr)
        const second = await pull(dayAgo(50))
        assert.isBelow(second.wallet?.rows.fetched ?? 99, 10)
        const earlier = await pull(dayAgo(100))
        assert.deepStrictEqual([earlier.code, earlier.wallet?.firstDay], [0, dayAgo(100)], earlier.stdout)
        assert.isBelow(earlier.wallet?.rows.unchanged ?? 99, 10)
        assert.deepStrictEqual(
          await query(env["WALLET_STATEMENT_DB"] ?? "", "SELECT count(*) AS n FROM transactions"),
          [
            { n: 120 }
          ]
        )
        const again = await pull(dayAgo(100), ["--reload"])
        assert.deepStrictEqual([again.code, again.wallet?.rows.fetched], [0, 120])
        const beside = await pull(dayAgo(100), [], `,\n  "254799999999"`)
        assert.deepStrictEqual([beside.code, beside.wallet?.error], [1, null], beside.stdout)
        assert.include(beside.stdout, "does not know the wallet")
      }),
    240_000
  )

  it(
    "leaves no database when it fails before its first commit, and one that was there",
    () =>
      withServed({ wallets: [wallet(numbers[0] ?? "")], seed: 3 }, numbers.slice(0, 1), async (_, folder, env) => {
        const wrong: ReadonlyArray<readonly [number, Environment, ReadonlyArray<string>]> = [
          [4, { WALLET_STATEMENT_CONSUMER_SECRET: "wrong" }, []],
          [2, { WALLET_STATEMENT_TIME_ZONE: "Mars/Olympus" }, []],
          [1, { WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:1", WALLET_STATEMENT_MAX_ATTEMPTS: "1" }, []],
          [2, {}, ["--limit", "0"]]
        ]
        for (const [code, change, more] of wrong) {
          const ended = await run(["pull", "--login-now", ...more], { env: { ...env, ...change }, cwd: folder })
          assert.strictEqual(ended.code, code, ended.stdout + ended.stderr)
          assert.deepStrictEqual(databases(folder), [])
        }
        assert.strictEqual((await run(["pull", "--login-now"], { env, cwd: folder })).code, 0)
        assert.deepStrictEqual(databases(folder), ["a.duckdb"])
        await run(["pull", "--login-now"], { env: { ...env, WALLET_STATEMENT_CONSUMER_SECRET: "wrong" }, cwd: folder })
        assert.deepStrictEqual(databases(folder), ["a.duckdb"])
      }),
    240_000
  )

  it(
    "publishes nothing when it leaves no database, and the copies of before stay as they were",
    () =>
      withServed({ wallets: [wallet(numbers[0] ?? "")], seed: 3 }, numbers.slice(0, 1), async (_, folder, env) => {
        const places = [join(folder, "y.duckdb"), join(folder, "x")]
        const publishing = { ...env, WALLET_STATEMENT_PUBLISH: `${places[0]},${places[1]}/` }
        const dead = {
          ...publishing,
          WALLET_STATEMENT_BASE_URL: "http://127.0.0.1:1",
          WALLET_STATEMENT_MAX_ATTEMPTS: "1"
        }
        const failed = await run(["pull", "--json"], { env: dead, cwd: folder })
        assert.strictEqual(failed.code, 1, failed.stderr)
        assert.deepStrictEqual(JSON.parse(failed.stdout).published, [])
        assert.deepStrictEqual(readdirSync(folder).filter((name) => ["a.duckdb", "x", "y.duckdb"].includes(name)), [])
        assert.strictEqual((await run(["pull"], { env: publishing, cwd: folder })).code, 0)
        const before = places.map((place) => statSync(place).ctimeMs)
        rmSync(env["WALLET_STATEMENT_DB"] ?? "")
        const again = await run(["pull", "--json"], { env: dead, cwd: folder })
        assert.deepStrictEqual([again.code, JSON.parse(again.stdout).published], [1, []], again.stderr)
        assert.notInclude(again.stderr, "another database")
        assert.deepStrictEqual(places.map((place) => statSync(place).ctimeMs), before)
      }),
    240_000
  )

  it("leaves none when it is interrupted before that", () =>
    withServed(
      { wallets: [wallet(numbers[0] ?? "")], seed: 3, faults: [{ on: "statement", kind: "no-answer" }] },
      numbers.slice(0, 1),
      async (_, folder, env) => {
        const child = spawn(process.execPath, [program, "pull"], {
          env: { ...env, PATH: "", HOME: folder },
          cwd: folder
        })
        const ended = new Promise((done) => child.once("exit", done))
        while (databases(folder).every((name) => name !== "a.duckdb")) await new Promise((done) => setTimeout(done, 50))
        await new Promise((done) => setTimeout(done, 1000))
        child.kill("SIGINT")
        assert.strictEqual(await ended, 130)
        assert.deepStrictEqual(databases(folder), [])
      }
    ), 120_000)
})

describe("settings", () => {
  it(
    "are listed with where they were given, and refused there",
    () =>
      withServed({ wallets: [wallet(numbers[0] ?? "")], seed: 3 }, numbers.slice(0, 1), async (_, folder, env) => {
        writeFileSync(join(folder, "wallet-statement.toml"), "# nightly\nlimit = 100\n")
        const listed = await run(["settings"], { env, cwd: folder })
        assert.strictEqual(listed.code, 0, listed.stderr)
        assert.match(listed.stdout, /^WALLET_STATEMENT_LIMIT +100 +wallet-statement\.toml, line 2: limit$/m)
        assert.match(listed.stdout, /^WALLET_STATEMENT_CONSUMER_SECRET +set +WALLET_STATEMENT_CONSUMER_SECRET$/m)
        assert.notInclude(listed.stdout, env["WALLET_STATEMENT_CONSUMER_SECRET"] ?? "-")
        const json = JSON.parse((await run(["settings", "--json"], { env, cwd: folder })).stdout)
        assert.strictEqual(json.file, "wallet-statement.toml")
        const markdown = await run(["settings", "--markdown"], { env: {}, cwd: folder })
        assert.match(markdown.stdout, /^\| variable \| flag \| in the file \|/)
        writeFileSync(join(folder, "wallet-statement.toml"), "# nightly\nlimit = 0\nwallets = [\n  5\n]\n")
        const refused = await run(["pull"], { env, cwd: folder })
        assert.strictEqual(refused.code, 2)
        assert.include(
          refused.stderr,
          "wallet-statement.toml, line 4: entry 1 of wallets must be a wallet number in quotes"
        )
        writeFileSync(join(folder, "wallet-statement.toml"), "# nightly\nlimit = 0\n")
        const wrong = await run(["pull", "--to", "someday"], { env, cwd: folder })
        assert.strictEqual(
          wrong.stderr,
          "--to is not a day that exists, written YYYY-MM-DD\n" +
            "wallet-statement.toml, line 2: limit is not a whole number from 1 to 5000\n"
        )
      }),
    120_000
  )
})
