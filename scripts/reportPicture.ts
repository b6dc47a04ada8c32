/**
 * Takes the README's picture of the report: the demo runs here, and Chromium shows the page that it writes. What the picture was
 * taken of is written beside it, and a test holds that against the page of today's demo. It takes `npm run build` before, and
 * Debian's `chromium`.
 *
 *     node scripts/reportPicture.ts
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium as driver } from "playwright-core"
import { chromium } from "../test/e2e/chromium.ts"
import { factsFile, factsOf, pictured, sha256 } from "./reportFacts.ts"

/** As wide as the page's text grows, and drawn as small as a README shows it. */
const view = { viewport: { width: 1000, height: 900 }, deviceScaleFactor: 0.85, colorScheme: "light" } as const

/** From the wallet's heading to the end of its first table, in pixels of the page. */
const placeOfPart = `(() => {
  const section = [...document.querySelectorAll("section.wallet")].find((each) =>
    each.querySelector("h2").innerText === "Wallet ${pictured}")
  const top = section.getBoundingClientRect().top + scrollY
  return { top, bottom: section.querySelector("table").getBoundingClientRect().bottom + scrollY }
})()`

const folder = mkdtempSync(join(tmpdir(), "picture-"))
try {
  if (chromium === undefined) throw new Error("This takes Chromium: apt-get install chromium.")
  execFileSync(process.execPath, [resolve(import.meta.dirname, "../dist/bin.js"), "demo"], {
    cwd: folder,
    stdio: "ignore"
  })
  const place = join(folder, "demo-report.html")
  const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] })
  const page = await (await browser.newContext(view)).newPage()
  await page.goto(pathToFileURL(place).href)
  const { bottom, top } = await page.evaluate(placeOfPart) as { readonly top: number; readonly bottom: number }
  const clip = { x: 0, y: top, width: view.viewport.width, height: bottom - top + 16 }
  const picture = await page.screenshot({ fullPage: true, clip })
  await browser.close()
  writeFileSync(resolve(import.meta.dirname, "../docs/report.png"), picture)
  const facts = { ...factsOf(readFileSync(place, "utf8")), picture: sha256(picture) }
  writeFileSync(factsFile, `${JSON.stringify(facts, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
