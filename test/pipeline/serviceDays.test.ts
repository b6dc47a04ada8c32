/**
 * What a pull makes of a service that takes the days of a request otherwise than settings say, or than its timestamps'
 * own days.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { type Day, parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { cases } from "../kit/cases.ts"
import { type Books, byTwelveHours, fakeStatement, recordsOf, type ServiceDays } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"
import { random } from "../plan/service.ts"
import { folder } from "../sink/duckdb/files.ts"

const day = (text: string): Option.Option<Day> => Option.fromUndefinedOr(parseDay(text))

/** Rows of some hours of every day of January and of those around it, swept to zero by the last row of a day. */
const rowsAt = (hours: ReadonlyArray<string>): ReadonlyArray<StatementRecord> =>
  recordsOf(
    Array.from({ length: 41 }, (_, index) => new Date(Date.UTC(2023, 11, 27 + index)).toISOString().slice(0, 10))
      .flatMap((date) =>
        hours.map((hour, index) => ({
          id: `${date} ${hour}`,
          at: `${date} ${hour}`,
          amount: index < hours.length - 1 ? "2.50" : `-${(2.5 * (hours.length - 1)).toFixed(2)}`
        }))
      )
  )

/** Thirty rows of a day, from shortly after midnight to shortly before. */
const hours = Array.from({ length: 30 }, (_, index) => {
  const minutes = 3 + index * 49
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`
})

interface World {
  readonly pull: (
    days: (request: number) => ServiceDays,
    changes?: Partial<PullSettings["Service"]>
  ) => Effect.Effect<WalletReport, unknown>
  readonly stored: Effect.Effect<number, unknown>
  readonly books: Books
  readonly requests: Ref.Ref<ReadonlyArray<StatementRequest>>
}

/** A service with some rows, an empty sink, the first of March. */
const inWorld = (
  sinkAt: (path: string) => Layer.Layer<Sink, SinkError>,
  records: ReadonlyArray<StatementRecord>,
  test: (world: World) => Effect.Effect<void, unknown>
) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const path = join(yield* folder, "x.duckdb")
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: records })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    yield* Effect.gen(function*() {
      const sink = yield* Sink
      const pull: World["pull"] = (days, changes) =>
        Effect.andThen(Ref.set(requests, []), Pull.run).pipe(
          Effect.flatMap(({ report }) => Effect.fromNullishOr(report.wallets[0])),
          Effect.provide(fakeStatement(books, requests, days)),
          Effect.provideService(PullSettings, pullSettings({ limit: 200, dateBounds: "unknown", ...changes })),
          Effect.provideService(Sink, sink)
        )
      const january = Option.all([day("2024-01-01"), day("2024-01-31")])
      const stored = Option.match(january, {
        onNone: () => Effect.succeed(0),
        onSome: ([from, to]) => Effect.map(sink.rowsOf(wallet, { from, to }), (rows) => rows.length)
      })
      yield* test({ books, pull, stored, requests })
    }).pipe(Effect.provide(sinkAt(path)))
  })

const kinds = ({ findings }: WalletReport) => findings.map(({ kind }) => kind)
const changesOf = ({ rows }: WalletReport) => [rows.inserted, rows.changed, rows.withdrawn, rows.returned]

describe.each(sinksOfNights())("the service's days, with a sink in %s", (_, sinkAt) => {
  const ways: Readonly<Record<string, ServiceDays>> = {
    "of UTC, in a zone ahead of it": { shift: 180 },
    "of UTC, in a zone behind it": { shift: -300 },
    "from 03:30": { shift: 210 },
    "taken for instants": { last: "instant" },
    "taken for instants of UTC, ahead": { shift: 180, last: "instant" },
    "taken for instants of UTC, behind": { shift: -300, last: "instant" },
    "without the last": { last: "outside" }
  }

  for (const [name, days] of Object.entries(ways)) {
    for (const limit of [200, 5000]) {
      it.effect(`lose no row of the first and last hours: days ${name}, ${limit} records at once`, () =>
        inWorld(sinkAt, rowsAt(hours), ({ pull, stored }) =>
          Effect.gen(function*() {
            const first = yield* pull(() => days, { limit })
            assert.deepStrictEqual([yield* stored, first.rows.inserted, kinds(first)], [930, 930, []])
            for (const from of ["2024-01-01", "2024-01-28"]) {
              const later = yield* pull(() => days, { limit, from: day(from) })
              assert.deepStrictEqual([changesOf(later), kinds(later)], [[0, 0, 0, 0], []], from)
            }
            const goingOn = yield* pull(() => days, { limit, from: Option.none() })
            assert.deepStrictEqual([changesOf(goingOn), yield* stored], [[0, 0, 0, 0], 930])
          })))
    }
  }

  /** Without the hours of a 24-hour clock no row tells by itself where days begin. */
  const byTwelve = byTwelveHours(rowsAt(hours))
  const claims = [["inclusive", "inside"], ["exclusive-end", "outside"]] as const
  for (
    const [shift, [dateBounds, last]] of [180, -300].flatMap((each) => claims.map((claim) => [each, claim] as const))
  ) {
    it.effect(`let no row go where hours can be read in two ways: days from ${shift} minutes on, ${dateBounds}`, () =>
      inWorld(sinkAt, byTwelve, ({ pull, stored }) =>
        Effect.gen(function*() {
          const first = yield* pull(() => ({ shift, last }), { dateBounds })
          assert.deepStrictEqual([yield* stored, changesOf(first)], [930, [930, 0, 0, 0]])
          const [from, to] = [day("2024-01-10"), day("2024-01-20")]
          const later = yield* pull(() => ({ shift, last }), { dateBounds, from, to })
          assert.deepStrictEqual([yield* stored, changesOf(later)], [930, [0, 0, 0, 0]])
          assert.notIncludeMembers([...kinds(first), ...kinds(later)], ["dropped", "held-withdrawal", "cut-off-day"])
        })))
  }

  it.effect("are told when they begin elsewhere and nothing is set, and are taken as DAY_START says where it is set", () =>
    inWorld(sinkAt, rowsAt(hours), ({ pull }) =>
      Effect.gen(function*() {
        const unset = yield* pull(() => ({ shift: 180 }))
        assert.include(unset.notes.join(), "begin at 03:00 by the clock of its timestamps")
        assert.include(unset.notes.join(), "DAY_START=03:00")
        const set = yield* pull(() => ({ shift: 180 }), { dayStart: Option.some(180) })
        assert.deepStrictEqual([set.notes, set.findings], [[], []])
        const behind = yield* pull(() => ({ shift: -300 }))
        assert.include(behind.notes.join(), "begin at 19:00 of the day before by the clock of its timestamps")
        assert.include(behind.notes.join(), "DAY_START=-05:00")
      })))

  it.effect("are doubted where DAY_START says otherwise than the answers, which is told", () =>
    inWorld(sinkAt, rowsAt(hours), ({ pull, stored }) =>
      Effect.gen(function*() {
        const cases = [[0, 180, "DAY_START=03:00"], [180, 0, "DAY_START=00:00"], [
          -300,
          180,
          "DAY_START=03:00"
        ]] as const
        for (const [claimed, shift, right] of cases) {
          const report = yield* pull(() => ({ shift }), { dayStart: Option.some(claimed) })
          assert.deepStrictEqual([yield* stored, kinds(report)], [930, ["contradiction"]])
          assert.include(report.findings[0]?.explanation, `Set ${right}.`)
        }
      })))

  it.effect("are not taken for inside because DATE_BOUNDS says so: no row is lost, and the run says what to set", () =>
    inWorld(sinkAt, rowsAt(hours), ({ pull, stored }) =>
      Effect.gen(function*() {
        const report = yield* pull(() => ({ last: "outside" }), { dateBounds: "inclusive" })
        assert.deepStrictEqual([yield* stored, kinds(report)], [930, ["contradiction"]])
        assert.include(report.findings[0]?.explanation, "DATE_BOUNDS=inclusive is not what the service's answers show")
        assert.include(report.findings[0]?.explanation, "Set DATE_BOUNDS=exclusive-end.")
        const other = yield* pull(() => ({}), { dateBounds: "exclusive-end" })
        assert.deepStrictEqual([yield* stored, kinds(other)], [930, ["contradiction"]])
        assert.include(other.findings[0]?.explanation, "Set DATE_BOUNDS=inclusive.")
        const right = yield* pull(() => ({ last: "outside" }), { dateBounds: "exclusive-end" })
        assert.deepStrictEqual(right.findings, [])
      })))

  it.effect("take no row of a good file away when the service changes its habit between two pulls, or within one", () =>
    inWorld(sinkAt, rowsAt(hours), ({ pull, stored }) =>
      Effect.gen(function*() {
        const claims = { dateBounds: "inclusive" } as const
        yield* pull(() => ({}), claims)
        const changed = yield* pull(() => ({ last: "outside" }), claims)
        assert.deepStrictEqual([yield* stored, changesOf(changed)], [930, [0, 0, 0, 0]])
        assert.deepStrictEqual(kinds(changed), ["contradiction"])
        for (const days of [{ last: "outside" }, { shift: 180 }, { shift: -300 }] as const) {
          const within = yield* pull((request) => (request < 3 ? {} : days), claims)
          assert.deepStrictEqual([yield* stored, changesOf(within)], [930, [0, 0, 0, 0]])
        }
      })))

  it.effect("let no row go that a day asked for by itself lacks, since the days around it do not fit", () =>
    inWorld(
      sinkAt,
      recordsOf(
        ["01-30 12", "01-30 13", "01-31 00", "01-31 01", "01-31 12", "01-31 13", "02-01 12", "02-01 13"]
          .map((at) => ({ id: at, at: `2024-${at}:30:00`, amount: "2.50" }))
      ),
      ({ pull, stored }) =>
        Effect.gen(function*() {
          yield* pull(() => ({}), { limit: 5000 })
          const last = { from: day("2024-01-31"), to: day("2024-01-31") }
          const later = yield* pull(() => ({ shift: 180 }), { limit: 4, ...last })
          assert.deepStrictEqual([yield* stored, later.held, later.rows.withdrawn], [6, 2, 0])
          assert.include(kinds(later), "held-withdrawal")
        })
    ))

  it.effect("keep wallets with a row a day whole, whose rows show nothing near midnight", () =>
    inWorld(
      sinkAt,
      rowsAt(["00:30:00", "12:00:00", "23:30:00"]),
      ({ pull, requests, stored }) =>
        Effect.gen(function*() {
          for (const days of Object.values(ways)) {
            const report = yield* pull(() => days, { dateBounds: "inclusive", limit: 5000 })
            assert.deepStrictEqual([yield* stored, report.rows.withdrawn], [93, 0])
            assert.isAtMost((yield* Ref.get(requests)).length, 3, "with the two halves of a first answer")
          }
        })
    ))

  it.effect("let no row go and come back, however few days and records are asked for", () =>
    Effect.forEach(Array.from({ length: cases(60) }, (_, index) => random(index + 1)), (next) => {
      const below = (end: number): number => Math.floor(next() * end)
      const entries = Array.from({ length: 31 }, (_, index) => {
        const date = `2024-01-${String(index + 1).padStart(2, "0")}`
        const seconds = Array.from({ length: below(6) }, () => below(86_400)).sort((one, other) => one - other)
        return seconds.map((second, place) => {
          const at = `${date} ${new Date(second * 1000).toISOString().slice(11, 19)}`
          return { id: `${date} ${place}`, at, amount: `${1 + below(100)}.50` }
        })
      }).flat()
      return inWorld(sinkAt, recordsOf(entries), ({ pull, stored }) =>
        Effect.gen(function*() {
          const days: ServiceDays = {
            shift: [180, -300, -720, 0][below(4)] ?? 0,
            last: (["inside", "outside", "instant"] as const)[below(3)] ?? "inside"
          }
          const limit = 6 + below(8)
          yield* pull(() => days, { limit: 5000 })
          const rows = yield* stored
          const from = 10 + below(10)
          const some = { from: day(`2024-01-${from}`), to: day(`2024-01-${from + 1 + below(3)}`) }
          const dateBounds = (["unknown", "inclusive", "exclusive-end"] as const)[below(3)] ?? "unknown"
          const dayStart = below(2) === 0 ? Option.some(0) : Option.none()
          const report = yield* pull(() => days, { ...some, limit, dateBounds, dayStart })
          assert.deepStrictEqual(
            [changesOf(report), yield* stored],
            [[0, 0, 0, 0], rows],
            JSON.stringify([days, limit, dateBounds, dayStart])
          )
        }))
    }, { discard: true }))

  it.effect("keep the rows of a last day that is empty now, after one more look, and say so", () =>
    inWorld(sinkAt, rowsAt(hours), ({ books, pull, requests }) =>
      Effect.gen(function*() {
        const days = { from: day("2024-01-05"), to: day("2024-01-09"), dateBounds: "inclusive" } as const
        yield* pull(() => ({}), days)
        const asked = (yield* Ref.get(requests)).length
        const left = rowsAt(hours).filter(({ date }) => !date.startsWith("2024-01-09"))
        yield* Ref.set(books, { [wallet]: left })
        const again = yield* pull(() => ({}), days)
        assert.deepStrictEqual(
          [changesOf(again), again.held, again.findings.map(({ from, kind, to }) => [kind, from, to])],
          [[0, 0, 0, 0], 30, [["held-withdrawal", "2024-01-09", "2024-01-09"]]]
        )
        // One for the day that is silent, and one before its rows are held.
        assert.isAtMost((yield* Ref.get(requests)).length, asked + 2)
      })))
})
