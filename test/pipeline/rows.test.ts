/**
 * The rows of answers, from bytes to the file, against the slow and simple way that makes an object of each record.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { join } from "node:path"
import { examineWindow } from "../../src/continuity/wallet/WalletContinuity.ts"
import * as Money from "../../src/domain/Money.ts"
import { addDays, parseDay, type Period } from "../../src/domain/Period.ts"
import * as Rows from "../../src/domain/Rows.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import type { NormaliseRules } from "../../src/normalise/normalise.ts"
import { checkWindows } from "../../src/pipeline/checkWindows.ts"
import type { CheckedWindow, FetchedWindow } from "../../src/pipeline/FetchedWindow.ts"
import { normaliseWindow, normaliseWindows } from "../../src/pipeline/normaliseWindows.ts"
import * as Pipeline from "../../src/pipeline/Pipeline.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { auditText } from "../../src/sink/audit/WindowRecord.ts"
import { nothingStored, planCommit } from "../../src/sink/plan/commitPlan.ts"
import { decimalText } from "../../src/sink/plan/decimalText.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { window as windowOf } from "../../src/testing/windows.ts"
import { type Draw, draw, random, shuffle, tiny } from "../continuity/statements.ts"
import { textByStrings } from "../kit/auditByStrings.ts"
import { pageOfBody } from "../kit/bodyPage.ts"
import { cases, isThorough } from "../kit/cases.ts"
import { layerOpen } from "../kit/openFile.ts"
import { clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { slowWindow } from "../kit/slowReading.ts"
import { oddMoney, type PageKind, usualPage } from "../kit/usualPages.ts"
import { ask, everything, folder } from "../sink/duckdb/files.ts"

const seed = Number(process.env["REFERENCE_SEED"] ?? 20_261_124)
const count = cases(Number(process.env["REFERENCE_CASES"] ?? 60_000))
const most = 600
/** An answer has up to so many records; of the largest more are of other days, and fewer are kept. */
const [largest, fewestLegs] = isThorough ? [5000, count / 400] : [most, count / 200]
const kinds: ReadonlyArray<PageKind> = ["plain", "usual", "mixed"]

const day = (text: string) => parseDay(text) ?? assert.fail(text)
const oneDay = (text: string): Period => ({ from: day(text), to: day(text) })

const fetched = (body: string, first: string, last: string, days: Period): FetchedWindow => ({
  runId: "run",
  walletNo: wallet,
  days,
  complete: true,
  lastSettledDay: days.to,
  asked: days,
  page: pageOfBody({ walletNo: wallet, fromDate: first, toDate: last, limit: 5000 }, body)
})

const rulesFor = (next: Draw): NormaliseRules => ({
  clock: next() < 0.5 ? clockOf("Africa/Nairobi") : clockOf("Europe/Berlin"),
  markerPolicy: next() < 0.7 ? "trust-24h" : next() < 0.5 ? "trust-marker" : "reject",
  currency: next() < 0.2 ? Currency.make("KES") : null
})
const rules: NormaliseRules = { clock: clockOf("Africa/Nairobi"), markerPolicy: "trust-24h", currency: null }

/** Days on which the clocks of Berlin are put forward and back, and others. */
const dates = ["2024-03-31", "2023-10-29", "2024-02-28", "2024-12-31"]

const nothingBeside = { quarantine: { added: [], closed: [] }, declared: [] }

const bodyOf = (records: ReadonlyArray<string>): string => `{"success":true,"data":[${records.join(",")}]}`

const rowsOf = (body: string, date: string): Rows.Rows =>
  normaliseWindow(fetched(body, date, date, oneDay(date)), rules).rows

