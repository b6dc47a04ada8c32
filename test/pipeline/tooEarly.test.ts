/**
 * Days that were not over when they were asked for: nothing of them is proven, and nothing is told of them that is not so.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ledgersOf } from "../../src/analytics/export/LedgerReader.ts"
import { figuresOf } from "../../src/analytics/report/figuresOf.ts"
import * as Money from "../../src/domain/Money.ts"
import { make } from "../../src/domain/Period.ts"
import { judgeWallet } from "../../src/pipeline/judgeWallet.ts"
import { retryQuarantine } from "../../src/pipeline/retryQuarantine.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database } from "../../src/sink/duckdb/index.ts"
import { daysOverAfter } from "../../src/sink/plan/Watermark.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { checkWindow } from "../kit/continuity.ts"
import { dayOf, first, inWorld } from "../kit/nights.ts"
import { layerOpen } from "../kit/openFile.ts"
import { balanceOf, clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { ask } from "../sink/duckdb/files.ts"

const traffic = trafficOf(Array.from({ length: 160 }, () => 6), "toggling", 7)

/** Rows before noon alone. */
const mornings = traffic.map((record) => ({
  ...record,
  date: record.date.replace(/ \d\d:/, ` 0${record.txnId.split("-")[1]}:`).replace(" PM", " AM")
}))

const periodOf = (from: number, to: number) =>
  make(first + from as typeof first, first + to as typeof first) ?? assert.fail()

/** A file of its own, and what is asked of it. */
const inFile = () => {
  let path = ""
  return {
    at: (given: string) => {
      path = given
      return layerOpen(given)
    },
    ask: (sql: string) => ask(path, sql),
    reading: <A, E>(use: (database: Database["Service"]) => Effect.Effect<A, E>) =>
      Effect.scoped(Effect.flatMap(Database.openReadOnly(path), use))
  }
}

const daysOf = (told: ReadonlyArray<{ readonly from: string | null; readonly to: string | null }>) =>
  told.map(({ from, to }) => [from, to])

const whole = { wallets: [wallet], from: null, to: null }

describe("days that were over when they were asked for", () => {
  const origin = "service" as const
  it("are those of a window up to the last one that was, with those before", () => {
    const over = [periodOf(0, 5)]
    const window = { days: periodOf(4, 9), lastSettledDay: periodOf(7, 7).to, origin }
    assert.deepStrictEqual(daysOverAfter(over, window), [periodOf(0, 7)])
    assert.deepStrictEqual(daysOverAfter([], { ...window, days: periodOf(8, 9) }), [])
    assert.deepStrictEqual(daysOverAfter(over, { ...window, days: periodOf(7, 9) }), [periodOf(0, 5), periodOf(7, 7)])
  })

  it("are none behind the last one that a later window shows to be", () => {
    const window = { days: periodOf(2, 3), lastSettledDay: periodOf(4, 4).to, origin }
    assert.deepStrictEqual(daysOverAfter([periodOf(0, 9), periodOf(11, 12)], window), [periodOf(0, 4)])
  })

  it("are not told by a window of the quarantine or of windows that are joined", () => {
    for (const other of ["quarantine", "joining"] as const) {
      const window = { days: periodOf(2, 9), lastSettledDay: periodOf(1, 1).to, origin: other }
      assert.deepStrictEqual(daysOverAfter([periodOf(0, 4)], window), [periodOf(0, 4)])
    }
  })
})

describe("days that were not over, behind the last that was", () => {
  it.effect("are not proven", () =>
    inWorld(() => Sink.layerMemory, mornings, ({ pull, verify }) =>
      Effect.gen(function*() {
        yield* pull({ night: 10, from: 0, to: 9 })
        for (let day = 10; day < 14; day++) yield* pull({ night: day, from: day, to: day })
        const report = yield* pull({ night: 14, from: 14, to: 14 })
        assert.deepStrictEqual([report.proofs[0]?.to, (yield* verify).conclusions], [dayOf(9), []])
      })))

  it.effect("are not proven alone, though both of their balances are known", () =>
    inWorld(() => Sink.layerMemory, mornings, ({ pull, rows, verify }) =>
      Effect.gen(function*() {
        yield* pull({ night: 0, from: 0 })
        const last = (yield* rows).toSorted((one, other) => one.localTime - other.localTime).at(-1)
        // The rows of a day sum to nothing.
        const amount = last?.balance ?? assert.fail()
        const known = (["opening", "closing"] as const).map((end) => balanceOf(end, dayOf(0), Money.format(amount)))
        const { remark, verdict } = yield* pull({ night: 0, from: 0, balances: known })
        const { proofs } = yield* verify
        assert.deepStrictEqual([verdict, proofs.map(({ from, to }) => [from, to])], ["unanchored", [[null, null]]])
        assert.include(remark, "no whole day is proven yet")
        const next = yield* pull({ night: 1, from: 0, to: 0 })
        assert.strictEqual(next.verdict, "proven")
      })))

  it.effect("leave no proof that a check calls wrong when a run is killed in a long history", () => {
    let left = Infinity
    const killing = () =>
      Layer.effect(
        Sink,
        Effect.map(Sink, (sink) =>
          Sink.of({ ...sink, commit: (window) => left-- <= 0 ? Effect.die("killed") : sink.commit(window) }))
      ).pipe(Layer.provide(Sink.layerMemory))
    return inWorld(killing, mornings, (world) =>
      Effect.gen(function*() {
        for (let day = 0; day < 70; day++) yield* world.pull({ night: 71, from: day, to: day })
        for (let day = 71; day < 76; day++) yield* world.pull({ night: day, from: day === 71 ? 70 : day, to: day })
        left = 2
        yield* Effect.exit(world.pull({ night: 150, from: 78, to: 140, limit: 30 }))
        left = Infinity
        assert.deepStrictEqual((yield* world.verify).conclusions, [])
      }))
  })
})

