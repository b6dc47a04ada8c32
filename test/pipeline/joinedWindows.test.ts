/**
 * Windows of which each is broken by its own rows, since a row bears a day of another one, are checked together: no statement
 * that is whole is called broken, and none that lacks rows is called whole.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Shows, type World } from "../kit/nights.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"

interface Backdated {
  readonly id: string
  readonly booked: number
  readonly dated: number
  readonly amount: string
}

/** Two rows a day, and others that are booked at the end of a day and bear the time of an earlier one. */
const bookWith = (backdated: ReadonlyArray<Backdated>): ReadonlyArray<StatementRecord> => {
  const dates = new Map(backdated.map(({ dated, id }) => [id, `${dayOf(dated)} 17:00:00 PM`]))
  return recordsOf(
    Array.from({ length: 40 }, (_, day) => [
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${10 + day}.00` },
      { id: `B${day}`, at: `${dayOf(day)} 15:00:00`, amount: "-3.50" },
      ...backdated.filter(({ booked }) => booked === day)
        .map(({ amount, id }) => ({ id, at: `${dayOf(day)} 20:00:00`, amount }))
    ]).flat(),
    "1000"
  ).map((record) => ({ ...record, date: dates.get(record.txnId) ?? record.date }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Goes up and down by the same amount, day by day. */
const toggling = recordsOf(
  Array.from({ length: 30 }, (_, day) => [
    { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: "100.00" },
    { id: `B${day}`, at: `${dayOf(day)} 20:00:00`, amount: "-100.00" }
  ]).flat(),
  "0"
)

const small = { limit: 5, dateBounds: "inclusive" } as const

const without = (lost: ReadonlyArray<string>): Shows => ({ txnId }) => !lost.includes(txnId)

/** How many findings each of some nights had. */
const nights = ({ pull }: World, from: number, to: number, shows?: Shows) =>
  Effect.forEach(
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
    (night) => Effect.map(pull({ night }, shows), ({ findings }) => findings.length)
  )

/** Whether a row is there that is booked on the twelfth day. */
const isThere: Shows = ({ txnId }, { night }) => txnId !== "X" || night > 12

const numberOf = (text = "") => (Date.parse(text) - Date.parse(dayOf(0))) / 86_400_000

describe.each(sinksOfNights())("rows that bear a day before the one on which they were booked, in %s", (_, sinkAt) => {
  it.effect.each(
    [
      ["a payment and its reversal of one day", [["X", 12, 10, "-77.00"], ["Y", 12, 10, "77.00"]]],
      ["a payment and its reversal of two days", [["X", 12, 10, "-77.00"], ["Y", 12, 11, "77.00"]]],
      ["two that overlap", [["X", 12, 10, "77.00"], ["Y", 13, 11, "55.00"]]]
    ] as const
  )("are no gap once they are booked: %s", ([, rows]) => {
    const backdated = rows.map(([id, booked, dated, amount]) => ({ id, booked, dated, amount }))
    const bookedOn = new Map<string, number>(backdated.map(({ booked, id }) => [id, booked]))
    const isBooked: Shows = ({ txnId }, { night }) => (bookedOn.get(txnId) ?? 0) < night
    return inWorld(sinkAt, bookWith(backdated), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 }, isBooked)
        assert.deepStrictEqual(yield* nights(world, 9, 22, isBooked), Array.from({ length: 14 }, () => 0))
        assert.strictEqual((yield* world.verify).verdict.kind, "proven")
        assert.deepStrictEqual(yield* world.missing(21), [])
      }))
  })

  it.effect("are none where another stretch of days has gaps that cancel out by chance", () => {
    const backdated = [
      { id: "X", booked: 12, dated: 9, amount: "77.00" },
      { id: "Y", booked: 16, dated: 13, amount: "77.00" }
    ]
    return inWorld(sinkAt, bookWith(backdated), (world) =>
      Effect.gen(function*() {
        const days = { limit: 8, dateBounds: "inclusive" } as const
        for (let day = 0; day < 18; day++) {
          yield* world.pull({ night: day + 1, from: day, to: day, ...days }, ({ txnId }) => !/^[XY]/.test(txnId))
        }
        for (let day = 9; day < 18; day++) yield* world.pull({ night: 19, from: day, to: day, ...days })
        for (let night = 19; night < 23; night++) {
          assert.deepStrictEqual((yield* world.pull({ night, ...days })).findings, [], `night ${night}`)
        }
      }))
  })

  it.effect("are told where the wallet is swept to zero every evening, and how to end that", () => {
    const swept = recordsOf(
      Array.from({ length: 40 }, (_, day) => [
        { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${200 + 7 * day}.00` },
        ...(day === 12 ? [{ id: "X", at: `${dayOf(day)} 16:00:00`, amount: "77.00" }] : []),
        { id: `S${day}`, at: `${dayOf(day)} 20:00:00`, amount: `-${200 + 7 * day + (day === 12 ? 77 : 0)}.00` }
      ]).flat()
    ).map((record) => (record.txnId === "X" ? { ...record, date: `${dayOf(10)} 17:00:00 PM` } : record))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    return inWorld(sinkAt, swept, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 8, from: 0 }, isThere)
        const told = yield* nights(world, 9, 20, isThere)
        assert.deepStrictEqual([told[3], (told.at(-1) ?? 0) > 0], [0, true])
        const { findings } = yield* world.pull({ night: 21 })
        const advice = findings.map(({ explanation }) => / --from (\S+) --to ([^`]+)`/.exec(explanation)?.slice(1))
        const [from, to] = advice[0] ?? []
        assert.deepStrictEqual((yield* world.pull({ night: 21, from: numberOf(from), to: numberOf(to) })).findings, [])
        assert.deepStrictEqual(yield* nights(world, 22, 23), [0, 0])
      }))
  })

  it.effect("leave a balance that somebody knows of their days in force, whichever of those it may be", () =>
    inWorld(sinkAt, bookWith([{ id: "X", booked: 12, dated: 9, amount: "77.00" }]), (world) =>
      Effect.gen(function*() {
        const days = { limit: 8, dateBounds: "inclusive" } as const
        yield* world.pull({ night: 16, from: 0, to: 15, ...days })
        const known = (balance: string) => ({
          ...days,
          balances: [balanceOf("closing", dayOf(10), balance, Currency.make("KES"))]
        })
        // Behind the rows that were booked until then, and behind those that bear the day or an earlier one.
        for (const balance of ["1126.50", "1203.50"]) {
          assert.deepStrictEqual((yield* world.pull({ night: 17, ...known(balance) })).findings, [], balance)
        }
        const { findings } = yield* world.pull({ night: 17, ...known("5.00") })
        assert.deepStrictEqual(findings.map(({ kind }) => kind), ["contradiction"])
        assert.deepStrictEqual((yield* world.verify).findings.map(({ kind }) => kind), ["contradiction"])
      })))
})

