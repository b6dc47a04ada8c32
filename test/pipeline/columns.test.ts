/**
 * Records that travel as columns, against the way that makes an object of each: the same rows, receipts, verdicts,
 * places and audit lines.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { examineColumnsWindow, examineWindow } from "../../src/continuity/wallet/WalletContinuity.ts"
import * as Money from "../../src/domain/Money.ts"
import { addDays, parseDay, type Period } from "../../src/domain/Period.ts"
import { columnsOf, rowsOf } from "../../src/domain/RowColumns.ts"
import { markScanned, scannedOf } from "../../src/domain/ScannedRecords.ts"
import type { StatementPage } from "../../src/domain/StatementPage.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import type { NormaliseRules } from "../../src/normalise/normalise.ts"
import { checkWindows } from "../../src/pipeline/checkWindows.ts"
import type { CheckedWindow, FetchedWindow } from "../../src/pipeline/FetchedWindow.ts"
import { normaliseByRecords, normaliseWindow, normaliseWindows } from "../../src/pipeline/normaliseWindows.ts"
import * as Pipeline from "../../src/pipeline/Pipeline.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { pageBounds } from "../../src/settings/TransportSettings.ts"
import { columnLines } from "../../src/sink/audit/columnLines.ts"
import { auditText } from "../../src/sink/audit/WindowRecord.ts"
import { layerDuckDb } from "../../src/sink/duckdb/index.ts"
import { planCommit } from "../../src/sink/plan/commitPlan.ts"
import { identityOrderOf } from "../../src/sink/plan/identityOrder.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { readPage, readRecords } from "../../src/statement/readPage.ts"
import { scanPage } from "../../src/statement/scanPage.ts"
import { type Draw, draw, random, shuffle, tiny } from "../continuity/statements.ts"
import { cases } from "../domain/cases.ts"
import { clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { oddMoney, usualPage } from "../kit/usualPages.ts"
import { everything, folder } from "../sink/duckdb/files.ts"

const seed = 20_261_122
const count = cases(Number(process.env["REFERENCE_CASES"] ?? 60_000))
const most = 600

const day = (text: string) => parseDay(text) ?? assert.fail(text)

const pageOf = (text: string, first: string, last: string): StatementPage => {
  const bytes = new TextEncoder().encode(text)
  const body = Result.getOrThrow(readPage(bytes, pageBounds))
  const page: StatementPage = {
    request: { walletNo: wallet, fromDate: first, toDate: last, limit: 5000 },
    get records() {
      return body.records
    },
    sourceText: body.sourceText,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    attempts: 1,
    requestedAt: 1_700_000_000_000,
    durationMillis: 5
  }
  const scanned = scannedOf(body)
  return scanned === undefined ? page : markScanned(page, scanned)
}

const fetched = (page: StatementPage, days: Period): FetchedWindow => ({
  runId: "run",
  walletNo: wallet,
  days,
  complete: true,
  lastSettledDay: days.to,
  asked: days,
  page
})

const rulesFor = (next: Draw): NormaliseRules => ({
  clock: next() < 0.5 ? clockOf("Africa/Nairobi") : clockOf("Europe/Berlin"),
  markerPolicy: next() < 0.7 ? "trust-24h" : next() < 0.5 ? "trust-marker" : "reject",
  currency: next() < 0.3 ? Currency.make("KES") : null
})

/** Days on which the clocks of Berlin are put forward and back, and others. */
const dates = ["2024-03-31", "2023-10-29", "2024-02-28", "2024-12-31"]

