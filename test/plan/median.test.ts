import { assert, describe, it } from "@effect/vitest"
import { median } from "../../src/plan/median.ts"

describe("median", () => {
  it("is the middle one, or the mean of the middle two", () => {
    assert.strictEqual(median([7]), 7)
    assert.strictEqual(median([30, 4, 5]), 5)
    assert.strictEqual(median([100, 9, 10, 20]), 15)
    assert.strictEqual(median([]), 0)
  })

  it("leaves the numbers as they stand", () => {
    const values = [3, 1, 2]
    median(values)
    assert.deepStrictEqual(values, [3, 1, 2])
  })
})
