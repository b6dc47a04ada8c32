import { assert, describe, it } from "@effect/vitest"
import { joinWindows } from "../../../src/continuity/wallet/WalletContinuity.ts"
import type { Period } from "../../../src/domain/Period.ts"
import { leavesDoubt } from "../../../src/domain/Verdict.ts"
import { byDay, cutAnyhow, daysOf, pulled, within } from "../../kit/asWindows.ts"
import { cases } from "../../kit/cases.ts"
import { check, checkWindow, reconstruct, type Row, type WalletRow } from "../../kit/continuity.ts"
import { isWholeInTime } from "../../kit/inTimeOrder.ts"
import * as Wallets from "../../kit/wallets.ts"
import * as Statements from "../statements.ts"
import { midnight, money, step } from "../statements.ts"

const seed = Number(process.env["SEED"] ?? 20_241_027)
const at = (second: number): number => midnight + second * 1000
const twice = { timeFlag: "ambiguous-local" } as const
const without = (rows: ReadonlyArray<Row>, ...txnIds: ReadonlyArray<string>): ReadonlyArray<Row> =>
  rows.filter((row) => !txnIds.includes(row.txnId))
const timed = (rows: ReadonlyArray<Row>, txnId: string, second: number): ReadonlyArray<Row> =>
  rows.map((row) => (row.txnId === txnId ? { ...row, localTime: at(second) } : row))
const told = (rows: ReadonlyArray<Row>, ends = {}, options = {}) => {
  const { verdict } = check(rows, ends, options)
  return [
    verdict.kind,
    verdict.modulo.outOfTime,
    verdict.orders.map((each) => `${each.afterTxnId} ${each.beforeTxnId} ${each.missing}`)
  ]
}

describe("rows that meet only in another order than that of their times", () => {
  // Two days, each swept to zero.
  const swept = [
    step("A", 0, 10, 100),
    step("B", 10, 30, 200),
    step("C", 30, 0, 300),
    step("D", 0, 10, 1100),
    step("E", 10, 25, 1200),
    step("F", 25, 0, 1300)
  ]
  const toggling = ["A", "B", "C", "D", "E", "F", "G", "H"].map((id, index) =>
    index % 2 === 0 ? step(id, 0, 10, index) : step(id, 10, 0, index)
  )

  it("lack a row where the first and the last of them say so, and the place is told", () => {
    assert.deepStrictEqual(told(without(swept, "E")), ["ambiguous", 0, ["D F 15"]])
    assert.deepStrictEqual(told(without(toggling, "D")), ["ambiguous", 0, ["C E -10"]])
    const { verdict } = check(without(swept, "E"))
    assert.deepStrictEqual(
      verdict.orders.map(({ from, to }) => [from, to]),
      [[at(1100), at(1300)]]
    )
    assert.deepStrictEqual(verdict.gaps, [])
    assert.deepStrictEqual(verdict.modulo.openEnds, ["opening", "closing"])
  })

  it("lack none where only a time inside is wrong", () => {
    assert.deepStrictEqual(told(timed(swept, "B", 1150)).slice(0, 1), ["unanchored"])
    assert.isAbove(check(timed(swept, "B", 1150)).verdict.modulo.outOfTime, 0)
    assert.deepStrictEqual(told(timed(swept, "B", 1150))[2], [])
  })

  it("are in doubt where the first or the last time is wrong, for a missing row would look the same", () => {
    assert.deepStrictEqual(told(timed(swept, "A", 250)), ["ambiguous", 0, ["B A -30", "A C 20"]])
    assert.strictEqual(told(timed(swept, "F", 1150))[0], "ambiguous")
  })

  it("are in doubt even when no other order is whole, where they are few", () => {
    const wide = [step("A", 3, 1000, 1), step("B", 1000, 777, 2), step("C", 777, 54_321, 3), step("D", 54_321, 9, 4)]
    assert.strictEqual(told(timed(wide, "D", 0))[0], "ambiguous")
    assert.strictEqual(told(timed(wide, "B", 5))[0], "ambiguous")
    assert.strictEqual(Statements.everyOrder(timed(wide, "B", 5), {}, false).length, 1)
  })

  it("lack none where no balance of many comes twice, whichever of them the times put first and last", () => {
    const balances = Array.from({ length: 14 }, (_, index) => (index * 7919) % 1009)
    const wide = balances.slice(1).map((balance, index) => step(`R${index}`, balances[index] ?? 0, balance, index * 10))
    for (const [txnId, second] of [["R12", 65], ["R0", 65], ["R3", 200], ["R9", -5]] as const) {
      assert.strictEqual(told(timed(wide, txnId, second))[0], "unanchored", txnId)
      assert.deepStrictEqual(
        [check(timed(wide, txnId, second)).opening, check(timed(wide, txnId, second)).closing],
        [money(balances[0] ?? 0), money(balances[13] ?? 0)]
      )
      assert.strictEqual(told(without(timed(wide, txnId, second), "R6"))[0], "gap")
    }
    // From a balance back to it: without any one of its rows it is whole as well.
    const back = [...wide, step("R13", balances[13] ?? 0, balances[0] ?? 0, 200)]
    for (const { txnId } of back.slice(1, -1)) assert.strictEqual(told(without(back, txnId))[0], "ambiguous", txnId)
  })

  it("lack none between two known balances, and are in doubt at an end that is not known", () => {
    const late = timed(swept, "A", 250)
    assert.strictEqual(told(late, { opening: money(0), closing: money(0) })[0], "proven")
    assert.strictEqual(told(late, { opening: money(0) })[0], "unanchored")
    assert.strictEqual(told(late, { closing: money(0) })[0], "ambiguous")
    assert.strictEqual(told(without(swept, "E"), { opening: money(0), closing: money(0) })[0], "gap")
    assert.deepStrictEqual(told(without(toggling, "D"), { opening: money(0) }), ["ambiguous", 0, ["C E -10"]])
    assert.deepStrictEqual(told(without(toggling, "D"), { opening: money(10) }), ["gap", 0, []])
  })

  it("lack a row although the rows of one second at an end leave open which of them stands there", () => {
    // Entered from 10 the first second would make up for the row that is missing behind it.
    const rows = [
      step("A", 0, 10, 1),
      step("B", 10, 0, 1),
      step("C", 0, 5, 2),
      step("D", 5, 0, 2),
      step("F", 10, 20, 2),
      step("G", 20, 10, 3),
      step("H", 10, 0, 4),
      step("I", 0, 40, 5)
    ]
    assert.isFalse(isWholeInTime(rows))
    assert.isAbove(Statements.everyOrder(rows, {}, false).length, 0)
    assert.strictEqual(told(rows)[0], "ambiguous")
  })

  it("keep the places that the balances give them", () => {
    assert.deepStrictEqual(
      reconstruct(timed(swept, "B", 1150), { opening: money(0), closing: money(0) }),
      reconstruct(swept.map((row) => ({ ...row, localTime: at(0) })), { opening: money(0), closing: money(0) })
    )
  })

  it("name no more places than they may", () => {
    const rows = Array.from(
      { length: 400 },
      (_, index) => step(`R${index}`, index, index + 1, (index * 7 + 3) % 400)
    )
    const toggling = Array.from(
      { length: 60 },
      (_, index) => step(`T${index}`, 400 + index % 2, 401 - index % 2, 400 + index)
    )
    assert.strictEqual(check([...rows, ...toggling]).verdict.orders.length, 100)
  })
})

