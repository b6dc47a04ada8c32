/**
 * Balances that somebody knows of days within windows whose rows leave something open: a run and a check hold them against
 * all that may have stood there, and say so where that is left open.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { formatDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import type { WalletVerification } from "../../src/pipeline/verifyContinuity.ts"
import { type Entry, recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Night, type World } from "../kit/nights.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"

/** Two rows a day, and others; times of some ids are not those by which they were booked. */
const bookWith = (
  more: (day: number) => ReadonlyArray<Entry>,
  dates: Readonly<Record<string, string>> = {}
): ReadonlyArray<StatementRecord> =>
  recordsOf(
    Array.from({ length: 30 }, (_, day) => [
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${10 + day}.00` },
      { id: `B${day}`, at: `${dayOf(day)} 15:00:00`, amount: "-3.50" },
      ...more(day)
    ]).flat(),
    "1000"
  ).map((record) => ({ ...record, date: dates[record.txnId] ?? record.date }))

/** What stands behind a day's rows. */
const closingOf = (records: ReadonlyArray<StatementRecord>, last: string): string =>
  String(records.find(({ txnId }) => txnId === last)?.balance)

const closing = (day: number, balance: string) => ({
  balances: [balanceOf("closing", dayOf(day), balance, Currency.make("KES"))]
})

const said = ({ findings }: Pick<WalletReport | WalletVerification, "findings">) => findings.map(({ kind }) => kind)

/** What a pull and a check say of a balance: its findings beside gaps and the verdict, which have to be the same. */
const told = ({ pull, verify }: World, night: Night) =>
  Effect.gen(function*() {
    const report = yield* pull(night)
    const check = yield* verify
    const beside = said(report).filter((kind) => kind !== "gap")
    assert.deepStrictEqual([beside, report.verdict, report.remark], [
      said(check),
      check.verdict.kind,
      check.remark
    ])
    return { kinds: said(report), verdict: report.verdict, remark: report.remark }
  })

const wrong = { kinds: ["contradiction"], verdict: "unanchored" }

describe.each(sinksOfNights())("a balance known of a day, in %s", (_, sinkAt) => {
  const ties = bookWith(
    (day) =>
      day === 2
        ? ["7.00", "-7.00", "-4.00", "4.00"].map((amount, index) => ({
          id: `T${index}`,
          at: `${dayOf(day)} 20:00:00`,
          amount
        }))
        : [],
    { B24: `${dayOf(24)} 07:00:00 AM` }
  )

  it.effect("is contradicted behind rows of one second that may stand in any order, and beside a wrong time", () =>
    inWorld(sinkAt, ties, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 29, from: 0, to: 28 })
        for (const day of [2, 3, 15, 20, 26]) {
          const right = closingOf(ties, day === 2 ? "T3" : `B${day}`)
          const fine = yield* told(world, { night: 29, ...closing(day, right) })
          assert.deepStrictEqual([fine.kinds, fine.verdict], [[], "proven"], `day ${day}`)
          const { kinds, verdict } = yield* told(world, { night: 29, ...closing(day, "5.00") })
          assert.deepStrictEqual({ kinds, verdict }, wrong, `day ${day}`)
          yield* world.pull({ night: 29, balances: [balanceOf("closing", dayOf(day), null, Currency.make("KES"))] })
        }
      })))

  it.effect("leaves nothing proven behind the earlier one of two that no row stands between and that differ", () =>
    inWorld(
      sinkAt,
      bookWith(() => []).filter(({ txnId }) => Number(txnId.slice(1)) < 20),
      (world) =>
        Effect.gen(function*() {
          const right = closingOf(bookWith(() => []), "B19")
          const balances = [...closing(22, right).balances, ...closing(25, "5.00").balances]
          const { findings, provenTo } = yield* world.pull({ night: 29, from: 0, to: 28, balances })
          assert.deepStrictEqual([said({ findings }), provenTo], [["contradiction"], dayOf(22)])
          assert.include(findings[0]?.explanation, `is not the closing balance given for ${dayOf(22)}`)
        })
    ))

  const early = bookWith(
    (day) => (day === 12 ? [] : day === 11 ? [{ id: "N", at: `${dayOf(11)} 23:59:58`, amount: "77.00" }] : [])
  )

  it.effect.each([5000, 6])(
    "may stand on either side of a row that the clock's jitter brought over midnight: limit %i",
    (limit) =>
      inWorld(sinkAt, early, (world) =>
        Effect.gen(function*() {
          const night = { night: 29, limit, dateBounds: "inclusive" as const, jitter: 5 }
          yield* world.pull({ ...night, from: 0, to: 28, jitter: 0 })
          for (const last of ["B11", "N"]) {
            const fine = yield* told(world, { ...night, ...closing(11, closingOf(early, last)) })
            assert.deepStrictEqual([fine.kinds, fine.verdict], [[], "proven"], last)
          }
          const { kinds, verdict } = yield* told(world, { ...night, ...closing(11, "1100.00") })
          assert.deepStrictEqual({ kinds, verdict }, wrong)
        }))
  )

  const disordered = bookWith(
    (day) =>
      day === 11
        ? [
          { id: "L", at: `${dayOf(11)} 23:50:00`, amount: "500.00" },
          { id: "N", at: `${dayOf(11)} 23:59:58`, amount: "77.00" }
        ]
        : [],
    { N: `${dayOf(11)} 23:40:00 PM` }
  )

  it.effect("is not contradicted by rows whose times around midnight are in another order", () =>
    inWorld(sinkAt, disordered, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 29, from: 0, to: 28 })
        for (const last of ["L", "N"]) {
          const fine = yield* told(world, { night: 29, ...closing(11, closingOf(disordered, last)) })
          assert.deepStrictEqual([fine.kinds, fine.verdict], [[], "proven"], last)
        }
        const { kinds, verdict } = yield* told(world, { night: 29, ...closing(11, "1100.00") })
        assert.deepStrictEqual({ kinds, verdict }, wrong)
      })))

  const crowded = bookWith((day) =>
    day === 11
      ? Array.from({ length: 12 }, (_row, index) => ({
        id: `J${index}`,
        at: `${dayOf(index % 2 === 0 ? 11 : 12)} ${index % 2 === 0 ? "23:59:59" : "00:00:00"}`,
        amount: `${index + 1}.00`
      }))
      : []
  )

  it.effect("stays what the rows begin or end with where only both together say that times are wrong", () => {
    const two = recordsOf([
      { id: "X1", at: `${dayOf(5)} 23:59:59`, amount: "-1659.24" },
      { id: "X2", at: `${dayOf(5)} 06:07:26`, amount: "-10.00" }
    ], "5000")
    return inWorld(sinkAt, two, (world) =>
      Effect.gen(function*() {
        const [kes, night] = [Currency.make("KES"), { night: 8, from: 5, to: 7 }]
        const balances = [
          balanceOf("opening", dayOf(5), "5000.00", kes),
          balanceOf("closing", dayOf(7), closingOf(two, "X2"), kes)
        ]
        const { kinds, verdict } = yield* told(world, { ...night, balances })
        assert.deepStrictEqual({ kinds, verdict }, { kinds: [], verdict: "proven" })
      }))
  })

  it.effect("is told as unchecked, and proves nothing, where more rows than can be told apart stand at midnight", () =>
    inWorld(sinkAt, crowded, (world) =>
      Effect.gen(function*() {
        const night = { night: 29, jitter: 3 }
        yield* world.pull({ ...night, from: 0, to: 28 })
        const open = yield* told(world, { ...night, ...closing(11, "5.00") })
        assert.deepStrictEqual([open.kinds, open.verdict], [[], "unanchored"])
        assert.match(
          open.remark,
          /the closing balance given for 2024-01-12 in KES could not be held against the rows: more rows/
        )
        const { kinds } = yield* told(world, { ...night, ...closing(13, "5.00") })
        assert.deepStrictEqual(kinds, ["contradiction"])
      })))

  const usd = Currency.make("USD")
  const inDollars = (end: "opening" | "closing", day: number, balance: string) =>
    balanceOf(end, dayOf(day), balance, usd)
  const all = { night: 31, from: 0, to: 30 }

  it.effect("in a currency that no row has is told as unchecked, or held against another one", () =>
    inWorld(sinkAt, bookWith(() => []), (world) =>
      Effect.gen(function*() {
        for (const balance of [inDollars("closing", 10, "5.00"), inDollars("opening", 3, "5.00")]) {
          const { kinds, remark, verdict } = yield* told(world, { ...all, balances: [balance] })
          assert.deepStrictEqual([kinds, verdict], [[], "unanchored"])
          assert.include(
            remark,
            `the ${balance.end} balance given for ${
              formatDay(balance.day)
            } in USD could not be held against the rows: no row`
          )
          yield* world.pull({ ...all, balances: [{ ...balance, balance: null }] })
        }
        const opening = inDollars("opening", 0, "5.00")
        const same = yield* told(world, { ...all, balances: [opening, inDollars("closing", 10, "5.00")] })
        assert.deepStrictEqual([same.kinds, same.verdict], [[], "proven"])
        const other = yield* told(world, { ...all, balances: [inDollars("closing", 10, "7.00")] })
        assert.deepStrictEqual([other.kinds, other.verdict], [["gap"], "gap"])
      })))

  it.effect("in a currency whose rows begin later is what they begin with, or a gap", () => {
    const foreign = recordsOf(
      [{ id: "D0", at: `${dayOf(12)} 09:00:00`, amount: "4.00" }, {
        id: "D1",
        at: `${dayOf(20)} 09:00:00`,
        amount: "1.00"
      }],
      "5"
    ).map((record) => ({ ...record, description: record.description.replace("KES", "USD") }))
    return Effect.forEach(
      ["5.00", "6.00"],
      (balance) =>
        inWorld(
          sinkAt,
          [...bookWith(() => []), ...foreign].sort((one, other) => one.date < other.date ? -1 : 1),
          (world) =>
            Effect.gen(function*() {
              const balances = [inDollars("opening", 0, balance)]
              const before = yield* told(world, { night: 11, from: 0, to: 10, balances })
              assert.deepStrictEqual([before.kinds, before.verdict], [[], "unanchored"])
              const behind = yield* told(world, { night: 31, from: 11, to: 30, limit: 20 })
              assert.deepStrictEqual(
                [behind.kinds, behind.verdict],
                balance === "5.00" ? [[], "proven"] : [["gap"], "gap"]
              )
            })
        )
    )
  })

  it.effect("without a currency stays where another is given in a currency that the rows don't have", () =>
    inWorld(sinkAt, bookWith(() => []), (world) =>
      Effect.gen(function*() {
        const nameless = balanceOf("opening", dayOf(0), "5.00")
        assert.deepStrictEqual((yield* told(world, { ...all, balances: [nameless] })).verdict, "gap")
        const other = yield* world.pull({ ...all, balances: [inDollars("opening", 0, "5.00")] })
        assert.deepStrictEqual([said(other), other.verdict], [["gap"], "gap"])
        const named = balanceOf("opening", dayOf(0), "1000.00", Currency.make("KES"))
        const right = yield* told(world, { ...all, balances: [named] })
        assert.deepStrictEqual([right.kinds, right.verdict], [[], "unanchored"])
        assert.include(right.remark, "no row is in its currency")
      })))

  it.effect("without a currency is told as unchecked where rows are in several, and held against them where in one", () => {
    const foreign = recordsOf([{ id: "D0", at: `${dayOf(12)} 09:00:00`, amount: "4.00" }], "5")
      .map((record) => ({ ...record, description: record.description.replace("KES", "USD") }))
    const records = [...bookWith(() => []), ...foreign].sort((one, other) => one.date < other.date ? -1 : 1)
    return inWorld(sinkAt, records, (world) =>
      Effect.gen(function*() {
        const balances = [balanceOf("opening", dayOf(0), "1000.00")]
        assert.strictEqual((yield* told(world, { night: 11, from: 0, to: 10, balances })).verdict, "proven")
        const both = yield* told(world, { night: 31, from: 11, to: 30 })
        assert.deepStrictEqual([both.kinds, both.verdict], [[], "unanchored"])
        assert.include(both.remark, "it names no currency, and the rows are in several")
      }))
  })

  it.effect("is the same whether it is given with its currency, without, or both, now and in later runs", () => {
    const kes = Currency.make("KES")
    const foreign = recordsOf([{ id: "D0", at: `${dayOf(12)} 09:00:00`, amount: "4.00" }], "5")
      .map((record) => ({ ...record, description: record.description.replace("KES", "USD") }))
    const records = [...bookWith(() => []), ...foreign].sort((one, other) => one.date < other.date ? -1 : 1)
    const [named, nameless, other] = [
      balanceOf("opening", dayOf(0), "1000.00", kes),
      balanceOf("opening", dayOf(0), "1000.00"),
      balanceOf("opening", dayOf(0), "77.00")
    ]
    const usds = [balanceOf("opening", dayOf(0), "5.00", usd), balanceOf("closing", dayOf(30), "9.00", usd)]
    return Effect.forEach(
      [
        [[named, nameless], "proven"],
        [[nameless, named], "proven"],
        [[named, other], "unanchored"],
        [[other, named], "unanchored"]
      ] as const,
      ([balances, expected]) =>
        inWorld(sinkAt, records, (world) =>
          Effect.gen(function*() {
            for (const night of [31, 32, 33]) {
              const { kinds, verdict } = yield* told(world, { ...all, night, balances: [...balances, ...usds] })
              assert.deepStrictEqual([kinds, verdict], [[], expected])
              assert.deepStrictEqual((yield* world.verify).conclusions, [])
            }
          }))
    )
  })

  it.effect("without a currency says nothing where its day was never loaded", () => {
    const foreign = recordsOf([{ id: "D0", at: `${dayOf(12)} 09:00:00`, amount: "4.00" }], "5")
      .map((record) => ({ ...record, description: record.description.replace("KES", "USD") }))
    const records = [...bookWith(() => []), ...foreign].sort((one, other) => one.date < other.date ? -1 : 1)
    const kes = Currency.make("KES")
    const ends = [
      balanceOf("opening", dayOf(0), "1000.00", kes),
      balanceOf("opening", dayOf(0), "5.00", usd),
      balanceOf("closing", dayOf(30), "9.00", usd)
    ]
    return inWorld(sinkAt, records, (world) =>
      Effect.gen(function*() {
        const early = balanceOf("closing", "2023-12-01", "3.00")
        assert.strictEqual((yield* told(world, { ...all, balances: [...ends, early] })).verdict, "proven")
      }))
  })
})
