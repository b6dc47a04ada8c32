/**
 * Known balances of a wallet with rows that name no currency, where some tell no balance either.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Night } from "../kit/nights.ts"
import { balanceOf } from "../kit/pullSettings.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const kes = Currency.make("KES")

interface Told {
  readonly day: number
  readonly amount: string
  readonly balance: string | null
  readonly isNamed: boolean
  readonly at?: string
}

const books = (told: ReadonlyArray<Told>): ReadonlyArray<StatementRecord> =>
  told.flatMap(({ amount, at = "08:00:00", balance, day, isNamed }, index) =>
    recordsOf([{ id: `T${index}`, at: `${dayOf(day)} ${at}`, amount }]).map((record) => ({
      ...record,
      balance,
      description: isNamed ? `Paid KES${amount.replace("-", "")} to a shop` : "Paid to a shop"
    }))
  )

const row = (day: number, amount: string, balance: string | null = null): Told => ({
  day,
  amount,
  balance,
  isNamed: true
})
const nameless = (day: number, amount: string): Told => ({ ...row(day, amount), isNamed: false })

const closing = (day: number, amount: string) => balanceOf("closing", dayOf(day), amount, kes)
const opening = (day: number, amount: string) => balanceOf("opening", dayOf(day), amount, kes)

/** So many rows around the midnight behind the second day that nobody can tell which stood before it. */
const crowd = Array.from({ length: 14 }, (_, index): Told => ({
  ...row(
    index < 7 ? 1 : 2,
    index % 2 === 0 ? "2.00" : "1.00",
    `${100 + 3 * Math.floor(index / 2) + (index % 2 === 0 ? 2 : 3)}.00`
  ),
  at: index < 7 ? `23:59:5${index + 3}` : `00:00:0${index - 7}`
}))

const cases: ReadonlyArray<{
  readonly what: string
  readonly told: ReadonlyArray<Told>
  readonly balances: NonNullable<Night["balances"]>
  readonly jitter?: number
  readonly kinds: ReadonlyArray<string>
}> = [
  {
    what: "are unchecked where rows that name neither a currency nor a balance stand between two of them",
    told: [row(0, "-2.00"), nameless(2, "2.00"), nameless(2, "-1.00"), row(5, "4.00")],
    balances: [closing(1, "98.00"), closing(2, "99.00")],
    kinds: []
  },
  {
    what: "are unchecked before the first row of the currency where such a row stands between two of them",
    told: [nameless(1, "-5.00"), row(3, "1.00", "96.00"), row(4, "1.00", "97.00")],
    balances: [opening(0, "100.00"), opening(3, "95.00")],
    kinds: []
  },
  {
    what: "are unchecked behind the last one",
    told: [row(1, "1.00", "96.00"), row(2, "1.00", "97.00"), nameless(4, "-5.00")],
    balances: [closing(2, "97.00"), closing(5, "92.00")],
    kinds: []
  },
  {
    what: "contradict each other at one midnight, whatever stands around it",
    told: [row(0, "1.00", "100.00"), ...crowd, row(4, "1.00", "122.00")],
    balances: [closing(1, "110.00"), opening(2, "7.00")],
    jitter: 60,
    kinds: ["contradiction"]
  },
  {
    what: "contradict each other at one midnight between rows without a currency",
    told: [row(0, "-2.00"), nameless(1, "2.00"), nameless(2, "-1.00"), row(5, "4.00")],
    balances: [closing(1, "98.00"), opening(2, "99.00")],
    kinds: ["contradiction"]
  },
  {
    what: "contradict each other where no row stands between them",
    told: [row(0, "-2.00"), row(6, "4.00")],
    balances: [closing(1, "98.00"), closing(2, "99.00")],
    kinds: ["contradiction"]
  }
]

describe.each(sinksOfNights())("balances known of a wallet, with a sink in %s", (_, sinkAt) => {
  it.effect.each(cases)(
    "$what",
    ({ balances, jitter = 0, kinds, told }) =>
      inWorld(sinkAt, books(told), (world) =>
        Effect.gen(function*() {
          const { findings, remark } = yield* world.pull({ night: 7, from: 0, to: 6, jitter, balances })
          assert.deepStrictEqual(findings.filter(({ kind }) => kind !== "order").map(({ kind }) => kind), kinds, remark)
          if (kinds.length === 0) assert.include(remark, "could not be held against the rows")
          const check = yield* world.verify
          assert.deepStrictEqual([check.remark, check.differing], [remark, []])
        }))
  )

  it.effect("say how many rows tell no balance, also of such a row between rows that meet", () =>
    inWorld(
      sinkAt,
      books([
        row(0, "1.00", "101.00"),
        nameless(2, "2.00"),
        row(3, "1.00", "102.00"),
        row(4, "1.00", "103.00")
      ]),
      (world) =>
        Effect.gen(function*() {
          const { remark, verdict } = yield* world.pull({ night: 7, from: 0, to: 6 })
          assert.include(remark, "1 row has no balance")
          const check = yield* world.verify
          assert.deepStrictEqual([check.remark, check.verdict.kind], [remark, verdict])
        })
    ))
})
