/**
 * What findings are called, and what becomes of them by what somebody decided.
 */
import { assert, describe, it } from "@effect/vitest"
import type { DecisionDeclaration } from "../../src/domain/Declaration.ts"
import { type Doubt, doubtOf, isAcceptable } from "../../src/domain/Finding.ts"
import { type ZoneClock, zoneClock } from "../../src/domain/ServiceTime.ts"
import { mostRows } from "../../src/domain/Verdict.ts"
import { decided } from "../../src/pipeline/decided.ts"
import { notAcceptable } from "../../src/pipeline/notAcceptable.ts"
import { money, period } from "../../src/testing/windows.ts"

const gap: Doubt = {
  ...doubtOf("gap", "The balances do not meet.", { from: "2024-01-05", to: "2024-01-06" }, "between two rows"),
  amount: "-22.85"
}

const idOf = (walletNo: string, doubt: Doubt): string => decided(walletNo, [doubt], new Map())[0]?.id ?? ""

const decision = (finding: string, more: Partial<DecisionDeclaration> = {}): DecisionDeclaration => ({
  kind: "decision",
  decision: "accepted",
  finding,
  findingKind: "gap",
  days: period("2024-01-05", "2024-01-06"),
  currency: null,
  amount: money("-22.85"),
  count: null,
  by: "a.muriuki",
  reason: "told by the bank",
  sequence: 0,
  at: Date.parse("2024-02-03T04:05:06Z"),
  ...more
})

/** The one finding that a doubt is when that was decided about it. */
const withDecision = (doubt: Doubt, more: Partial<DecisionDeclaration> = {}) => {
  const id = idOf("W-1", doubt)
  const [finding] = decided("W-1", [doubt], new Map([[id, decision(id, more)]]))
  return finding
}

const held = (count: number): Doubt => ({ ...doubtOf("held-withdrawal", "Held."), place: "run-1", count })

describe("the id of a finding", () => {
  it("is the same whatever its amount, its count and its words are", () => {
    const id = idOf("W-1", gap)
    assert.match(id, /^[0-9a-f]{12}$/)
    assert.strictEqual(id, idOf("W-1", { ...gap, amount: "7.00", count: 3, explanation: "otherwise" }))
    assert.strictEqual(id, idOf("W-1", { ...gap, from: "2024-01-07" }), "its place says where it is")
  })

  it("is another one of another wallet, kind, currency, place or day", () => {
    const [from, to] = ["2024-01-05", "2024-01-06"]
    const ids = [
      idOf("W-1", gap),
      idOf("W-2", gap),
      idOf("W-1", { ...gap, kind: "order" }),
      idOf("W-1", { ...gap, currency: "KES" }),
      idOf("W-1", { ...gap, place: "between others" }),
      idOf("W-1", { ...gap, place: null, from, to }),
      idOf("W-1", { ...gap, place: null, from, to: from })
    ]
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it("tells findings of one place apart", () => {
    const [one, other] = decided("W-1", [gap, { ...gap, amount: "1.00" }], new Map())
    assert.notStrictEqual(one?.id, other?.id)
  })
})

describe("an accepted finding", () => {
  it("is accepted as long as its amount is the one that was accepted", () => {
    assert.deepStrictEqual(withDecision(gap)?.accepted, {
      by: "a.muriuki",
      at: "2024-02-03T04:05:06.000Z",
      day: "2024-02-03",
      reason: "told by the bank"
    })
    for (const amount of ["-22.84", "22.85", null]) {
      const found = withDecision({ ...gap, amount })
      assert.isNull(found?.accepted)
      assert.strictEqual(
        found?.explanation,
        "The balances do not meet. a.muriuki accepted it on 2024-02-03 with an amount of -22.85: it is open again, since that " +
          "is not so any more."
      )
    }
    assert.isNull(withDecision({ ...gap, count: 1 })?.accepted)
  })

  it("is accepted as long as all is as it was then, whatever its amount, where that is known", () => {
    assert.isNotNull(withDecision({ ...gap, amount: "1.00", isAsAccepted: true })?.accepted)
    assert.isNull(withDecision({ ...gap, isAsAccepted: false })?.accepted)
    assert.notProperty(withDecision({ ...gap, isAsAccepted: true }), "isAsAccepted")
  })

  it("tells the day of an acceptance by the clock of the wallet's rows", () => {
    const id = idOf("W-1", gap)
    const decisions = new Map([[id, decision(id, { at: Date.parse("2024-02-03T22:00:00Z") })]])
    const daysOf = (clock?: ZoneClock) => {
      const [accepted, reopened] = decided("W-1", [gap, { ...gap, place: null }], decisions, clock)
      const [another] = decided("W-1", [{ ...gap, amount: "1.00" }], decisions, clock)
      assert.isNull(reopened?.accepted)
      return [accepted?.accepted?.day, / accepted it on (\S+) /.exec(another?.explanation ?? "")?.[1]]
    }
    assert.deepStrictEqual(daysOf(), ["2024-02-03", "2024-02-03"])
    assert.deepStrictEqual(daysOf(zoneClock("Africa/Nairobi")), ["2024-02-04", "2024-02-04"])
  })

  it("of held rows stays accepted as they become fewer, and not when they are more", () => {
    const accepted = { amount: null, count: 3, findingKind: "held-withdrawal" } as const
    assert.deepStrictEqual(
      [1, 2, 3, 4].map((count) => withDecision(held(count), accepted)?.accepted !== null),
      [true, true, true, false]
    )
  })

  it("is open again when it was reopened", () => {
    const found = withDecision(gap, { decision: "reopened", reason: null })
    assert.deepStrictEqual([found?.accepted, found?.explanation], [null, gap.explanation])
  })

  it("is not that of as many rows or places as a verdict names: others may stand behind them", () => {
    for (const kind of ["gap", "order"] as const) {
      const told = { ...doubtOf(kind, "Told."), place: "places", amount: null }
      assert.isNotNull(withDecision({ ...told, count: mostRows - 1 }, { amount: null, count: mostRows - 1 })?.accepted)
      assert.isNull(withDecision({ ...told, count: mostRows }, { amount: null, count: mostRows })?.accepted)
    }
  })
})

it("says of each kind that can't be accepted that it has to be put right", () => {
  assert.isUndefined(notAcceptable({ kind: "gap" }))
  for (const kind of ["contradiction", "clock", "cap", "dropped"] as const) {
    assert.isFalse(isAcceptable(kind))
    assert.match(notAcceptable({ kind }) ?? "", /can't be accepted, only put right$/)
  }
})
