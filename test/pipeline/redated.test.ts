/**
 * Nights on which the service dates a row anew, gives it another id, writes its date wrongly for a while, or has dated it before it
 * was booked: what is stored is what it shows, and what is right is not called wrong.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { formatDay } from "../../src/domain/Period.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { dayOf as dayOfRow } from "../../src/domain/Transaction.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, isUndated, type World } from "../kit/nights.ts"
import { sinks } from "../kit/sinks.ts"

const days = 24

/** Two rows a day, and another one booked at the end of a day; balances as they are booked. */
const bookWith = (own: ReadonlyArray<{ readonly id: string; readonly day: number; readonly amount: string }>) =>
  recordsOf(
    Array.from({ length: days }, (_, day) => [
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: "10.00" },
      { id: `B${day}`, at: `${dayOf(day)} 15:00:00`, amount: "-3.50" },
      ...own.filter((each) => each.day === day).map(({ amount, id }) => ({ id, at: `${dayOf(day)} 20:00:00`, amount }))
    ]).flat()
  )

const quiet = (...own: ReadonlyArray<{ readonly id: string; readonly day: number; readonly amount: string }>) =>
  recordsOf(own.map(({ amount, day, id }) => ({ id, at: `${dayOf(day)} 14:00:00`, amount })))

const inTimeOrder = (records: ReadonlyArray<StatementRecord>): ReadonlyArray<StatementRecord> =>
  records.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))

const changed = (records: ReadonlyArray<StatementRecord>, id: string, change: Partial<StatementRecord>) =>
  inTimeOrder(records.map((record) => (record.txnId === id ? { ...record, ...change } : record)))

/** The days on which the rows of an id are stored. */
const daysOf = ({ rows }: World, id: string) =>
  Effect.map(rows, (all) => all.filter(({ txnId }) => txnId === id).map((row) => formatDay(dayOfRow(row))))

/** Pulls of some nights, one after the other; gives how many findings each had. */
const nights = ({ pull }: World, from: number, to: number) =>
  Effect.forEach(
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
    (night) => Effect.map(pull({ night }), ({ findings }) => findings.length)
  )

const isBefore17 = (date: string): boolean => date < dayOf(17)

describe.each(sinks)("a row that is dated anew, in %s", (_, sinkAt) => {
  /** It is not confirmed until its balance is booked, and bears that day from then on. */
  const booked = bookWith([{ id: "PEND", day: 13, amount: "-5.00" }])
  const pending = changed(booked, "PEND", { confirmed: false, balance: null, date: `${dayOf(6)} 20:00:00 PM` })

  it.effect("when it is confirmed, long after the day that it was dated of, is stored once", () =>
    inWorld(sinkAt, pending, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 })
        yield* nights(world, 9, 13)
        assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(6)])
        world.change(() => booked)
        assert.deepStrictEqual(yield* nights(world, 14, 17), [0, 0, 0, 0])
        assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(13)])
        assert.strictEqual(
          (yield* world.rows).filter(({ dateText }) => isBefore17(dateText)).length,
          booked.filter(({ date }) => isBefore17(date)).length
        )
      })))

  it.effect("is stored once too when the run that saw it anew could not ask for its old day", () =>
    inWorld(sinkAt, pending, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 })
        yield* nights(world, 9, 13)
        world.change(() => booked)
        const failed = yield* world.pull({ night: 14, fails: 2 })
        assert.isNotNull(failed.error)
        assert.deepStrictEqual(yield* nights(world, 15, 16), [0, 0])
        assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(13)])
      })))

  it.effect("is stored on both days when both show it, and asked for once", () =>
    inWorld(
      sinkAt,
      bookWith([{ id: "TWICE", day: 6, amount: "-5.00" }, { id: "TWICE", day: 13, amount: "-5.00" }]),
      (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 8, from: 0 })
          yield* nights(world, 9, 16)
          assert.deepStrictEqual([...yield* daysOf(world, "TWICE")].sort(), [dayOf(6), dayOf(13)])
          const before = world.requests().length
          yield* world.pull({ night: 17 })
          assert.isAtMost(world.requests().length, before)
        })
    ))

  it.effect("from the only row of its day to another day of the same answer is no row that the service no longer shows", () => {
    const book = quiet({ id: "Q1", day: 2, amount: "100.00" }, { id: "Q2", day: 12, amount: "-7.00" })
    return inWorld(
      sinkAt,
      changed(book, "Q2", { date: `${dayOf(13)} 00:20:00 AM` }),
      (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 14, from: 0 })
          world.change(() => book)
          assert.deepStrictEqual(yield* nights(world, 16, 19), [0, 0, 0, 0])
          assert.deepStrictEqual(yield* daysOf(world, "Q2"), [dayOf(12)])
        })
    )
  })

  it.effect("which gets its final id is no row that the service no longer shows", () => {
    const book = quiet({ id: "Q1", day: 2, amount: "100.00" }, { id: "TMP", day: 12, amount: "-7.00" })
    return inWorld(sinkAt, book, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 13, from: 0 })
        world.change((records) => changed(records, "TMP", { txnId: "FINAL" }))
        assert.deepStrictEqual(yield* nights(world, 14, 17), [0, 0, 0, 0])
        assert.deepStrictEqual([yield* daysOf(world, "TMP"), yield* daysOf(world, "FINAL")], [[], [dayOf(12)]])
      }))
  })
})

