import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Random, Ref } from "effect"
import { TestClock } from "effect/testing"
import { addDays, type Day, dayFromNumber, formatDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullObserver } from "../../src/pipeline/PullObserver.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { balances, type CappedService, cappedService, type Inside, orders, trafficOf } from "../kit/cappedService.ts"
import { cases, isTried } from "../kit/cases.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { random } from "../plan/service.ts"

/** 2024-01-01 */
const first: Day = dayFromNumber(19_723)
const days = 40
const all = { from: first, to: addDays(first, days - 1) }

interface Pulled {
  readonly report: WalletReport
  /** Ids that the service has and the sink has not. */
  readonly missing: ReadonlyArray<string>
  readonly requests: number
  /** Requests that no answer came of which was kept or split. */
  readonly examined: number
}

const pull = (
  service: CappedService,
  sink: Sink["Service"],
  changes: Partial<PullSettings["Service"]>
): Effect.Effect<Pulled, unknown> =>
  Effect.gen(function*() {
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    let planned = 0
    const { report } = yield* Pull.run.pipe(
      Effect.provide(cappedService(service, requests)),
      Effect.provideService(
        PullSettings,
        pullSettings({ from: Option.some(all.from), to: Option.some(all.to), dateBounds: "unknown", ...changes })
      ),
      Effect.provideService(Sink, sink),
      Effect.provideService(PullObserver, (event) =>
        Effect.sync(() => {
          if (event._tag === "Answered") planned++
        }))
    )
    const sent = (yield* Ref.get(requests)).length
    const stored = new Set((yield* sink.rowsOf(wallet, all)).map(({ txnId }) => txnId))
    return {
      report: yield* Effect.fromNullishOr(report.wallets[0]),
      missing: (service.later ?? service.records)
        .filter(({ date }) => date.slice(0, 10) <= formatDay(all.to))
        .map(({ txnId }) => txnId)
        .filter((id) => !stored.has(id)),
      requests: sent,
      examined: sent - planned
    }
  })

const inFreshSink = <A>(use: (sink: Sink["Service"]) => Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    // Which later answers are examined is chance, and none of those of a test that does not say so.
    return yield* Effect.flatMap(Sink, use).pipe(
      Effect.provide(Layer.fresh(Sink.layerMemory)),
      Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.999, nextIntUnsafe: () => 0 })
    )
  })

const firstPull = (service: CappedService, changes: Partial<PullSettings["Service"]>): Effect.Effect<Pulled, unknown> =>
  inFreshSink((sink) => pull(service, sink, changes))

/** Rows a day of some wallets, none of which has all of its rows on one day. */
const shapes: Readonly<Record<string, (cap: number, next: () => number) => ReadonlyArray<number>>> = {
  "even": (cap, next) => Array.from({ length: days }, () => Math.round(cap * (0.1 + 0.1 * next()))),
  "even, few days": (cap) =>
    Array.from({ length: days }, (_, day) => (day >= 20 && day < 25 ? Math.ceil(cap * 0.4) : 0)),
  "one busy day": (cap, next) =>
    Array.from({ length: days }, (_, day) => day === 17 ? cap + 7 : Math.floor(3 * next())),
  "a busy day at the end": (cap) =>
    Array.from({ length: days }, (_, day) => (day === days - 1 ? cap * 2 : day % 9 === 0 ? 1 : 0)),
  "a busy day at the start": (cap) =>
    Array.from({ length: days }, (_, day) => (day === 0 ? cap * 2 : day % 9 === 8 ? 1 : 0)),
  "busy days behind the last": (cap) =>
    Array.from({ length: days + 2 }, (_, day) => (day < days ? Math.ceil(cap * 0.1) : cap + 1)),
  "two busy days": (cap) =>
    Array.from({ length: days }, (_, day) => (day === 11 || day === 12 ? Math.ceil(cap * 0.7) : 0)),
  "two days above the cap": (cap) => Array.from({ length: days }, (_, day) => (day === 11 || day === 12 ? cap + 1 : 0)),
  "all days above the cap": (cap) => Array.from({ length: days }, (_, day) => (day < 6 ? cap + 1 + day : 0)),
  "one row too many": (cap) =>
    Array.from(
      { length: days },
      (_, day) => (day < 10 ? Math.floor(cap / 10) + (day < cap % 10 ? 1 : 0) : day === 30 ? 1 : 0)
    ),
  "rare": (cap, next) => Array.from({ length: days }, () => (next() < 0.2 ? Math.ceil(cap * 0.3 * next()) : 0))
}

