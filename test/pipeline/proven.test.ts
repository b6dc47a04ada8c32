/**
 * A wallet that is loaded every night, and balances that somebody knows of its days.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { addDays, type Day, dayFromNumber, formatDay, parseDay } from "../../src/domain/Period.ts"
import * as Rows from "../../src/domain/Rows.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { balanceOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { ask, folder } from "../sink/duckdb/files.ts"

const kes = Currency.make("KES")
const usd = Currency.make("USD")
const first = parseDay("2024-01-01") ?? dayFromNumber(0)

/** Two payments a day in shillings, and one in dollars on every third. */
const month = (): ReadonlyArray<StatementRecord> => {
  const days = Array.from({ length: 31 }, (_, index) => formatDay(addDays(first, index)))
  const shillings = days.flatMap((day, index): ReadonlyArray<Entry> => [
    { id: `K${index + 1}a`, at: `${day} 09:00:00`, amount: `${100 + index}.25` },
    { id: `K${index + 1}b`, at: `${day} 17:00:00`, amount: `-${50 + index}.50` }
  ])
  const dollars = days.flatMap((day, index): ReadonlyArray<Entry> =>
    index % 3 === 0 ? [{ id: `U${index + 1}`, at: `${day} 12:00:00`, amount: `${index + 1}.00` }] : []
  )
  return [
    ...recordsOf(shillings, "1000"),
    ...recordsOf(dollars, "500000").map((record) => ({
      ...record,
      description: record.description.replace("KES", "USD")
    }))
  ].sort((left, right) => (left.date < right.date ? -1 : 1))
}

interface Nights {
  readonly books: Ref.Ref<ReadonlyArray<StatementRecord>>
  /** Pulls early in the morning after a day, as far as rows have come in. */
  readonly pull: (day: Day, changes?: Partial<PullSettings["Service"]>) => Effect.Effect<Pull.PullResult, unknown, Sink>
}

const nights = Effect.gen(function*() {
  const books = yield* Ref.make(month())
  const shown = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({})
  const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
  const pull: Nights["pull"] = (day, changes) =>
    Effect.gen(function*() {
      const now = Date.parse(`${formatDay(addDays(day, 1))}T02:00:00+03:00`)
      yield* TestClock.setTime(now)
      const records = (yield* Ref.get(books)).filter(({ date }) => Date.parse(`${date.slice(0, 19)}+03:00`) <= now)
      yield* Ref.set(shown, { [wallet]: records })
      return yield* Pull.run.pipe(
        Effect.provide(fakeStatement(shown, requests)),
        Effect.provideService(
          PullSettings,
          pullSettings({ from: day === first ? Option.some(first) : Option.none(), to: Option.none(), ...changes })
        )
      )
    })
  const world: Nights = { books, pull }
  return world
})

const reportOf = ({ report }: Pull.PullResult) => report.wallets[0]

const withBalances = (...balances: ReadonlyArray<ReturnType<typeof balanceOf>>) => ({
  wallets: [{ walletNo: wallet, currency: null, balances }]
})

const lastRowDay = (records: ReadonlyArray<StatementRecord>, prefix: string, until: Day): Day =>
  records.flatMap(({ date }) => parseDay(date.slice(0, 10)) ?? [])
    .filter((day, index) => records[index]?.txnId.startsWith(prefix) === true && day <= until)
    .reduce((latest, day) => (day > latest ? day : latest), first)

const monthOfNights = Effect.gen(function*() {
  const { books, pull } = yield* nights
  const all = yield* Ref.get(books)
  for (let night = 0; night < 31; night++) {
    const day = addDays(first, night)
    const { report } = yield* pull(day)
    const wallet = report.wallets[0]
    assert.strictEqual(report.status, "complete", formatDay(day))
    for (const [currency, prefix] of [[kes, "K"], [usd, "U"]] as const) {
      const last = lastRowDay(all, prefix, day)
      const proof = wallet?.proofs.find((each) => each.currency === currency)
      const expected = last > addDays(first, 1)
        ? [formatDay(addDays(first, 1)), formatDay(addDays(last, -1))]
        : [null, null]
      assert.deepStrictEqual([proof?.from, proof?.to], expected, `${currency} on ${formatDay(day)}`)
      assert.strictEqual(proof?.quietSince ?? null, last < day ? formatDay(addDays(last, 1)) : null)
    }
    const isAll = wallet?.proofs.every(({ to }) => to !== null) === true
    assert.strictEqual(wallet?.verdict, isAll ? "proven" : "unanchored", formatDay(day))
    assert.strictEqual(wallet?.provenFrom, isAll ? "2024-01-02" : null)
  }
})

