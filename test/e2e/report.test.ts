// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The report of the built program: its figures against plain SQL over the rows, and what it does with places, days and wallets.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { SandboxInput } from "wallet-statement/sandbox"
import { random, shuffle } from "../continuity/statements.ts"
import { tablesIn, unitsIn } from "../kit/readPage.ts"
import { fileOnce } from "./fileOnce.ts"
import { query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"

const year = { from: "2025-01-01", to: "2025-12-31" }

/** Wallets of several sizes, digits and currencies, one of them without a row in most months. */
const sandbox: SandboxInput = {
  seed: 16,
  wallets: [
    { walletNo: "254700000001", records: 2500, ...year, openingBalance: "125000.00", traffic: "weekly" },
    { walletNo: "254700000002", records: 800, ...year, otherCurrencies: ["USD", "EUR"], unconfirmedRate: 0.02 },
    { walletNo: "254700000003", records: 600, ...year, amountDigits: 15, decimals: 4, traffic: "burst" },
    { walletNo: "W.4!", records: 40, from: "2025-05-10", to: "2025-06-20" }
  ]
}

const pulledOnce = fileOnce()

/** A pulled file, in its folder. */
const pulled = (use: (db: string, folder: string) => Promise<void>): Promise<void> =>
  withServed(sandbox, (sandbox.wallets ?? []).map(({ walletNo }) => walletNo), async (_, folder, env) => {
    const db = env["WALLET_STATEMENT_DB"] ?? ""
    await pulledOnce(db, async () => {
      const { code, stderr } = await run(["pull", "--from", year.from, "--to", year.to], { env })
      assert.include([0, 3], code, stderr)
    })
    await use(db, folder)
  })

const written = async (db: string, out: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr } = await run(["report", "--db", db, "--out", out, ...args])
  assert.strictEqual(code, 0, stderr)
  return readFileSync(out, "utf8")
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
]

/** What the rows themselves say of a month, and the balances of its first and last row in the order that was rebuilt. */
const monthSql = (wallet: string, currency: string, from: string, to: string): string =>
  `SELECT count(*) AS rows, coalesce(sum(amount) FILTER (type = 'Credit'), 0)::VARCHAR AS credits,
     coalesce(sum(amount) FILTER (type = 'Debit'), 0)::VARCHAR AS debits,
     coalesce(sum(amount) FILTER (type = 'Debit' AND description ILIKE '%transaction fee%'), 0)::VARCHAR AS fees,
     arg_min(balance - signed_amount, position)::VARCHAR AS opening, arg_max(balance, position)::VARCHAR AS closing
   FROM transactions WHERE withdrawn_at IS NULL AND wallet_no = '${wallet}' AND currency = '${currency}'
     AND local_time::DATE BETWEEN '${from}' AND '${to}'`

const units = (cells: ReadonlyArray<string>, from: number, to: number) => cells.slice(from, to).map(unitsIn)
const added = (rows: ReadonlyArray<ReadonlyArray<bigint>>) =>
  rows.reduce((sums, row) => sums.map((sum, index) => sum + (row[index] ?? 0n)))

