import { assert, describe, it } from "@effect/vitest"
import { fromTenThousandths } from "../../../src/domain/Money.ts"
import type { Verdict } from "../../../src/domain/Verdict.ts"
import { cases } from "../../kit/cases.ts"
import { check, examine, reconstruct, type Row } from "../../kit/continuity.ts"
import * as Statements from "../statements.ts"

const seed = Number(process.env["SEED"] ?? 20_260_305)
const money = (value: number) => fromTenThousandths(BigInt(value))

/** A row that moves the balance from one value to another, `second` seconds after midnight. */
const row = (txnId: string, from: number, to: number, second: number, more: Partial<Row> = {}): Row => ({
  txnId,
  type: to < from ? "Debit" : "Credit",
  amount: money(Math.abs(to - from)),
  balance: money(to),
  confirmed: true,
  localTime: Statements.midnight + second * 1000,
  ...more
})

const at = (second: number) => Statements.midnight + second * 1000
const covers = (verdict: Verdict, time: number): boolean =>
  verdict.gaps.some((gap) => (gap.from ?? -Infinity) <= time && time <= (gap.to ?? Infinity))

describe("check", () => {
  const rows = [row("A", 100, 150, 1), row("B", 150, 120, 2), row("C", 120, 300, 3)]
  const ends = { opening: money(100), closing: money(300) }

  it("proves an unbroken path between known ends, whatever the order of the rows", () => {
    const found = check([...rows].reverse(), ends)
    assert.strictEqual(found.verdict.kind, "proven")
    assert.deepStrictEqual(
      [found.opening, found.closing, found.debit, found.credit, found.rows],
      [money(100), money(300), money(30), money(230), 3]
    )
    assert.deepStrictEqual(found.first, { txnId: "A", localTime: at(1) })
    assert.deepStrictEqual(found.last, { txnId: "C", localTime: at(3) })
    assert.isTrue(found.verdict.modulo.zeroSum)
    assert.deepStrictEqual(found.verdict.modulo.openEnds, [])
  })

  it("finds the ends but leaves them unanchored when nobody gave them", () => {
    const free = check(rows)
    assert.deepStrictEqual([free.verdict.kind, free.opening, free.closing], ["unanchored", money(100), money(300)])
    assert.deepStrictEqual(free.verdict.modulo.openEnds, ["opening", "closing"])
    assert.deepStrictEqual(check(rows, { opening: money(100) }).verdict.modulo.openEnds, ["closing"])
    assert.deepStrictEqual(check(rows, { closing: money(300) }).verdict.modulo.openEnds, ["opening"])
    assert.strictEqual(check(rows, { closing: money(300) }).verdict.kind, "unanchored")
  })

  it("names the rows around a gap, its time and what is missing", () => {
    const [first, , last] = rows
    const { verdict } = check([last, first].filter((each) => each !== undefined), ends, { currency: null })
    assert.strictEqual(verdict.kind, "gap")
    assert.deepStrictEqual(verdict.gaps, [
      { afterTxnId: "A", beforeTxnId: "C", from: at(1), to: at(3), missing: money(-30), currency: null }
    ])
  })

  it("reports ends that are not met as gaps open to the outside", () => {
    const { verdict } = check(rows, { opening: money(90), closing: money(310) })
    assert.deepStrictEqual(
      verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.from, gap.to, gap.missing]),
      [
        [null, "A", null, at(1), money(10)],
        ["C", null, at(3), null, money(10)]
      ]
    )
  })

  it("passes a balance through when there are no rows", () => {
    const passed = check([], { opening: money(7) })
    assert.deepStrictEqual([passed.verdict.kind, passed.opening, passed.closing], ["unanchored", money(7), money(7)])
    assert.strictEqual(check([], { opening: money(7), closing: money(7) }).verdict.kind, "proven")
    assert.deepStrictEqual(check([], { opening: money(7), closing: money(9) }).verdict.gaps.map((gap) => gap.missing), [
      money(2)
    ])
    assert.deepStrictEqual(Statements.openingsOf(passed), [money(7)])
    const nothing = check([])
    assert.deepStrictEqual([Statements.openingsOf(nothing), nothing.last], [[], null])
    assert.deepStrictEqual([nothing.verdict.kind, nothing.opening, nothing.closing, nothing.first], [
      "unanchored",
      null,
      null,
      null
    ])
  })

  it("names every possible opening of a circuit", () => {
    const circuit = [row("A", 10, 20, 1), row("B", 20, 10, 1)]
    assert.deepStrictEqual(Statements.openingsOf(check(circuit)), [money(10), money(20)])
    assert.deepStrictEqual([check(circuit).opening, check(circuit).closing], [null, null])
    assert.deepStrictEqual([check(circuit, { opening: money(20) }).closing], [money(20)])
    assert.strictEqual(check(circuit, { opening: money(15), closing: money(15) }).verdict.kind, "gap")
  })

  it("lets a gap reach back over a circuit that may stand on either side of it", () => {
    const passed = [row("A", 0, 10, 1), row("B", 10, 20, 2), row("C", 20, 10, 2), row("E", 20, 50, 4)]
    const { verdict } = check(passed, { opening: money(0), closing: money(50) })
    assert.deepStrictEqual(verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing]), [[
      "A",
      "E",
      money(10)
    ]])
  })

  it("does not take wrong times for missing rows, and says that they are wrong", () => {
    const early = rows.map((each) => (each.txnId === "C" ? { ...each, localTime: at(0) } : each))
    const { verdict } = check(early, ends)
    assert.strictEqual(verdict.kind, "proven")
    assert.isAbove(verdict.modulo.outOfTime, 0)
    assert.deepStrictEqual(reconstruct(early, ends), [0, 1, 2])
  })

  it("keeps the true gap apart from those that wrong times make", () => {
    const chain = Array.from({ length: 12 }, (_, index) => row(`R${index}`, index * index, (index + 1) ** 2, index * 5))
    const moved = chain.flatMap((each, index) =>
      index === 8 ? [] : index === 4 ? [{ ...each, localTime: at(2) }] : [each]
    )
    const { verdict } = check(moved, { opening: money(0), closing: money(144) })
    assert.deepStrictEqual(verdict.gaps.map((gap) => [gap.afterTxnId, gap.beforeTxnId, gap.missing]), [[
      "R7",
      "R9",
      money(17)
    ]])
    assert.strictEqual(verdict.modulo.outOfTime, 3)
  })

  it("leaves an unconfirmed row in or out, whichever makes the path whole, and counts it", () => {
    const moved = rows.map((each) => (each.txnId === "B" ? { ...each, confirmed: false } : each))
    const pending = row("P", 120, 150, 2, { confirmed: false })
    for (const given of [moved, [...rows, pending], [...moved, pending]]) {
      const { verdict } = check(given, ends)
      assert.strictEqual(verdict.kind, "proven")
      assert.strictEqual(verdict.modulo.unconfirmed, given.filter((each) => !each.confirmed).length)
      assert.strictEqual(verdict.modulo.outOfTime, 0)
    }
    const { positions } = examine([...moved, pending], ends)
    assert.deepStrictEqual(positions, [0, 1, 2, null])
  })

  it("does not call whole what unconfirmed rows cannot make whole", () => {
    const given = [...rows.slice(0, 1), row("P", 150, 140, 2, { confirmed: false }), ...rows.slice(2)]
    assert.strictEqual(check(given, ends).verdict.kind, "gap")
  })

  it("goes by the times of the rows that it takes in", () => {
    const repeated = [row("A", 0, 10, 1), row("B", 10, 0, 2), row("C", 0, 10, 3)]
    const pending = row("P", 10, 99, 2, { confirmed: false })
    assert.deepStrictEqual(reconstruct([...repeated, pending], { opening: money(0), closing: money(10) }), [
      0,
      1,
      2,
      null
    ])
  })

  it("takes of the rows that may belong to another chain only those that fit, and counts no others", () => {
    const own = [row("A", 0, 10, 1), row("C", 30, 20, 3)]
    const lent = [row("N", 7, 9, 2), row("B", 10, 30, 2), row("M", 5, 2, 2)]
    for (const options of [{ borrowedFrom: 2 }, { borrowedFrom: 2, currency: null }]) {
      const found = check([...own, ...lent], { opening: money(0), closing: money(20) }, options)
      assert.strictEqual(found.verdict.kind, "proven")
      assert.strictEqual(found.verdict.modulo.currencyAssumed, 1)
      assert.deepStrictEqual(found.borrowed, [3])
      assert.deepStrictEqual([found.rows, found.debit, found.credit], [3, money(10), money(30)])
    }
    const { members, positions } = examine([...own, ...lent], {}, { borrowedFrom: 2 })
    assert.deepStrictEqual([[...members], positions], [[0, 3, 1], [0, 2, null, 1, null]])
  })

  it("tells apart balances that differ by a multiple of 2 to the power of 32", () => {
    for (let multiple = 1; multiple <= 64; multiple++) {
      const { verdict } = check([row("A", 5, 9, 1), row("B", 9 + multiple * 2 ** 32, 7, 2)])
      assert.deepStrictEqual(verdict.gaps.map((gap) => gap.missing), [money(multiple * 2 ** 32)])
    }
  })

  it("asks for no order within a second", () => {
    const given = [row("B", 10, 30, 1.1), row("A", 0, 10, 1.9), row("C", 30, 40, 2)]
    assert.strictEqual(check(given, { opening: money(0) }).verdict.modulo.outOfTime, 0)
    assert.deepStrictEqual(reconstruct(given, { opening: money(0) }), [1, 0, 2])
  })

  it("finds the rows of a second that hang together with no others", () => {
    const given = [row("A", 0, 10, 1), row("B", 500, 510, 1), row("C", 510, 500, 1), row("D", 10, 20, 2)]
    const { verdict } = check(given, { opening: money(0), closing: money(20) })
    assert.strictEqual(verdict.kind, "gap")
    assert.deepStrictEqual(verdict.gaps.map((gap) => gap.missing), [money(500), money(-500)])
  })

  it("counts rows of no amount", () => {
    const { verdict } = check([...rows, row("Z", 120, 120, 2)], ends)
    assert.deepStrictEqual([verdict.kind, verdict.modulo.zeroAmount], ["proven", 1])
  })

  it("calls a break ambiguous, and names the rows, when rows without a balance fill it exactly", () => {
    const blank = rows.map((each) => (each.txnId === "B" ? { ...each, balance: null } : each))
    const filled = check(blank, ends)
    assert.deepStrictEqual([filled.verdict.kind, filled.verdict.rows, filled.verdict.gaps], ["ambiguous", ["B"], []])
    assert.strictEqual(filled.verdict.modulo.noBalance, 1)
    assert.strictEqual(filled.debit, money(30))
    assert.deepStrictEqual(reconstruct(blank, ends), [0, null, 1])
    const short = blank.map((each) => (each.txnId === "B" ? { ...each, amount: money(29) } : each))
    assert.strictEqual(check(short, ends).verdict.kind, "gap")
    const elsewhere = blank.map((each) => (each.txnId === "B" ? { ...each, localTime: at(9) } : each))
    assert.strictEqual(check(elsewhere, ends).verdict.kind, "gap")
  })

  it("is as good with very many rows and no balance at all", () => {
    const size = cases(200_000)
    const statement = Statements.statement(Statements.random(seed), size, "mixed", 3)
    const { verdict } = check(statement.rows.map((each) => ({ ...each, balance: null })), statement)
    assert.deepStrictEqual([verdict.kind, verdict.rows.length, verdict.modulo.noBalance], ["ambiguous", 100, size])
  })
})