describe("rows of an hour that the clock showed twice", () => {
  const night = [
    step("A", 0, 10, 100),
    step("B", 10, 20, 7300, twice),
    step("C", 20, 0, 10_700, twice),
    step("D", 0, 10, 7200, twice),
    step("E", 10, 50, 9000, twice),
    step("F", 50, 0, 10_800)
  ]

  it("may stand at either of its instants", () => {
    assert.deepStrictEqual(told(night), ["unanchored", 0, []])
    assert.deepStrictEqual(told(Statements.shuffle(Statements.random(seed), night)), ["unanchored", 0, []])
    assert.strictEqual(told(night.map((row) => ({ ...row, timeFlag: null })))[1], 4)
  })

  it("hide no row that is missing among them, nor any before or after", () => {
    for (const lost of ["B", "C", "D", "E"]) {
      assert.isTrue(leavesDoubt(check(without(night, lost)).verdict.kind), lost)
    }
  })

  it("have the place that every order gives them, and no other", () => {
    const free = [
      step("A", 0, 10, 100),
      step("B", 10, 20, 7300, twice),
      step("C", 20, 10, 7400, twice),
      step("D", 10, 30, 7500, twice),
      step("E", 30, 10, 7600, twice),
      step("F", 10, 0, 10_800)
    ]
    assert.deepStrictEqual(reconstruct(free), [0, null, null, null, null, 5])
    const forced = [step("A", 0, 10, 7300, twice), step("B", 10, 30, 7200, twice), step("C", 30, 7, 9000, twice)]
    assert.deepStrictEqual(reconstruct(forced), [0, 1, 2])
  })

  it("are those of one night only", () => {
    const nextYear = 365 * 86_400
    const rows = [
      step("A", 0, 10, 7300, twice),
      step("B", 10, 0, 7200, twice),
      step("C", 0, 10, nextYear, twice),
      step("D", 10, 40, nextYear + 60, twice)
    ]
    assert.strictEqual(told(rows)[0], "unanchored")
    assert.strictEqual(told(timed(rows, "A", nextYear + 30))[0], "ambiguous")
  })
})