const withheldOnNight10 = Effect.gen(function*() {
  const { books, pull } = yield* nights
  const all = yield* Ref.get(books)
  const lost = "K10b"
  const statuses: Array<string> = []
  for (let night = 0; night < 16; night++) {
    if (night === 9) yield* Ref.set(books, all.filter(({ txnId }) => txnId !== lost))
    if (night === 14) yield* Ref.set(books, all)
    const result = yield* pull(addDays(first, night), { lookbackDays: 7 })
    statuses.push(result.report.status)
    const { verdict } = yield* verifyContinuity(wallet)
    assert.strictEqual(verdict.kind === "gap", result.report.status === "incomplete", `night ${night + 1}`)
    if (night === 11) assert.strictEqual(reportOf(result)?.provenTo, "2024-01-09")
  }
  // The tenth night shows no later row yet: nobody can tell. The eleventh does.
  const expected = Array.from({ length: 16 }, (_, night) => (night >= 10 && night < 14 ? "incomplete" : "complete"))
  assert.deepStrictEqual(statuses, expected)
})

const inBoth = (name: string, test: Effect.Effect<void, unknown, Sink>) => {
  it.effect(`${name}, in memory`, () => test.pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))
  it.effect(`${name}, in a file`, () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* test.pipe(Effect.provide(layerOpen(path)))
    }))
}

describe("a wallet that is loaded every night", () => {
  inBoth("is proven in each currency up to the day before its last row, and complete every night", monthOfNights)

  inBoth("is incomplete from the first night that shows a later row until a withheld one is there", withheldOnNight10)

  it.effect("tells in its file how far each currency is proven", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* monthOfNights.pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(path, "SELECT currency, proven_from, proven_to, quiet_since, opening_known FROM proven ORDER BY 1"),
        [["KES", "2024-01-02", "2024-01-30", null, "false"], ["USD", "2024-01-02", "2024-01-30", null, "false"]]
      )
      assert.deepStrictEqual(
        yield* ask(path, "SELECT complete_from, complete_to, proven_from, proven_to FROM watermarks"),
        [["2024-01-01", "2024-01-31", "2024-01-02", "2024-01-30"]]
      )
    }))
})

describe("proven days", () => {
  inBoth(
    "never are days that were not loaded",
    Effect.gen(function*() {
      const { pull } = yield* nights
      const days = (from: number, to: number) => ({
        from: Option.some(addDays(first, from)),
        to: Option.some(addDays(first, to))
      })
      yield* pull(addDays(first, 20), days(3, 3))
      const apart = reportOf(yield* pull(addDays(first, 20), days(5, 9)))
      // No dollars moved on the fifth, but nobody knows that.
      const usdOf = (report: typeof apart) => report?.proofs.find(({ currency }) => currency === usd)
      assert.deepStrictEqual([usdOf(apart)?.from, usdOf(apart)?.to], [null, null])
      const filled = reportOf(yield* pull(addDays(first, 20), days(4, 4)))
      assert.deepStrictEqual([usdOf(filled)?.from, usdOf(filled)?.to], ["2024-01-05", "2024-01-09"])
    })
  )
})

const findings = (result: Pull.PullResult) =>
  reportOf(result)?.findings.map(({ amount, currency, from, kind }) => [kind, from, amount, currency])

