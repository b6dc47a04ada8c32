/**
 * What an answer shows of a day that it was not asked for is stored or told, wherever that day stands: to be asked for yet, loaded by
 * another plan of the same run, or stored long before.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { addDays } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { countsOf } from "../../src/pipeline/countsOf.ts"
import { DroppedAnswers } from "../../src/pipeline/DroppedAnswers.ts"
import { droppedFindings } from "../../src/pipeline/droppedFindings.ts"
import { fetchWindows } from "../../src/pipeline/fetchWindows.ts"
import { noteAnswer } from "../../src/pipeline/KnownAnswer.ts"
import { answerOf, holdAgainst } from "../../src/pipeline/neighbours.ts"
import { prepare } from "../../src/pipeline/WalletPull.ts"
import * as Density from "../../src/plan/Density.ts"
import * as Plan from "../../src/plan/Plan.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { dayOf, first, inWorld, type Shows, type World } from "../kit/nights.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

/** Six rows a day, which come and go in pairs. */
const traffic = trafficOf(Array.from({ length: 34 }, () => 6), "toggling", 7)

/** Two rows of a day. */
const pairOf = (day: number, place = 0): ReadonlySet<string> => new Set([`D${day}-${place}`, `D${day}-${place + 1}`])

/** Shows all but the pair, and that in the answer to one request. */
const onceOnly = (pair: ReadonlySet<string>, only: number): Shows => ({ txnId }, { times }) =>
  !pair.has(txnId) || times === only

const without = (pair: ReadonlySet<string>): Shows => ({ txnId }) => !pair.has(txnId)

const isToldOf = (findings: WalletReport["findings"], day: number): boolean =>
  findings.some(({ from, to }) => from !== null && to !== null && from <= dayOf(day) && dayOf(day) <= to)

/** Rows of the pair that the last pull has seen and that are not stored, though nothing is said of their day. */
const untold = Effect.fnUntraced(
  function*({ missing, seen }: World, pair: ReadonlySet<string>, day: number, { findings }: WalletReport) {
    const names = [...seen()].filter((name) => pair.has(name.split(" ")[0] ?? ""))
    const isTold = isToldOf(findings, day)
    const lost = (yield* missing(33)).filter((name) => names.includes(name))
    return { wasSeen: names.length > 0, lost: isTold ? [] : lost }
  }
)

/** A window of a known answer, which shows a day more than it is about. */
const windowOf = (from: number, to: number, run: string | undefined, shows: (id: string) => boolean) => {
  const page = pageOf(
    { walletNo: wallet, fromDate: dayOf(from), toDate: dayOf(to + 1), limit: 5000 },
    traffic.filter(({ date, txnId }) => date >= dayOf(from) && date < dayOf(to + 2) && shows(txnId))
  )
  const days = { from: addDays(first, from), to: addDays(first, to) }
  const { sha256 } = page.records
  const known = {
    rules: "",
    sha256: sha256 ?? "",
    received: page.records.count,
    outside: 0,
    duplicates: 0,
    ...(run === undefined ? {} : { run }),
    entry: { days, truncated: false, record: null, answer: null }
  }
  return noteAnswer(
    { runId: "now", walletNo: wallet, days, complete: true, lastSettledDay: addDays(first, 30), asked: days, page },
    { counts: countsOf(page), known }
  )
}

/** Whether a window lacks what another one shows, by the runs that their answers are known from. */
const isLacking = (one: string | undefined, other: string | undefined) =>
  holdAgainst(
    new DroppedAnswers(),
    windowOf(10, 14, one, (id) => !pairOf(12).has(id)),
    answerOf(windowOf(5, 12, other, () => true))
  )

