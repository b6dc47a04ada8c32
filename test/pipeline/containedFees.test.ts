/**
 * A service that writes a payment and its fee as two rows of one id, both with the balance after the two: nothing is missing, and
 * a run, the file and a check say the same of it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { type Entry, recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Night, type World } from "../kit/nights.ts"
import { layerOpen } from "../kit/openFile.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"
import { ask } from "../sink/duckdb/files.ts"

const days = 20
const feeDays = [0, 3, 4, 11, days - 1]

/** A receipt each day, and late on some days a payment with its fee. */
const bookWith = (feeAt: (day: number) => string): ReadonlyArray<StatementRecord> => {
  const records = recordsOf(
    Array.from({ length: days }, (_, day): ReadonlyArray<Entry> => [
      { id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${110 + 7 * day}.00` },
      ...(feeDays.includes(day)
        ? [
          { id: `P${day}`, at: `${dayOf(day)} 23:59:59`, amount: `-${50 + day}.00` },
          { id: `P${day}`, at: feeAt(day), amount: "-2.00" }
        ]
        : [])
    ]).flat(),
    "1000"
  )
  return records.map((record, index) => {
    const next = records[index + 1]
    return next?.txnId === record.txnId ? { ...record, balance: next.balance } : record
  })
}

const book = bookWith((day) => `${dayOf(day)} 23:59:59`)

/** What a pull says, and a check of what is stored, which have to be the same. */
const told = ({ pull, verify }: World, night: Night) =>
  Effect.gen(function*() {
    const report = yield* pull(night)
    const { conclusions, differing, findings, outdated, remark, verdict } = yield* verify
    assert.deepStrictEqual([conclusions, differing, outdated], [[], [], []])
    assert.deepStrictEqual([verdict.kind, verdict.modulo, remark], [report.verdict, report.modulo, report.remark])
    assert.sameMembers(
      verdict.gaps.map(({ afterTxnId, beforeTxnId }) => `${afterTxnId}..${beforeTxnId}`),
      report.gaps.map(({ after, before }) => `${after}..${before}`)
    )
    return { ...report, contradicted: findings.length }
  })

const closing = (day: number, balance: string | null) => ({
  balances: [balanceOf("closing", dayOf(day), balance, Currency.make("KES"))]
})

describe.each(sinksOfNights())("fees that their payments' balances contain, in %s", (_, sinkAt) => {
  const ways: ReadonlyArray<readonly [string, ReadonlyArray<StatementRecord>, number]> = [
    ["in the second of their payments, in one window", book, 5000],
    ["in the second of their payments, in several windows", book, 6],
    ["on the day after their payments', in one window", bookWith((day) => `${dayOf(day + 1)} 00:00:00`), 5000],
    ["on the day after their payments', in several windows", bookWith((day) => `${dayOf(day + 1)} 00:00:00`), 6]
  ]

  it.effect.each(ways)(
    "are no gap, and are counted: %s",
    ([, records, limit]) =>
      inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          const { findings, gaps, modulo, remark, verdict } = yield* told(world, { night: days + 1, from: 0, limit })
          assert.deepStrictEqual([findings, gaps, verdict, modulo.feesContained], [[], [], "proven", feeDays.length])
          assert.include(remark, "5 balances contain their payments' fees")
        }))
  )

  it.effect("are no gap on any night", () =>
    inWorld(sinkAt, book, (world) =>
      Effect.gen(function*() {
        for (let night = 1; night <= days; night++) {
          const { findings, modulo } = yield* told(world, { night, ...(night === 1 ? { from: 0 } : {}) })
          const shown = feeDays.filter((day) => day < night).length
          assert.deepStrictEqual([findings, modulo.feesContained], [[], shown], `night ${night}`)
        }
      })))

  it.effect.each(["A4", "A12"])(
    "hide no row that is missing beside them: %s",
    (lost) =>
      inWorld(sinkAt, book.filter(({ txnId }) => txnId !== lost), (world) =>
        Effect.gen(function*() {
          const { gaps, verdict } = yield* told(world, { night: days, from: 0, limit: 6 })
          const amount = book.find(({ txnId }) => txnId === lost)?.amount
          assert.deepStrictEqual([verdict, gaps.map(({ missing }) => missing)], ["gap", [amount]])
        }))
  )

  it.effect("are a gap where they are missing themselves", () =>
    inWorld(
      sinkAt,
      book.filter(({ amount, txnId }) => txnId !== "P4" || amount !== "2.00"),
      (world) =>
        Effect.gen(function*() {
          const { gaps, verdict } = yield* told(world, { night: days, from: 0, limit: 6 })
          assert.deepStrictEqual([verdict, gaps.map(({ missing }) => missing)], ["gap", ["-2.00"]])
        })
    ))

  it.effect("lead to the known balance of their day, and to no other", () =>
    inWorld(sinkAt, book, (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: days, from: 0 })
        for (const day of feeDays.slice(0, -1)) {
          const right = String(book.find(({ txnId }) => txnId === `P${day}`)?.balance)
          const fine = yield* told(world, { night: days, ...closing(day, right) })
          assert.deepStrictEqual([fine.verdict, fine.contradicted], ["proven", 0], `day ${day}`)
          const beforeFee = (Number(right) + 2).toFixed(2)
          const wrong = yield* told(world, { night: days, ...closing(day, beforeFee) })
          assert.deepStrictEqual([wrong.verdict, wrong.contradicted], ["unanchored", 1], `day ${day}`)
          yield* world.pull({ night: days, ...closing(day, null) })
        }
      })))
})

describe("a file with fees that their payments' balances contain", () => {
  it.effect.each([5000, 6])("has the closing balance of every day: limit %i", (limit) =>
    Effect.gen(function*() {
      let file = ""
      yield* inWorld((path) => layerOpen(file = path), book, ({ pull }) =>
        Effect.asVoid(pull({ night: days, from: 0, limit })))
      const lastOf = (day: number) =>
        book.findLast(({ date }) =>
          date.startsWith(dayOf(day))
        )
      assert.deepStrictEqual(
        yield* ask(file, "SELECT day, closing_balance FROM daily_balance WHERE rows > 0 ORDER BY day"),
        Array.from({ length: days }, (_, day) => [dayOf(day), `${lastOf(day)?.balance}00`])
      )
    }))
})
