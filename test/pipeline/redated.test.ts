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
import { dayOf, inWorld, isUndated, type Shows, type World } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const days = 24

interface Own {
  readonly id: string
  readonly day: number
  readonly amount: string
}

/** Two rows a day, and another one booked at the end of a day; balances as they are booked. */
const bookWith = (own: ReadonlyArray<Own>) => bookOf(days, own)

const longBook = (own: ReadonlyArray<Own>) => bookOf(60, own)

const bookOf = (length: number, own: ReadonlyArray<Own>) =>
  recordsOf(
    Array.from({ length }, (_, day) => [
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: "10.00" },
      { id: `B${day}`, at: `${dayOf(day)} 15:00:00`, amount: "-3.50" },
      ...own.filter((each) => each.day === day).map(({ amount, id }) => ({ id, at: `${dayOf(day)} 20:00:00`, amount }))
    ]).flat()
  )

const quiet = (...own: ReadonlyArray<Own>) =>
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

const emptyOnce: Shows = (_, { night, times }) => night !== 14 || times < 2
const laterOnce: Shows = ({ date }, { night, times }) => night !== 14 || times < 2 || date >= dayOf(7)

describe.each(sinksOfNights())("a row that is dated anew, in %s", (_, sinkAt) => {
  it.effect("to a day that is loaded later is judged where it stands now, wherever the run stops", () =>
    Effect.gen(function*() {
      let stopped = 0
      for (let fails = 2; fails < 20; fails++) {
        const book = recordsOf(
          [3, 4, 5, 6, 7, 8].flatMap((day) => [
            { id: `R${day}`, at: `${dayOf(day)} 14:00:00`, amount: "5.00" },
            { id: `S${day}`, at: `${dayOf(day)} 15:00:00`, amount: "7.00" }
          ])
        )
        yield* inWorld(sinkAt, book, (world) =>
          Effect.gen(function*() {
            yield* world.pull({ night: 9, from: 0 })
            world.change((records) =>
              changed(records.filter(({ txnId }) => txnId !== "S4"), "R4", { date: `${dayOf(6)} 20:00:00 PM` })
            )
            const { error, gaps } = yield* world.pull({ night: 10, from: 0, limit: 5, fails })
            if (error !== null) stopped++
            const { conclusions, outdated, verdict } = yield* world.verify
            const told = gaps.map(({ after, before }) => [after, before])
            const found = verdict.gaps.map(({ afterTxnId, beforeTxnId }) => [afterTxnId, beforeTxnId])
            assert.deepStrictEqual([conclusions, outdated, told], [[], [], found], `stopped by request ${fails}`)
          }))
      }
      assert.isAbove(stopped, 2)
    }))

  /** It is not confirmed until its balance is booked, and bears that day from then on. */
  const booked = bookWith([{ id: "PEND", day: 13, amount: "-5.00" }])
  const pending = changed(booked, "PEND", { confirmed: false, balance: null, date: `${dayOf(6)} 20:00:00 PM` })

  it.effect("and can't be read is not taken for another one whose date may mean the same time", () => {
    const afternoon = changed(quiet({ id: "R", day: 5, amount: "12.50" }), "R", { date: `${dayOf(5)} 02:30:00 PM` })
    return inWorld(sinkAt, afternoon, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 })
        world.change((records) => [
          ...records,
          ...records.map((record) => ({ ...record, txnId: "N", date: `${dayOf(5)} 02:30:00 AM` }))
        ])
        const { held, rows } = yield* world.pull({ night: 9, from: 0, markerPolicy: "reject" })
        assert.deepStrictEqual([held, rows.inserted, rows.withdrawn, rows.quarantined], [1, 1, 0, 1])
        assert.deepStrictEqual((yield* world.rows).map(({ txnId }) => txnId).toSorted(), ["N", "R"])
      }))
  })

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

  it.effect("is stored once too when three runs in a row fail before they ask for its old day", () =>
    inWorld(sinkAt, pending, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 })
        yield* nights(world, 9, 13)
        world.change(() => booked)
        assert.isNotNull((yield* world.pull({ night: 14, fails: 2 })).error)
        for (const night of [15, 16]) assert.isNotNull((yield* world.pull({ night, fails: 1 })).error)
        assert.deepStrictEqual(yield* nights(world, 17, 18), [0, 0])
        assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(13)])
      })))

  it.effect.each([12, 25])("is stored once too where %s are on one night, or told until it is", (count) => {
    const ids = Array.from({ length: count }, (_, index) => `PEND${index}`)
    const all = longBook(ids.map((id, index) => ({ id, day: 50, amount: `-${index + 1}.00` })))
    // Every second day, so that each is a stretch of its own.
    const first = inTimeOrder(all.map((record) => {
      const index = ids.indexOf(record.txnId)
      const date = `${dayOf(50 - 2 * (index % 15) - 2)} 20:00:00 PM`
      return index < 0 ? record : { ...record, confirmed: false, balance: null, date }
    }))
    return inWorld(sinkAt, first, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 50, from: 0 })
        world.change(() => all)
        for (let night = 51; night < 55; night++) {
          const { findings } = yield* world.pull({ night })
          const stored = (yield* world.rows).filter(({ txnId }) => txnId.startsWith("PEND")).length
          assert.strictEqual(findings.length === 0, stored === count, `night ${night}: ${stored}`)
        }
        assert.deepStrictEqual((yield* world.pull({ night: 55 })).findings, [])
      }))
  })

  it.effect("is stored once too beside a daily fee with one id, for which no other day is asked", () => {
    const fees = Array.from({ length: 60 }, (_, day) => ({ id: "FEE", day, amount: "-1.00" }))
    const all = longBook([{ id: "PEND", day: 20, amount: "-5.00" }, ...fees])
    const first = changed(all, "PEND", { confirmed: false, balance: null, date: `${dayOf(8)} 20:00:00 PM` })
    return inWorld(sinkAt, first, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 15, from: 0 })
        yield* nights(world, 16, 20)
        assert.strictEqual(world.requests().length, 1)
        world.change(() => all)
        assert.deepStrictEqual(yield* nights(world, 21, 23), [0, 0, 0])
        assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(20)])
      }))
  })

  it.effect.each([[2, 7, 17, 26], [2, 11, 17, 26], [2, 13, 17, 26], [17, 26]].map((days) => ({ days })))(
    "is stored once in a wallet with rows on $days only, whose old day has nothing any more",
    ({ days }) => {
      const book = quiet(...[...days.map((day) => ({ id: `A${day}`, day, amount: `${10 + day}.00` })), {
        id: "PEND",
        day: 20,
        amount: "-5.00"
      }].sort((one, other) => one.day - other.day))
      const before = changed(book, "PEND", { confirmed: false, balance: null, date: `${dayOf(12)} 20:00:00 PM` })
      return inWorld(sinkAt, before, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 14, from: 0 })
          yield* nights(world, 15, 20)
          world.change(() => book)
          assert.deepStrictEqual(yield* nights(world, 21, 24), [0, 0, 0, 0])
          assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(20)])
        }))
    }
  )

  it.effect.each([["is empty", emptyOnce], ["holds later days only", laterOnce]] as const)(
    "is held for a night when the answer for its old day %s, and stored once from the next one on",
    ([, shows]) =>
      inWorld(sinkAt, pending, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 8, from: 0 })
          yield* nights(world, 9, 13)
          world.change(() => booked)
          assert.lengthOf((yield* world.pull({ night: 14 }, shows)).findings, 1)
          assert.deepStrictEqual(yield* nights(world, 15, 17), [0, 0, 0])
          assert.deepStrictEqual(yield* daysOf(world, "PEND"), [dayOf(13)])
        }))
  )

  it.effect.each([["", {}], [" when it is confirmed", { confirmed: false, balance: null }]] as const)(
    "which was held gets its final id%s, and is held no longer",
    ([, change]) => {
      const before = changed(booked, "B11", { ...change, txnId: "TMP" })
      return inWorld(sinkAt, before, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 12, from: 0 })
          assert.isAbove((yield* world.pull({ night: 13 }, () => false)).held, 0)
          world.change(() => booked)
          assert.deepStrictEqual(yield* nights(world, 14, 16), [0, 0, 0])
          assert.deepStrictEqual([yield* daysOf(world, "TMP"), yield* daysOf(world, "B11")], [[], [dayOf(11)]])
        }))
    }
  )

  it.effect("which a poor answer lacks is held no longer once another one of the same run shows it on its new day", () => {
    const before = quiet({ id: "Q1", day: 2, amount: "100.00" }, { id: "Q2", day: 12, amount: "-7.00" })
    const book = changed(before, "Q2", { date: `${dayOf(14)} 14:00:00 PM` })
    return inWorld(sinkAt, before, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 13, from: 0 })
        world.change(() => book)
        const upTo13 = yield* world.pull({ night: 15, from: 12, to: 13 }, (_, { times }) => times > 1)
        assert.deepStrictEqual([upTo13.held, upTo13.rows.withdrawn, yield* daysOf(world, "Q2")], [0, 1, []])
        assert.deepStrictEqual(yield* nights(world, 15, 16), [0, 0])
        assert.deepStrictEqual(yield* daysOf(world, "Q2"), [dayOf(14)])
      }))
  })

  it.effect("is none where orders are paid in two parts that one run shows", () => {
    const orders = recordsOf(
      Array.from({ length: 70 }, (_, day) => [
        { id: day % 2 === 1 && day >= 9 ? `O${day - 9}` : `O${day}`, at: `${dayOf(day)} 08:00:00`, amount: "100.00" },
        { id: `S${day}`, at: `${dayOf(day)} 09:00:00`, amount: "-100.00" }
      ]).flat(),
      "0"
    )
    return inWorld(sinkAt, orders, (world) =>
      Effect.gen(function*() {
        const { findings } = yield* world.pull({ night: 69, from: 0, limit: 15, dateBounds: "inclusive" })
        assert.deepStrictEqual(findings, [])
      }))
  })

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

