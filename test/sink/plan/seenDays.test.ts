import { assert, describe, it } from "@effect/vitest"
import { identityOf } from "../../../src/sink/plan/Identity.ts"
import { movable as movableIn, seenAfter } from "../../../src/sink/plan/seenDays.ts"
import { period, row, window } from "../../../src/testing/windows.ts"

const stored = (txnId: string, day: string, leg: number) => ({
  transaction: row(txnId, `${day} 10:00:00`, "-10.00", "90.00"),
  leg,
  position: null,
  withdrawn: false
})
const near = stored("OUT", "2024-01-20", 0)
const alike = stored("OUT", "2024-01-22", 1)
const far = stored("OUT", "2024-01-03", 0)
const february = window("2024-02-05", "2024-02-05", [])

const movable = (...rows: ReadonlyArray<typeof near>) =>
  movableIn({ ...february, asked: february.days }, rows, { seen: [], held: rows.map(identityOf) })

describe("a held row of another day", () => {
  it("may have moved into a window that is near", () => {
    assert.deepStrictEqual(movable(near), [near])
    assert.deepStrictEqual(movable(far), [])
  })

  it("has not where another live row could be it as well", () => {
    assert.deepStrictEqual(movable(near, alike), [])
    assert.deepStrictEqual(movable(near, { ...alike, withdrawn: true }), [near, { ...alike, withdrawn: true }])
  })
})

describe("days that a run has seen", () => {
  const seen = [period("2024-01-20", "2024-01-25"), period("2024-01-01", "2024-01-03")]

  it("grow by a window that follows the last one, and are told apart else", () => {
    assert.deepStrictEqual(seenAfter([], period("2024-01-01", "2024-01-03")), [period("2024-01-01", "2024-01-03")])
    assert.deepStrictEqual(seenAfter(seen, period("2024-01-04", "2024-01-06")), [
      period("2024-01-20", "2024-01-25"),
      period("2024-01-01", "2024-01-06")
    ])
    for (const other of [period("2024-01-05", "2024-01-06"), period("2024-01-03", "2024-01-04")]) {
      assert.deepStrictEqual(seenAfter(seen, other), [...seen, other])
    }
  })
})