/** What a wallet without rows begins with and ends with. */
const upTo = (day: number) => [balanceOf("opening", dayOf(0), "5.00"), balanceOf("closing", dayOf(day), "5.00")]

describe("days that were not over, before the first that was", () => {
  const withoutOne = mornings.filter(({ date }) => !date.startsWith(dayOf(4)))
  const early = "not over when they were asked for"

  for (
    const [what, records, from, were] of [
      ["a day without rows", withoutOne, 5, early],
      ["one day", mornings, 6, `never loaded, or ${early}`]
    ] as const
  ) {
    it.effect(`are not proven, with ${what} between`, () =>
      inWorld(() => Sink.layerMemory, records, ({ pull, verify }) =>
        Effect.gen(function*() {
          yield* pull({ night: 0, from: 0, to: 4 })
          const { findings, proofs, verdict } = yield* pull({ night: 9, from, to: 8 })
          const found = findings.map((each) => [each.kind, each.from, each.to])
          assert.deepStrictEqual([verdict, proofs.map((each) => each.to)], ["unanchored", [null]])
          assert.deepStrictEqual(found, [["gap", dayOf(0), dayOf(from - 1)]])
          assert.include(findings[0]?.explanation, `These days were ${were}, and days behind them were: `)
          assert.deepStrictEqual((yield* verify).conclusions, [])
          const next = yield* pull({ night: 10, from: 0, to: from - 1 })
          assert.deepStrictEqual([next.findings, next.proofs[0]?.to], [[], dayOf(7)])
        })))
  }

  it("are told as never loaded where nobody asked for them", () => {
    const days = [0, 1, 2].map((day) => periodOf(day, day))
    const windows = days.map((period) => checkWindow({ period, rows: [] }))
    const asked = [periodOf(1, 2)]
    const last = periodOf(2, 2).to
    const told = judgeWallet(wallet, windows, [], { settledTo: last, asked, over: asked, lastOver: last }, null)
    assert.deepStrictEqual(told.findings.map(({ from, to }) => [from, to]), [[dayOf(0), dayOf(0)]])
    assert.include(
      told.findings[0]?.explanation,
      "These days were never loaded, and days behind them were: "
    )
  })

  it.effect("are not told as missing before days to come that somebody asked for", () =>
    inWorld(() => Sink.layerMemory, mornings, ({ pull, verify }) =>
      Effect.gen(function*() {
        yield* pull({ night: 4, from: 4, to: 4 })
        const early = yield* pull({ night: 4, from: 10, to: 12 })
        assert.deepStrictEqual([early.findings, (yield* verify).findings], [[], []])
        // Of those before the days to come some are over by then.
        const later = yield* pull({ night: 8, from: 10, to: 12 })
        const holes = [[dayOf(4), dayOf(7)]]
        assert.deepStrictEqual([daysOf(later.findings), daysOf((yield* verify).findings)], [holes, holes])
        const next = yield* pull({ night: 8, from: 4, to: 8 })
        assert.deepStrictEqual([next.findings, next.proofs[0]?.to], [[], dayOf(7)])
      })))

  it.effect("do not make a wallet proven that has no rows", () =>
    inWorld(() => Sink.layerMemory, [], ({ pull, verify }) =>
      Effect.gen(function*() {
        const verdicts: Array<ReadonlyArray<string>> = []
        for (
          const night of [
            { night: 0, from: 0, balances: upTo(0) },
            { night: 1, from: 0, to: 9, balances: upTo(9) },
            { night: 4, from: 0, balances: upTo(4) },
            {
              night: 4,
              balances: [...upTo(3), balanceOf("closing", dayOf(4), null), balanceOf("closing", dayOf(9), null)]
            }
          ]
        ) verdicts.push([(yield* pull(night)).verdict, (yield* verify).verdict.kind])
        const early = ["unanchored", "unanchored"]
        assert.deepStrictEqual(verdicts, [early, early, early, ["proven", "proven"]])
      })))

  it.effect("are missing in every view that sums up their rows", () => {
    const file = inFile()
    return inWorld(file.at, mornings, ({ pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: 0, from: 0, to: 0 })
        yield* pull({ night: 9, from: 1, to: 8 })
        const missing = (yield* file.reading((database) => figuresOf(database, whole))).wallets[0]?.days?.missing
        for (const view of ["wallet_summary", "counterparties", "daily_balance"]) {
          const [[lacking] = []] = yield* file.ask(`SELECT max(days_missing) FROM ${view}`)
          assert.deepStrictEqual([lacking, missing], ["1", 1], view)
        }
      }))
  })
})

