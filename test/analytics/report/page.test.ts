/**
 * The page of a small file whose texts are hostile.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { figuresOf } from "../../../src/analytics/report/figuresOf.ts"
import { pageOf } from "../../../src/analytics/report/page.ts"
import type { Told } from "../../../src/analytics/report/Report.ts"
import type { Finding } from "../../../src/domain/Finding.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { Database } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { row, run, wallet, window } from "../../../src/testing/windows.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { tablesIn } from "../../kit/readPage.ts"
import { folder } from "../../sink/duckdb/files.ts"

const list = join(process.env["CONFORMANCE_VECTORS"] ?? "", "naughty-strings.json")
const naughty: ReadonlyArray<string> = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []

const currency = Currency.make("KES")
const hostile = [`<img src=x onerror="alert(1)">`, "</table></section><script>alert(1)</script>", "O'Brien & \"Sons\""]

const finding: Finding = {
  id: "0123456789ab",
  kind: "gap",
  from: "2024-01-05",
  to: "2024-01-06",
  amount: "12.30",
  currency: "KES",
  count: null,
  explanation: `</td><script src="https://example.com/x.js"></script>`,
  own: null,
  accepted: { by: "<b>Ann</b>", at: "2024-02-01T00:00:00Z", day: "2024-02-01", reason: "told & signed" }
}

const over: Told["over"] = [
  { ...finding, id: "ab0123456789", foundOn: "2024-01-09", endedOn: "2024-01-10" },
  { ...finding, kind: "quarantined", from: null, to: null, amount: null, foundOn: "2024-01-09", endedOn: null },
  { ...finding, from: "2023-01-05", to: "2023-01-05", foundOn: "2024-01-09", endedOn: null }
]

const told = new Map<string, Told>([
  [wallet, { remark: "<i>whole</i>", findings: [finding], over, zone: "Africa/Nairobi" }]
])

/** The page of a wallet of which each row bears one of some texts. */
const pageWith = Effect.fnUntraced(
  function*(
    texts: ReadonlyArray<string>,
    days: { readonly from: string | null; readonly to: string | null },
    lastSettledDay = "2030-01-01"
  ) {
    const path = join(yield* folder, "x.duckdb")
    const rows = texts.map((text, index) =>
      row(
        `T${index}`,
        `2024-01-${String(5 + (index % 20)).padStart(2, "0")} 10:00:00`,
        "1.00",
        `${index + 1}.00`,
        { currency, description: `Credited KES 1.00 from ${text}` }
      )
    )
    yield* Effect.flatMap(Sink, (sink) =>
      sink.beginRun({ ...run("run-1"), wallets: [wallet] }).pipe(
        Effect.andThen(sink.commit(window("2024-01-01", "2024-01-31", rows, { lastSettledDay })))
      )).pipe(Effect.provide(layerOpen(path)))
    const database = yield* Database.openReadOnly(path)
    const figures = yield* figuresOf(database, { wallets: [wallet], ...days })
    return pageOf({ ...figures, asked: days, told, madeAt: Date.parse("2024-02-02T00:00:00Z"), copyOf: { at: 0 } })
  },
  Effect.scoped
)

const always = { from: null, to: null }

/** Every tag of a page, by its name. */
const tagsIn = (page: string) => new Set([...page.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = ""]) => name))

const ours = new Set(
  ("html head meta title style body header main footer section h1 h2 h3 h4 p dl dt dd div ul li a span strong code br figure " +
    "figcaption svg desc path g rect text table caption thead tbody tfoot tr th td defs clipPath").split(" ")
)

