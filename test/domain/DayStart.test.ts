import { assert, describe, it } from "@effect/vitest"
import { describeDayStart, formatDayStart, parseDayStart } from "../../src/domain/DayStart.ts"

describe("DayStart", () => {
  it("reads what it writes, and nothing else", () => {
    for (let minutes = -1439; minutes < 1440; minutes++) {
      assert.strictEqual(parseDayStart(formatDayStart(minutes)), minutes)
    }
    assert.strictEqual(parseDayStart("+03:00"), 180)
    assert.strictEqual(parseDayStart("-00:00"), 0)
    for (const text of ["", "3:00", "24:00", "03:60", "03:00:00", "-", "midnight"]) {
      assert.isUndefined(parseDayStart(text), text)
    }
  })

  it("tells people the time, and that it is of the day before", () => {
    assert.deepStrictEqual([0, 180, -300, -15].map(describeDayStart), [
      "midnight",
      "03:00",
      "19:00 of the day before",
      "23:45 of the day before"
    ])
  })
})
