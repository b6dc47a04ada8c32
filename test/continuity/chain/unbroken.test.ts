import { assert, describe, it } from "@effect/vitest"
import { rowsByPeriod } from "../../../src/continuity/chain/rowsByPeriod.ts"
import { checkUnbroken, largestCount } from "../../../src/continuity/chain/unbroken.ts"
import { fromTenThousandths } from "../../../src/domain/Money.ts"
import { dayFromNumber, type Period } from "../../../src/domain/Period.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import { cases } from "../../kit/cases.ts"
import { asRows, checkWindow, type WalletRow } from "../../kit/continuity.ts"
import * as Statements from "../statements.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const days: Period = { from: dayFromNumber(0), to: dayFromNumber(0) }
const kes = "KES" as Currency

const upTo = (count: number) => Int32Array.from({ length: count }, (_, index) => index)
const unbroken = (rows: ReadonlyArray<WalletRow>) => checkUnbroken(asRows(rows), upTo(rows.length), 0)

/** What the rows themselves say, which takes all of them as objects. */
const byRows = (rows: ReadonlyArray<WalletRow>) =>
  checkWindow({ period: days, rows }).chains.map((chain) => ({ ...chain, first: null, last: null }))

const inKes = (rows: ReadonlyArray<Statements.Statement["rows"][number]>): ReadonlyArray<WalletRow> =>
  rows.map((row) => ({ ...row, currency: kes }))

const step = (from: number, to: number, second: number): WalletRow => ({
  ...Statements.step("T", from, to, second),
  currency: kes
})

/** A row whose balance is so much more than a double counts exactly. */
const near = (balance: number): WalletRow => ({
  ...step(0, 1, 0),
  balance: fromTenThousandths(BigInt(largestCount) + BigInt(balance))
})

const large = (from: bigint, to: bigint, second: number): WalletRow => ({
  ...step(0, 1, second),
  type: to < from ? "Debit" : "Credit",
  amount: fromTenThousandths(to < from ? from - to : to - from),
  balance: fromTenThousandths(to)
})

describe("a window without a break, at a glance", () => {
  it("is what its rows say, in the orders that rows usually come in", () => {
    let known = 0
    for (let index = 0; index < cases(300); index++) {
      const next = Statements.random(seed + index)
      const amounts = (["distinct", "mixed", "repeated"] as const)[index % 3] ?? "mixed"
      const { closing, opening, rows } = Statements.statement(
        next,
        Statements.draw(next, 1, 60),
        amounts,
        1 + index % 3
      )
      const forth = inKes(rows)
      const back = forth.toReversed()
      const bySecond = forth.toSorted((left, right) => right.localTime - left.localTime)
      for (const order of [forth, back, bySecond]) {
        const chains = unbroken(order)
        if (opening === closing) continue
        assert.isDefined(chains)
        assert.deepStrictEqual(chains, byRows(order))
        known++
      }
    }
    assert.isAbove(known, cases(300))
  })

  it("is what its rows say in each of several currencies", () => {
    let known = 0
    for (let index = 0; index < cases(300); index++) {
      const next = Statements.random(seed + index)
      const drawn = ["KES", "USD", "TZS"].flatMap((currency) =>
        Statements.statement(next, Statements.draw(next, 1, 20), "mixed", 2).rows
          .map((row): WalletRow => ({ ...row, currency: currency as Currency }))
      )
      const rows = next() < 0.5 ? drawn : drawn.toSorted((left, right) => left.localTime - right.localTime)
      const chains = unbroken(rows)
      if (chains === undefined) continue
      assert.lengthOf(chains, 3)
      assert.deepStrictEqual(chains, byRows(rows), `seed ${seed + index}`)
      known++
    }
    assert.isAbove(known, cases(200, 20))
  })

  it("says nothing else of any rows than they say themselves", () => {
    let [known, unknown] = [0, 0]
    for (let index = 0; index < cases(6_000); index++) {
      const next = Statements.random(seed + index)
      const drawn = index % 2 === 0 ? Statements.tiny(next, 6) : Statements.statement(next, 8, "repeated", 2)
      const fault = Statements.faults[Statements.draw(next, 0, 7)]
      const spoilt = fault === undefined || drawn.rows.length === 0 ? drawn : Statements.spoil(next, drawn, fault)
      const mixed = inKes(spoilt.rows).map((row): WalletRow => ({
        ...row,
        confirmed: next() > 0.05,
        ...(next() < 0.02 ? { balance: null } : {}),
        ...(next() < 0.02 ? { currency: next() < 0.5 ? null : "USD" as Currency } : {})
      }))
      const rows = next() < 0.5 ? mixed : Statements.shuffle(next, mixed)
      const chains = rows.length === 0 ? undefined : unbroken(rows)
      if (chains === undefined) unknown++
      else {
        assert.deepStrictEqual(chains, byRows(rows), `seed ${seed + index}`)
        known++
      }
    }
    assert.isAbove(known, cases(300, 5))
    assert.isAbove(unknown, cases(300, 5))
  })

  it("is left to the rows where a circuit, a break, a wrong time or several currencies make it unusual", () => {
    assert.isDefined(unbroken([step(0, 5, 0), step(5, 3, 1)]))
    assert.isUndefined(unbroken([step(0, 5, 0), step(5, 0, 1)]), "a circuit")
    assert.isUndefined(unbroken([step(0, 0, 0)]), "a row that moves nothing")
    assert.isUndefined(unbroken([step(0, 5, 0), step(4, 3, 1)]), "a break")
    assert.isUndefined(unbroken([step(0, 5, 1), step(5, 3, 0)]), "a wrong time")
    assert.isUndefined(
      unbroken([step(0, 5, 0), { ...step(5, 3, 1), currency: null }]),
      "a currency that one does not name"
    )
    assert.isUndefined(unbroken([{ ...step(0, 5, 0), balance: null }]), "no balance")
    assert.isUndefined(unbroken([step(0, 5, 0), { ...step(5, 3, 1), balance: null }]), "no balance of the last")
  })

  it("is left to the rows where a double does not count exactly", () => {
    assert.deepStrictEqual(unbroken([near(0)]), byRows([near(0)]))
    assert.isUndefined(unbroken([near(1)]))
    const most = BigInt(largestCount)
    const back = [large(0n, most, 0), large(most, 1n, 1)]
    assert.deepStrictEqual(unbroken(back), byRows(back))
    assert.isUndefined(unbroken([...back, large(1n, most, 2)]), "sums beyond what a double counts")
  })
})

describe("rows told apart by their days", () => {
  it("are found in their periods whatever order they come in, and nowhere else", () => {
    const periods = [{ from: dayFromNumber(-2), to: dayFromNumber(-1) }, {
      from: dayFromNumber(1),
      to: dayFromNumber(3)
    }, { from: dayFromNumber(7), to: dayFromNumber(7) }]
    const found = (numbers: ReadonlyArray<number>) =>
      rowsByPeriod(
        asRows(numbers.map((number) => ({ ...step(0, 1, 0), localTime: number * 86_400_000 + 86_399_000 }))),
        periods
      ).map((list) => [...list])
    assert.deepStrictEqual(found([-2, -1, 1, 2, 3, 7]), [[0, 1], [2, 3, 4], [5]])
    assert.deepStrictEqual(found([8, 7, 0, 3, -3, -1, 6, 1, -2]), [[5, 8], [3, 7], [1]])
    assert.deepStrictEqual(found([]), [[], [], []])
  })
})
