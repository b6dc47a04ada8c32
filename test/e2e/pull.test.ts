// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import type { RunReport } from "wallet-statement"
import { query, run, type RunningSandbox, startSandbox, withFolder } from "./program.ts"

const withSandbox = <A>(args: ReadonlyArray<string>, use: (sandbox: RunningSandbox, folder: string) => Promise<A>) =>
  withFolder(async (folder) => {
    const sandbox = await startSandbox(folder, args)
    try {
      return await use(sandbox, folder)
    } finally {
      await sandbox.stop()
    }
  })

const year = ["--from", "2025-01-01", "--to", "2025-12-31"]

const pull = async (sandbox: RunningSandbox, db: string, args: ReadonlyArray<string> = year) => {
  const ended = await run(["pull", "--json", "--db", db, ...args], { env: sandbox.env })
  return { ...ended, report: JSON.parse(ended.stdout) as RunReport }
}

const scaled = (text: string): string => {
  const [whole = "0", fraction = ""] = text.split(".")
  return `${whole}.${fraction.padEnd(4, "0")}`
}

type Keyed = { readonly wallet_no?: unknown; readonly currency?: unknown }

const byWallet = (row: Keyed): string => `${row.wallet_no} ${row.currency}`

const sorted = <T extends Keyed>(list: ReadonlyArray<T>): ReadonlyArray<T> =>
  [...list].sort((left, right) => byWallet(left).localeCompare(byWallet(right)))

const assertEqualsBooks = async (sandbox: RunningSandbox, db: string) => {
  const rows = await query(
    db,
    "SELECT wallet_no, currency, rows::VARCHAR AS rows, debit_total, credit_total, closing_balance FROM wallet_summary"
  )
  const books = sandbox.info.wallets.flatMap((wallet) =>
    wallet.currencies.map((one) => ({
      wallet_no: wallet.walletNo,
      currency: one.currency,
      rows: String(one.records),
      debit_total: scaled(one.debitTotal),
      credit_total: scaled(one.creditTotal),
      closing_balance: scaled(one.closingBalance)
    }))
  )
  assert.deepStrictEqual<unknown>(sorted(rows), sorted(books))
}