describe.each(kinds)(`rows of %s answers (${count} records from seed ${seed})`, (kind) => {
  it("are those that objects give, and so are receipts, rejections, places and audit lines", () => {
    const next = random(seed)
    let [records, rejected, doubled, legs] = [0, 0, 0, 0]
    while (records < count / kinds.length) {
      const date = dates[draw(next, 0, dates.length - 1)] ?? ""
      const body = usualPage(next, largest, { date, kind })
      const days = { from: day(date), to: addDays(day(date), draw(next, 0, 2)) }
      const own = rulesFor(next)
      const window = fetched(body, date, "2025-01-02", days)
      const expected = slowWindow(body, wallet, days, window.page.request, own)
      const { receipt, rejections, rows } = normaliseWindow(window, own)
      assert.deepStrictEqual(Rows.toArray(rows), expected.rows)
      assert.deepStrictEqual(rejections, expected.rejections)
      const { duplicates, outside, received } = expected
      assert.deepStrictEqual(
        { received: receipt.received, outside: receipt.outside, duplicates: receipt.duplicates },
        { received, outside, duplicates }
      )
      const { check, places } = examineWindow({ period: days, rows })
      const turned = examineWindow({ period: days, rows: Rows.from(expected.rows.toReversed()) })
      assert.deepStrictEqual(turned.check, check)
      assert.deepStrictEqual(turned.places, places.toReversed())
      const checked = { rows, kept: [], complete: true, check: { positions: places } } as unknown as CheckedWindow
      const plan = planCommit(checked, nothingStored)
      const text = Buffer.concat(auditText([], rows, plan, nothingBeside)).toString()
      assert.strictEqual(text, textByStrings([], expected.rows, plan, nothingBeside))
      records += received
      rejected += rejections.length
      doubled += duplicates
      legs += plan.diff.inserts.filter(({ leg }) => leg > 0).length
    }
    assert.isAbove(rejected, 0)
    if (kind !== "plain") assert.isTrue(doubled > 0 && legs > fewestLegs)
  }, 3_600_000)
})

const isLarge = ({ amount }: Transaction): boolean => amount > 10_000_000n
const marked = (row: Transaction): Transaction => ({ ...row, description: `${row.description}é!` })