describe("reconstruct", () => {
  it("gives no place to rows that could be exchanged, and one to the row between them", () => {
    const rows = [row("A", 0, 10, 1), row("B", 10, 0, 1), row("C", 0, 10, 1)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [null, 1, null])
    assert.deepStrictEqual(reconstruct(rows.map((each, index) => ({ ...each, localTime: at(index) }))), [0, 1, 2])
  })

  it("gives places after a gap, but not in the seconds next to it, where the fault may hide", () => {
    const rows = [
      row("A", 0, 10, 1),
      row("C", 30, 60, 2),
      row("B", 20, 30, 2),
      row("E", 70, 80, 3),
      row("D", 60, 70, 3),
      row("F", 80, 90, 4)
    ]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [0, null, null, 4, 3, 5])
  })

  it("gives places to rows that share a second well before a gap", () => {
    const rows = [row("B", 10, 25, 1), row("A", 0, 10, 1), row("C", 25, 30, 2), row("D", 40, 50, 3)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [1, 0, 2, 3])
  })

  it("gives no place to rows of a circuit behind a row of no amount that stands behind a gap", () => {
    const rows = [row("A", 0, 10, 1), row("Z", 30, 30, 2), row("B", 30, 40, 3), row("C", 40, 30, 3)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0) }), [0, 1, null, null])
  })

  it("gives no place to rows of a circuit that may stand on either side of a gap", () => {
    const rows = [row("A", 0, 10, 1), row("B", 10, 20, 2), row("C", 20, 10, 2), row("E", 20, 50, 4)]
    assert.deepStrictEqual(reconstruct(rows, { opening: money(0), closing: money(50) }), [0, null, null, 3])
  })

  it("gives exactly the places that are the same in every order there is", () => {
    const count = cases(20_000, 300)
    let [given, withheld, timeless] = [0, 0, 0]
    for (let index = 0; index < count; index++) {
      const next = Statements.random(seed + index)
      const drawn = Statements.tiny(next, 7)
      const rows = Statements.shuffle(next, drawn.rows).map((each) =>
        next() < 0.03 ? { ...each, localTime: at(Statements.draw(next, 0, 3)) } : each
      )
      const ends = {
        opening: next() < 0.5 ? drawn.opening : undefined,
        closing: next() < 0.5 ? drawn.closing : undefined
      }
      const inTime = Statements.everyOrder(rows, ends, true)
      const orders = inTime.length > 0 ? inTime : Statements.everyOrder(rows, ends, false)
      if (inTime.length === 0) timeless++
      const expected = Statements.commonPlaces(rows.length, orders)
      assert.deepStrictEqual(reconstruct(rows, ends), expected, `seed ${seed + index}`)
      given += expected.filter((place) => place !== null).length
      withheld += expected.filter((place) => place === null).length
    }
    assert.isAbove(given, 2 * count)
    assert.isAbove(withheld, count / 2)
    assert.isAbove(timeless, count / 67)
  })

  it("rebuilds statements of different amounts exactly, many rows a second", () => {
    for (let index = 0; index < cases(200); index++) {
      const next = Statements.random(seed + index)
      const drawn = Statements.statement(next, Statements.draw(next, 1, 200), "distinct", 5)
      const rows = Statements.shuffle(next, drawn.rows)
      const positions = reconstruct(rows, next() < 0.5 ? drawn : {})
      assert.deepStrictEqual(
        positions,
        rows.map((each) => drawn.rows.indexOf(each)),
        `seed ${seed + index}`
      )
    }
  })

  it("gives no wrong place when amounts repeat, nor when a row is at fault", () => {
    for (let index = 0; index < cases(600); index++) {
      const next = Statements.random(seed + index)
      const drawn = Statements.statement(next, Statements.draw(next, 1, 150), "repeated", 3)
      const fault = Statements.faults[index % 6]
      const truth = fault === undefined ? drawn.rows : Statements.spoil(next, drawn, fault).rows
      const rows = Statements.shuffle(next, truth)
      reconstruct(rows, drawn).forEach((position, place) => {
        if (position !== null) assert.strictEqual(rows[place], truth[position], `seed ${seed + index}`)
      })
    }
  })

  it("gives the same places and the same verdict whatever order the rows come in", () => {
    for (let index = 0; index < cases(400); index++) {
      const next = Statements.random(seed + index)
      const drawn = Statements.statement(next, 60, "repeated", 4)
      const fault = Statements.faults[index % 5]
      const truth = fault === undefined ? drawn.rows : Statements.spoil(next, drawn, fault).rows
      const expected = examine(truth, drawn)
      const rows = Statements.shuffle(next, truth)
      const found = examine(rows, drawn)
      assert.deepStrictEqual(found.check, expected.check, `seed ${seed + index}`)
      assert.deepStrictEqual(
        found.positions,
        rows.map((each) => expected.positions[truth.indexOf(each)] ?? null),
        `seed ${seed + index}`
      )
    }
  })

  it("does not overflow on one second of very many rows", () => {
    const next = Statements.random(seed)
    const drawn = Statements.statement(next, cases(100_000), "repeated", Infinity)
    assert.strictEqual(check(Statements.shuffle(next, drawn.rows), drawn).verdict.kind, "proven")
    const faulty = Statements.spoil(next, drawn, "altered")
    assert.strictEqual(check(Statements.shuffle(next, faulty.rows), drawn).verdict.kind, "gap")
  })
})

