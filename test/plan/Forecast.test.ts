import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import { forecast } from "../../src/plan/Forecast.ts"
import { days, densityOf } from "./answers.ts"

describe("Forecast", () => {
  it("has nothing to say before anything was seen", () => {
    assert.isUndefined(forecast(densityOf([]), days(1, 9), dayFromNumber(1)))
  })

  it("takes counted days for what they are, and shares for less sure", () => {
    const seen = densityOf([[1, 100, "exact"], [2, 200, "likely"], [3, 300, "share"]])
    assert.deepStrictEqual(forecast(seen, days(1, 3), dayFromNumber(1)), [
      { rows: 100, variance: 0, doubt: 0 },
      { rows: 200, variance: 16, doubt: 0 },
      { rows: 300, variance: 225, doubt: 0 }
    ])
  })

  it("expects of other days what the level says", () => {
    const [known, day] = forecast(densityOf([[1, 100, "exact"]]), days(1, 2), dayFromNumber(2)) ?? []
    assert.strictEqual(known?.rows, 100)
    // One day seen: half of the usual deviation's square of 0.09.
    assert.closeTo(day?.rows ?? 0, 100, 1e-9)
    assert.closeTo(day?.variance ?? 0, 100 ** 2 * 0.045 + 100, 1e-6)
    assert.closeTo(day?.doubt ?? 0, 100 * Math.sqrt(0.045), 1e-9)
  })

  it("expects of a day on which an answer ended no less than it showed", () => {
    const seen = densityOf([[1, 100, "exact"], [2, 300, "at-least"], [3, 30, "at-least"]])
    const [more, usual] = forecast(seen, days(2, 3), dayFromNumber(2)) ?? []
    assert.closeTo(more?.rows ?? 0, 300, 1e-9)
    assert.closeTo(more?.variance ?? 0, 300 ** 2 * 0.045 + 300, 1e-6)
    assert.closeTo(usual?.rows ?? 0, 100, 1e-9)
    assert.closeTo(usual?.variance ?? 0, 100 ** 2 * 0.045 + 100, 1e-6)
  })

  it("follows the rhythm of the weeks before the next day, wherever the period begins", () => {
    const weekly = Array.from({ length: 14 }, (_, index) => [index, index % 7 === 6 ? 800 : 100, "exact"] as const)
    const ahead = forecast(densityOf(weekly), days(12, 20), dayFromNumber(14)) ?? []
    assert.deepStrictEqual(ahead.map(({ rows }) => Math.round(rows)), [100, 800, 100, 100, 100, 100, 100, 100, 800])
    assert.isBelow(ahead[8]?.variance ?? 0, 800 ** 2 * 0.01 + 800)
    assert.strictEqual(ahead[1]?.variance, 0)
  })
})
