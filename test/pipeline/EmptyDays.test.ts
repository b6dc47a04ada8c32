import { assert, describe, it } from "@effect/vitest"
import { EmptyDays } from "../../src/pipeline/EmptyDays.ts"
import { day, period } from "../../src/testing/windows.ts"

describe("days that an answer was empty for", () => {
  it("are given out once, those that meet in one piece", () => {
    const empty = new EmptyDays()
    empty.doubt(period("2024-01-05", "2024-01-06"))
    empty.doubt(period("2024-01-07", "2024-01-09"))
    empty.doubt(period("2024-02-01", "2024-02-01"))
    assert.deepStrictEqual(empty.next(), period("2024-01-05", "2024-01-09"))
    assert.deepStrictEqual(empty.next(), period("2024-02-01", "2024-02-01"))
    empty.doubt(period("2024-01-01", "2024-01-10"))
    assert.deepStrictEqual(empty.next(), period("2024-01-01", "2024-01-04"))
    assert.deepStrictEqual(empty.next(), period("2024-01-10", "2024-01-10"))
    assert.isUndefined(empty.next())
  })

  it("await only what was not given out, though other days of their stretch are new", () => {
    const empty = new EmptyDays()
    empty.doubt(period("2024-01-05", "2024-01-06"))
    assert.isTrue(empty.awaits(day("2024-01-06")))
    assert.isFalse(empty.awaits(day("2024-01-07")))
    empty.next()
    empty.doubt(period("2024-01-05", "2024-01-08"))
    assert.isFalse(empty.awaits(day("2024-01-06")))
    assert.isTrue(empty.awaits(day("2024-01-07")))
  })
})
