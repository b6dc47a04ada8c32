// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * A page that the program wrote, as a browser shows it: by day, by night, on a telephone and on paper.
 */
import { assert } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { type Browser, chromium as driver, type Page } from "playwright-core"
import { chromium } from "./chromium.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The page in a browser, with all that it asks for and complains about. */
export interface Shown {
  readonly page: Page
  readonly complaints: ReadonlyArray<string>
  readonly requests: ReadonlyArray<string>
}

export const views = [
  ["by day", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
  ["by night", { viewport: { width: 1200, height: 900 }, colorScheme: "dark" }],
  ["on a telephone", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
  ["on a telephone by night", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }]
] as const
export type View = (typeof views)[number][1]

export const launch = (): Promise<Browser> => driver.launch({ executablePath: chromium ?? "", args: ["--no-sandbox"] })

/** Shows the page of a file. */
export const shownPage = async (
  browser: Browser,
  place: string,
  view: View,
  use: (shown: Shown) => Promise<void>
): Promise<void> => {
  const context = await browser.newContext(view)
  const page = await context.newPage()
  const [complaints, requests] = [new Array<string>(), new Array<string>()]
  page.on("console", (message) => complaints.push(message.text()))
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("request", (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(place).href)
  await use({ page, complaints, requests })
  await context.close()
}

/** Nothing fails, nothing is asked for, and nothing is wider than the screen. */
export const assertSelfContained = async ({ complaints, page, requests }: Shown, place: string): Promise<void> => {
  assert.deepStrictEqual(complaints, [])
  assert.deepStrictEqual(requests, [pathToFileURL(place).href])
  assert.strictEqual(await page.evaluate("document.scripts.length"), 0)
  assert.strictEqual(
    await page.evaluate("document.documentElement.scrollWidth"),
    await page.evaluate("document.documentElement.clientWidth")
  )
}

/** axe finds nothing that keeps somebody out. */
export const assertNoBarrier = async ({ page }: Shown): Promise<void> => {
  // The page's policy lets no script of its own run; what the driver evaluates is none of them.
  await page.evaluate(axe)
  const found = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({ passes: passes.length, " +
      "violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' ')) }))"
  ) as { readonly violations: ReadonlyArray<string>; readonly passes: number }
  assert.deepStrictEqual(found.violations, [])
  assert.isAbove(found.passes, 15)
}

/** Headings are in order, tables and drawings have names, and what scrolls can be reached by keyboard. */
export const assertOrdered = async ({ page }: Shown): Promise<void> => {
  const levels = await page.evaluate(
    "[...document.querySelectorAll('h1,h2,h3,h4')].map(({ tagName }) => Number(tagName[1]))"
  ) as ReadonlyArray<number>
  for (const [index, level] of levels.entries()) assert.isAtMost(level - (levels[index - 1] ?? 0), 1)
  for (
    const wrong of [
      "table:not(:has(> caption))",
      "th:not([scope])",
      "svg:not([role=img][aria-labelledby])",
      ".scroll:not([tabindex='0'][role=region][aria-label])",
      "table:not(.scroll *)"
    ]
  ) assert.strictEqual(await page.evaluate(`document.querySelectorAll(${JSON.stringify(wrong)}).length`), 0, wrong)
  const missing = await page.evaluate(
    "[...document.querySelectorAll('[aria-labelledby]')].flatMap((e) => e.getAttribute('aria-labelledby').split(' '))" +
      ".filter((id) => document.querySelectorAll('#' + CSS.escape(id)).length !== 1)"
  )
  assert.deepStrictEqual(missing, [])
}

/** It prints on A4 by the light theme, with nothing beyond the paper. */
export const assertPrintsOnA4 = async ({ page }: Shown): Promise<void> => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  assert.strictEqual(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
  // 184 mm between the margins.
  await page.setViewportSize({ width: 695, height: 1000 })
  assert.isAtMost(Number(await page.evaluate("document.documentElement.scrollWidth")), 695)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  assert.strictEqual(pdf.subarray(0, 5).toString(), "%PDF-")
  const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString("latin1")) ?? []
  assert.deepStrictEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842])
}