const habits: ReadonlyArray<Inside> = ["both", "first", "none"]

/** The true figures take minutes: CAPS=5000 */
const limits = process.env["CAPS"] === undefined ? [60] : [Number(process.env["CAPS"])]

const capsBelow = (limit: number): ReadonlyArray<number> =>
  limit === 5000 ? [100, 1000, 2500, limit - 1] : [10, 25, limit - 1]

describe("a first pull from a service that gives fewer records than it was asked for", () => {
  for (const limit of limits) {
    for (const cap of capsBelow(limit)) {
      it.effect(
        `stores all rows or ends with a finding, with a cap of ${cap} of ${limit}`,
        () =>
          Effect.gen(function*() {
            const wrong: Array<string> = []
            let pulls = 0
            let whole = 0
            for (const [name, shape] of Object.entries(shapes)) {
              for (const balance of balances) {
                for (const order of orders) {
                  const seed = ++pulls
                  if (!isTried(seed)) continue
                  const inside = habits[seed % habits.length] ?? "both"
                  const counts = shape(cap, random(seed))
                  const records = trafficOf(counts, balance, seed)
                  const { missing, report } = yield* firstPull({ records, cap, order, inside, seed }, { limit })
                  if (missing.length === 0) whole++
                  const canBeWhole = counts.every((count) => count < cap)
                  if (missing.length > 0 && (canBeWhole || report.findings.length === 0)) {
                    const of = `${missing.length} of ${records.length} missing`
                    wrong.push(`seed ${seed}, ${name}, ${balance}, ${order}, ${inside} inside: ${of}`)
                  }
                }
              }
            }
            if (limit === 5000) {
              process.stdout.write(`a cap of ${cap}: ${pulls} pulls, ${whole} whole, the others with findings\n`)
            }
            assert.deepStrictEqual(wrong, [])
          }),
        { timeout: 3_600_000 }
      )
    }
  }
})

const evenly = (rows: number, count = days) => Array.from({ length: count }, () => rows)

describe("a service that gives as many records as there are", () => {
  it.effect("is asked at most twice more on a wallet's first pull", () =>
    Effect.gen(function*() {
      const seen: Array<number> = []
      let seed = 0
      for (const rowsADay of [1, 3, 9, 25, 48]) {
        for (const order of orders) {
          for (const inside of habits) {
            if (!isTried(++seed)) continue
            const records = trafficOf(evenly(rowsADay).map((rows) => rows + ((seed - 1) % 3)), "wide", seed)
            const service: CappedService = { records, cap: 60, order, inside, seed }
            const { examined, report, requests } = yield* inFreshSink((sink) => pull(service, sink, { limit: 60 }))
            assert.deepStrictEqual([report.findings, report.notes], [[], []])
            assert.isAtMost(examined, 2)
            assert.strictEqual(report.requests, requests)
            seen.push(examined)
          }
        }
      }
      assert.include(seen, 2)
    }), { timeout: 120_000 })

  it.effect("is asked hardly more after that", () =>
    Effect.gen(function*() {
      const records = trafficOf(evenly(20), "wide", 1)
      let examined = 0
      let requests = 0
      // Fewer happen to examine nothing.
      for (let seed = 1; seed <= Math.max(cases(40), 5); seed++) {
        yield* inFreshSink((sink) =>
          Effect.gen(function*() {
            const service: CappedService = { records, cap: 60, order: "newest", seed }
            yield* pull(service, sink, { limit: 60, to: Option.some(addDays(first, 2)) })
            for (let day = 3; day < 13; day++) {
              const changes = { limit: 60, from: Option.none<Day>(), to: Option.some(addDays(first, day)) }
              const night = yield* pull(service, sink, changes)
              examined += night.examined
              requests += night.requests
            }
          }).pipe(Random.withSeed(seed))
        )
      }
      assert.isAbove(examined, 0)
      assert.isAtMost(examined / requests, 0.02, `${examined} of ${requests}`)
    }), { timeout: 120_000 })
})

