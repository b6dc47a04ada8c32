/**
 * What a pull makes of a service that writes its times by a 12-hour clock.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { type Books, byTwelveHours, fakeStatement, recordsOf, type ServiceDays } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

/** Four rows on each day of January and around, one of them on midnight, one late in the evening. */
const records = recordsOf(
  Array.from({ length: 41 }, (_, index) => new Date(Date.UTC(2023, 11, 27 + index)).toISOString().slice(0, 10))
    .flatMap((date) =>
      ["00:00:00", "00:40:00", "09:30:00", "21:15:00"].map((time, index) => ({
        id: `${date} ${time}`,
        at: `${date} ${time}`,
        amount: `${index + 1}.25`
      }))
    )
)

type PullWith = (
  changes?: Partial<PullSettings["Service"]>,
  days?: ServiceDays
) => Effect.Effect<WalletReport, unknown>

const inWorld = (
  shown: typeof records,
  test: (pull: PullWith, books: Books, sink: Sink["Service"]) => Effect.Effect<void, unknown>
) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const books: Books = yield* Ref.make<Readonly<Record<string, typeof records>>>({ [wallet]: shown })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    const sink = yield* Sink
    const pull: PullWith = (changes, days = {}) =>
      Pull.run.pipe(
        Effect.flatMap(({ report }) => Effect.fromNullishOr(report.wallets[0])),
        Effect.provide(fakeStatement(books, requests, () => days)),
        Effect.provideService(PullSettings, pullSettings({ limit: 40, dateBounds: "unknown", ...changes })),
        Effect.provideService(Sink, sink)
      )
    yield* test(pull, books, sink)
  }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))

const clockFindings = ({ findings }: WalletReport) => findings.filter(({ kind }) => kind === "clock")

describe("a service with a 12-hour clock", () => {
  it.effect("is told, with the setting and the days to load once more, and then every row has its right time", () =>
    inWorld(byTwelveHours(records), (pull, _, sink) =>
      Effect.gen(function*() {
        const first = yield* pull()
        assert.strictEqual(first.rows.fetched, 124)
        const [finding, ...others] = clockFindings(first)
        assert.deepStrictEqual(others, [])
        assert.include(finding?.explanation, "Set MARKER_POLICY=trust-marker")
        assert.include(finding?.explanation, "--from 2024-01-01")
        const right = yield* pull({ markerPolicy: "trust-marker" })
        assert.deepStrictEqual([right.rows.changed, right.rows.inserted, right.rows.withdrawn], [93, 0, 0])
        assert.deepStrictEqual(right.findings, [])
        const period = Option.all([
          Option.fromUndefinedOr(parseDay("2024-01-01")),
          Option.fromUndefinedOr(parseDay("2024-01-31"))
        ])
        const rows = yield* Option.match(period, {
          onNone: () => Effect.succeed([]),
          onSome: ([from, to]) => sink.rowsOf(wallet, { from, to })
        })
        const times = new Set(rows.map(({ localTime }) => new Date(localTime).toISOString().slice(11, 16)))
        assert.deepStrictEqual(times, new Set(["00:00", "00:40", "09:30", "21:15"]))
      })))

  it.effect("is told in a night that brings few rows or none, by those that are stored", () =>
    inWorld(byTwelveHours(records), (pull) =>
      Effect.gen(function*() {
        yield* pull()
        for (const [from, to] of [["2024-01-30", "2024-01-31"], ["2024-02-20", "2024-02-25"]] as const) {
          const night = yield* pull({
            from: Option.fromUndefinedOr(parseDay(from)),
            to: Option.fromUndefinedOr(parseDay(to))
          })
          assert.deepStrictEqual([night.rows.inserted, night.rows.changed], [0, 0])
          assert.strictEqual(clockFindings(night).length, 1)
        }
      })))

  it.effect("loses no row of the last day, whatever the service takes its days for", () =>
    inWorld(byTwelveHours(records), (pull) =>
      Effect.gen(function*() {
        for (const markerPolicy of ["trust-24h", "trust-marker"] as const) {
          for (const days of [{}, { last: "instant" }, { last: "outside" }, { shift: 180 }, { shift: -300 }] as const) {
            for (const limit of [20, 40, 5000]) {
              const report = yield* pull({ markerPolicy, limit }, days)
              assert.strictEqual(report.rows.fetched, 124, JSON.stringify({ markerPolicy, days, limit }))
              assert.deepStrictEqual(report.truncatedDays, [])
            }
          }
        }
      })))

  it.effect("is not told of a service with a 24-hour clock, nor where a single marker is wrong", () =>
    inWorld(records, (pull, books) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(clockFindings(yield* pull()), [])
        const wrong = records.map((record, index) =>
          index === 50 ? { ...record, date: `${record.date.slice(0, 19)} PM` } : record
        )
        yield* Ref.set(books, { [wallet]: wrong })
        assert.deepStrictEqual(clockFindings(yield* pull()), [])
      })))
})