describe("balances that somebody knows", () => {
  inBoth(
    "prove the first day, are kept, and hold for every later pull and for a check",
    Effect.gen(function*() {
      const { pull } = yield* nights
      const anchored = yield* pull(first, withBalances(balanceOf("opening", "2024-01-01", "1000.00", kes)))
      assert.deepStrictEqual(findings(anchored), [])
      const next = reportOf(yield* pull(addDays(first, 4)))
      const [proof] = next?.proofs ?? []
      assert.deepStrictEqual([proof?.currency, proof?.from, proof?.to, proof?.openingKnown], [
        kes,
        "2024-01-01",
        "2024-01-04",
        true
      ])
      assert.deepStrictEqual((yield* verifyContinuity(wallet)).proofs[0]?.openingKnown, true)
      assert.strictEqual((yield* (yield* Sink).anchors(wallet)).length, 1)
    })
  )

  inBoth(
    "are a finding every night when unbroken rows lead past them, until one of the two is put right",
    Effect.gen(function*() {
      const { pull } = yield* nights
      yield* pull(addDays(first, 0))
      yield* pull(addDays(first, 5))
      const wrong = balanceOf("closing", "2024-01-03", "77.00", kes)
      const found = [["contradiction", "2024-01-03", "-1072.25", kes]]
      const given = yield* pull(addDays(first, 6), withBalances(wrong))
      assert.deepStrictEqual([given.report.status, findings(given)], ["incomplete", found])
      const later = yield* pull(addDays(first, 7))
      assert.deepStrictEqual([later.report.status, findings(later)], ["incomplete", found])
      assert.strictEqual(reportOf(later)?.provenTo, "2024-01-02")
      assert.strictEqual((yield* verifyContinuity(wallet)).findings.length, 1)
      // The opening of the next day is the same balance: the same boundary, and so wrong too.
      const taken = yield* pull(addDays(first, 8), withBalances({ ...wrong, balance: null }))
      assert.deepStrictEqual([taken.report.status, findings(taken)], ["complete", []])
      const right = balanceOf("opening", "2024-01-04", "1149.25", kes)
      assert.deepStrictEqual(findings(yield* pull(addDays(first, 9), withBalances(right))), [])
      assert.deepStrictEqual((yield* verifyContinuity(wallet)).findings, [])
    })
  )

  inBoth(
    "are no finding any more once the rows are put right",
    Effect.gen(function*() {
      const { books, pull } = yield* nights
      yield* Ref.update(
        books,
        (all) => all.map((record) => ({ ...record, balance: (Number(record.balance) + 5).toFixed(2) }))
      )
      const right = balanceOf("closing", "2024-01-03", "1149.25", kes)
      yield* pull(first)
      const given = yield* pull(addDays(first, 6), withBalances(right))
      assert.deepStrictEqual(findings(given), [["contradiction", "2024-01-03", "-5.00", kes]])
      yield* Ref.set(books, month())
      assert.deepStrictEqual(findings(yield* pull(addDays(first, 7), { from: Option.some(first) })), [])
      assert.deepStrictEqual((yield* verifyContinuity(wallet)).findings, [])
    })
  )

  inBoth(
    "are put right and taken back without their currency, where one is known of their day",
    Effect.gen(function*() {
      const { books, pull } = yield* nights
      yield* Ref.update(books, (all) => all.filter(({ txnId }) => txnId.startsWith("K")))
      yield* pull(first)
      const givenOn = (day: number, amount: string | null, currency: Currency | null) =>
        Effect.map(
          pull(addDays(first, day), withBalances(balanceOf("closing", "2024-01-03", amount, currency))),
          (given) => findings(given)?.map(([kind]) => kind)
        )
      assert.deepStrictEqual(yield* givenOn(6, "77.00", kes), ["contradiction"])
      assert.deepStrictEqual(yield* givenOn(7, null, null), [])
      assert.deepStrictEqual(yield* givenOn(8, "77.00", kes), ["contradiction"])
      assert.deepStrictEqual(yield* givenOn(9, "1149.25", null), [])
      assert.deepStrictEqual(yield* givenOn(10, null, kes), [])
      assert.deepStrictEqual(yield* givenOn(11, "77.00", null), ["contradiction"])
      assert.deepStrictEqual(yield* givenOn(12, "1149.25", kes), [])
      const kept = (yield* (yield* Sink).anchors(wallet)).filter(({ closing }) => closing !== null)
      assert.deepStrictEqual(kept.map(({ currency }) => currency), [kes])
      assert.deepStrictEqual((yield* verifyContinuity(wallet)).findings, [])
    })
  )

  inBoth(
    "never apply to another day than their own, nor to another currency",
    Effect.gen(function*() {
      const { pull } = yield* nights
      const opening = balanceOf("opening", "2024-01-01", "1000.00", kes)
      const from = { from: Option.some(addDays(first, 9)), ...withBalances(opening) }
      const loaded = yield* pull(addDays(first, 11), from)
      assert.deepStrictEqual(findings(loaded), [])
      assert.strictEqual(reportOf(loaded)?.proofs[0]?.openingKnown, false)
      const all = yield* pull(addDays(first, 12), { from: Option.some(first) })
      assert.deepStrictEqual(findings(all), [])
      assert.strictEqual(reportOf(all)?.proofs.find(({ currency }) => currency === kes)?.from, "2024-01-01")
      assert.strictEqual(reportOf(all)?.proofs.find(({ currency }) => currency === usd)?.from, "2024-01-02")
    })
  )

  inBoth(
    "make a gap at an outer end that does not meet them",
    Effect.gen(function*() {
      const { pull } = yield* nights
      const balances = [
        balanceOf("opening", "2024-01-01", "990.00", kes),
        balanceOf("closing", "2024-01-03", "1.00", kes)
      ]
      const report = reportOf(
        yield* pull(addDays(first, 2), { from: Option.some(first), ...withBalances(...balances) })
      )
      assert.deepStrictEqual(report?.gaps.map(({ after, before, missing }) => [after, before, missing]), [
        [null, "K1a", "10.00"],
        ["K3b", null, "-1148.25"]
      ])
      assert.deepStrictEqual(report?.provenFrom, null)
    })
  )

  it.effect("prove a wallet of several currencies", () =>
    Effect.gen(function*() {
      const { pull } = yield* nights
      const balances = [
        balanceOf("opening", "2024-01-01", "1000.00", kes),
        balanceOf("opening", "2024-01-01", "500000.00", usd),
        balanceOf("closing", "2024-01-03", "1149.25", kes),
        balanceOf("closing", "2024-01-03", "500001.00", usd)
      ]
      const report = reportOf(
        yield* pull(addDays(first, 2), { from: Option.some(first), ...withBalances(...balances) })
      )
      assert.deepStrictEqual([report?.verdict, report?.provenFrom, report?.provenTo, report?.modulo.openEnds], [
        "proven",
        "2024-01-01",
        "2024-01-03",
        []
      ])
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))
})

const forgetting = (sink: Sink["Service"]): Sink["Service"] => ({
  ...sink,
  continuity: () => Effect.succeed([]),
  openGaps: () => Effect.succeed([])
})

describe("a run whose sink keeps no history", () => {
  it.effect("is incomplete when its own windows showed a gap", () =>
    Effect.gen(function*() {
      const forgetful = forgetting(yield* Sink)
      const { books, pull } = yield* nights
      const whole = yield* pull(addDays(first, 9), { from: Option.some(first), limit: 12 }).pipe(
        Effect.provideService(Sink, forgetful)
      )
      assert.strictEqual(whole.report.status, "complete")
      yield* Ref.update(books, (all) => all.filter(({ txnId }) => txnId !== "K5a"))
      const broken = yield* pull(addDays(first, 9), { from: Option.some(first), limit: 12 }).pipe(
        Effect.provideService(Sink, forgetful)
      )
      assert.deepStrictEqual([broken.report.status, reportOf(broken)?.verdict], ["incomplete", "gap"])
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))

  it.effect("is incomplete too when its sink gives back what stood there before", () =>
    Effect.gen(function*() {
      const sink = yield* Sink
      const { books, pull } = yield* nights
      const days = { from: Option.some(first), limit: 12 }
      assert.strictEqual((yield* pull(addDays(first, 9), days)).report.status, "complete")
      const before = yield* sink.continuity(wallet)
      yield* Ref.update(books, (all) => all.filter(({ txnId }) => txnId !== "K5a"))
      const broken = yield* pull(addDays(first, 9), days).pipe(
        Effect.provideService(Sink, {
          ...sink,
          continuity: () => Effect.succeed(before),
          openGaps: () => Effect.succeed([])
        })
      )
      assert.deepStrictEqual([broken.report.status, reportOf(broken)?.verdict], ["incomplete", "gap"])
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))

  it.effect("is incomplete too when its sink gives no row back by which gaps that cancel out could be joined", () =>
    Effect.gen(function*() {
      const nothing = { rowsOf: () => Effect.succeed([]), liveRows: () => Effect.succeed(Rows.none) }
      const forgetful = { ...forgetting(yield* Sink), ...nothing }
      const { books, pull } = yield* nights
      const entries = Array.from({ length: 10 }, (_, index): ReadonlyArray<Entry> => {
        const day = formatDay(addDays(first, index))
        return [
          { id: `A${index}`, at: `${day} 08:00:00`, amount: `${100 + index}.00` },
          { id: `B${index}`, at: `${day} 12:00:00`, amount: index === 2 ? "7.77" : index === 7 ? "-7.77" : "1.00" },
          { id: `C${index}`, at: `${day} 16:00:00`, amount: `-${50 + index}.00` }
        ]
      })
      yield* Ref.set(books, recordsOf(entries.flat()).filter(({ txnId }) => txnId !== "B2" && txnId !== "B7"))
      const broken = yield* pull(addDays(first, 9), { from: Option.some(first), limit: 7 }).pipe(
        Effect.provideService(Sink, forgetful)
      )
      assert.deepStrictEqual([broken.report.status, reportOf(broken)?.gaps.map(({ missing }) => missing)], [
        "incomplete",
        ["7.77", "-7.77"]
      ])
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))
})