describe("a pull at noon, into a file", () => {
  it.effect("with today's balance as the closing one is exported as far as it is proven", () => {
    const file = inFile()
    return inWorld(file.at, traffic, ({ pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: 12, from: 0 })
        const [[last] = []] = yield* file.ask(
          "SELECT balance FROM current_transactions ORDER BY local_time DESC, position DESC LIMIT 1"
        )
        const report = yield* pull({ night: 12, balances: [balanceOf("closing", dayOf(12), last ?? "")] })
        const ledgers = yield* file.reading((database) => ledgersOf(database, { ...whole, mayBeUnproven: false }))
        assert.deepStrictEqual([report.findings, ledgers.map(({ unproven }) => unproven)], [[], [[]]])
      }))
  })

  it.effect("knows the end of yesterday by what follows today", () => {
    const file = inFile()
    const at = mornings.findLastIndex(({ date }) => date.startsWith(dayOf(4)))
    const unconfirmed = {
      ...mornings[at] ?? assert.fail(),
      txnId: "U",
      confirmed: false,
      date: `${dayOf(4)} 06:30:00 AM`
    }
    return inWorld(file.at, mornings.toSpliced(at + 1, 0, unconfirmed), ({ pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: 5, from: 0 })
        const ledgers = yield* file.reading((database) => ledgersOf(database, { ...whole, mayBeUnproven: false }))
        assert.deepStrictEqual(ledgers.map(({ unproven }) => unproven), [[]])
        const closing = `SELECT closing_balance FROM daily_balance WHERE day = DATE '${dayOf(4)}'`
        assert.deepStrictEqual(yield* file.ask(closing), [["1000000.0000"]])
      }))
  })

  it.effect("knows what a currency comes to that had no row today", () => {
    const file = inFile()
    const dollars = mornings.filter(({ date }) => !date.startsWith(dayOf(5)))
      .map((record) => ({
        ...record,
        txnId: `${record.txnId}-USD`,
        description: record.description.replace("KES", "USD")
      }))
    const both = [...mornings, ...dollars].sort((one, other) => one.date.localeCompare(other.date))
    return inWorld(file.at, both, ({ pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: 5, from: 0 })
        const closings = "SELECT currency, closing_balance FROM daily_balance WHERE day >= DATE"
        const today = yield* file.ask(`${closings} '${dayOf(4)}' ORDER BY day, currency`)
        const months = yield* file.ask("SELECT currency, closing FROM monthly_statement ORDER BY currency")
        const known = [["KES", "1000000.0000"], ["USD", "1000000.0000"]]
        assert.deepStrictEqual([today, months], [[...known, ...known], known])
      }))
  })

  it.effect("shows in the file, too, that a clock was ahead", () => {
    const file = inFile()
    return inWorld(file.at, mornings, ({ pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: 10, from: 0 }, ({ date }) => date < `${dayOf(8)} 05`)
        yield* pull({ night: 8 })
        const missing = yield* file.ask("SELECT day FROM daily_balance WHERE days_missing > 0 ORDER BY day")
        const { wallets: [reported] } = yield* file.reading((database) => figuresOf(database, whole))
        assert.deepStrictEqual([missing, reported?.days?.to], [[[dayOf(8)]], dayOf(7)])
      }))
  })

  it.effect("is reported without a missing day, also when a record is read from quarantine the next morning", () => {
    const file = inFile()
    const unread = traffic.map((record) =>
      record.txnId === "D5-2" ? { ...record, date: `${record.date.replace(/ [AP]M$/, "")} PM` } : record
    )
    return inWorld(file.at, unread, ({ pull, sink }) =>
      Effect.gen(function*() {
        const figures = file.reading((database) => figuresOf(database, whole))
        yield* pull({ night: 10, from: 0, markerPolicy: "reject" })
        yield* pull({ night: 11, markerPolicy: "reject" })
        const before = (yield* figures).wallets[0]?.days
        yield* TestClock.setTime(Date.parse(`${dayOf(12)}T05:00:00Z`))
        const { loaded } = yield* retryQuarantine.pipe(
          Effect.provideService(
            PullSettings,
            pullSettings({ markerPolicy: "trust-24h", clock: clockOf("Africa/Nairobi") })
          ),
          Effect.provideService(Sink, sink)
        )
        assert.deepStrictEqual([loaded, (yield* figures).wallets[0]?.days], [1, before])
        assert.strictEqual(before?.missing, 0)
      }))
  })
})
