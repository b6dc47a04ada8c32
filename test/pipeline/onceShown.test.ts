/**
 * What one answer of a run alone has shown is stored or told, also where the answer was of the search for the first day, or the run ends
 * early; and nothing is told of days that are whole.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { dayOf, inWorld, type Shows, type World } from "../kit/nights.ts"
import { wallet } from "../kit/pullSettings.ts"

const inMemory = () => Sink.layerMemory

const trafficWith = (perDay: number) => trafficOf(Array.from({ length: 34 }, () => perDay), "toggling", 7)

const traffic = trafficWith(6)

const ends = ["fails", "lasts"] as const

const anew = (record: StatementRecord): StatementRecord => ({ ...record, description: `${record.description} anew` })
const isAnew = ({ description }: Pick<StatementRecord, "description">): boolean => description.endsWith(" anew")

describe("rows long before the others, which the search for the first day has shown at its margin", () => {
  const sparse = trafficOf(
    Array.from({ length: 34 }, (_, day) => (day >= 26 ? 6 : day === 9 ? 2 : 0)),
    "toggling",
    7
  )
  for (const hidden of [[], [3], [3, 13], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]]) {
    it.effect(`are loaded, with these requests that do not show them: ${hidden.join() || "none"}`, () =>
      inWorld(inMemory, sparse, (world) =>
        Effect.gen(function*() {
          const report = yield* world.pull(
            { night: 30 },
            ({ txnId }, { times }) => !txnId.startsWith("D9-") || !hidden.includes(times)
          )
          const seen = [...world.seen()].filter((name) => name.startsWith("D9-"))
          assert.isAbove(seen.length, 0)
          assert.deepStrictEqual((yield* world.missing(29)).filter((name) => seen.includes(name)), [])
          assert.include(report.notes.join(), `first row on ${dayOf(9)}`)
        })))
  }
})

describe("stored rows of an open day that the first answer shows and the one for their day leaves out", () => {
  it.effect("stay, and the day is open and told", () =>
    inWorld(inMemory, traffic, (world) =>
      Effect.gen(function*() {
        const [late, pair] = [new Set(["D26-0", "D26-1"]), new Set(["D26-2", "D26-3"])]
        yield* world.pull({ night: 30, from: 0 }, ({ txnId }) => !late.has(txnId))
        const failed = yield* world.pull({ night: 30, fails: 2 })
        assert.deepStrictEqual([yield* world.missing(29), failed.truncatedDays], [[], [dayOf(26)]])
        const report = yield* world.pull({ night: 30 }, ({ txnId }, { times }) => !pair.has(txnId) || times === 1)
        assert.deepStrictEqual([yield* world.missing(29), report.truncatedDays], [[], [dayOf(26)]])
        const told = report.findings.filter(({ kind }) => kind === "dropped")
        assert.deepStrictEqual(told.map(({ from }) => from), [dayOf(26)])
        assert.match(told[0]?.explanation ?? "", /^2 records were .* what was there is kept, and/)
        const next = yield* world.pull({ night: 30 })
        assert.deepStrictEqual([yield* world.missing(29), next.findings, next.truncatedDays], [[], [], []])
      })))
})

const undatedId = "UNDATED"
const onlyIn = (only: number): Shows => ({ txnId }, { times }) => txnId !== undatedId || times === only
const shown = ({ seen }: World): boolean => [...seen()].some((name) => name.startsWith(undatedId))
const kept = ({ sink }: World) => Effect.map(sink.quarantined(Option.some(wallet)), (records) => records.length)

describe("a record without a readable date that one answer alone showed", () => {
  const undated: StatementRecord = { ...(traffic[40] as StatementRecord), txnId: undatedId, date: "soon" }
  const records = [...traffic, undated]

  it.effect.each([1, 2, 3, 4, 5])(
    "is kept when that was number %i of a first pull",
    (only) =>
      inWorld(inMemory, records, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 30 }, onlyIn(only))
          assert.deepStrictEqual([shown(world), yield* kept(world)], [true, 1])
        }))
  )

  for (const how of ends) {
    it.effect(`is kept when that was a part by which another one is examined, and its examination ends early (${how})`, () =>
      inWorld(inMemory, records, (world) =>
        Effect.gen(function*() {
          const report = yield* world.pull({ night: 30, from: 0, to: 14, [how]: 3 }, onlyIn(2))
          assert.isNotNull(report.error)
          assert.deepStrictEqual([shown(world), yield* kept(world)], [true, 1])
        })))

    it.effect(`is kept when that was dropped, was for stored days and the run ends early (${how})`, () =>
      inWorld(inMemory, records, (world) =>
        Effect.gen(function*() {
          yield* world.pull(
            { night: 30, from: 0 },
            (record, asked) => onlyIn(0)(record, asked) && !["D18-4", "D18-5"].includes(record.txnId)
          )
          const report = yield* world.pull({ night: 30, from: 15, to: 25, limit: 66, [how]: 2 }, onlyIn(1))
          assert.isNotNull(report.error)
          assert.deepStrictEqual([shown(world), yield* kept(world)], [true, 1])
        })))

    it.effect(`loads no day when the run ends before any is loaded (${how})`, () =>
      inWorld(inMemory, records, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 30, from: 0, limit: 40, [how]: 2 }, onlyIn(1))
          assert.deepStrictEqual([shown(world), yield* kept(world)], [true, 0])
          const next = yield* world.pull({ night: 30, limit: 40 }, onlyIn(1))
          assert.deepStrictEqual([yield* world.missing(29), yield* kept(world), next.error], [[], 1, null])
        })))
  }
})

describe("other contents of a stored row that a dropped answer alone showed before the run ends early", () => {
  for (const how of ends) {
    it.effect.each([16, 20, 24])(`are told, of day %i (${how})`, (day) => {
      const id = `D${day}-2`
      // So that the first answer is full: rows that came late, on another day.
      const late = new Set(["D18-4", "D18-5"])
      const records = traffic.flatMap((record) => (record.txnId === id ? [record, anew(record)] : [record]))
      return inWorld(inMemory, records, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 30, from: 0 }, (record) => !late.has(record.txnId) && !isAnew(record))
          const report = yield* world.pull(
            { night: 30, from: 15, to: 25, limit: 66, [how]: 2 },
            (record, { times }) => record.txnId !== id || isAnew(record) === (times === 1)
          )
          assert.isNotNull(report.error)
          assert.isTrue([...world.seen()].some((name) => name.startsWith(`${id} `) && name.endsWith("anew")))
          assert.include(report.findings.map(({ from }) => from), dayOf(day))
          const next = yield* world.pull({ night: 31 }, (record) => record.txnId !== id || isAnew(record))
          assert.isTrue((yield* world.rows).filter((row) => row.txnId === id).every(isAnew))
          assert.deepStrictEqual(next.findings, [])
        }))
    })
  }
})

describe("a whole window that waits when a day beside it can't be asked for once more", () => {
  for (const how of ends) {
    it.effect(`is no cut-off day (${how})`, () =>
      Effect.gen(function*() {
        const [late, lacked] = [new Set(["D18-0", "D18-1"]), new Set(["D17-10", "D17-11"])]
        let seen = 0
        for (let last = 3; last <= 8; last++) {
          yield* inWorld(inMemory, trafficWith(24), (world) =>
            Effect.gen(function*() {
              const night = { night: 30, dayStart: 3 }
              yield* world.pull({ ...night, from: 0 }, ({ txnId }) => !late.has(txnId))
              // What the answer for day 18 shows of day 17 is more than that day's own answer.
              const shows: Shows = ({ txnId }, { times }) =>
                !lacked.has(txnId) || times === last || world.requests().at(-1)?.fromDate !== dayOf(16)
              const report = yield* world.pull({ ...night, from: 15, to: 25, limit: 60, [how]: last }, shows)
              const asked = world.requests().slice(-2).map(({ fromDate }) => fromDate)
              if (asked.join() !== [dayOf(17), dayOf(16)].join()) return
              seen++
              assert.notInclude(report.truncatedDays, dayOf(18))
            }))
        }
        assert.isAbove(seen, 0)
      }))
  }
})
