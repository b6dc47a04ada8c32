import { assert, describe, it } from "@effect/vitest"
import { dateOf, dayOf, recordsOf, rowsPerDay } from "../../bench/service/book.ts"

const parsed = (day: number, corrected?: number) => recordsOf(day, corrected).map((text) => JSON.parse(text)).reverse()

const cents = (text: string): number => Math.round(Number(text) * 100)

describe("the benchmark's statement", () => {
  it("has unique ids and balances that run on from row to row and from day to day", () => {
    const rows = [0, 1, 2].flatMap((day) => parsed(day))
    assert.strictEqual(new Set(rows.map(({ txnId }) => txnId)).size, 3 * rowsPerDay)
    let before: number | undefined
    for (const { amount, balance, type } of rows) {
      const moved = type === "Debit" ? -cents(amount) : cents(amount)
      assert.isAbove(cents(amount), 0)
      if (before !== undefined) assert.strictEqual(cents(balance), before + moved)
      before = cents(balance)
    }
  })

  it("keeps each day's times on that day, in order", () => {
    const times = parsed(60).map(({ date }) => date)
    assert.isTrue(times.every((time: string) => time.startsWith(dateOf(60))))
    assert.deepStrictEqual(times, [...times].sort())
  })

  it("changes one description when a record is corrected, and nothing else", () => {
    const [before, after] = [recordsOf(5), recordsOf(5, 7)]
    const changed = after.filter((text, index) => text !== before[index])
    assert.strictEqual(changed.length, 1)
    assert.include(changed[0], " (corrected)\"")
  })

  it("counts days both ways", () => {
    for (const day of [0, 59, 366, 2040]) assert.strictEqual(dayOf(dateOf(day)), day)
  })
})
