/**
 * A day with more records than an answer holds stays open for as long as that is so; what the nights after it ask for does not grow
 * with them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { trafficOf } from "../kit/cappedService.ts"
import { dayOf, inWorld, type World } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const limit = 100
const nights = 40

/** Traffic of some days with more records than an answer holds. */
const busyOn = (...busy: ReadonlyArray<number>) =>
  trafficOf(Array.from({ length: 4 + nights }, (_, day) => (busy.includes(day) ? limit + 20 : 20)), "wide", 7)

/** What each night of some asks for. */
const requestsOf = ({ pull, requests }: World, from: number, to: number) =>
  Effect.forEach(Array.from({ length: to - from }, (_, index) => from + index), (night) =>
    Effect.gen(function*() {
      const report = yield* pull({ night, limit })
      return { night, requests: requests().length, report }
    }))

const first = (counts: ReadonlyArray<{ readonly requests: number }>): number => counts[2]?.requests ?? 0
const last = (counts: ReadonlyArray<{ readonly requests: number }>): number => counts.at(-1)?.requests ?? 0

describe.each(sinksOfNights())("a day that stays cut off, in %s", (_, sinkAt) => {
  it.effect("costs each night as much as the first one, however many days were loaded since", () =>
    inWorld(sinkAt, busyOn(5), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0, limit })
        const counts = yield* requestsOf(world, 9, nights)
        assert.isAtMost(last(counts), first(counts))
        assert.deepStrictEqual(
          counts.filter(({ report }) => !report.truncatedDays.includes(dayOf(5)) || report.verdict !== "truncated"),
          []
        )
        assert.deepStrictEqual(counts.at(-1)?.report.watermark, dayOf(4))
        assert.deepStrictEqual((yield* world.missing(nights - 2)).filter((id) => !id.startsWith("D5-")), [])
      })))

  it.effect("is closed by the first night that can show all of it, and the wallet is complete then", () =>
    inWorld(sinkAt, busyOn(5), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0, limit })
        yield* requestsOf(world, 9, 20)
        const report = yield* world.pull({ night: 20, limit: 5000 })
        assert.deepStrictEqual([report.truncatedDays, report.watermark], [[], dayOf(19)])
        assert.deepStrictEqual(yield* world.missing(19), [])
      })))

  it.effect("is asked for in turn where many are, so that each of them is closed in the end", () => {
    const busy = Array.from({ length: 25 }, (_, index) => 2 + index)
    return inWorld(sinkAt, busyOn(...busy), (world) =>
      Effect.gen(function*() {
        const begun = yield* world.pull({ night: 32, from: 0, limit })
        assert.lengthOf(begun.truncatedDays, busy.length)
        const counts = yield* requestsOf(world, 33, nights)
        assert.isAtMost(last(counts), first(counts) + 3)
        let open = busy.length
        for (let night = nights; open > 0 && night < nights + 4; night++) {
          open = (yield* world.pull({ night, limit: 5000 })).truncatedDays.length
        }
        assert.strictEqual(open, 0)
      }))
  })

  it.effect("is gone on from where the wallet has no other", () =>
    inWorld(sinkAt, busyOn(5), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 5, to: 5, limit })
        const report = yield* world.pull({ night: 9, limit })
        assert.deepStrictEqual([report.error, report.truncatedDays], [null, [dayOf(5)]])
        assert.deepStrictEqual((yield* world.missing(8)).filter((id) => !/^D[0-5]-/.test(id)), [])
      })))

  it.effect("does not hide days behind it that were never loaded", () =>
    inWorld(sinkAt, busyOn(5), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 20, from: 0, to: 6, limit })
        yield* world.pull({ night: 20, from: 15, limit })
        yield* world.pull({ night: 21, limit })
        assert.deepStrictEqual((yield* world.missing(20)).filter((id) => !id.startsWith("D5-")), [])
      })))
})

describe.each(sinksOfNights())("a wallet of which no day was over when it was loaded, in %s", (_, sinkAt) => {
  it.effect("is gone on from its first loaded day", () =>
    inWorld(sinkAt, busyOn(), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 8 })
        const report = yield* world.pull({ night: 9 })
        assert.deepStrictEqual([report.error, report.watermark], [null, dayOf(8)])
      })))
})
