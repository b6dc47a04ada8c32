/**
 * Rows that are not confirmed, at the ends of days and windows, beside balances that somebody knows: they may have moved the
 * balance or not, and a run, the file and a check say no more than the rows behind them tell.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { sharedOf } from "../kit/findings.ts"
import { dayOf, inWorld, type Night, type World } from "../kit/nights.ts"
import { layerOpen } from "../kit/openFile.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"
import { ask } from "../sink/duckdb/files.ts"

interface More {
  readonly isNamed?: boolean
  readonly confirmed?: boolean
}

const record = (
  txnId: string,
  at: string,
  amount: number,
  balance: number,
  { confirmed = true, isNamed = true }: More = {}
): StatementRecord => ({
  txnId,
  type: amount < 0 ? "Debit" : "Credit",
  amount: `${Math.abs(amount)}.00`,
  balance: `${balance}.00`,
  description: isNamed ? `KES${Math.abs(amount)}.00 shop` : "shop",
  confirmed,
  date: `${at} ${Number(at.slice(11, 13)) < 12 ? "AM" : "PM"}`
})

const on = (day: number, time = "08:00:00"): string => `${dayOf(day)} ${time}`

/** What a pull says, and a check of what is stored, which have to be the same. */
const told = ({ pull, verify }: World, night: Night) =>
  Effect.gen(function*() {
    const report = yield* pull(night)
    const { conclusions, differing, findings, outdated, remark, verdict } = yield* verify
    assert.deepStrictEqual([conclusions, differing, outdated], [[], [], []])
    assert.deepStrictEqual([verdict.kind, remark], [report.verdict, report.remark])
    const contradicted = report.findings.filter(({ kind }) => kind === "contradiction")
    assert.deepStrictEqual(findings.map(sharedOf), contradicted.map(sharedOf))
    return { findings: report.findings.map(({ kind }) => kind), verdict: report.verdict }
  })

const closing = (day: number, balance: string) => ({
  balances: [balanceOf("closing", dayOf(day), balance, Currency.make("KES"))]
})

const start = [record("A", on(0), 100, 1100), record("B", on(1), 20, 1120)]

/** The limits that bring these days in one window and in several. */
const limits = [5000, 4, 3]

describe.each(sinksOfNights())("an unconfirmed row at the end of a day with a known balance, in %s", (_, sinkAt) => {
  it.effect.each([true, false].flatMap((isNamed) => limits.map((limit) => [isNamed, limit] as const)))(
    "moved it or not, as the next row tells: naming its currency %s, limit %i",
    ([isNamed, limit]) =>
      Effect.forEach([1120, 1172], (balance) => {
        const pending = record("P", on(1, "20:00:00"), 52, 1172, { isNamed, confirmed: false })
        const records = [...start, pending, record("C", on(3), 8, balance + 8), record("D", on(4), 5, balance + 13)]
        return inWorld(sinkAt, records, (world) =>
          Effect.gen(function*() {
            const night = { night: 6, limit }
            yield* world.pull({ ...night, from: 0 })
            const [right, wrong] = [`${balance}.00`, balance === 1120 ? "1172.00" : "1120.00"]
            const fine = yield* told(world, { ...night, ...closing(1, right) })
            assert.deepStrictEqual(fine, { findings: [], verdict: "proven" }, right)
            const contradicted = yield* told(world, { ...night, ...closing(1, wrong) })
            assert.deepStrictEqual(contradicted, { findings: ["contradiction"], verdict: "unanchored" }, wrong)
          }))
      })
  )

  it.effect.each(limits)(
    "leaves both possible where no row stands behind it, and nothing else: limit %i",
    (limit) =>
      inWorld(
        sinkAt,
        [...start, record("P", on(1, "20:00:00"), 52, 1172, { confirmed: false })],
        (world) =>
          Effect.gen(function*() {
            const night = { night: 3, limit }
            yield* world.pull({ ...night, from: 0 })
            for (const either of ["1120.00", "1172.00"]) {
              const { findings, verdict } = yield* told(world, { ...night, ...closing(1, either) })
              assert.deepStrictEqual([verdict, findings], ["proven", []], either)
            }
            const { verdict } = yield* told(world, { ...night, ...closing(1, "1150.00") })
            assert.strictEqual(verdict, "gap")
          })
      )
  )
})

describe.each(sinksOfNights())(
  "a payment that failed and one of the same amount on the next day, in %s",
  (_, sinkAt) => {
    const naming = [[true, true], [true, false], [false, true], [false, false]] as const
    it.effect.each(naming.flatMap(([first, second]) => limits.map((limit) => [first, second, limit] as const)))(
      "leave open what stood between them: naming their currency %s and %s, limit %i",
      ([first, second, limit]) => {
        const attempts = [
          record("P", on(1, "20:00:00"), 52, 1172, { isNamed: first, confirmed: false }),
          record("Q", on(2, "09:00:00"), 52, 1172, { isNamed: second, confirmed: false })
        ]
        const behind = [record("C", on(3), 8, 1180), record("D", on(4), 5, 1185)]
        return inWorld(sinkAt, [...start, ...attempts, ...behind], (world) =>
          Effect.gen(function*() {
            const night = { night: 6, limit }
            yield* world.pull({ ...night, from: 0 })
            for (const either of ["1120.00", "1172.00"]) {
              const { findings, verdict } = yield* told(world, { ...night, ...closing(1, either) })
              assert.deepStrictEqual(findings, [], either)
              if (first && second) assert.strictEqual(verdict, "proven")
            }
            const { verdict } = yield* told(world, { ...night, ...closing(1, "1150.00") })
            assert.strictEqual(verdict, "unanchored")
          }))
      }
    )
  }
)

describe("the closing balance of a day in a file", () => {
  const nameless = { isNamed: false }

  const cases: ReadonlyArray<readonly [string, ReadonlyArray<StatementRecord>, string | null]> = [
    ["the last row's, when unconfirmed rows stand before it", [
      record("P", on(0, "07:00:00"), 40, 1040, { confirmed: false }),
      record("A", on(0), 100, 1140)
    ], "1140.0000"],
    ["the last row's, when rows that name no currency stand before it", [
      record("P", on(0, "07:00:00"), 40, 1040, { ...nameless, confirmed: false }),
      record("N", on(0, "07:30:00"), 10, 1050, nameless),
      record("A", on(0), 100, 1150)
    ], "1150.0000"],
    ["not told behind an unconfirmed row", [
      record("A", on(0), 100, 1100),
      record("P", on(0, "20:00:00"), 52, 1152, { confirmed: false })
    ], null],
    ["not told where the last row may be one that names no currency, nor is one before it taken for the last", [
      record("P", on(0, "07:00:00"), 40, 1040, { ...nameless, confirmed: false }),
      record("A", on(0), 100, 1140),
      record("B", on(0, "09:00:00"), 10, 1150),
      record("N", on(0, "10:00:00"), -50, 1100, nameless)
    ], null]
  ]

  it.effect.each(cases)("is %s", ([, records, expected]) =>
    Effect.gen(function*() {
      let file = ""
      yield* inWorld(
        (path) => layerOpen(file = path),
        records,
        ({ pull }) => Effect.asVoid(pull({ night: 2, from: 0 }))
      )
      assert.deepStrictEqual(
        yield* ask(file, "SELECT closing_balance FROM daily_balance WHERE currency = 'KES' AND rows > 0"),
        [[expected]]
      )
    }))
})