describe("pull", () => {
  for (const order of ["newest-first", "oldest-first", "shuffled"]) {
    for (const bounds of ["inclusive", "exclusive-end"]) {
      it(`loads what the books say, and nothing twice: ${order}, ${bounds}`, async () => {
        await withSandbox(["--preset", "small", "--order", order, "--bounds", bounds], async (sandbox, folder) => {
          const db = join(folder, "a.duckdb")
          const first = await pull(sandbox, db)
          assert.strictEqual(first.code, 0, first.stderr)
          assert.strictEqual(first.report.wallets[0]?.rows.inserted, 20_000)
          assert.strictEqual(first.report.wallets[0]?.watermark, "2025-12-31")
          await assertEqualsBooks(sandbox, db)
          const second = await pull(sandbox, db)
          assert.strictEqual(second.code, 0, second.stderr)
          const { changed, fetched, inserted, unchanged, withdrawn } = second.report.wallets[0]?.rows ?? {}
          assert.deepStrictEqual({ changed, fetched, inserted, unchanged, withdrawn }, {
            changed: 0,
            fetched: 20_000,
            inserted: 0,
            unchanged: 20_000,
            withdrawn: 0
          })
        })
      })
    }
  }

  it("goes on from the watermark when no first day is given", async () => {
    await withSandbox(["--records", "3000"], async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      await pull(sandbox, db, ["--from", "2025-01-01", "--to", "2025-06-30"])
      const next = await pull(sandbox, db, ["--to", "2025-12-31"])
      assert.strictEqual(next.code, 0, next.stderr)
      assert.isAbove(next.report.wallets[0]?.rows.inserted ?? 0, 1000)
      assert.isAbove(next.report.wallets[0]?.rows.unchanged ?? 0, 0, "the look-back reads some days once more")
      await assertEqualsBooks(sandbox, db)
    })
  })

  for (const amounts of ["string", "number"]) {
    it(`keeps every digit of 18-digit amounts sent as ${amounts}`, async () => {
      const args = [
        "--records",
        "500",
        "--amount-digits",
        "16",
        "--decimals",
        "4",
        "--amounts",
        amounts,
        "--balances",
        amounts
      ]
      await withSandbox(args, async (sandbox, folder) => {
        const db = join(folder, "a.duckdb")
        assert.strictEqual((await pull(sandbox, db)).code, 0)
        await assertEqualsBooks(sandbox, db)
      })
    })
  }

  it("quarantines what does not fit, with its text, and ends with 3", async () => {
    const faults = [
      "--fault",
      "record:amount-too-precise@7",
      "--fault",
      "record:amount-too-large@9",
      "--fault",
      "record:bad-date@11"
    ]
    await withSandbox(["--records", "100", ...faults], async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      const { code, report } = await pull(sandbox, db)
      assert.strictEqual(code, 3)
      assert.strictEqual(report.status, "incomplete")
      assert.strictEqual(report.wallets[0]?.rows.quarantined, 3)
      const rows = await query(
        db,
        "SELECT reason, raw_text, json_valid(raw_text)::VARCHAR AS valid FROM quarantine ORDER BY reason"
      )
      assert.deepStrictEqual(rows.map(({ reason }) => reason), [
        "money-too-large",
        "money-too-precise",
        "time-malformed"
      ])
      for (const row of rows) {
        assert.strictEqual(row["valid"], "true")
        assert.match(String(row["raw_text"]), /"txnId"/)
      }
    })
  })

  it("says in one line that all is well, nothing with --quiet, and what is not so in both", async () => {
    const wallets = Array.from({ length: 20 }, (_, number) => ["--wallet", `2547000000${10 + number}`]).flat()
    await withSandbox([...wallets, "--records", "1000"], async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      const told = (...args: ReadonlyArray<string>) => run(["pull", "--db", db, ...year, ...args], { env: sandbox.env })
      const first = await told()
      assert.match(first.stdout, /^20 wallets, 20,000 new rows, proven to 2025-12-\d\d, \d+\.\d s\n$/)
      assert.deepStrictEqual([first.code, first.stderr], [0, ""])
      const { code, stderr, stdout } = await told("--quiet")
      assert.deepStrictEqual({ code, stderr, stdout }, { code: 0, stderr: "", stdout: "" })
      const verbose = await told("--verbose")
      assert.include(verbose.stdout, "Head of the audit chain: ")
      const wrong = ["--opening-balance", "254700000010:5.00@2025-01-01", "--quiet"]
      const doubted = await told(...wrong)
      assert.strictEqual(doubted.code, 3)
      assert.match(
        doubted.stdout,
        /^20 wallets, no new row, 1 with findings, the others proven to .*\n254700000010: Broken in 1 place/
      )
    })
  })

  it("says with --quiet what else there is to say only where it does not end with 0, but for a log that is asked for", async () => {
    await withSandbox(["--records", "300"], async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      const env = {
        ...sandbox.env,
        WALLET_STATEMENT_NONSENSE: "1",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
        WALLET_STATEMENT_HEARTBEAT_URL: "https://127.0.0.1:1/beat"
      }
      const told = (more: Record<string, string>, ...args: ReadonlyArray<string>) =>
        run(["pull", "--db", db, "--wallet", "254700000001", ...year, ...args], { env: { ...env, ...more } })
      const said = [/NONSENSE/, /collector/, /monitor/]
      const loud = await told({})
      for (const each of said) assert.match(loud.stderr, each)
      const { code, stderr, stdout } = await told({}, "--quiet")
      assert.deepStrictEqual({ code, stderr, stdout }, { code: 0, stderr: "", stdout: "" })
      const logged = await told({ WALLET_STATEMENT_LOG_FORMAT: "json" }, "--quiet")
      for (const each of said) assert.match(logged.stderr, each)
      const wrong = await told({}, "--quiet", "--opening-balance", "254700000001:5.00@2025-01-01")
      assert.strictEqual(wrong.code, 3)
      for (const each of said.slice(0, 2)) assert.match(wrong.stderr, each)
    })
  })

  it("reports a day that is full, loads it and ends with 3", async () => {
    await withSandbox(["--records", "100", "--busy-day", "2025-05-05=60"], async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      const { code, report } = await pull(sandbox, db, [...year, "--limit", "50"])
      assert.strictEqual(code, 3)
      assert.deepStrictEqual(report.wallets[0]?.truncatedDays, ["2025-05-05"])
      assert.strictEqual(report.wallets[0]?.verdict, "truncated")
      const [row] = await query(
        db,
        "SELECT count(*)::VARCHAR AS n FROM transactions WHERE local_time::DATE = '2025-05-05'"
      )
      assert.strictEqual(row?.["n"], "50")
    })
  })

  it("finishes under a low request limit, waits as told and counts its retries", async () => {
    await withSandbox(["--records", "6000", "--rate-limit", "240"], async (sandbox, folder) => {
      const { code, report } = await pull(sandbox, join(folder, "a.duckdb"), [...year, "--limit", "200"])
      assert.strictEqual(code, 0)
      assert.isAbove(report.wallets[0]?.retries ?? 0, 0)
      await assertEqualsBooks(sandbox, join(folder, "a.duckdb"))
    })
  })

  it("comes through a shaky service", async () => {
    const faults = [
      "statement:status=503@20%",
      "statement:reset@10%",
      "statement:truncated@10%",
      "login:status=500@first1"
    ]
    const args = ["--preset", "small", ...faults.flatMap((fault) => ["--fault", fault])]
    await withSandbox(args, async (sandbox, folder) => {
      const db = join(folder, "a.duckdb")
      const { code, report, stderr } = await pull(sandbox, db)
      assert.strictEqual(code, 0, stderr)
      assert.isAbove(report.wallets[0]?.retries ?? 0, 0)
      await assertEqualsBooks(sandbox, db)
    })
  })

  it("prints the plan and sends nothing with --dry-run", async () => {
    await withFolder(async (folder) => {
      const sandbox = await startSandbox(folder, [])
      await sandbox.stop()
      const ended = await run(["pull", "--dry-run", "--json", ...year, "--db", join(folder, "none.duckdb")], {
        env: sandbox.env
      })
      assert.strictEqual(ended.code, 0, ended.stderr)
      const plan = JSON.parse(ended.stdout)
      assert.strictEqual(plan.wallets[0].windows[0].days, "2025-01-01..2025-12-31")
      assert.strictEqual(plan.wallets[0].windows[0].asked, "2024-12-31..2026-01-02")
    })
  })
})