/** A row that is booked on the twelfth day, and dated some days before. */
const backdated = (back: number) =>
  changed(bookWith([{ id: "BACK", day: 12, amount: "77.00" }]), "BACK", { date: `${dayOf(12 - back)} 17:00:00 PM` })

describe.each(sinks)("a row that bears a day before the one on which it was booked, in %s", (_, sinkAt) => {
  it.effect.each([1, 2, 3])(
    "by %s days, is no gap on any night, however the windows are cut",
    (back) =>
      inWorld(sinkAt, backdated(back), (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 13, from: 0 })
          assert.deepStrictEqual(yield* nights(world, 14, 20), [0, 0, 0, 0, 0, 0, 0])
        }))
  )

  it.effect.each([1, 2, 3])(
    "by %s days, is no gap where each answer holds a day",
    (back) =>
      inWorld(sinkAt, backdated(back), (world) =>
        Effect.gen(function*() {
          assert.deepStrictEqual(
            (yield* world.pull({ night: 16, from: 0, to: 15, limit: 8, dateBounds: "inclusive" })).findings,
            []
          )
          assert.deepStrictEqual(
            (yield* world.pull({ night: 17, from: 9, to: 16, limit: 8, dateBounds: "inclusive" })).findings,
            []
          )
        }))
  )

  it.effect("hides no row that is missing beside it", () =>
    inWorld(sinkAt, backdated(2), ({ pull }) =>
      Effect.gen(function*() {
        const report = yield* pull(
          { night: 16, from: 0, to: 15, limit: 8, dateBounds: "inclusive" },
          ({ txnId }) => txnId !== "B11"
        )
        assert.isAbove(report.gaps.length, 0)
        const missing = report.gaps.map((gap) => Number(gap.missing)).reduce((sum, each) => sum + each, 0)
        assert.strictEqual(missing, -3.5)
      })))
})

describe.each(sinks)("a record whose date nobody can read, in %s", (_, sinkAt) => {
  it.effect("is told as long as the service shows it, and no longer", () =>
    inWorld(sinkAt, bookWith([]), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 })
        world.change((records) =>
          records.map((record) => (record.txnId === "A8" ? { ...record, date: "soon" } : record))
        )
        for (const night of [9, 10]) {
          const { findings, quarantineOpen } = yield* world.pull(
            { night },
            (record, { times }) => !isUndated(record) || times === 1
          )
          assert.isAbove(findings.length, 0)
          assert.strictEqual(quarantineOpen, 1)
        }
        world.change(() => bookWith([]))
        assert.deepStrictEqual(yield* nights(world, 11, 14), [0, 0, 0, 0])
      })))
})

describe.each(sinks)("rows of which all have other contents now, in %s", (_, sinkAt) => {
  it.effect("are told until all of them are stored as they are now", () =>
    inWorld(sinkAt, bookWith([]), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 16, from: 0 })
        world.change((records) => records.map((record) => ({ ...record, description: `${record.description} anew` })))
        const isDone = Effect.map(world.missing(15), (missing) => missing.length === 0)
        for (let night = 17; night < 22; night++) {
          const { findings } = yield* world.pull({ night })
          assert.strictEqual(findings.length === 0, yield* isDone, `night ${night}`)
        }
        assert.isTrue(yield* isDone)
      })))
})
