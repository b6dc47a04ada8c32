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
import { retryQuarantine } from "../../src/pipeline/retryQuarantine.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database } from "../../src/sink/duckdb/index.ts"
import { daysOverAfter } from "../../src/sink/plan/Watermark.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { trafficOf } from "../kit/cappedService.ts"
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

describe("a pull at noon, into a file", () => {
  const whole = { wallets: [wallet], from: null, to: null }

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