const isBefore = (day: number): Shows => ({ date }) => date < dayOf(day)

/** Every day the same goes out and comes in again. */
const outAndIn = ([out, back]: readonly [string, string], opening: string) =>
  recordsOf(
    Array.from({ length: 45 }, (_, day) => [
      { id: "OUT", at: `${dayOf(day)} ${out}`, amount: "-10.00" },
      { id: "IN", at: `${dayOf(day)} ${back}`, amount: "10.00" }
    ]).flat(),
    opening
  )

/** The second answer of one night shows the last days only. */
const poorOnce: Shows = ({ date }, { night, times }) => night !== 20 || times < 2 || date >= dayOf(15)

/** The service forgets what is older than two weeks. */
const keeps: Shows = ({ date }, { night }) => date >= dayOf(night - 14)

const payout = (id: string): StatementRecord => ({
  txnId: id,
  type: "Debit",
  amount: "1.00",
  balance: null,
  description: `KES1.00 ${id}`,
  confirmed: true,
  date: `${dayOf(19)} 12:00:00 PM`
})

describe.each(sinksOfNights())("rows that an answer lacks and that others resemble, in %s", (_, sinkAt) => {
  it.effect.each(
    [
      ["each of another balance", ["-10.00"]],
      ["all of one balance", ["10.00", "-10.00"]]
    ] as const
  )("are held where one id and amount come every day, %s", ([, amounts]) => {
    const daily = recordsOf(
      Array.from(
        { length: 40 },
        (_, day) => amounts.map((amount, index) => ({ id: `FEE${index}`, at: `${dayOf(day)} 2${index}:00:00`, amount }))
      ).flat(),
      "10000"
    )
    return inWorld(sinkAt, daily, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 20, from: 0 })
        yield* world.pull({ night: 21 })
        const before = (yield* world.rows).length
        const lagging = yield* world.pull({ night: 22 }, isBefore(18))
        assert.deepStrictEqual([lagging.rows.withdrawn, lagging.held], [0, 3 * amounts.length])
        const poor = yield* world.pull({ night: 22, from: 10, to: 20 }, isBefore(10))
        assert.deepStrictEqual([poor.rows.withdrawn, poor.findings.length > 0], [0, true])
        assert.strictEqual((yield* world.rows).length, before)
      }))
  })

  it.effect.each(
    [
      ["each of another balance", ["-10.00"]],
      ["all of one balance", ["-10.00", "10.00"]]
    ] as const
  )("are all kept of a service that forgets, where one id and amount come every week, %s", ([, amounts]) => {
    const weekly = quiet(
      ...Array.from(
        { length: 8 },
        (_week, week) => amounts.map((amount) => ({ id: amount, day: 7 * week + 2, amount }))
      ).flat()
    )
    return inWorld(sinkAt, weekly, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 }, keeps)
        for (let night = 9; night < 40; night++) {
          const { held, rows } = yield* world.pull({ night }, keeps)
          assert.deepStrictEqual([rows.withdrawn, held], [0, 0], `night ${night}`)
        }
        assert.lengthOf(yield* world.rows, 6 * amounts.length)
      }))
  })

  it.effect("are no answer's to take where two rows cancel out every day, and ask for nothing", () => {
    const daily = outAndIn(["10:00:00", "11:00:00"], "10000")
    return inWorld(sinkAt, daily, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 12, from: 0 })
        for (let night = 13; night < 27; night++) {
          const { findings, rows } = yield* world.pull({ night }, poorOnce)
          assert.deepStrictEqual([rows.withdrawn, rows.changed, findings], [0, 0, []], `night ${night}`)
          assert.lengthOf(world.requests(), 1)
        }
        assert.deepStrictEqual(yield* world.missing(25), [])
      }))
  })

  it.effect.each([0, 6])(
    "are held where the same answer shows others like them, with days that begin at %s h",
    (dayStart) => {
      const early = outAndIn(["01:00:00", "02:00:00"], "100")
      return inWorld(sinkAt, early, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 30, from: 0, dayStart })
          for (let night = 31; night < 34; night++) yield* world.pull({ night, dayStart })
          const { held, rows } = yield* world.pull(
            { night: 34, from: 0, to: 5, dayStart },
            ({ date }) => date.slice(0, 10) !== dayOf(3)
          )
          assert.deepStrictEqual([rows.withdrawn, held], [0, 2])
        }))
    }
  )

  it.effect("are held where one new row of their second stands for one of them at most", () => {
    const payouts = Array.from({ length: 12 }, (_, index) => payout(`OUT${index}`))
    return inWorld(sinkAt, inTimeOrder([...bookWith([]), ...payouts]), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 20, from: 0 })
        world.change((records) => inTimeOrder([...records, payout("LATE")]))
        const { held, rows } = yield* world.pull({ night: 21 }, ({ txnId }) => !txnId.startsWith("OUT"))
        assert.deepStrictEqual([rows.withdrawn, held], [0, 12])
      }))
  })
})

