// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The page of a reconciliation as a browser shows it, with every list on it and texts that mean harm.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { chromium } from "./chromium.ts"
import { query, run } from "./program.ts"
import { withServed } from "./servedSandbox.ts"
import {
  assertNoBarrier,
  assertOrdered,
  assertPrintsOnA4,
  assertSelfContained,
  launch,
  type Shown,
  shownPage,
  type View,
  views
} from "./shownPage.ts"

const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [place, books] = [join(folder, "books.html"), join(folder, "<img src=x onerror=alert(1)>.csv")]
const wallet = { walletNo: "254700000001", records: 900, from: "2025-01-01", to: "2025-03-31" }

describe.skipIf(chromium === undefined)("the page of reconcile in Chromium (skipped where there is none)", () => {
  let browser: Browser

  beforeAll(async () => {
    await withServed(
      { seed: 5, wallets: [wallet] },
      [wallet.walletNo],
      async (_, __, env) => {
        const pulled = await run(["pull", "--from", wallet.from, "--to", wallet.to], { env })
        assert.include([0, 3], pulled.code, pulled.stderr)
        const rows = await query(
          env["WALLET_STATEMENT_DB"] ?? "",
          `SELECT any_value(txn_id) AS id, any_value(local_time::DATE::VARCHAR) AS day, any_value(signed_amount)::VARCHAR AS amount
           FROM current_transactions WHERE month(local_time) = 3 GROUP BY txn_id HAVING count(*) = 1 ORDER BY 2, 1`
        )
        const lines = rows.map(({ amount, day, id }) => [id, day, amount, "x"])
        const [late, twice, wrong, alone, kept, ...others] = lines
        const entered = [
          [...(twice ?? [])],
          [...(twice ?? [])],
          [wrong?.[0], wrong?.[1], "0.01", "<script>alert(1)</script>"],
          ["NOWHERE", "2025-03-03", "-12345678901234.5678", `${"reference-without-an-end".repeat(20)}\u202e`],
          ["CASH", "2025-03-04", "5", "<b>cash</b>"],
          [kept?.[0], kept?.[1], (Number(kept?.[2]) + 3).toFixed(2), ""],
          ...others
        ]
        assert.isDefined(alone)
        writeFileSync(books, ["id,date,amount,reference", ...entered.map((line) => line.join())].join("\n"))
        const decide = (...args: ReadonlyArray<string>) =>
          run(["reconcile", "decide", "--against", books, "--reason", "<i>told</i> by the shop", ...args], { env })
        const decided = [
          await decide("--books", "CASH", "--alone"),
          await decide("--statement", String(late?.[0]), "--books", "NOWHERE")
        ]
        assert.deepStrictEqual(decided.map(({ code }) => code), [0, 0], decided.map(({ stderr }) => stderr).join())
        const days = ["--from", "2025-03-01", "--to", "2025-03-31", "--fee", "3.00"]
        const made = await run(["reconcile", "--against", books, "--out", place, ...days], { env })
        assert.strictEqual(made.code, 3, made.stderr)
      }
    )
    browser = await launch()
  }, 300_000)
  afterAll(() => browser.close())

  const shown = (view: View, use: (shown: Shown) => Promise<void>) => shownPage(browser, place, view, use)

  it("tells every list, and all texts as texts", () =>
    shown(views[0][1], async ({ page }) => {
      const text = String(await page.evaluate("document.body.innerText"))
      for (
        const told of [
          "Different amounts",
          "Doubtful",
          "Only in the statement",
          "Decided by people",
          "Accepted",
          "Matched",
          "1 match is exact when fees are taken by the rules you gave: 3.00 together.",
          "<i>told</i> by the shop",
          "<script>alert(1)</script>",
          "<b>cash</b>"
        ]
      ) assert.include(text.toLowerCase(), told.toLowerCase())
    }))

  it.each(views)(
    "%s: nothing fails, nothing is asked for, and nothing is wider than the screen",
    (_, view) => shown(view, (page) => assertSelfContained(page, place))
  )

  it.each(views)("%s: axe finds no barrier", { timeout: 120_000 }, (_, view) => shown(view, assertNoBarrier))

  it("has headings in order, names its tables, and can be gone through by keyboard", () =>
    shown(views[0][1], assertOrdered))

  it("prints on A4 by the light theme, with nothing beyond the paper", () => shown(views[1][1], assertPrintsOnA4))
})