describe("faults, ends known", () => {
  const mixes: ReadonlyArray<Statements.Amounts> = ["distinct", "mixed", "repeated"]
  const drawn = (index: number) => {
    const next = Statements.random(seed + index)
    const amounts = mixes[index % 3] ?? "mixed"
    const drawn = Statements.statement(next, Statements.draw(next, 2, 80), amounts, Statements.draw(next, 1, 3))
    return { next, statement: drawn }
  }

  it.each(Statements.faults)("reports every row %s, at its place and in full", (fault) => {
    for (let index = 0; index < cases(500); index++) {
      const { next, statement } = drawn(index)
      const faulty = Statements.spoil(next, statement, fault)
      const { verdict } = check(Statements.shuffle(next, faulty.rows), statement)
      assert.strictEqual(verdict.kind, "gap", `seed ${seed + index}`)
      assert.isTrue(covers(verdict, faulty.localTime), `seed ${seed + index}`)
      assert.strictEqual(
        verdict.gaps.reduce((sum, gap) => sum + gap.missing, 0n),
        faulty.missing,
        `seed ${seed + index}`
      )
    }
  })

  it("names the rows next to a missing one when all amounts differ", () => {
    for (let index = 0; index < cases(500); index++) {
      const next = Statements.random(seed + index)
      const statement = Statements.statement(next, 40, "distinct", 2)
      const { place, rows } = Statements.spoil(next, statement, "missing")
      const [gap, ...others] = check(Statements.shuffle(next, rows), statement).verdict.gaps
      assert.strictEqual(others.length, 0)
      assert.deepStrictEqual(
        [gap?.afterTxnId, gap?.beforeTxnId],
        [rows[place - 1]?.txnId ?? null, rows[place]?.txnId ?? null],
        `seed ${seed + index}`
      )
    }
  })

  it("raises no false alarm on clean statements", () => {
    for (let index = 0; index < cases(5000); index++) {
      const { next, statement } = drawn(index)
      const { verdict } = check(Statements.shuffle(next, statement.rows), statement)
      assert.strictEqual(verdict.kind, "proven", `seed ${seed + index}`)
      assert.strictEqual(verdict.modulo.outOfTime, 0, `seed ${seed + index}`)
    }
  })

  it("raises hardly a false alarm on rows not confirmed, moved or not, and none when all amounts differ", () => {
    const alarms = mixes.map((amounts) => {
      let count = 0
      for (let index = 0; index < cases(1000); index++) {
        const next = Statements.random(seed + index)
        const statement = Statements.statement(next, Statements.draw(next, 2, 60), amounts, 2)
        const rows = statement.rows.flatMap((each): ReadonlyArray<Row> => {
          if (next() < 0.1) return [{ ...each, confirmed: false }]
          const amount = fromTenThousandths(BigInt(Statements.draw(next, 1, 99_999)) * money(100))
          return next() < 0.1 ? [each, { ...each, txnId: `${each.txnId}P`, amount, confirmed: false }] : [each]
        })
        if (check(Statements.shuffle(next, rows), statement).verdict.kind !== "proven") count++
      }
      return count
    })
    assert.strictEqual(alarms[0], 0, `seed ${seed}`)
    assert.isBelow(Math.max(...alarms), 10, `seed ${seed}`)
  })

  it("stays proven without a block that sums to zero, and says that it would not see one", () => {
    const count = cases(500)
    let blocks = 0
    for (let index = 0; index < count; index++) {
      const { next, statement } = drawn(index)
      const rows = Statements.zeroSumBlock(next, statement)
      if (rows === undefined) continue
      blocks++
      const { verdict } = check(Statements.shuffle(next, rows), statement)
      assert.strictEqual(verdict.kind, "proven", `seed ${seed + index}`)
      assert.isTrue(verdict.modulo.zeroSum)
    }
    assert.isAbove(blocks, count / 5)
  })
})