describe("a cap that was found", () => {
  const service: CappedService = { records: trafficOf(evenly(4), "wide", 7), cap: 25, order: "newest", seed: 7 }

  it.effect("is told, and holds for the pulls that follow", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const to = Option.some(addDays(first, 19))
        const found = yield* pull(service, sink, { limit: 60, to })
        assert.deepStrictEqual(found.report.notes, [
          "The service gives 25 records at most, although 60 are asked for: answers with as many were asked for again " +
          "in smaller pieces."
        ])
        assert.deepStrictEqual(found.report.findings, [])
        // Twenty days of four rows at once.
        const later = yield* pull(service, sink, { limit: 60, from: Option.none() })
        assert.deepStrictEqual([later.missing, later.report.findings, later.examined], [[], [], 0])
      })
    ))

  const givers: ReadonlyArray<readonly [string, Partial<PullSettings["Service"]>]> = [
    ["a flag", {}],
    [
      "the wallet's settings",
      { from: Option.none(), wallets: [{ walletNo: wallet, currency: null, balances: [], from: first }] }
    ]
  ]
  it.effect.each(givers)(
    "is looked for where a run goes on behind a first one that was stopped, the first day given by %s",
    ([, given]) =>
      inFreshSink((sink) =>
        Effect.gen(function*() {
          const swept = { ...service, records: trafficOf(evenly(9), "swept", 7) }
          let commits = 0
          const stopping = Sink.of({
            ...sink,
            commit: (window) => commits++ === 0 ? sink.commit(window) : Effect.die("stopped")
          })
          // What the first run stores is whole; only then does the service begin to give fewer.
          yield* Effect.exit(pull({ ...swept, cap: 60 }, stopping, { limit: 60, ...given }))
          assert.isTrue(Option.isSome(yield* sink.watermark(wallet)))
          const { missing } = yield* pull(swept, sink, { limit: 60, ...given })
          assert.deepStrictEqual(missing, [])
        })
      )
  )

  it.effect("is looked for behind a first run that stopped early, however it did and whatever it had loaded", () =>
    Effect.gen(function*() {
      const wrong: Array<string> = []
      let number = 0
      for (const end of ["stopped", "down"] as const) {
        for (const balance of balances) {
          for (const order of orders) {
            for (const rows of [4, 9]) {
              for (const loaded of [1, 2, 3, 5, 8]) {
                for (const from of [Option.none<Day>(), Option.some(all.from)]) {
                  const seed = ++number
                  if (!isTried(seed)) continue
                  const capped = { records: trafficOf(evenly(rows), balance, seed), cap: 25, order, seed }
                  const { missing, report } = yield* inFreshSink((sink) =>
                    Effect.gen(function*() {
                      let commits = 0
                      const stopping = Sink.of({
                        ...sink,
                        commit: (window) => commits++ < loaded ? sink.commit(window) : Effect.die("stopped")
                      })
                      yield* end === "stopped"
                        ? Effect.exit(pull(capped, stopping, { limit: 60 }))
                        : Effect.exit(pull({ ...capped, answers: loaded }, sink, { limit: 60 }))
                      const begun = (yield* sink.windows(wallet)).length > 0
                      // A run that has nothing to ask tells nothing.
                      const idle = { limit: 60, from: Option.none<Day>(), to: Option.some(addDays(first, 1)) }
                      if (begun && seed % 2 === 1) yield* pull(capped, sink, idle)
                      return yield* pull(capped, sink, { limit: 60, from: begun ? from : Option.some(all.from) })
                    })
                  )
                  if (missing.length > 0 && report.findings.length === 0) {
                    wrong.push(
                      `seed ${seed}: ${missing.length} missing, ${end} behind ${loaded}, ${balance}, ${order}, ${rows} a day, from ${
                        Option.getOrUndefined(from)
                      }`
                    )
                  }
                }
              }
            }
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
    }))

  it.effect.each([false, true])(
    "keeps no wallet from getting on whose runs are all cut short, with unreadable records: %s",
    (isOdd) =>
      inFreshSink((sink) =>
        Effect.gen(function*() {
          const plain = trafficOf(evenly(4), "wide", 7)
          const records = isOdd
            ? plain.flatMap((record, index) =>
              index % 4 === 0 ? [record, { ...record, txnId: `odd ${index}`, amount: "1,250.00" }] : [record]
            )
            : plain
          const busy: CappedService = { records, cap: 60, order: "oldest", seed: 7, answers: 4 }
          const reached: Array<string | null> = []
          for (let night = 0; night < 6; night++) {
            const from = night === 0 ? Option.some(all.from) : Option.none<Day>()
            reached.push((yield* pull(busy, sink, { limit: 30, from })).report.watermark)
          }
          assert.strictEqual(reached.at(-1), formatDay(all.to), reached.join(" "))
        })
      )
  )

  it.effect("is told as not examined, and the wallet gets on, where the service refuses the days of a run that stopped early", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const honest: CappedService = { ...service, cap: 60 }
        const begun = yield* pull({ ...honest, answers: 4 }, sink, { limit: 60 })
        assert.isAbove(Date.parse(begun.report.watermark ?? ""), Date.parse("2024-01-18"))
        const later = yield* pull({ ...honest, refusesBefore: "2024-01-12" }, sink, { limit: 60, from: Option.none() })
        assert.deepStrictEqual([later.report.error, later.report.watermark], [null, formatDay(all.to)])
        assert.deepStrictEqual(later.report.findings.map(({ kind }) => kind), ["cap"])
        const next = yield* pull({ ...honest, refusesBefore: "2024-01-12" }, sink, { limit: 60, from: Option.none() })
        assert.deepStrictEqual([next.report.error, next.report.findings], [null, []])
      })
    ))

  it.effect("is remembered where no answer was read without a rejection", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        // A record a day that can't be read, and that moves no balance.
        const odd = trafficOf(evenly(4), "swept", 7).flatMap((record, index) =>
          index % 4 === 0 ? [record, { ...record, txnId: `odd ${index}`, amount: "1,250.00" }] : [record]
        )
        const changes = { limit: 60, to: Option.some(addDays(first, 19)) }
        yield* pull({ ...service, records: odd }, sink, changes)
        const later = yield* pull({ ...service, records: odd }, sink, { limit: 60, from: Option.none() })
        assert.deepStrictEqual([later.missing.filter((id) => !id.startsWith("odd")), later.examined], [[], 0])
      })
    ))

  it.effect("makes the days be loaded again that earlier runs loaded from answers with as many records", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        // The first days come whole; later the service begins to give fewer, which no examination happens to see.
        yield* pull({ ...service, cap: 60 }, sink, { limit: 60, to: Option.some(addDays(first, 9)) })
        const from = Option.some(addDays(first, 10))
        const unseen = yield* pull(service, sink, { limit: 60, from, to: Option.some(addDays(first, 25)) })
        assert.isAbove(unseen.missing.length, 0)
        const settings = { limit: 60, from: Option.some(addDays(first, -30)) }
        const seen = yield* pull(service, sink, settings)
        assert.deepStrictEqual([seen.missing, seen.report.findings], [[], []])
      })
    ))

  it.effect("names the days of a wallet whose pull had ended before, and has them loaded by the next", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const other = WalletNo.make("W-2")
        const counts = evenly(4).map((count, day) => (day === 0 ? 5 : count))
        const busy = { ...service, records: trafficOf(counts, "wide", 7) }
        // An earlier run loaded the first days from an answer with just as many records as the service gives later, and others
        // from one with more, which can't have been cut off by that.
        yield* pull({ ...busy, cap: 60 }, sink, { limit: 60, to: Option.some(addDays(first, 3)) })
        const to = Option.some(addDays(first, 25))
        yield* pull({ ...busy, cap: 60 }, sink, { limit: 60, from: Option.some(addDays(first, 4)), to })
        const wallets = [wallet, other].map((walletNo) => ({ walletNo, currency: null, balances: [] }))
        const changes = { limit: 60, wallets, from: Option.some(addDays(first, 26)) }
        const found = yield* pull(busy, sink, changes)
        const days = found.report.findings.map(({ from, kind, to }) => [kind, from, to])
        assert.deepStrictEqual(days, [["cap", "2024-01-01", "2024-01-04"]])
        const next = yield* pull(busy, sink, changes)
        assert.deepStrictEqual([next.missing, next.report.findings], [[], []])
      })
    ))

  it.effect("is looked for again behind a first run that stored a cut-off day only and was stopped", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const counts = evenly(4).map((count, day) => (day === 0 ? 26 : count))
        const busy = { ...service, records: trafficOf(counts, "wide", 7), order: "oldest" as const }
        let commits = 0
        const stopping = Sink.of({
          ...sink,
          commit: (window) => commits++ === 0 ? sink.commit(window) : Effect.die("stopped")
        })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(pull(busy, stopping, { limit: 60 }))))
        assert.deepStrictEqual([commits > 1, yield* sink.watermark(wallet)], [true, Option.none()])
        const { missing, report } = yield* pull(busy, sink, { limit: 100 })
        const later = busy.records.filter(({ date, txnId }) =>
          !date.startsWith("2024-01-01") && missing.includes(txnId)
        )
        assert.deepStrictEqual(later, [])
        assert.deepStrictEqual(report.truncatedDays, ["2024-01-01"])
      })
    ))

  it.effect("is given up in a run in which an answer holds more", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const counts = evenly(4).map((count, day) => (day === 30 ? 40 : count))
        const records = trafficOf(counts, "wide", 7)
        yield* pull({ ...service, records }, sink, { limit: 60, to: Option.some(addDays(first, 19)) })
        const honest = yield* pull({ ...service, records, cap: 60 }, sink, { limit: 60 })
        assert.deepStrictEqual([honest.missing, honest.report.findings], [[], []])
      })
    ))
})