describe("rows", () => {
  it("hold money to the last digit, or say why they can't", () => {
    const texts = [
      ...oddMoney,
      "99999999999999.9999",
      "-99999999999999.9999",
      "99999999999999.99999",
      "100000000000000",
      "0.0001",
      "-0.00",
      "12.3",
      "0",
      "007",
      "1.",
      ".5",
      "",
      "-",
      "1e-4",
      "1e-5"
    ]
    let kept = 0
    for (const text of texts.flatMap((each) => [each, `"${each.replaceAll("\"", "")}"`])) {
      for (const [amount, balance] of [[text, "1.00"], ["1.00", text], [text, text]]) {
        const body = bodyOf([
          `{"txnId":"T","type":"Debit","amount":${amount},"balance":${balance},"description":"","confirmed":true,` +
          `"date":"2024-02-28 10:00:00 AM"}`
        ])
        try {
          JSON.parse(body)
        } catch {
          continue
        }
        const days = oneDay("2024-02-28")
        const window = fetched(body, "2024-02-28", "2024-02-28", days)
        const expected = slowWindow(body, wallet, days, window.page.request, rules)
        const { rejections, rows } = normaliseWindow(window, rules)
        assert.deepStrictEqual([Rows.toArray(rows), rejections], [expected.rows, expected.rejections], body)
        kept += rows.count
      }
    }
    assert.isAbove(kept, 40)
  })

  it("add up to the last digit what no double counts", () => {
    const sum = "225179981368.5247"
    const records = Array.from({ length: 11 }, (_, index) => {
      const isCredit = index % 2 === 0
      return `{"txnId":"T${index}","type":"${isCredit ? "Credit" : "Debit"}","amount":${sum},"balance":${
        isCredit ? sum : 0
      },"description":"KES${sum}","confirmed":true,"date":"2024-02-28 10:00:${String(index).padStart(2, "0")} AM"}`
    })
    const rows = rowsOf(bodyOf(records), "2024-02-28")
    const { check } = examineWindow({ period: oneDay("2024-02-28"), rows })
    assert.strictEqual(check.chains[0]?.credit, 6n * 2_251_799_813_685_247n)
    assert.strictEqual(check.chains[0]?.debit, 5n * 2_251_799_813_685_247n)
  })

  it("say the same of days that leave several balances open, whatever order they came in", () => {
    const days = oneDay("2024-03-05")
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
      const rows = rowsOf(bodyOf(records), "2024-03-05")
      const found = examineWindow({ period: days, rows })
      const turned = examineWindow({ period: days, rows: Rows.from([...Rows.values(rows)].reverse()) })
      assert.deepStrictEqual(found.check, turned.check, records.join("\n"))
      if ((found.check.chains[0]?.days[0]?.passages.length ?? 0) > 1) open++
    }
    assert.isAbove(open, cases(2000) / 20)
  })

  it("keep what is known of their answer when they are spread, and lose it when others are made of them", () => {
    const body = usualPage(random(seed), 20, { date: "2024-01-05", noneOdd: true })
    const rows = { ...rowsOf(body, "2024-01-05"), answer: { answer: "the answer", repeats: undefined } }
    assert.isAbove(rows.count, 0)
    assert.strictEqual({ ...rows }.answer, rows.answer)
    for (
      const other of [
        Rows.map(rows, (row) => row),
        Rows.filter(rows, () => true),
        Rows.pick(rows, [0]),
        Rows.from(Rows.values(rows)),
        Rows.concat([rows, rows])
      ]
    ) assert.isNull(other.answer)
  })

  it("are the transactions that they were made of", () => {
    const next = random(seed)
    const transactions = Rows.toArray(rowsOf(usualPage(next, 400, { date: "2024-01-05", kind: "mixed" }), "2024-01-05"))
    assert.isAbove(transactions.length, 10)
    const rows = Rows.from(transactions)
    assert.deepStrictEqual(Rows.toArray(rows), transactions)
    assert.deepStrictEqual(Rows.toArray(Rows.pick(rows, [3, 1])), [3, 1].flatMap((index) => transactions[index] ?? []))
    assert.deepStrictEqual(Rows.toArray(Rows.filter(rows, isLarge)), transactions.filter(isLarge))
    assert.deepStrictEqual(Rows.toArray(Rows.map(rows, marked)), transactions.map(marked))
    assert.deepStrictEqual(Rows.toArray(Rows.none), [])
    const other = { ...transactions[0], walletNo: WalletNo.make("W-OTHER") } as Transaction
    assert.throws(() => Rows.from([...transactions, other]), RangeError)
    const [first] = transactions
    const large = Money.fromTenThousandths(2n ** 63n)
    for (const change of [{ amount: large }, { balance: large }, { amount: Money.fromTenThousandths(-large - 1n) }]) {
      assert.throws(() => Rows.from([{ ...first, ...change } as Transaction]), RangeError)
    }
    assert.deepStrictEqual(Rows.toArray(Rows.concat([Rows.none, rows, Rows.none, rows])), [
      ...transactions,
      ...transactions
    ])
  })

  it.effect("are refused as those of another wallet", () =>
    Effect.gen(function*() {
      const body = usualPage(random(seed + 4), 20, { date: "2024-01-05", noneOdd: true })
      const window = fetched(body, "2024-01-05", "2024-01-05", oneDay("2024-01-05"))
      assert.isAbove(window.page.records.count, 0)
      const exit = yield* Pipeline.from(Stream.succeed({ ...window, walletNo: WalletNo.make("W-OTHER") })).pipe(
        Pipeline.via(normaliseWindows),
        Pipeline.via(checkWindows),
        Pipeline.into(Pull.toSink<CheckedWindow>),
        Pipeline.run,
        Effect.provideService(PullSettings, pullSettings()),
        Effect.provide(Sink.layerMemory),
        Effect.exit
      )
      assert.include(String(exit), "of other days or another wallet")
    }))

  it.effect("go to a sink as data that can be copied, with nothing of the way there", () =>
    Effect.gen(function*() {
      const body = usualPage(random(seed + 5), 200, { date: "2024-01-05", kind: "usual" })
      const window = fetched(body, "2024-01-05", "2024-01-07", oneDay("2024-01-06"))
      const elsewhere = { page: window.page, days: window.days, redated: new Set<string>(), first: window.days.from }
      const [checked = assert.fail("no window")] = yield* checkedOf({ ...window, elsewhere, isDoubtful: true })
      assert.deepStrictEqual(structuredClone(checked), checked)
      assert.deepStrictEqual(
        Object.keys(checked).sort(),
        Object.keys(windowOf("2024-01-06", "2024-01-06", [])).concat("judged").sort()
      )
    }))

  it.effect(
    "are in the file what they were, one window at a time or several together, made anew or not",
    () =>
      Effect.gen(function*() {
        const path = yield* folder
        const next = random(seed + 3)
        const windows: Array<CheckedWindow> = []
        for (let index = 0; index < cases(12); index++) {
          const date = `2024-01-${String(1 + index).padStart(2, "0")}`
          // The same ids come again in some answers: such windows have to be compared with what is stored.
          const prefix = index % 4 === 3 ? "TX0-" : `TX${index}-`
          const kind = kinds[index % kinds.length] ?? "plain"
          const body = usualPage(next, most * 4, { date, prefix, kind, noneOdd: index % 2 === 0 })
          windows.push(...(yield* checkedOf(fetched(body, date, date, oneDay(date)))))
        }
        const held = windows.flatMap(({ rows }) => Rows.toArray(rows))
        const paths = ["one", "made", "together"].map((name) => join(path, `${name}.duckdb`))
        const [one = "", made = "", together = ""] = paths
        const outcomes = yield* committed(one, windows, 1)
        const anew = windows.map((window) => ({ ...window, rows: Rows.from(Rows.values(window.rows)) }))
        assert.deepStrictEqual(yield* committed(made, anew, 1), outcomes)
        assert.deepStrictEqual(yield* committed(together, windows, 6), outcomes)
        const files = yield* Effect.forEach(paths, everything)
        for (const other of files) assert.deepStrictEqual(other, files[0])
        assert.deepStrictEqual(
          (yield* ask(one, storedContents)).map(([content]) => content),
          held.map(contentOf).sort()
        )
        // Nothing of the first day is shown any more, and others are there instead.
        const again = usualPage(next, 50, { date: "2024-01-01", prefix: "NEW", noneOdd: true })
        const replaced = yield* checkedOf(fetched(again, "2024-01-01", "2024-01-01", oneDay("2024-01-01")))
        for (const file of paths) yield* committed(file, replaced, 1)
        const after = yield* Effect.forEach(paths, everything)
        for (const other of after) assert.deepStrictEqual(other, after[0])
      }).pipe(Effect.scoped),
    120_000
  )
})

/** Every column of a row that the answer decides, as one text. */
const storedContents =
  `SELECT concat_ws('|', wallet_no, txn_id, type, amount, coalesce(balance::VARCHAR, '-'), coalesce(currency, '-'), description, confirmed,
    epoch_ms(occurred_at), epoch_ms(local_time), date_text, coalesce(time_flag, '-')) AS content
  FROM transactions ORDER BY encode(content)`

const contentOf = (row: Transaction): string =>
  [
    row.walletNo,
    row.txnId,
    row.type,
    decimalText(row.amount),
    row.balance === null ? "-" : decimalText(row.balance),
    row.currency ?? "-",
    row.description,
    row.confirmed,
    row.occurredAt,
    row.localTime,
    row.dateText,
    row.timeFlag ?? "-"
  ].join("|")

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
    .pipe(Effect.provide(layerOpen(file)))