describe("a report's page", () => {
  it.effect("shows texts of the service and of people as texts, and asks for nothing from elsewhere", () =>
    Effect.gen(function*() {
      const page = yield* pageWith(hostile, always)
      assert.deepStrictEqual([...tagsIn(page)].filter((name) => !ours.has(name)), [])
      assert.notMatch(page, /<script|<img|<link|<iframe|<b>|\son[a-z]+="|url\(|@import|(?:src|srcset)="/i)
      assert.deepStrictEqual([...page.matchAll(/href="([^"]*)"/g)].filter(([, to = ""]) => !to.startsWith("#w")), [])
      const tables = tablesIn(page)
      const parties = tables.find(({ caption }) => caption === "Top counterparties")?.rows.map(([name]) => name)
      assert.includeMembers(parties ?? [], [hostile[0], hostile[2]].map((name) => name ?? ""))
      const [, found] = tables.find(({ caption }) => caption === "What speaks against the statement")?.rows ?? []
      assert.deepStrictEqual(found, [
        "gap0123456789ab",
        "2024-01-05 to2024-01-06",
        "12.30 KES",
        "Accepted<b>Ann</b>, 2024-02-01: told & signed",
        finding.explanation
      ])
      const [, ...ended] = tables.find(({ caption }) => caption === "What is over")?.rows ?? []
      assert.deepStrictEqual(ended, [
        ["gapab0123456789", "2024-01-05 to2024-01-06", "12.30 KES", "2024-01-09", "2024-01-10"],
        ["quarantined0123456789ab", "—", "—", "2024-01-09", "—"]
      ])
      assert.include(page, "read from the copy of 1970-01-01 00:00 UTC, as the file was being written")
    }))

  it.effect.skipIf(naughty.length === 0)(
    "has no tag more for any naughty string (skipped unless CONFORMANCE_VECTORS is set)",
    () =>
      Effect.gen(function*() {
        const page = yield* pageWith(naughty, always)
        assert.deepStrictEqual([...tagsIn(page)].filter((name) => !ours.has(name)), [])
        const [sums] = tablesIn(page).filter(({ caption }) => caption === "Statement by month")
        assert.strictEqual(sums?.rows.at(-1)?.[6], String(naughty.length))
      })
  )

  it.effect("says how many rows are left out as their days were not over, and names no day that it lacks as loaded", () =>
    Effect.gen(function*() {
      const texts = ["A", "B", "C", "D"]
      const until = "from 1 January 2024 to 6 January 2024, without a missing day"
      assert.include(
        yield* pageWith(texts, always, "2024-01-06"),
        `Loaded ${until}; 2 rows of days that were not over are left out; times in`
      )
      const asked = { from: null, to: "2024-01-07" }
      assert.include(
        yield* pageWith(texts, asked, "2024-01-06"),
        `Loaded ${until}; 1 row of a day that was not over is left out; times in`
      )
      assert.include(
        yield* pageWith(texts, { from: null, to: "2024-01-06" }, "2024-01-06"),
        `Loaded ${until}; times in`
      )
      const none = "No whole day of the period is loaded; "
      assert.include(
        yield* pageWith(texts, always, "2023-12-31"),
        `${none}4 rows of days that were not over are left out.`
      )
      assert.include(
        yield* pageWith(texts, { from: "2024-01-08", to: null }, "2024-01-06"),
        `${none}1 row of a day that was not over is left out.`
      )
    }))

  it.effect("is about the days that are asked for, and says which of them are loaded", () =>
    Effect.gen(function*() {
      const page = yield* pageWith(["A", "B", "C", "D"], { from: "2024-01-06", to: "2024-03-01" })
      assert.include(page, "<p>6 January 2024 to 1 March 2024</p>")
      assert.include(page, "Loaded from 6 January 2024 to 31 January 2024, without a missing day")
      const [sums] = tablesIn(page).filter(({ caption }) => caption === "Statement by month")
      assert.deepStrictEqual(sums?.rows[1]?.slice(0, 7), [
        "January 2024 (6–31)",
        "1.00",
        "3.00",
        "0.00",
        "0.00",
        "4.00",
        "3"
      ])
      const none = yield* pageWith(["A"], { from: "2025-01-01", to: "2025-01-31" })
      assert.include(none, "No whole day of the period is loaded.")
    }))
})
