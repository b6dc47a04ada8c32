/**
 * Rows without a balance at the ends of a statement: a balance that somebody gives there proves nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { sharedOf } from "../kit/findings.ts"
import { dayOf, inWorld } from "../kit/nights.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const days = 8

/** A row a day, and which of them tell no balance. */
const book = (isSilent: (day: number) => boolean): ReadonlyArray<StatementRecord> =>
  recordsOf(
    Array.from(
      { length: days },
      (_, day) => ({ id: `A${day}`, at: `${dayOf(day)} 08:00:00`, amount: `${10 + day}.00` })
    ),
    "1000"
  ).map((record, day) => (isSilent(day) ? { ...record, balance: null } : record))

/** Rows without a balance, all in one second. */
const atOnce = (ids: ReadonlyArray<string>, at: string): ReadonlyArray<StatementRecord> =>
  recordsOf(ids.map((id) => ({ id, at, amount: "1.00" })), "0").map((record) => ({ ...record, balance: null }))

const nightly = Array.from({ length: days }, (_, day) => ({ night: day + 1, from: day, to: day }))

const kes = Currency.make("KES")
const all = { night: days + 1, from: 0, to: days }

/** The balance behind the row of a day. */
const balanceBehind = (day: number): string =>
  `${1000 + Array.from({ length: day + 1 }, (_, index) => 10 + index).reduce((sum, each) => sum + each, 0)}.00`