const quiet = (last: ReadonlyArray<number>) => [...Array.from({ length: days - last.length }, () => 4), ...last]

describe("a cap of a service whose days begin at another hour", () => {
  it.effect("is found where the part that is asked for again holds all that the answer held", () =>
    Effect.gen(function*() {
      const wrong: Array<string> = []
      let number = 0
      for (const last of [[9, 1, 6, 2], [6, 6, 3, 1], [9, 9, 1, 1]]) {
        for (const dayStart of [-9, -6, -3, 3, 6, 9, 12]) {
          for (const order of orders) {
            if (!isTried(++number)) continue
            // The rows of the last day come just after midnight, so that they are the day before's to the service.
            const records = trafficOf(quiet(last), "wide", 11).map((record, index, { length }) =>
              index < length - (last.at(-1) ?? 0)
                ? record
                : { ...record, date: `${record.date.slice(0, 10)} 0${length - index > 1 ? 1 : 2}:00:00 AM` }
            )
            const service = { records, cap: 15, order, seed: 11, dayStart }
            const { missing, report } = yield* firstPull(service, { limit: 500 })
            if (missing.length > 0 && report.findings.length === 0) wrong.push(`${last} ${dayStart} h ${order}`)
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
    }))
})

describe("an answer of a later pull that looks cut off", () => {
  it.effect.each(["newest", "oldest"] as const)(
    "is examined, and a cap found by it, with the %s first",
    (order) =>
      inFreshSink((sink) =>
        Effect.gen(function*() {
          const records = trafficOf(Array.from({ length: days }, () => 6), "swept", 3)
          const changes = { limit: 300, dateBounds: "inclusive" as const }
          yield* pull({ records, cap: 300, order, seed: 3 }, sink, { ...changes, to: Option.some(addDays(first, 9)) })
          const later = yield* pull({ records, cap: 100, order, seed: 3 }, sink, {
            ...changes,
            from: Option.some(addDays(first, 8))
          })
          assert.deepStrictEqual(later.missing, [])
          assert.include(later.report.notes.join(" "), "gives 100 records at most")
        })
      )
  )
})

describe("a single day above the cap", () => {
  it.effect("is a blind spot, and told as one", () =>
    Effect.gen(function*() {
      const records = trafficOf([130], "wide", 3)
      const changes = { limit: 300, to: Option.some(first), dateBounds: "inclusive" as const }
      const { missing, report } = yield* firstPull({ records, cap: 100, order: "newest", seed: 3 }, changes)
      assert.deepStrictEqual([missing.length, report.findings.length], [30, 0])
      assert.deepStrictEqual(report.notes, [
        "All 100 records of an answer stand on one day: that the service gives no more than that at once can't be ruled out."
      ])
    }))
})

describe("rows that come while a pull goes on", () => {
  it.effect("are no cap: they are loaded", () =>
    inFreshSink((sink) =>
      Effect.gen(function*() {
        const records = trafficOf(evenly(1), "wide", 5)
        const late = records.filter((_, index) => index !== 20)
        const service: CappedService = { records: late, later: records, cap: 60, order: "newest", seed: 5 }
        const { missing, report } = yield* pull(service, sink, { limit: 60 })
        assert.deepStrictEqual([missing, report.findings, report.notes], [[], [], []])
      })
    ))
})