describe("a row of another day than those that were asked for", () => {
  it.effect.each([14, 15, 16])("of day %i, by a part of the largest answer alone", (day) =>
    Effect.gen(function*() {
      let seen = 0
      const pair = pairOf(day)
      for (const dateBounds of ["unknown", "inclusive"] as const) {
        for (let only = 1; only <= 5; only++) {
          yield* inWorld(() => Sink.layerMemory, traffic, (world) =>
            Effect.gen(function*() {
              yield* world.pull({ night: 30, from: 15, to: 20, dateBounds }, without(pair))
              const report = yield* world.pull({ night: 30, from: 0, to: 14, dateBounds }, onceOnly(pair, only))
              const { lost, wasSeen } = yield* untold(world, pair, day, report)
              assert.deepStrictEqual(lost, [], `${dateBounds}, request ${only}`)
              if (wasSeen) seen++
            }))
        }
      }
      assert.isAbove(seen, 0)
    }))

  for (const how of ["fails", "lasts"] as const) {
    it.effect.each([15, 16])(
      `of day %i, by a part of an answer that is not examined to its end (${how})`,
      (day) =>
        Effect.gen(function*() {
          let seen = 0
          const pair = pairOf(day)
          for (const dateBounds of ["unknown", "inclusive"] as const) {
            for (let only = 1; only <= 5; only++) {
              for (let last = only + 1; last <= 7; last++) {
                yield* inWorld(() => Sink.layerMemory, traffic, (world) =>
                  Effect.gen(function*() {
                    yield* world.pull({ night: 30, from: 15, to: 20, dateBounds }, without(pair))
                    const night = { night: 30, from: 0, to: 14, dateBounds, [how]: last }
                    const report = yield* world.pull(night, onceOnly(pair, only))
                    const { lost, wasSeen } = yield* untold(world, pair, day, report)
                    assert.deepStrictEqual(lost, [], `${dateBounds}, request ${only}, ${how} ${last}`)
                    if (wasSeen) seen++
                  }))
              }
            }
          }
          assert.isAbove(seen, 0)
        })
    )

    it.effect(`that has other contents, when its day is not answered for once more (${how})`, () =>
      Effect.gen(function*() {
        for (const spread of [1, 2, 4, 6]) {
          for (let last = 2; last <= 5; last++) {
            yield* inWorld(() => Sink.layerMemory, traffic, (world) =>
              Effect.gen(function*() {
                yield* world.pull({ night: 30, from: 0 })
                const isOther = ({ txnId }: Pick<StatementRecord, "txnId">): boolean => {
                  const day = Number(txnId.slice(1).split("-")[0])
                  return day <= 14 && day > 14 - spread
                }
                world.change((records) =>
                  records.map((record) =>
                    isOther(record) ? { ...record, description: `${record.description} anew` } : record
                  )
                )
                const report = yield* world.pull({ night: 30, from: 15, to: 20, [how]: last })
                const shown = [...world.seen()].filter((name) => name.endsWith("anew")).map((name) => name.slice(1, 3))
                const old = (yield* world.rows).filter((row) => isOther(row) && !row.description.endsWith("anew"))
                  .map(({ txnId }) => txnId.slice(1, 3))
                const untold = old.filter((day) => shown.includes(day) && !isToldOf(report.findings, Number(day)))
                assert.deepStrictEqual(untold, [], `${spread} days, ${how} ${last}`)
              }))
          }
        }
      }))
  }

  it.effect.each([12, 13])("of day %i, which the same run loads since it never was", (day) =>
    Effect.gen(function*() {
      let seen = 0
      const pair = pairOf(day, 4)
      for (const limit of [5000, 20]) {
        for (let only = 1; only <= 4; only++) {
          yield* inWorld(() => Sink.layerMemory, traffic, (world) =>
            Effect.gen(function*() {
              yield* world.pull({ night: 30, from: 14, to: 15, limit }, without(pair))
              yield* world.pull({ night: 30, from: 0, to: 4, limit }, without(pair))
              const report = yield* world.pull({ night: 30, begins: 0, to: 22, limit }, onceOnly(pair, only))
              const { lost, wasSeen } = yield* untold(world, pair, day, report)
              assert.deepStrictEqual(lost, [], `limit ${limit}, request ${only}`)
              if (wasSeen) seen++
            }))
        }
      }
      assert.isAbove(seen, 0)
    }))

  it.effect("that only the search for the wallet's first day has shown", () =>
    inWorld(() => Sink.layerMemory, traffic, (world) =>
      Effect.gen(function*() {
        const pair = pairOf(24, 4)
        const report = yield* world.pull({ night: 30 }, onceOnly(pair, 2))
        assert.deepStrictEqual(yield* untold(world, pair, 24, report), { wasSeen: true, lost: [] })
      })))

  it.effect("that its plan comes to behind a day that is asked for once more", () =>
    inWorld(() => Sink.layerMemory, traffic, (world) =>
      Effect.gen(function*() {
        const pair = pairOf(13)
        const night = { night: 30, dayStart: 3 }
        yield* world.pull({ ...night, from: 0 }, without(pair))
        // What is stored of a later day is outdated: that day is asked for at once.
        world.change((records) =>
          records.map((record) =>
            /^D1[567]-/.test(record.txnId) ? { ...record, description: `${record.description} anew` } : record
          )
        )
        const report = yield* world.pull({ ...night, from: 11, to: 14, limit: 19 }, onceOnly(pair, 1))
        assert.deepStrictEqual(yield* untold(world, pair, 13, report), { wasSeen: true, lost: [] })
      })))

  it.effect("that lies behind the end of the pull, as days do that are asked for again", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
      const pair = pairOf(24)
      let requests = 0
      const service = Statement.layerTest((request) =>
        Effect.sync(() => {
          requests++
          const shown = traffic.filter(({ date, txnId }) =>
            date.slice(0, 10) >= request.fromDate && date.slice(0, 10) <= request.toDate &&
            (requests === 1 || !pair.has(txnId))
          )
          return pageOf(request, shown.toReversed().slice(0, request.limit))
        })
      )
      const days = { from: addDays(first, 20), to: addDays(first, 26) }
      yield* Effect.gen(function*() {
        const pull = yield* Effect.fromNullishOr(yield* prepare("run", wallet))
        // Half as many rows as there are were counted, so that the first answer is full.
        const counts = new Map(Array.from({ length: 7 }, (_, index) => [addDays(days.from, index), 3] as const))
        const density = Density.fromStored(counts, days)
        const plan = Plan.start({ period: days, limit: 20, habit: pull.days.habit, density })
        const windows = yield* Stream.runCollect(fetchWindows({ ...pull, plan, examined: "done" }))
        assert.deepStrictEqual(droppedFindings(wallet, pull.dropped).map(({ from }) => from), [dayOf(24)])
        assert.deepStrictEqual(windows.flatMap(({ days, only }) => only === undefined ? [] : [days.from - first]), [24])
      }).pipe(
        Effect.provide(service),
        Effect.provideService(
          PullSettings,
          pullSettings({
            from: Option.some(first),
            to: Option.some(addDays(first, 5)),
            limit: 20,
            dateBounds: "unknown"
          })
        ),
        Effect.provide(Sink.layerMemory)
      )
    }))

  it.effect.each([12, 14, 15, 17])(
    "of day %i, by an answer that was there before another pull loaded it",
    (to) =>
      Effect.gen(function*() {
        let seen = 0
        const pair = pairOf(to)
        for (const limit of [5000, 100, 80, 60, 40, 30, 20, 16]) {
          for (const from of [to + 1, 0]) {
            yield* inWorld(() => Sink.layerMemory, traffic, (world) =>
              Effect.gen(function*() {
                const night = { night: 30, begins: 0, limit }
                // Answers for later days show the pair, each time in the same bytes.
                const behind: Shows = ({ txnId }) =>
                  !pair.has(txnId) || (world.requests().at(-1)?.fromDate ?? "") >= dayOf(to - 1)
                yield* world.pull({ ...night, from: to + 1, to: 25 }, behind)
                yield* world.pull({ ...night, from: 0, to }, without(pair))
                const report = yield* world.pull({ ...night, from, to: 25 }, behind)
                const { lost, wasSeen } = yield* untold(world, pair, to, report)
                assert.deepStrictEqual(lost, [], `limit ${limit}, from ${from}`)
                if (wasSeen) seen++
              }))
          }
        }
        assert.isAbove(seen, 0)
      })
  )

  it("that one of two known answers shows, unless both were committed in one run", () => {
    assert.isTrue(isLacking("monday", "tuesday"))
    assert.isTrue(isLacking(undefined, undefined))
    assert.isFalse(isLacking("monday", "monday"))
  })

  it.effect.each([16, 20, 24])(
    "of day %i, stored before, when the service fails before it is asked for again",
    (day) =>
      inWorld(() => Sink.layerMemory, traffic, (world) =>
        Effect.gen(function*() {
          const pair = pairOf(day)
          yield* world.pull({ night: 30, from: 0 }, without(pair))
          const report = yield* world.pull({ night: 30, from: 15, to: 25, limit: 66, fails: 2 }, onceOnly(pair, 1))
          assert.isNotNull(report.error)
          assert.deepStrictEqual(yield* untold(world, pair, day, report), { wasSeen: true, lost: [] })
          assert.deepStrictEqual(yield* world.missing(29), [])
          assert.include(report.findings.map(({ from, kind }) => `${kind} ${from}`), `cut-off-day ${dayOf(day)}`)
        }))
  )

  it.effect.each([16, 20, 24])(
    "of day %i, stored before, when the run's time is over before it is asked for again",
    (day) =>
      inWorld(() => Sink.layerMemory, traffic, (world) =>
        Effect.gen(function*() {
          const pair = pairOf(day)
          yield* world.pull({ night: 30, from: 0 }, without(pair))
          const report = yield* world.pull({ night: 30, from: 15, to: 25, limit: 66, lasts: 2 }, onceOnly(pair, 1))
          assert.include(report.error ?? "", "The run took longer than 3600 s")
          assert.deepStrictEqual(yield* untold(world, pair, day, report), { wasSeen: true, lost: [] })
          assert.deepStrictEqual(yield* world.missing(29), [])
          assert.include(report.findings.map(({ from, kind }) => `${kind} ${from}`), `cut-off-day ${dayOf(day)}`)
        }))
  )
})