describe.each(sinksOfNights())("the first row that is booked on a day and bears an earlier one, in %s", (_, sinkAt) => {
  const early = recordsOf(
    Array.from({ length: 24 }, (_day, day) => [
      ...(day === 12 ? [{ id: "X", at: `${dayOf(day)} 01:00:00`, amount: "77.00" }] : []),
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${10 + day}.00` },
      { id: `B${day}`, at: `${dayOf(day)} 15:00:00`, amount: "-3.50" }
    ]).flat(),
    "1000"
  ).map((record) => (record.txnId === "X" ? { ...record, date: `${dayOf(9)} 17:00:00 PM` } : record))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))

  it.effect.each([{}, { limit: 8, dateBounds: "inclusive" as const }])(
    "contradicts no balance that the wallet had at the end of the day before: %o",
    (days) =>
      inWorld(sinkAt, early, (world) =>
        Effect.gen(function*() {
          yield* world.pull({ night: 16, from: 0, to: 15, ...days })
          const balances = [balanceOf("closing", dayOf(11), "1144.00", Currency.make("KES"))]
          assert.deepStrictEqual((yield* world.pull({ night: 17, ...days, balances })).findings, [])
        }))
  )
})

const two = (value: number) => String(value).padStart(2, "0")

const timeIn = (day: number, row: number) =>
  `${dayOf(day)} ${two(6 + Math.floor((row + 2) * 0.7))}:${two((row + 2) * 2)}:00`

/** Rows of many balances: two that cancel out, and between them a pair that would fit the day before as well. */
const misleading = (() => {
  const entries = Array.from({ length: 24 }, (_day, day) => {
    if (day === 6) return [{ id: "PAY", at: timeIn(day, 3), amount: "-100.00" }]
    if (day === 7) return [{ id: "BACK", at: timeIn(day, 3), amount: "100.00" }]
    const usual = Array.from({ length: 20 }, (_row, row) => ({
      id: `A${day}.${row}`,
      at: timeIn(day, row),
      amount: `${row % 2 === 0 ? "" : "-"}${7 + row}.${10 + day}`
    }))
    if (day === 8) return [{ id: "Y", at: timeIn(day, -2), amount: "-500.00" }, ...usual]
    return day === 5
      ? [
        ...usual,
        { id: "UP", at: timeIn(day, 20), amount: "0.00" },
        { id: "RENT", at: timeIn(day, 21), amount: "-400.00" },
        { id: "X", at: timeIn(day, 22), amount: "500.00" }
      ]
      : usual
  }).flat()
  const before = recordsOf(entries.slice(0, entries.findIndex(({ id }) => id === "UP")), "1000").at(-1)?.balance
  const up = (1400 - Number(before)).toFixed(2)
  return recordsOf(entries.map((entry) => (entry.id === "UP" ? { ...entry, amount: up } : entry)), "1000")
})()

const fromNight13: Shows = ({ txnId }, { night }) => night >= 13 || (txnId !== "X" && txnId !== "Y")

describe.each(sinksOfNights())("gaps that cancel out because rows are missing, in %s", (_, sinkAt) => {
  it.effect("are not concluded from by a run that failed before it asked for them again", () =>
    inWorld(sinkAt, misleading, (world) =>
      Effect.gen(function*() {
        const days = { limit: 24, dateBounds: "inclusive" as const }
        assert.isNotNull((yield* world.pull({ night: 12, from: 0, fails: 16, ...days }, fromNight13)).error)
        for (let night = 13; night < 15; night++) yield* world.pull({ night, ...days }, fromNight13)
        assert.deepStrictEqual(yield* world.missing(13), [])
      })))

  it.effect("are asked for again before anything is concluded from them", () => {
    // The first three answers that are about each lack it.
    const seen = new Map<string, Set<number>>([["A5", new Set()], ["B7", new Set()]])
    const shows: Shows = ({ txnId }, { times }) => {
      const asked = seen.get(txnId)?.add(times)
      return asked === undefined || asked.size > 3
    }
    return inWorld(sinkAt, toggling, (world) =>
      Effect.gen(function*() {
        const { findings } = yield* world.pull({ night: 20, from: 0, to: 19, ...small }, shows)
        assert.deepStrictEqual([findings, yield* world.missing(18)], [[], []])
      }))
  })

  const ids = toggling.map(({ txnId }) => txnId)
  const between = (first: string, last: string): ReadonlyArray<string> =>
    ids.slice(ids.indexOf(first), ids.indexOf(last) + 1)

  it.effect.each(
    [
      ["two rows", ["A5", "B7"]],
      ["two rows far apart", ["A5", "B13"]],
      ["two blocks of seven rows", [...between("A5", "A8"), ...between("B13", "B16")]]
    ] as const
  )(
    "are told on every night where the balance toggles: %s",
    ([, lost]) =>
      inWorld(sinkAt, toggling, (world) =>
        Effect.gen(function*() {
          const shows = without(lost)
          const { findings } = yield* world.pull({ night: 20, from: 0, to: 19, ...small }, shows)
          assert.isAbove(findings.length, 0)
          for (const each of yield* nights(world, 21, 24, shows)) assert.isAbove(each, 0)
          assert.notInclude(["proven", "unanchored"], (yield* world.verify).verdict.kind)
        }))
  )
})

const ofUsd = (records: ReadonlyArray<StatementRecord>) =>
  records.map((record) => ({ ...record, description: record.description.replace("KES", "USD") }))

describe.each(sinksOfNights())(
  "gaps of one currency that cancel out beside another of many balances, in %s",
  (_, sinkAt) => {
    const sweptUsd = recordsOf(
      Array.from({ length: 20 }, (_day, day) => [
        { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: "60.00" },
        { id: `B${day}`, at: `${dayOf(day)} 12:00:00`, amount: `${40 + 20 * (day % 3)}.00` },
        { id: `C${day}`, at: `${dayOf(day)} 20:00:00`, amount: `-${100 + 20 * (day % 3)}.00` }
      ]).flat()
    )

    it.effect.each(
      [
        ["toggles", toggling, ["A5", "B7"]],
        ["toggles, in blocks", toggling, ["A5", "B5", "A6", "B9", "A10", "B10"]],
        ["is swept", sweptUsd, ["A5", "B5", "C8"]]
      ] as const
    )("are told on every night where it %s", ([, records, lost]) => {
      const wide = bookWith([]).map((record) => ({ ...record, txnId: `K${record.txnId}` }))
      const both = [...wide, ...ofUsd(records)].toSorted((one, other) => (one.date < other.date ? -1 : 1))
      const shows = without(lost)
      return inWorld(sinkAt, both, (world) =>
        Effect.gen(function*() {
          const { findings } = yield* world.pull({ night: 20, from: 0, to: 19, ...small, limit: 9 }, shows)
          assert.isAbove(findings.length, 0)
          for (const each of yield* nights(world, 21, 24, shows)) assert.isAbove(each, 0)
          assert.notInclude(["proven", "unanchored"], (yield* world.verify).verdict.kind)
        }))
    })
  }
)