describe("report", () => {
  it(
    "has the figures that plain SQL finds, of 50 wallets and months",
    { timeout: 300_000 },
    () =>
      pulled(async (db, folder) => {
        const tables = tablesIn(await written(db, join(folder, "r.html")))
        const sums = tables.filter(({ caption }) => caption === "Statement by month")
        assert.deepStrictEqual(sums.map(({ currency, wallet }) => `${wallet} ${currency}`), [
          "254700000001 KES",
          "254700000002 EUR",
          "254700000002 KES",
          "254700000002 USD",
          "254700000003 KES",
          "W.4! KES"
        ])
        const lines = sums.flatMap(({ currency, rows, wallet }) =>
          rows.slice(1, -1).map((cells) => ({ wallet, currency, cells }))
        )
        const chosen = shuffle(random(50), lines).slice(0, 50)
        const asked = new Array<string>()
        assert.strictEqual(chosen.length, 50)
        for (const { cells, currency, wallet } of chosen) {
          const [, name = "", first, last] = /^(\w+) 2025(?: \((\d+)–(\d+)\))?$/.exec(cells[0] ?? "") ?? []
          const number = months.indexOf(name) + 1
          const date = (day: number | string) =>
            `2025-${String(number).padStart(2, "0")}-${String(day).padStart(2, "0")}`
          asked.push(monthSql(wallet, currency, date(first ?? 1), date(last ?? new Date(2025, number, 0).getDate())))
        }
        const found = await query(db, asked.map((sql) => `(${sql})`).join(" UNION ALL "))
        for (const [index, { cells }] of chosen.entries()) {
          const { closing, credits, debits, fees, opening, rows } = found[index] ?? {}
          const told = cells.slice(1, 6)
          assert.deepStrictEqual(
            [told[1], told[2], told[3]].map((text) => unitsIn(text ?? "")),
            [credits, debits, fees].map((text) => unitsIn(String(text))),
            cells.join(" ")
          )
          assert.strictEqual(Number((cells[6] ?? "").replaceAll(",", "")), rows, cells.join(" "))
          if (rows === 0) continue
          for (const [text, known] of [[told[0], opening], [told[4], closing]] as const) {
            if (text !== "—") assert.strictEqual(unitsIn(text ?? ""), unitsIn(String(known)), cells.join(" "))
          }
          assert.isAbove(told.filter((text) => text !== "—").length, 2)
        }
      })
  )

  it(
    "ties: from month to month, and to the views, and its counterparties to all rows",
    { timeout: 300_000 },
    () =>
      pulled(async (db, folder) => {
        const tables = tablesIn(await written(db, join(folder, "r.html")))
        for (const { caption, rows } of tables) {
          if (caption !== "Top counterparties") continue
          const all = rows.slice(1).map((cells) => units(cells, 1, 4))
          assert.deepStrictEqual(added(all.slice(0, -1)), all.at(-1))
        }
        for (const { caption, rows } of tables) {
          if (caption !== "Statement by month") continue
          const sums = rows.slice(1).map((cells) => units(cells, 2, 5))
          assert.deepStrictEqual(added(sums.slice(0, -1)), sums.at(-1))
          for (const [index, cells] of rows.slice(2, -1).entries()) assert.strictEqual(cells[1], rows[index + 1]?.[5])
        }
        const views = await query(
          db,
          "SELECT wallet_no, currency, monthname(month) || ' 2025' AS name, rows, fees::VARCHAR AS fees, verdict FROM monthly_statement"
        )
        const words = { proven: "Proven", gap: "Gap", truncated: "Days missing", unanchored: "Provisional" } as const
        for (const { caption, currency, rows, wallet } of tables) {
          if (caption !== "Statement by month") continue
          for (const cells of rows.slice(1, -1)) {
            const view = views.find((each) =>
              each["wallet_no"] === wallet && each["currency"] === currency && each["name"] === cells[0]
            )
            if (view === undefined) continue
            assert.strictEqual(unitsIn(cells[4] ?? ""), unitsIn(String(view["fees"])))
            assert.strictEqual(cells[7], Object.entries(words).find(([verdict]) => verdict === view["verdict"])?.[1])
          }
        }
        const parties = await query(
          db,
          `SELECT counterparty, rows FROM counterparties WHERE wallet_no = '254700000001' AND counterparty IS NOT NULL
         ORDER BY credit_total + debit_total DESC LIMIT 10`
        )
        assert.deepStrictEqual(
          tables.find(({ caption }) => caption === "Top counterparties")?.rows.slice(1, 11).map(([name, rows]) =>
            `${name} ${rows}`
          ),
          parties.map(({ counterparty, rows }) => `${counterparty} ${rows}`)
        )
      })
  )

  it(
    "is of the wallets and days that are asked for, and replaces only a page",
    { timeout: 300_000 },
    () =>
      pulled(async (db, folder) => {
        const out = join(folder, "pages")
        mkdirSync(out)
        const place = join(out, "r.html")
        await written(db, place, "--wallet", "W.4!", "--wallet", "254700000001")
        const page = await written(db, place, "--wallet", "W.4!", "--from", "2025-05-12", "--to", "2025-06-01")
        assert.deepStrictEqual(readdirSync(out), ["r.html"])
        assert.strictEqual(statSync(place).mode & 0o777, 0o600)
        assert.include(page, "<h1>Statement of wallet W.4!</h1><p>12 May 2025 to 1 June 2025</p>")
        const sums = tablesIn(page).find(({ caption }) => caption === "Statement by month")?.rows
        assert.deepStrictEqual(sums?.map(([name]) => name), [
          "Month",
          "May 2025 (12–31)",
          "June 2025 (1–1)",
          "Whole period"
        ])
        const head = await query(db, "SELECT max_by(audit_hash, sequence) AS head FROM statement_windows")
        assert.include(page, String(head[0]?.["head"]))
        const other = join(out, "notes.txt")
        writeFileSync(other, "mine")
        for (
          const [args, said] of [
            [
              ["--out", other],
              /notes\.txt is there and is no page of report, so it was left as it is/
            ],
            [["--out", db], /is there and is no page of/],
            [["--out", join(folder, "none", "r.html")], /the folder .*none does not exist/],
            [["--out", out], /--out/],
            [["--out", place, "--wallet", "W-9"], /The file holds no wallet "W-9"/],
            [["--out", place, "--from", "2025-02-30"], /--from is "2025-02-30", but a day that exists/],
            [["--out", place, "--from", "2025-03-01", "--to", "2025-02-01"], /--to is 2025-02-01, before the first day/]
          ] as const
        ) {
          const { code, stderr } = await run(["report", "--db", db, ...args])
          assert.strictEqual(code, 2, stderr)
          assert.match(stderr, said)
        }
        const browserless = await run(
          ["report", "--db", db, "--out", join(out, "s.html"), "--pdf", join(out, "s.pdf")],
          {
            env: { PATH: out }
          }
        )
        assert.strictEqual(browserless.code, 1)
        assert.match(
          browserless.stderr,
          /--pdf takes Chromium or Chrome, and neither is installed here: install chromium, or/
        )
        assert.deepStrictEqual(readdirSync(out).sort(), ["notes.txt", "r.html"])
        assert.strictEqual(readFileSync(other, "utf8"), "mine")
        assert.strictEqual(readFileSync(place, "utf8"), page)
        assert.isFalse(existsSync(join(folder, "none")))
      })
  )
})
