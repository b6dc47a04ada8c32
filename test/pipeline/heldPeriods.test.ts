import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, format, type Period } from "../../src/domain/Period.ts"
import { heldPeriods, mostStretches } from "../../src/pipeline/heldPeriods.ts"

const period = (from: number, to: number): Period => ({ from: dayFromNumber(from), to: dayFromNumber(to) })

const held = (day: number, runId: string, window: Period = period(day, day)) => ({
  id: day,
  txnId: `T${day}`,
  leg: 0,
  day: dayFromNumber(day),
  runId,
  window
})

describe("the days that are asked for because of held rows", () => {
  it("are those of the whole answers that this run doubts", () => {
    const rows = [held(5, "now", period(1, 9)), held(6, "now", period(1, 9)), held(15, "now", period(10, 20))]
    assert.deepStrictEqual(heldPeriods(rows, "now", [period(1, 20)]), [period(1, 20)])
  })

  it("are of what earlier runs hold only those that this run has not asked for", () => {
    const rows = [held(3, "before"), held(4, "before"), held(12, "before")]
    assert.deepStrictEqual(heldPeriods(rows, "now", [period(10, 20)]), [period(3, 4)])
  })

  it("are none without held rows", () => {
    assert.deepStrictEqual(heldPeriods([], "now", []), [])
  })

  it("come in a bounded number of stretches that hold them all", () => {
    const days = Array.from({ length: 60 }, (_, index) => index * index * 3)
    const stretches = heldPeriods(days.map((day) => held(day, "before")), "now", [])
    assert.strictEqual(stretches.length, mostStretches)
    for (const day of days) {
      assert.isTrue(stretches.some(({ from, to }) => day >= from && day <= to), `${day}: ${stretches.map(format)}`)
    }
    assert.deepStrictEqual(stretches, stretches.toSorted((one, other) => one.from - other.from))
    assert.deepStrictEqual(stretches.at(-1), period(59 * 59 * 3, 59 * 59 * 3))
  })
})