describe(`records as columns (${count} records from seed ${seed})`, () => {
  it("are the rows, verdicts, places and audit lines that objects give", () => {
    const next = random(seed)
    let [records, travelled, examined] = [0, 0, 0]
    while (records < count) {
      const date = dates[draw(next, 0, dates.length - 1)] ?? ""
      const text = usualPage(next, most, { date })
      const bytes = new TextEncoder().encode(text)
      const days = { from: day(date), to: addDays(day(date), draw(next, 0, 2)) }
      const rules = rulesFor(next)
      const window = fetched(pageOf(text, date, "2025-01-02"), days)
      const objects = normaliseByRecords(window, rules)
      records += window.page.records.length
      assert.deepStrictEqual(window.page.records, Result.getOrThrow(readRecords(bytes, pageBounds)).records)
      const normalised = normaliseWindow(window, rules)
      const columns = columnsOf(normalised)
      assert.deepStrictEqual({ ...normalised }, { ...objects })
      if (columns === undefined) continue
      travelled += window.page.records.length
      assert.deepStrictEqual(rowsOf(columns), objects.rows)
      const expected = examineWindow({ period: days, rows: objects.rows })
      const found = examineColumnsWindow(days, columns, false)
      if (found !== undefined) {
        examined += columns.count
        assert.deepStrictEqual(found, expected)
      }
      const checked = { ...objects, kept: [], check: { positions: expected.places } } as unknown as CheckedWindow
      const plan = planCommit(checked, objects.rows, { inside: [], elsewhere: [], freeLegs: new Map() })
      const [, , lines] = auditText([], objects.rows, plan, {
        quarantine: { added: [], closed: [] },
        declared: []
      })
      assert.strictEqual(Buffer.from(columnLines(columns)).toString(), Buffer.from(lines ?? "").toString())
    }
    assert.isAbove(travelled, count / 2)
    assert.isAbove(examined, count / 3)
  })

  it("hold money to the last digit, or leave it to objects", () => {
    const texts = [
      ...oddMoney,
      "225179981368.5247",
      "-225179981368.5247",
      "0.0001",
      "-0.00",
      "12.3",
      "0",
      "007",
      "1.",
      ".5"
    ]
    const days = { from: day("2024-02-28"), to: day("2024-02-28") }
    const rules = { clock: clockOf("Africa/Nairobi"), markerPolicy: "trust-24h", currency: null } as const
    let travelled = 0
    for (const text of texts.flatMap((each) => [each, `"${each.replaceAll("\"", "")}"`])) {
      for (const [amount, balance] of [[text, "1.00"], ["1.00", text], [text, text]]) {
        const body = `{"success":true,"data":[{"txnId":"T","type":"Debit","amount":${amount},"balance":${balance},` +
          `"description":"","confirmed":true,"date":"2024-02-28 10:00:00 AM"}]}`
        if (Result.isFailure(readPage(new TextEncoder().encode(body), pageBounds))) continue
        const window = fetched(pageOf(body, "2024-02-28", "2024-02-28"), days)
        const normalised = normaliseWindow(window, rules)
        const columns = columnsOf(normalised)
        assert.deepStrictEqual({ ...normalised }, { ...normaliseByRecords(window, rules) }, body)
        if (columns === undefined) continue
        travelled++
        const found = examineColumnsWindow(days, columns, false)
        assert.deepStrictEqual(found, examineWindow({ period: days, rows: rowsOf(columns) }), body)
      }
    }
    assert.isAbove(travelled, 20)
  })

  it("add up to the last digit what no double counts", () => {
    const sum = "225179981368.5247"
    const records = Array.from({ length: 12 }, (_, index) => {
      const isCredit = index % 2 === 0
      return `{"txnId":"T${index}","type":"${isCredit ? "Credit" : "Debit"}","amount":${sum},"balance":${
        isCredit ? sum : 0
      },` +
        `"description":"KES${sum}","confirmed":true,"date":"2024-02-28 10:00:${String(index).padStart(2, "0")} AM"}`
    })
    // Without the last debit, so that the rows are no circuit.
    const text = `{"success":true,"data":[${records.slice(0, 11).join(",")}]}`
    const days = { from: day("2024-02-28"), to: day("2024-02-28") }
    const window = fetched(pageOf(text, "2024-02-28", "2024-02-28"), days)
    const rules = { clock: clockOf("Africa/Nairobi"), markerPolicy: "trust-24h", currency: null } as const
    const columns = columnsOf(normaliseWindow(window, rules)) ?? assert.fail("no columns")
    const found = examineColumnsWindow(days, columns, false)
    assert.strictEqual(found?.check.chains[0]?.credit, 6n * 2_251_799_813_685_247n)
    assert.deepStrictEqual(found, examineWindow({ period: days, rows: rowsOf(columns) }))
  })

  it("say the same of days that leave several balances open, whatever order they came in", () => {
    const days = { from: day("2024-03-05"), to: day("2024-03-05") }
    const rules = { clock: clockOf("Africa/Nairobi"), markerPolicy: "trust-24h", currency: null } as const
    let open = 0
    for (let each = 0; each < cases(2000); each++) {
      const next = random(seed + each)
      const records = shuffle(next, tiny(next, 6).rows).map(({ amount, balance, localTime, txnId, type }) =>
        JSON.stringify({
          txnId,
          type,
          amount: Money.format(amount),
          balance: Money.format(balance ?? Money.zero),
          description: "",
          confirmed: true,
          date: `${new Date(localTime).toISOString().slice(0, 19).replace("T", " ")} AM`
        })
      )
      const window = fetched(pageOf(`{"success":true,"data":[${records.join(",")}]}`, "2024-03-05", "2024-03-05"), days)
      const columns = columnsOf(normaliseWindow(window, rules))
      const found = columns && examineColumnsWindow(days, columns, false)
      if (columns === undefined || found === undefined) continue
      const expected = examineWindow({ period: days, rows: rowsOf(columns).toReversed() })
      assert.deepStrictEqual(found.check.chains[0]?.days, expected.check.chains[0]?.days, records.join("\n"))
      if ((found.check.chains[0]?.days[0]?.passages.length ?? 0) > 1) open++
    }
    assert.isAbove(open, cases(2000) / 20)
  })

  it("are put in the order of their ids, whatever these look like, in little time", () => {
    const ids = [...Array.from({ length: 5000 }, (_, index) => `TX2024${String(99_999 - index)}`), "REV-1", "TX", "TX2"]
    const records = ids.map((id, index) =>
      `{"txnId":"${id}","type":"Credit","amount":1,"balance":${index + 1},"description":"","confirmed":true,` +
      `"date":"2024-02-28 10:00:00 AM"}`
    )
    const days = { from: day("2024-02-28"), to: day("2024-02-28") }
    const window = fetched(pageOf(`{"success":true,"data":[${records.join(",")}]}`, "2024-02-28", "2024-02-28"), days)
    const rules = { clock: clockOf("Africa/Nairobi"), markerPolicy: "trust-24h", currency: null } as const
    const columns = columnsOf(normaliseWindow(window, rules)) ?? assert.fail("no columns")
    assert.deepStrictEqual(Array.from(identityOrderOf(columns), (index) => ids[index]), ids.toSorted())
  })

  it("are refused or kept by the same bounds as objects", () => {
    const text = usualPage(random(seed), most, { date: "2024-02-28", onlyUsual: true })
    const bytes = new TextEncoder().encode(text)
    const scanned = scanPage(bytes, pageBounds)?.count ?? 0
    assert.isAbove(scanned, 10)
    const bounds = [
      { ...pageBounds, elements: scanned - 1 },
      { ...pageBounds, keys: 6 },
      { ...pageBounds, depth: 2 },
      { ...pageBounds, stringLength: 20 },
      { ...pageBounds, values: scanned * 8 }
    ]
    for (const each of bounds) {
      assert.isUndefined(scanPage(bytes, each))
      assert.isTrue(Result.isFailure(readPage(bytes, each)))
    }
  })

  it("never are what is not JSON", () => {
    const next = random(seed + 1)
    const strange = ["", "0", "}", "\"", ",", "[", "\\", "\u0000", "\ud83d", " ", "00", "-", ".", "e1", "é", "true"]
    for (let index = 0; index < cases(20_000); index++) {
      const text = usualPage(next, 3, { date: "2024-02-28", onlyUsual: true })
      const at = draw(next, 0, text.length)
      const broken = text.slice(0, at) + (strange[draw(next, 0, strange.length - 1)] ?? "") +
        text.slice(at + draw(next, 0, 2))
      const bytes = new TextEncoder().encode(broken)
      const scanned = scanPage(bytes, pageBounds)
      if (scanned === undefined) continue
      const read = readRecords(bytes, pageBounds)
      assert.isTrue(Result.isSuccess(read) && read.success.records.length === scanned.count, broken)
    }
  })

  it("never are what is not UTF-8", () => {
    const bytes = new TextEncoder().encode(usualPage(random(seed + 2), 50, { date: "2024-02-28", onlyUsual: true }))
    const at = bytes.findIndex((byte) => byte > 127)
    bytes[at] = 255
    assert.isUndefined(scanPage(bytes, pageBounds))
  })

  for (const way of ["columns", "objects"]) {
    it.effect(`are refused as those of another wallet, as ${way}`, () =>
      Effect.gen(function*() {
        const text = usualPage(random(seed + 4), 20, { date: "2024-01-05", onlyUsual: true })
        const marked = pageOf(text, "2024-01-05", "2024-01-05")
        const page = way === "columns" ? marked : { ...marked }
        const window = fetched(page, { from: day("2024-01-05"), to: day("2024-01-05") })
        const exit = yield* Pipeline.from(Stream.succeed({ ...window, walletNo: WalletNo.make("W-OTHER") })).pipe(
          Pipeline.via(normaliseWindows),
          Pipeline.via(checkWindows),
          Pipeline.into(Pull.toSink<CheckedWindow>),
          Pipeline.run,
          Effect.provideService(PullSettings, pullSettings()),
          Effect.provide(Sink.layerMemory),
          Effect.exit
        )
        assert.isAbove(page.records.length, 0)
        assert.include(String(exit), "of other days or another wallet")
      }))
  }

  it.effect("are kept in a file as objects are", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const next = random(seed + 3)
      const windows: Array<CheckedWindow> = []
      for (let index = 0; index < cases(12); index++) {
        const date = `2024-01-${String(1 + index).padStart(2, "0")}`
        // The same ids come again in some pages: such windows have to be compared with what is stored.
        const prefix = index % 4 === 3 ? "TX0-" : `TX${index}-`
        const page = pageOf(usualPage(next, most * 8, { date, prefix, onlyUsual: true }), date, date)
        windows.push(...(yield* checkedOf(fetched(page, { from: day(date), to: day(date) }))))
      }
      // Nothing of the first day is shown any more, and others are there instead.
      const again = pageOf(
        usualPage(next, 50, { date: "2024-01-01", prefix: "NEW", onlyUsual: true }),
        "2024-01-01",
        "2024-01-01"
      )
      windows.push(...(yield* checkedOf(fetched(again, { from: day("2024-01-01"), to: day("2024-01-01") }))))
      assert.isAbove(windows.filter((window) => columnsOf(window) !== undefined).length, windows.length / 2)
      const files = [join(path, "columns.duckdb"), join(path, "objects.duckdb"), join(path, "together.duckdb")]
      const [columns = "", objects = "", together = ""] = files
      const outcomes = yield* committed(columns, windows, 1)
      // A window that somebody made of another one is no longer known to be columns.
      assert.deepStrictEqual(yield* committed(objects, windows.map((window) => ({ ...window })), 1), outcomes)
      assert.deepStrictEqual(yield* committed(together, windows, 6), outcomes)
      const [first, ...others] = yield* Effect.forEach(files, everything)
      for (const other of others) assert.deepStrictEqual(other, first)
    }).pipe(Effect.scoped), 60_000)
})

const checkedOf = (window: FetchedWindow) =>
  Pipeline.from(Stream.succeed(window)).pipe(
    Pipeline.via(normaliseWindows),
    Pipeline.via(checkWindows),
    Pipeline.run,
    Effect.provideService(PullSettings, pullSettings()),
    Effect.provide(Sink.layerMemory)
  )

const committed = (file: string, windows: ReadonlyArray<CheckedWindow>, inFlight: number) =>
  Effect.flatMap(Sink, (sink) => Effect.forEach(windows, (window) => sink.commit(window), { concurrency: inFlight }))
    .pipe(
      Effect.provide(layerDuckDb({ path: file }))
    )