describe.each(sinksOfNights())("rows without a balance, with a sink in %s", (_, sinkAt) => {
  it.effect("leave open a closing balance behind them that they may lead to or not, and any other is a gap", () =>
    inWorld(sinkAt, book((day) => day > 5), (world) =>
      Effect.gen(function*() {
        for (
          const [balance, expected] of [
            [balanceBehind(5), "unanchored"],
            [balanceBehind(7), "ambiguous"],
            [balanceBehind(6), "gap"],
            ["5.00", "gap"]
          ]
        ) {
          const { findings, provenTo, remark, verdict } = yield* world.pull({
            ...all,
            balances: [balanceOf("closing", dayOf(days), balance ?? "", kes)]
          })
          assert.deepStrictEqual([findings.length > 0, verdict], [expected !== "unanchored", expected], balance)
          assert.strictEqual(remark.includes("rows without a balance stand there"), expected === "unanchored")
          assert.strictEqual(
            findings.some(({ explanation }) => explanation.includes("only if rows \"A6\", \"A7\"")),
            expected === "ambiguous"
          )
          assert.strictEqual(provenTo, dayOf(4))
          const check = yield* world.verify
          assert.deepStrictEqual([check.verdict.kind, check.remark], [expected, remark])
        }
      })))

  it.effect("leave open an opening balance before them that they may begin with or not, and any other is a gap", () =>
    inWorld(sinkAt, book((day) => day < 2), (world) =>
      Effect.gen(function*() {
        for (
          const [balance, expected] of [[balanceBehind(1), "unanchored"], ["1000.00", "ambiguous"], ["5.00", "gap"]]
        ) {
          const { remark, verdict } = yield* world.pull({
            ...all,
            balances: [balanceOf("opening", dayOf(0), balance ?? "", kes)]
          })
          assert.strictEqual(verdict, expected, balance)
          assert.strictEqual(remark.includes("rows without a balance stand there"), expected === "unanchored")
        }
      })))

  it.effect("fill what windows leave between them as within one, and one that is missing among them is a gap", () =>
    Effect.forEach(
      [{ lost: undefined, expected: "ambiguous" }, { lost: "A4", expected: "gap" }],
      ({ expected, lost }) =>
        Effect.forEach([[all], nightly], (nights) =>
          inWorld(
            sinkAt,
            book((day) => day > 2 && day < 6).filter(({ txnId }) => txnId !== lost),
            (world) =>
              Effect.gen(function*() {
                const reports = yield* Effect.forEach(nights, (night) => world.pull(night))
                const { findings, provenTo, verdict } = reports.at(-1) ?? {}
                const check = yield* world.verify
                assert.deepStrictEqual([verdict, check.verdict.kind], [expected, expected])
                assert.deepStrictEqual(findings?.length, 1)
                assert.strictEqual(provenTo, nights === nightly || lost !== undefined ? dayOf(1) : null)
                assert.deepStrictEqual([check.differing, check.conclusions, check.outdated], [[], [], []])
              })
          ))
    ))

  it.effect("prove no day that no row with a balance follows, one window at a time or all in one", () =>
    Effect.forEach(
      [all, undefined],
      (night) =>
        inWorld(sinkAt, book((day) => day < 2 || day > 5), (world) =>
          Effect.gen(function*() {
            if (night === undefined) {
              yield* Effect.forEach(nightly.slice(0, -1), (each) => world.pull(each))
            }
            const { provenFrom, provenTo, verdict } = yield* world.pull(
              night ?? { night: days + 1, from: days - 1, to: days }
            )
            assert.deepStrictEqual([verdict, provenFrom, provenTo], ["proven", dayOf(3), dayOf(4)])
          }))
    ))

  it.effect("are held against both ends where none of them tells a balance", () =>
    inWorld(sinkAt, book(() => true), (world) =>
      Effect.gen(function*() {
        for (
          const [balance, expected] of [["1000.00", "unanchored"], [balanceBehind(7), "ambiguous"], ["5.00", "gap"]]
        ) {
          const balances = [
            balanceOf("opening", dayOf(0), "1000.00", kes),
            balanceOf("closing", dayOf(7), balance ?? "", kes)
          ]
          const { findings, verdict } = yield* world.pull({ ...all, balances })
          assert.deepStrictEqual([findings.length > 0, verdict], [expected !== "unanchored", expected], balance)
          assert.strictEqual((yield* world.verify).verdict.kind, expected)
        }
      })))

  interface Case {
    readonly isTold: boolean
    /** An opening balance with its day, and a closing one. */
    readonly given: readonly [number, string, number, string]
    readonly jitter?: number
    readonly loadedTo?: number
    readonly kinds: ReadonlyArray<string>
  }

  it.effect("leave no choice between two known balances that no row stands between", () => {
    const met = balanceBehind(3)
    const cases: ReadonlyArray<Case> = [
      { isTold: true, given: [6, met, 7, met], kinds: [] },
      // The second one is met if the rows without a balance moved it as they say, and then the first one is not.
      { isTold: true, given: [6, met, 7, balanceBehind(5)], kinds: ["gap", "contradiction"] },
      { isTold: false, given: [6, met, 7, met], kinds: [] },
      { isTold: false, given: [6, met, 7, "7.00"], kinds: ["contradiction"] },
      { isTold: false, given: [5, met, 7, "7.00"], kinds: [] },
      { isTold: false, given: [6, met, 7, "7.00"], jitter: 5, kinds: [] },
      { isTold: false, given: [7, met, 7, "7.00"], jitter: 5, kinds: ["contradiction"] },
      { isTold: false, given: [6, met, 7, "7.00"], loadedTo: 4, kinds: ["gap"] }
    ]
    return Effect.forEach(
      cases,
      ({ given: [opening, before, closing, behind], isTold, kinds, loadedTo, jitter = 0 }, index) =>
        inWorld(sinkAt, book((day) => !isTold || day > 3).slice(0, -2), (world) =>
          Effect.gen(function*() {
            const balances = [
              balanceOf("opening", dayOf(opening), before, kes),
              balanceOf("closing", dayOf(closing), behind, kes)
            ]
            if (loadedTo !== undefined) yield* world.pull({ night: days + 1, from: 0, to: loadedTo })
            const { findings } = yield* world.pull({
              ...all,
              ...(loadedTo === undefined ? {} : { from: closing, to: closing }),
              jitter,
              balances
            })
            assert.deepStrictEqual(findings.map(({ kind }) => kind), kinds, `case ${index}`)
            const contradictions = findings.filter(({ kind }) => kind === "contradiction")
            const found = (yield* world.verify).findings
            assert.deepStrictEqual(
              found.filter(({ kind }) => kind === "contradiction").map(sharedOf),
              contradictions.map(sharedOf),
              `case ${index}`
            )
          }))
    )
  })

  it.effect("are the same whatever order the rows of one second come in", () =>
    Effect.forEach(
      [["T9", "T10"], ["T10", "T9"], ["9", "10", "\u{1f600}", "\uffee"], ["\uffee", "\u{1f600}", "10", "9"]],
      (ids) =>
        Effect.forEach([`${dayOf(0)} 07:00:00`, `${dayOf(days - 1)} 12:00:00`], (at) =>
          inWorld(sinkAt, [
            ...book(() => false),
            ...atOnce(ids, at)
          ], (world) =>
            Effect.gen(function*() {
              yield* world.pull(all)
              assert.deepStrictEqual((yield* world.verify).differing, [])
            })))
    ))

  it.effect("prove nothing where no row tells a balance", () =>
    inWorld(sinkAt, book(() => true), (world) =>
      Effect.gen(function*() {
        const { findings, provenFrom, verdict } = yield* world.pull(all)
        assert.deepStrictEqual([findings, verdict, provenFrom], [[], "unanchored", null])
        const check = yield* world.verify
        assert.strictEqual(check.verdict.kind, "unanchored")
      })))
})
