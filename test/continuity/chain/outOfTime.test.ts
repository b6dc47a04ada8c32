import { assert, describe, it } from "@effect/vitest"
import { farthestDated } from "../../../src/domain/Transaction.ts"
import { meetByBalances, type Row } from "../../kit/continuity.ts"
import { midnight, step } from "../statements.ts"

const day = 86_400
const always = { from: -Infinity, to: Infinity }
const secondsOf = (from: number, to: number) => ({ from: midnight + from * 1000, to: midnight + to * 1000 })
const timed = (rows: ReadonlyArray<Row>, txnId: string, second: number): ReadonlyArray<Row> =>
  rows.map((row) => (row.txnId === txnId ? { ...row, localTime: midnight + second * 1000 } : row))
const without = (rows: ReadonlyArray<Row>, ...txnIds: ReadonlyArray<string>): ReadonlyArray<Row> =>
  rows.filter((row) => !txnIds.includes(row.txnId))
/** Rows that lead through some balances, ten seconds from each to the next. */
const through = (...balances: ReadonlyArray<number>): ReadonlyArray<Row> =>
  balances.slice(1).map((balance, index) => step(`R${index}`, balances[index] ?? 0, balance, index * 10))
const rising = Array.from({ length: 15 }, (_, index) => 1000 + 7 * index * index)

/** Rows that go up and down between two balances, so many seconds from each to the next. */
const toggling = (from: number, apart: number): ReadonlyArray<Row> =>
  Array.from({ length: 60 }, (_, index) => {
    const [before, after] = index % 2 === 0 ? [5, 9] as const : [9, 5] as const
    return step(`T${index}`, before, after, from + apart * index)
  })

/** A payment and its reversal, and what was done before and behind them. */
const loopAt = (paid: number) => [
  ...through(...rising),
  step("PAY", paid, 1, 35),
  step("BACK", 1, paid, 36)
]

describe("rows that meet out of their times", () => {
  it("do so by their balances alone where these don't come again", () => {
    const wide = through(...rising)
    assert.isTrue(meetByBalances(timed(wide, "R3", 85), [], always, 0))
    assert.isTrue(meetByBalances(timed(timed(wide, "R3", 85), "R10", 25), [], always, 0))
  })

  it("do so although some are missing elsewhere", () => {
    assert.isTrue(meetByBalances(without(timed(through(...rising), "R3", 65), "R10"), [], secondsOf(20, 70), 0))
  })

  it("don't where balances around them come again", () => {
    const wide = timed(through(...rising), "R3", 85)
    assert.isFalse(meetByBalances(wide, toggling(day, 1), always, 0))
    const swept = through(0, 11, 25, 0, 12, 28, 0, 13, 34, 0, 14, 50, 0, 15, 49, 0)
    assert.isFalse(meetByBalances(timed(swept, "R4", 85), [], always, 0))
  })

  it("don't where the balance at which they are put together is that of other rows too", () => {
    const balances = [...rising.slice(0, 3), 5000, 4000, ...rising.slice(3)]
    const rows = timed(through(...balances), "R3", 125)
    assert.isTrue(meetByBalances(rows, [], always, 0))
    const elsewhere = [step("Y", 77, 5000, 400), step("Z", 5000, 78, 410), step("U", 79, 5000, 430)]
    assert.isFalse(meetByBalances([...rows, ...elsewhere], [], secondsOf(0, 200), 0))
  })

  it("do so from a balance back to it where the wallet had it, and no other balance comes twice", () => {
    const [passed = 0] = rising.slice(9)
    assert.isTrue(meetByBalances(loopAt(passed), [], always, 0))
    const twice = [
      step("U", 59, 60, day),
      step("V", 60, 61, day + 1),
      step("W", 61, 60, day + 2),
      step("X", 60, 9, day + 3)
    ]
    assert.isFalse(meetByBalances(loopAt(passed), twice, always, 0))
    assert.isFalse(meetByBalances(loopAt(passed).slice(5), [], always, 0), "few rows tell nothing")
  })

  it("don't from a balance back to it that the wallet had only in the midst of them", () => {
    const [passed = 0] = rising.slice(9)
    const rows = [...through(...rising), step("BACK", 1, passed, 36), step("PAY", passed, 1, 35)]
    assert.isTrue(meetByBalances(rows, [], always, 0))
    const turned = [...through(...rising), step("BACK", 2, passed, 35), step("PAY", passed, 2, 36)]
    assert.isFalse(meetByBalances(turned, [], always, 0))
  })

  it("do so where they meet in the order of their times, whatever their balances are", () => {
    assert.isTrue(meetByBalances([...through(0, 5), ...toggling(20, 0)], [], always, 0))
  })

  it("do so by their balances alone where they are few and lead back to none", () => {
    const rows = [step("A", 0, 10, 0), step("B", 20, 30, 10), step("C", 10, 20, 20), step("D", 30, 31, 30)]
    assert.isTrue(meetByBalances(rows, [], always, 0))
  })

  it("don't where few rows begin elsewhere than their times say", () => {
    assert.isFalse(meetByBalances([step("A", 10, 20, 0), step("B", 0, 10, 10), step("C", 20, 25, 20)], [], always, 0))
  })

  it("do so from a balance back to it among twelve rows, and among fewer don't", () => {
    const [passed = 0] = rising.slice(7)
    const loop = [step("PAY", passed, 1, 35), step("BACK", 1, passed, 36)]
    assert.isTrue(meetByBalances([...through(...rising.slice(0, 11)), ...loop], [], always, 0))
    assert.isFalse(meetByBalances([...through(...rising.slice(0, 10)), ...loop], [], always, 0))
  })

  it("look at the rows around them as far as any may be dated from its day", () => {
    const rows = timed(through(...rising), "R3", 85)
    const reach = farthestDated * day
    const within = secondsOf(0, 200)
    for (const second of [-reach, 200 + reach]) assert.isFalse(meetByBalances(rows, toggling(second, 0), within, 0))
    for (const second of [-reach - 1, 200 + reach + 1]) {
      assert.isTrue(meetByBalances(rows, toggling(second, 0), within, 0))
    }
  })
})