describe("rows of a clock with a known jitter", () => {
  const rows = ["A", "B", "C", "D"].map((id, index) => step(id, index * index, (index + 1) ** 2, index * 60))

  it("may be exchanged where it reaches, at the ends too, and nothing is said", () => {
    const swapped = timed(timed(rows, "A", 65), "B", 55)
    assert.deepStrictEqual(told(swapped, {}, { jitter: 5 }), ["unanchored", 0, []])
    assert.deepStrictEqual(told(swapped, {}, { jitter: 4 })[0], "ambiguous")
    assert.deepStrictEqual(reconstruct(swapped), [0, 1, 2, 3])
  })

  it("lack a row still that its jitter can't account for", () => {
    const swept = [
      ...rows,
      step("E", 16, 0, 300),
      ...rows.map((row) => ({ ...row, localTime: row.localTime + 3_600_000 }))
    ]
    assert.strictEqual(told(without(swept.slice(0, 8), "B"), {}, { jitter: 60 })[0], "gap")
  })
})

describe("wallets of every habit", () => {
  it.each(Wallets.habits)("that are %s are never whole without a row, but in the order of time", (habit) => {
    let whole = 0
    for (let index = 0; index < cases(600); index++) {
      const next = Statements.random(seed + index)
      const found = Wallets.withoutOne(next, Wallets.walletOf(next, habit, Wallets.anyShape(next)))
      if (found === undefined) continue
      const { rest } = found
      if (leavesDoubt(check(Statements.shuffle(next, rest)).verdict.kind)) continue
      assert.isTrue(isWholeInTime(rest), `seed ${seed + index}`)
      whole++
    }
    assert.isBelow(whole, 200)
  })

  it.each(Wallets.habits)("that are %s raise no alarm when they are complete and rightly timed", (habit) => {
    for (let index = 0; index < cases(1000); index++) {
      const next = Statements.random(seed + index)
      const rows = Wallets.walletOf(next, habit, { ...Wallets.anyShape(next), repeatedHour: index % 2 === 0 })
      const { verdict } = check(Statements.shuffle(next, rows))
      assert.deepStrictEqual([verdict.kind, verdict.modulo.outOfTime], ["unanchored", 0], `seed ${seed + index}`)
    }
  })

  it.each(Wallets.habits)(
    "that are %s and only mistimed hardly ever raise one, and never by a jitter that is known",
    (habit) => {
      let [broken, alarms] = [0, 0]
      for (let index = 0; index < cases(400); index++) {
        const next = Statements.random(seed + index)
        const rows = Wallets.mistimed(
          next,
          Wallets.walletOf(next, habit, { days: 6, rows: 120, perSecond: 1, repeatedHour: false })
        )
        assert.isFalse(leavesDoubt(check(rows, {}, { jitter: 3600 }).verdict.kind), `seed ${seed + index}`)
        if (isWholeInTime(rows)) continue
        broken++
        const { verdict } = check(rows)
        assert.isEmpty(verdict.gaps, `seed ${seed + index}`)
        if (verdict.kind === "ambiguous") {
          alarms++
          assert.isNotEmpty(verdict.orders, `seed ${seed + index}`)
        }
      }
      assert.isBelow(alarms, broken / 20)
    }
  )
})

const windows = (next: Statements.Draw, rows: ReadonlyArray<WalletRow>): ReadonlyArray<Period> =>
  next() < 0.5 ? byDay(daysOf(rows)) : cutAnyhow(next, daysOf(rows))

describe("wallets of every habit, in several windows", () => {
  it.each(Wallets.habits)("that are %s are never whole without a row, but in the order of time", (habit) => {
    for (let index = 0; index < cases(400); index++) {
      const next = Statements.random(seed + index)
      const found = Wallets.withoutOne(next, Wallets.walletOf(next, habit, { ...Wallets.anyShape(next), perSecond: 3 }))
      if (found === undefined) continue
      const rest = Statements.shuffle(next, found.rest)
      const isTold = leavesDoubt(pulled(rest, windows(next, rest)).verdict.kind)
      assert.isTrue(isTold || isWholeInTime(rest), `seed ${seed + index}`)
    }
  })

  it.each(Wallets.habits)("that are %s raise no alarm when they are complete and rightly timed", (habit) => {
    for (let index = 0; index < cases(400); index++) {
      const next = Statements.random(seed + index)
      const rows = Wallets.walletOf(next, habit, { ...Wallets.anyShape(next), repeatedHour: index % 2 === 0 })
      const { verdict } = joinWindows(
        windows(next, rows).map((period) => checkWindow({ period, rows: within(rows, period) }))
      )
      assert.deepStrictEqual([verdict.kind, verdict.modulo.outOfTime], ["unanchored", 0], `seed ${seed + index}`)
    }
  })
})

describe("the oracle", () => {
  it("finds an order of time exactly where trying all of them does", () => {
    let whole = 0
    for (let index = 0; index < cases(4000); index++) {
      const next = Statements.random(seed + index)
      const rows = Statements.shuffle(next, Statements.tiny(next, 7).rows).slice(next() < 0.5 ? 1 : 0)
      const orders = Statements.everyOrder(rows, {}, true)
      assert.strictEqual(isWholeInTime(rows), orders.length > 0, `seed ${seed + index}`)
      if (orders.length > 0) whole++
    }
    assert.isAbove(whole, cases(4000) / 4)
    assert.isBelow(whole, cases(4000))
  })
})
