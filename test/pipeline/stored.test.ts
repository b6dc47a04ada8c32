/**
 * A law across nights: what an answer shows of a day that an earlier run loaded is stored in the end, or the run says so; and an
 * empty answer that others contradict is not believed.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { dayOf, inWorld, type Shows } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"
import { random } from "../plan/service.ts"

const days = 30
const balances = ["wide", "toggling", "swept"] as const
const trafficWith = (perDay: number, balance: (typeof balances)[number]) =>
  trafficOf(Array.from({ length: days + 4 }, () => perDay), balance, 7)

const withoutOne: Shows = ({ txnId }) => txnId !== "D9-2"

describe.each(sinksOfNights())("what an answer shows of days that earlier runs loaded, in %s", (_, sinkAt) => {
  it.effect("is stored when two rows that sum to nothing turn up on a day that is asked for as a margin only", () => {
    const late = new Set(["D26-2", "D26-3"])
    return inWorld(sinkAt, trafficWith(6, "toggling"), ({ missing, pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 }, ({ txnId }) => !late.has(txnId))
        assert.strictEqual((yield* missing(26)).length, 2)
        const report = yield* pull({ night: days })
        assert.deepStrictEqual([yield* missing(29), report.findings], [[], []])
        assert.isAtMost(requests().length, 2)
      }))
  })

  it.effect("is stored when a row of such a day has other contents now", () =>
    inWorld(sinkAt, trafficWith(6, "wide"), ({ change, missing, pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 })
        change((records) =>
          records.map((record) => (record.txnId === "D26-3" ? { ...record, description: "KES1 put right" } : record))
        )
        assert.strictEqual((yield* missing(29)).length, 1)
        const report = yield* pull({ night: days })
        assert.deepStrictEqual([yield* missing(29), report.findings], [[], []])
      })))

  it.effect("is not followed through a whole history of which every row has other contents now", () =>
    inWorld(sinkAt, trafficWith(6, "wide"), ({ change, pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 })
        change((records) => records.map((record) => ({ ...record, description: `${record.description} anew` })))
        const report = yield* pull({ night: days })
        assert.isAtMost(requests().length, 8)
        assert.include(report.findings.map(({ kind }) => kind), "dropped")
      })))

  it.effect("is followed from day to day when the service had lagged behind", () =>
    inWorld(sinkAt, trafficWith(6, "swept"), ({ missing, pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: days - 1, from: 0 }, ({ date }) => date.slice(0, 10) < dayOf(days - 8))
        assert.strictEqual((yield* missing(days - 2)).length, 6 * 7)
        const report = yield* pull({ night: days })
        assert.deepStrictEqual([yield* missing(29), report.findings], [[], []])
      })))

  it.effect("is asked for again where a gap is far behind, until that closes", () =>
    inWorld(sinkAt, trafficWith(6, "wide"), ({ missing, pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 }, withoutOne)
        const open = yield* pull({ night: days + 1 }, withoutOne)
        assert.deepStrictEqual([open.findings.map(({ kind }) => kind), requests().length], [["gap"], 2])
        assert.include(open.findings[0]?.explanation ?? "", `pull --wallet W-1 --from ${dayOf(9)} --to ${dayOf(9)}`)
        const closed = yield* pull({ night: days + 2 })
        assert.deepStrictEqual([yield* missing(days + 1), closed.findings], [[], []])
      })))

  it.effect("is kept when the service fails before the day can be loaded again, and its day is open until then", () => {
    const late = new Set(["D26-2", "D26-3"])
    return inWorld(sinkAt, trafficWith(6, "toggling"), ({ missing, pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 }, ({ txnId }) => !late.has(txnId))
        const failed = yield* pull({ night: days, fails: 2 })
        assert.isNotNull(failed.error)
        assert.deepStrictEqual([yield* missing(29), failed.truncatedDays], [[], [dayOf(26)]])
        const report = yield* pull({ night: days })
        assert.deepStrictEqual([yield* missing(29), report.findings], [[], []])
      }))
  })

  it.effect("costs no request when it is stored", () =>
    inWorld(sinkAt, trafficWith(6, "wide"), ({ pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 })
        yield* pull({ night: days + 1 })
        assert.strictEqual(requests().length, 1)
      })))
})

describe.each(sinksOfNights())("a cut-off answer for a day behind those asked for, in %s", (_, sinkAt) => {
  it.effect.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "hides no row that it alone has shown: number %s shows it",
    (only) =>
      inWorld(sinkAt, trafficWith(6, "toggling"), ({ missing, pull, seen }) =>
        Effect.gen(function*() {
          const [late, shownOnce] = [new Set(["D13-4", "D13-5"]), new Set(["D13-2", "D13-3"])]
          yield* pull({ night: days, from: 0, limit: 10 }, ({ txnId }) => !late.has(txnId) && !shownOnce.has(txnId))
          const report = yield* pull(
            { night: days, from: 10, to: 12, limit: 10 },
            ({ txnId }, { times }) => !shownOnce.has(txnId) || times === only
          )
          const lost = (yield* missing(days - 1)).filter((name) => seen().has(name))
          const told = report.findings.map(({ from }) => from)
          assert.isTrue(lost.length === 0 || told.includes(dayOf(13)), lost.join(", "))
        }))
  )
})

describe.each(sinksOfNights())("an empty answer, in %s", (_, sinkAt) => {
  for (const balance of balances) {
    for (const dateBounds of ["unknown", "inclusive"] as const) {
      for (const times of [1, 2, 3]) {
        it.effect(`is not believed in a first pull: number ${times}, ${balance}, bounds ${dateBounds}`, () =>
          inWorld(sinkAt, trafficWith(40, balance), ({ missing, pull }) =>
            Effect.gen(function*() {
              const report = yield* pull(
                { night: days, from: 0, dateBounds, limit: 500 },
                (__, asked) => asked.times !== times
              )
              assert.deepStrictEqual([yield* missing(29), report.findings], [[], []])
            })))
      }
    }
    for (const dateBounds of ["unknown", "inclusive"] as const) {
      it.effect(`of a whole history is put right when the next night shows rows, ${balance}, bounds ${dateBounds}`, () =>
        inWorld(sinkAt, trafficWith(4, balance), ({ missing, pull, requests }) =>
          Effect.gen(function*() {
            const empty = yield* pull({ night: days, from: 0, dateBounds }, () => false)
            assert.strictEqual(empty.rows.inserted, 0)
            const report = yield* pull({ night: days + 1, dateBounds })
            assert.deepStrictEqual([yield* missing(days), report.findings], [[], []])
            assert.isAtMost(requests().length, 4)
          })))
    }
  }

  for (const balance of balances) {
    it.effect(`or several, wherever they come, hide no row that another answer has shown, ${balance}`, () =>
      Effect.forEach(
        [4],
        (seed) =>
          inWorld(() => Sink.layerMemory, trafficWith(3, balance), ({ missing, pull, seen }) =>
            Effect.gen(function*() {
              const next = random(seed)
              const limit = [5, 8, 12, 40][seed % 4] ?? 5
              const empty = Array.from({ length: 400 }, () => next() < 0.3)
              const report = yield* pull({ night: days, from: 0, limit }, (__, { times }) => empty[times] !== true)
              if (report.findings.length > 0) return
              assert.deepStrictEqual((yield* missing(29)).filter((id) => seen().has(id)), [], `seed ${seed}`)
            })),
        { discard: true }
      ))
  }

  it.effect("of a wallet without rows costs one request more, once", () =>
    inWorld(sinkAt, [], ({ pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 0 })
        assert.strictEqual(requests().length, 2)
        yield* pull({ night: days + 1 })
        assert.strictEqual(requests().length, 1)
      })))
})

const contradictions = ({ findings }: WalletReport) => findings.filter(({ kind }) => kind === "contradiction")

describe.each(sinksOfNights())("a time zone, in %s", (_, sinkAt) => {
  it.effect("that is not the one that earlier days were read by is told every night, until they are loaded again", () =>
    inWorld(sinkAt, trafficWith(6, "wide"), ({ pull }) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(contradictions(yield* pull({ night: days, from: 0 })), [])
        for (const night of [days, days + 1]) {
          const told = contradictions(yield* pull({ night, zone: "Europe/London" })).find(({ from }) => from !== null)
          assert.deepStrictEqual([told?.from, told?.explanation.includes("Europe/London, 3 h apart")], [dayOf(0), true])
        }
        yield* pull({ night: days + 1, from: 0 })
        assert.deepStrictEqual((yield* pull({ night: days + 2 })).findings, [])
      })))

  it.effect("in which rows would be of a time to come is told", () =>
    inWorld(sinkAt, trafficWith(48, "wide"), ({ pull }) =>
      Effect.gen(function*() {
        const [told] = contradictions(yield* pull({ night: days, from: 0, zone: "America/New_York" }))
        assert.match(told?.explanation ?? "", /up to 7 h .*TIME_ZONE=America\/New_York/)
        assert.deepStrictEqual(contradictions(yield* pull({ night: days, from: 0 })), [])
      })))
})

describe.each(sinksOfNights())("days that were never asked for, in %s", (_, sinkAt) => {
  it.effect("are told every night, until they are loaded", () =>
    inWorld(sinkAt, trafficWith(6, "swept"), ({ missing, pull }) =>
      Effect.gen(function*() {
        yield* pull({ night: days, from: 20 })
        yield* pull({ night: days, from: 0, to: 5 })
        const report = yield* pull({ night: days + 1 })
        const told = report.findings.filter(({ kind }) => kind === "gap")
        assert.deepStrictEqual(told.map(({ from, to }) => [from, to]), [[dayOf(6), dayOf(19)]])
        assert.include(told[0]?.explanation ?? "", `--from ${dayOf(6)} --to ${dayOf(19)}`)
        yield* pull({ night: days + 1, from: 6, to: 19 })
        const whole = yield* pull({ night: days + 2 })
        assert.deepStrictEqual([yield* missing(days), whole.findings], [[], []])
      })))
})

describe.each(sinksOfNights())("days to come that a pull asks for, in %s", (_, sinkAt) => {
  it.effect("are told, and are loaded by the next pull, or told as never loaded", () =>
    inWorld(sinkAt, trafficWith(6, "toggling"), ({ missing, pull }) =>
      Effect.gen(function*() {
        const ahead = yield* pull({ night: 10, from: 0, to: 25 }, ({ date }) => date < dayOf(10))
        assert.deepStrictEqual(ahead.notes, [
          `${
            dayOf(25)
          }, up to which it was asked for, has not come yet: days that are not over do not count as loaded until a pull ` +
          "behind them has asked for them again"
        ])
        assert.deepStrictEqual(ahead.findings, [])
        const beyond = yield* pull({ night: days, from: 28 })
        const told = beyond.findings.map(({ explanation, from, kind, to }) => [kind, from, to, explanation])
        assert.deepStrictEqual(told, [[
          "gap",
          dayOf(10),
          dayOf(27),
          "These days were never loaded, or not over when they were asked for, and days before and behind them were: " +
          `\`wallet-statement pull --wallet W-1 --from ${dayOf(10)} --to ${dayOf(27)}\` loads them.`
        ]])
        assert.notStrictEqual(beyond.proofs[0]?.to, dayOf(days - 1))
        const whole = yield* pull({ night: days })
        assert.deepStrictEqual([yield* missing(days - 1), whole.findings, whole.notes], [[], [], []])
      })))
})

describe.each(sinksOfNights())("days that runs left before they were loaded, in %s", (_, sinkAt) => {
  for (const how of ["fails", "lasts"] as const) {
    for (
      const [beginning, ofFirst, ofEach] of [
        ["are searched for", {}, {}],
        ["are named by the settings", {}, { begins: 0 }],
        ["were named once", { from: 0 }, {}]
      ] as const
    ) {
      it.effect(`are loaded by the next run, when the first to load ${beginning} and its request ${how}`, () =>
        Effect.gen(function*() {
          const last = { isCut: true }
          for (let cut = 1; last.isCut; cut++) {
            for (const cutAgain of [1, 4]) {
              yield* inWorld(sinkAt, trafficWith(6, "wide"), ({ missing, pull, requests }) =>
                Effect.gen(function*() {
                  yield* pull({ ...ofEach, night: days, limit: 40, [how]: cut, ...ofFirst })
                  last.isCut = requests().length === cut
                  yield* pull({ ...ofEach, night: days + 1, limit: 40, [how]: cutAgain })
                  const report = yield* pull({ ...ofEach, night: days + 2, limit: 40 })
                  assert.deepStrictEqual([yield* missing(days + 1), report.findings], [[], []], `${cut}, ${cutAgain}`)
                }))
            }
          }
        }))
    }
  }
})
