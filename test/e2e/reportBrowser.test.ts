// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * The report as a browser shows it: by day, by night, on a telephone and on paper.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import type { SandboxInput } from "wallet-statement/sandbox"
import { chromium } from "./chromium.ts"
import { run } from "./program.ts"
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

const [place, database] = [join(folder, "report.html"), join(folder, "a.duckdb")]
const year = { from: "2025-01-01", to: "2025-12-31" }

/** Proven and not, several currencies, long amounts, records that can't be read, and balances that don't meet. */
const sandbox: SandboxInput = {
  seed: 4,
  wallets: [
    { walletNo: "254700000001", records: 1200, ...year, traffic: "weekly" },
    { walletNo: "254700000002", records: 400, ...year, otherCurrencies: ["USD"] },
    { walletNo: `W-${"1".repeat(60)}`, records: 200, ...year, amountDigits: 16, decimals: 4 }
  ],
  recordFaults: [
    { kind: "hostile-text", which: { rate: 0.05 } },
    { kind: "missing", which: { records: [100, 250] }, walletNo: "254700000002" },
    { kind: "bad-amount", which: { records: [40] }, walletNo: "254700000002" }
  ]
}

describe.skipIf(chromium === undefined)("the report in Chromium (skipped where there is none)", () => {
  let browser: Browser

  beforeAll(async () => {
    await withServed(sandbox, (sandbox.wallets ?? []).map(({ walletNo }) => walletNo), async (_, __, served) => {
      const env = { ...served, WALLET_STATEMENT_DB: database }
      const { code, stderr } = await run(["pull", "--from", year.from, "--to", year.to], { env })
      assert.include([0, 3], code, stderr)
      const { findings } = JSON.parse((await run(["findings", "--json"], { env })).stdout) as {
        readonly findings: ReadonlyArray<{ readonly id: string; readonly kind: string }>
      }
      const gap = findings.find(({ kind }) => kind === "gap")?.id ?? ""
      const accepted = await run(["findings", "accept", gap, "--reason", "<b>told</b> by the bank"], { env })
      assert.strictEqual(accepted.code, 0, accepted.stderr)
      const made = await run(["report", "--out", place], { env })
      assert.strictEqual(made.code, 0, made.stderr)
    })
    browser = await launch()
  }, 300_000)
  afterAll(() => browser.close())

  const shown = (view: View, use: (shown: Shown) => Promise<void>) => shownPage(browser, place, view, use)

  it.each(views)("%s: nothing fails, nothing is asked for, and nothing is wider than the screen", async (_, view) => {
    await shown(view, async (page) => {
      await assertSelfContained(page, place)
      assert.isAbove(Number(await page.page.evaluate("document.querySelectorAll('svg path').length")), 20)
    })
  })

  it("tells findings with their state, as text", async () => {
    await shown(views[0][1], async ({ page }) => {
      const text = String(await page.evaluate("document.body.innerText"))
      assert.match(text, /Accepted\n.*<b>told<\/b> by the bank/)
      assert.match(text, /quarantined\n/)
      assert.match(text, /1 record of the wallet could not be read, and is in no sum\./)
    })
  })

  it.each(views)("%s: axe finds no barrier", { timeout: 120_000 }, (_, view) => shown(view, assertNoBarrier))

  it("keeps the amounts above the drawings in one piece", async () => {
    await shown(views[0][1], async ({ page }) => {
      const broken = await page.evaluate(
        "[...document.querySelectorAll('dl.figures dd')].filter((e) => e.clientHeight > 1.5 * " +
          "parseFloat(getComputedStyle(e).lineHeight)).map(({ innerText }) => innerText)"
      )
      assert.deepStrictEqual(broken, [])
    })
  })

  it("has headings in order, names its tables and drawings, and can be gone through by keyboard", () =>
    shown(views[0][1], assertOrdered))

  it("prints on A4 by the light theme, with nothing beyond the paper", () => shown(views[1][1], assertPrintsOnA4))

  it("is printed as PDF by --pdf, for its owner alone, and leaves nothing behind", { timeout: 120_000 }, async () => {
    const [out, temporary] = [join(folder, "pdf"), join(folder, "temporary")]
    for (const each of [out, temporary]) mkdirSync(each)
    const [page, printed, other] = [join(out, "r.html"), join(out, "r.pdf"), join(out, "mine.pdf")]
    const env = { TMPDIR: temporary }
    const report = (pdf: string) => run(["report", "--db", database, "--out", page, "--pdf", pdf], { env })
    for (const _ of ["new", "replaced"]) {
      const { code, stderr, stdout } = await report(printed)
      assert.strictEqual(code, 0, stderr)
      assert.include(stdout, `${printed}: the same as PDF, printed by ${chromium ?? ""}.`)
    }
    assert.strictEqual(readFileSync(printed, "latin1").slice(0, 5), "%PDF-")
    assert.strictEqual(statSync(printed).mode & 0o777, 0o600)
    assert.deepStrictEqual(readdirSync(out).sort(), ["r.html", "r.pdf"])
    assert.deepStrictEqual(readdirSync(temporary).filter((name) => name.startsWith("wallet-statement-")), [])
    writeFileSync(other, "mine")
    const refused = await report(other)
    assert.strictEqual(refused.code, 2)
    assert.match(refused.stderr, /mine\.pdf is there and is no PDF/)
    assert.isTrue(existsSync(page))
  })
})
