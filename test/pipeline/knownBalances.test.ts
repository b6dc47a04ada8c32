/**
 * Balances that somebody knows of days within windows whose rows leave something open: a run and a check hold them against
 * all that may have stood there, and say so where that is left open.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import type { WalletVerification } from "../../src/pipeline/verifyContinuity.ts"
import { type Entry, recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Night, type World } from "../kit/nights.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"

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

/** What a pull and a check say of a balance: its findings and the verdict, which have to be the same. */
const told = ({ pull, verify }: World, night: Night) =>
  Effect.gen(function*() {
    const report = yield* pull(night)
    const check = yield* verify
    assert.deepStrictEqual([said(report), report.verdict, report.remark], [
      said(check),
      check.verdict.kind,
      check.remark
    ])
    return { kinds: said(report), verdict: report.verdict, remark: report.remark }
  })

const wrong = { kinds: ["contradiction"], verdict: "unanchored" }

describe.each(sinks)("a balance known of a day, in %s", (_, sinkAt) => {
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
          /the closing balance given for 2024-01-12 could not be held against the rows: more rows/
        )
        const { kinds } = yield* told(world, { ...night, ...closing(13, "5.00") })
        assert.deepStrictEqual(kinds, ["contradiction"])
      })))
})