/** A row that is booked on the twelfth day, and dated some days before. */
const backdated = (back: number) =>
  changed(bookWith([{ id: "BACK", day: 12, amount: "77.00" }]), "BACK", { date: `${dayOf(12 - back)} 17:00:00 PM` })

describe.each(sinksOfNights())("a row that bears a day before the one on which it was booked, in %s", (_, sinkAt) => {
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

describe.each(sinksOfNights())("a record whose date nobody can read, in %s", (_, sinkAt) => {
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

describe.each(sinksOfNights())("a record whose date nobody can read for a while, in %s", (_, sinkAt) => {
  it.effect("is told no longer some nights after a first pull of many days that had it", () => {
    const all = longBook([])
    return inWorld(
      sinkAt,
      all.map((record) => (record.txnId === "A20" ? { ...record, date: "soon" } : record)),
      (world) =>
        Effect.gen(function*() {
          assert.strictEqual((yield* world.pull({ night: 59, from: 0 })).quarantineOpen, 1)
          world.change(() => all)
          yield* nights(world, 60, 61)
          assert.deepStrictEqual((yield* world.pull({ night: 62 })).findings, [])
          assert.deepStrictEqual(yield* daysOf(world, "A20"), [dayOf(20)])
        })
    )
  })
})

describe.each(sinksOfNights())("rows of which all have other contents now, in %s", (_, sinkAt) => {
  it.effect.each([14, 16, 21])(
    "are told until all of them are stored as they are now, after %s days",
    (last) =>
      inWorld(sinkAt, bookWith([]), (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: last, from: 0 })
          world.change((records) => records.map((record) => ({ ...record, description: `${record.description} anew` })))
          const isDone = Effect.map(world.missing(last - 1), (missing) => missing.length === 0)
          for (let night = last + 1; night < last + 7; night++) {
            const { findings } = yield* world.pull({ night })
            assert.strictEqual(findings.length === 0, yield* isDone, `night ${night}`)
          }
          assert.isTrue(yield* isDone)
        }))
  )
})
