// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * Copies for readers, left by real runs, and what is read of them while the file is being written.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunningSandbox } from "wallet-statement/sandbox"
import { type Environment, query, root, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const wallets = ["254700000001", "254700000002"]

interface Place {
  readonly sandbox: RunningSandbox
  readonly folder: string
  readonly env: Environment
  readonly db: string
  readonly copy: string
  readonly parquet: string
}

const withSandbox = (use: (place: Place) => Promise<void>): Promise<void> =>
  withServed(
    {
      wallets: wallets.map((walletNo) => ({ walletNo, records: 200, from: "2025-01-01", to: "2025-03-31" })),
      seed: 11
    },
    wallets,
    (sandbox, folder, env) => {
      const readers = join(folder, "readers")
      mkdirSync(readers)
      return use({
        sandbox,
        folder,
        env: { ...env, WALLET_STATEMENT_DATE_BOUNDS: "inclusive" },
        db: join(folder, "a.duckdb"),
        copy: join(readers, "wallets.duckdb"),
        parquet: join(readers, "wallets")
      })
    }
  )

const days = (from: string, to: string): ReadonlyArray<string> => ["--from", from, "--to", to]
const summary =
  "SELECT wallet_no, currency, rows, net::VARCHAR AS net, closing_balance::VARCHAR AS closing FROM wallet_summary ORDER BY ALL"
const published = "SELECT max(sequence) AS n FROM statement_windows"

/** Has a process hold the file open for writing while something is done. */
const whileWritten = async (db: string, use: (pid: number) => Promise<void>): Promise<void> => {
  const holder = spawn(process.execPath, ["--conditions=source", join(root, "test/sink/duckdb/holdOpen.ts"), db], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  await new Promise((done) => holder.stdout.once("data", done))
  try {
    await use(holder.pid ?? 0)
  } finally {
    const ended = new Promise((done) => holder.once("exit", done))
    holder.kill("SIGKILL")
    await ended
  }
}

interface ManifestText {
  readonly files: ReadonlyArray<{ readonly path: string }>
}

const namesOf = ({ files }: ManifestText): ReadonlyArray<string> =>
  files.map(({ path }) => path).filter((path) => path.startsWith("transactions/"))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe("a copy for readers", () => {
  it("is left by each run, file and folder, and says what it is of", async () => {
    await withSandbox(async ({ copy, db, env, parquet }) => {
      const flags = ["--publish", copy, "--publish", `${parquet}/`]
      const first = await run(["pull", "--json", ...days("2025-01-01", "2025-02-28"), ...flags], { env })
      assert.strictEqual(first.code, 0, first.stderr)
      const report = JSON.parse(first.stdout)
      assert.deepStrictEqual(
        report.published.map(({ path, problem, written }: Record<string, unknown>) => ({ path, problem, written })),
        [copy, parquet].map((path) => ({ path, problem: null, written: true }))
      )
      const manifest = JSON.parse(readFileSync(join(parquet, "manifest.json"), "utf8"))
      assert.deepStrictEqual([manifest.runId, manifest.head], [report.runId, report.head])
      for (const { at } of report.published) assert.strictEqual(at, manifest.at)
      assert.deepStrictEqual([db, copy, join(parquet, "manifest.json"), parquet].map(modeOf), [
        "600",
        "640",
        "640",
        "750"
      ])
      assert.deepStrictEqual(await query(copy, summary), await query(db, summary))

      // By the settings: a second run writes January no more, and one at any time nothing that is there.
      const settings = {
        ...env,
        WALLET_STATEMENT_PUBLISH: `${copy},${parquet}/`,
        WALLET_STATEMENT_PUBLISH_MODE: "0644"
      }
      const again = await run(["pull", "--verbose", ...days("2025-03-01", "2025-03-31")], { env: settings })
      assert.strictEqual(again.code, 0, again.stderr)
      assert.match(again.stdout, /readers\/wallets\.duckdb: published, as of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
      const later = JSON.parse(readFileSync(join(parquet, "manifest.json"), "utf8"))
      assert.isNotEmpty(namesOf(manifest))
      assert.deepStrictEqual(namesOf(later).filter((path) => !path.includes("2025-03")), namesOf(manifest))
      assert.deepStrictEqual([db, copy, join(parquet, "manifest.json")].map(modeOf), ["600", "644", "644"])
      assert.deepStrictEqual(await query(copy, summary), await query(db, summary))
      const same = await run(["publish", "--json"], { env: settings })
      assert.deepStrictEqual(
        JSON.parse(same.stdout).published.map((each: { readonly written: boolean }) => each.written),
        [
          false,
          false
        ]
      )
    })
  })

  it("is read by query, status, findings and report while another process writes the file, and they say of when it is", async () => {
    await withSandbox(async ({ copy, db, env }) => {
      const settings = { ...env, WALLET_STATEMENT_PUBLISH: copy }
      await run(["pull", ...days("2025-01-01", "2025-01-31")], { env })
      await whileWritten(db, async (pid) => {
        const without = await run(["query", published], { env })
        assert.strictEqual(without.code, 5)
        assert.match(without.stderr, new RegExp(`is open in process ${pid}.*WALLET_STATEMENT_PUBLISH=readers\\.duckdb`))
        const early = await run(["status"], { env: settings })
        assert.strictEqual(early.code, 5)
        assert.include(early.stderr, `No copy is in ${copy} yet`)
        const unchecked = await run(["verify"], { env: settings })
        assert.strictEqual(unchecked.code, 5)
        assert.include(unchecked.stderr, `No copy is in ${copy} yet`)
      })
      const made = await run(["publish", copy], { env })
      assert.strictEqual(made.code, 0, made.stderr)
      const [, at = ""] = /published, as of (.+)$/m.exec(made.stdout) ?? []
      const said = (pid: number) => `${db} is being written (pid ${pid}); this is the copy of ${at}.\n`
      const asked = await run(["query", "--json", published], { env: settings })
      const told = JSON.parse((await run(["status", "--json"], { env: settings })).stdout)
      assert.strictEqual(asked.stderr, "")
      assert.isNull(told.copy)
      await whileWritten(db, async (pid) => {
        const answer = await run(["query", "--json", published], { env: settings })
        assert.deepStrictEqual([answer.code, answer.stdout, answer.stderr], [0, asked.stdout, said(pid)])
        const status = await run(["status", "--json"], { env: settings })
        const { copy: read, wallets: shown } = JSON.parse(status.stdout)
        assert.deepStrictEqual([status.code, status.stderr, read.path], [0, said(pid), copy])
        assert.deepStrictEqual(shown, told.wallets)
        const findings = await run(["findings"], { env: settings })
        assert.deepStrictEqual([findings.code, findings.stderr], [0, said(pid)])
        const page = `${copy}.html`
        const reported = await run(["report", "--out", page], { env: settings })
        assert.deepStrictEqual([reported.code, reported.stderr], [0, said(pid)])
        assert.include(readFileSync(page, "utf8"), `read from the copy of ${at}, as the file was being written`)
        const wrong = await run(["query", "FROM nowhere"], { env: settings })
        assert.strictEqual(wrong.code, 2)
        assert.include(wrong.stderr, "nowhere")
        const checked = await run(["verify"], { env: settings })
        assert.strictEqual(checked.code, 5)
        assert.include(checked.stderr, `Meanwhile \`wallet-statement verify --db ${copy}\` reads the copy of ${at}.`)
        const named = await run(["verify", "--db", db], { env: settings })
        assert.include(named.stderr, `\`wallet-statement verify --db ${copy}\` reads`)
        assert.strictEqual((await run(["verify", "--db", copy], { env: settings })).code, 0)
        const locked = await run(["publish", "--json", copy], { env })
        assert.strictEqual(locked.code, 5)
        assert.match(locked.stderr, /has ended\. `wallet-statement publish --wait 10m[^`]*` waits for it\.$/m)
      })
    })
  })

  it("in the database's own place is refused before any request", async () => {
    await withSandbox(async ({ db, env, folder, sandbox }) => {
      for (const place of [db, `${folder}/readers/../a.duckdb`, `${folder}/`]) {
        const refused = await run(["pull", ...days("2025-01-01", "2025-01-31"), "--publish", place], { env })
        assert.strictEqual(refused.code, 2)
        assert.match(
          refused.stderr,
          /--publish names (?:the database itself|a folder in which)/
        )
      }
      const { logins, statements } = await Effect.runPromise(sandbox.stats)
      assert.deepStrictEqual([logins, statements, existsSync(db)], [0, 0, false])
    })
  })

  it("that can't be made takes nothing from the run, which ends with 1 and says what to do", async () => {
    await withSandbox(async ({ copy, db, env, parquet }) => {
      writeFileSync(copy, "somebody's own")
      mkdirSync(parquet)
      writeFileSync(join(parquet, "books.csv"), "somebody's own")
      const flags = ["--publish", `${copy},${parquet}/`]
      const pulled = await run(["pull", "--json", ...days("2025-01-01", "2025-01-31"), ...flags], { env })
      assert.strictEqual(pulled.code, 1)
      const report = JSON.parse(pulled.stdout)
      assert.strictEqual(report.status, "complete")
      assert.match(report.published[0].problem, /is no DuckDB file, so it was left as it is/)
      assert.match(report.published[1].problem, /holds other files and no manifest/)
      assert.include(pulled.stderr, "What the run loaded is stored; readers have the copy before.")
      assert.strictEqual(readFileSync(copy, "utf8"), "somebody's own")
      assert.deepStrictEqual(readdirSync(parquet), ["books.csv"])
      const [row] = await query(db, published)
      assert.isAbove(Number(row?.["n"]), 0)
    })
  })

  it("is one database's: a job with another one ends with 1, and what it loaded is stored", async () => {
    await withSandbox(async ({ copy, db, env, folder, parquet }) => {
      const settings = { ...env, WALLET_STATEMENT_PUBLISH: `${copy},${parquet}/` }
      const other = { ...settings, WALLET_STATEMENT_DB: join(folder, "b.duckdb") }
      const january = ["pull", "--json", ...days("2025-01-01", "2025-01-31")]
      assert.strictEqual((await run(january, { env: settings })).code, 0)
      const refused = await run(january, { env: other })
      assert.strictEqual(refused.code, 1, refused.stderr)
      const report = JSON.parse(refused.stdout)
      assert.strictEqual(report.status, "complete")
      for (const { problem } of report.published) assert.match(problem, /^\S+ holds the statement of another database/)
      assert.include(
        refused.stderr,
        `Only when ${other.WALLET_STATEMENT_DB} is to replace that database, remove ${copy}`
      )
      assert.strictEqual((await run(["publish"], { env: other })).code, 1)
      const again = await run(january, { env: settings })
      assert.strictEqual(again.code, 0, again.stderr)
      assert.deepStrictEqual(await query(copy, published), await query(db, published))
      for (const taken of [copy, join(parquet, "manifest.json")]) rmSync(taken)
      const replaced = await run(["publish"], { env: other })
      assert.strictEqual(replaced.code, 0, replaced.stderr)
    })
  })

  it("is left by a run with findings, too, and by a retry", async () => {
    await withSandbox(async ({ copy, db, env, sandbox }) => {
      const settings = { ...env, WALLET_STATEMENT_PUBLISH: copy }
      const faults = [{ kind: "missing" as const, which: { records: [20] } }]
      await Effect.runPromise(sandbox.control.configure({ recordFaults: faults }))
      const pulled = await run(["pull", ...days("2025-01-01", "2025-03-31")], { env: settings })
      assert.strictEqual(pulled.code, 3, pulled.stderr)
      assert.deepStrictEqual(await query(copy, summary), await query(db, summary))
      rmSync(copy)
      const retried = await run(["quarantine", "retry", "--json"], { env: settings })
      assert.deepStrictEqual(JSON.parse(retried.stdout).published.map(({ path }: { readonly path: string }) => path), [
        copy
      ])
      assert.deepStrictEqual(await query(copy, published), await query(db, published))
    })
  })

  it("is taken for the database by no pull that its mode can tell from it", async () => {
    await withSandbox(async ({ copy, env }) => {
      const settings = { ...env, WALLET_STATEMENT_PUBLISH: copy }
      await run(["pull", ...days("2025-01-01", "2025-01-31")], { env: settings })
      const before = createHash("sha256").update(readFileSync(copy)).digest("hex")
      const into = await run(["pull", "--db", copy, ...days("2025-02-01", "2025-02-28")], { env })
      assert.strictEqual(into.code, 2, into.stderr)
      assert.include(into.stderr, `chmod 600 ${copy}`)
      assert.strictEqual(createHash("sha256").update(readFileSync(copy)).digest("hex"), before)
      // As a backup that is restored.
      assert.strictEqual((await run(["verify", "--db", copy])).code, 0)
      chmodSync(copy, 0o600)
      const restored = await run(["pull", "--db", copy, ...days("2025-02-01", "2025-02-28")], { env })
      assert.strictEqual(restored.code, 0, restored.stderr)
    })
  })
})
