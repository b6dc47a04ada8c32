import { assert, describe, it } from "@effect/vitest"
import { withdrawsMuch } from "../../src/pipeline/withdrawsMuch.ts"

const millisADay = 86_400_000

/** So many rows on each of some days, by the number of the day. */
const rows = (counts: ReadonlyArray<number>, confirmed = true) =>
  counts.flatMap((count, day) =>
    Array.from({ length: count }, (_, index) => ({ localTime: day * millisADay + index, confirmed }))
  )

const much = (
  stored: ReadonlyArray<number>,
  missing: ReadonlyArray<number>,
  { answered = 100, confirmed = true, most = 100 } = {}
): boolean => {
  const all = rows(stored, confirmed)
  const gone = missing.flatMap((count, day) =>
    all.filter(({ localTime }) => Math.floor(localTime / millisADay) === day).slice(0, count)
  )
  return withdrawsMuch({ answered, stored: all, missing: gone, most })
}

describe("an answer takes away much", () => {
  it("when it has no record and anything is stored", () => {
    assert.isTrue(much([1], [1], { answered: 0 }))
    assert.isTrue(much([0, 1, 0], [0, 1, 0], { answered: 0, confirmed: false }))
    assert.isFalse(much([], [], { answered: 0 }))
  })

  it("when it shows none of the rows of its days, be it a single one", () => {
    assert.isTrue(much([1], [1]))
    assert.isTrue(much([2, 3], [2, 3]))
  })

  it("when a day loses all its rows and another row is gone, but not for a single row", () => {
    assert.isTrue(much([3, 3, 3, 30], [0, 0, 3]))
    assert.isTrue(much([1, 1, 50], [1, 1]))
    assert.isTrue(much([1, 50], [1, 1]))
    assert.isFalse(much([1, 1, 50], [1]))
    assert.isFalse(much([1, 1], [1]))
  })

  it("when more than a tenth is gone and more than three rows", () => {
    assert.isTrue(much([40], [5]))
    assert.isFalse(much([40], [4]))
    assert.isTrue(much([39], [4]))
    assert.isFalse(much([4], [3]))
  })

  it("when more rows are gone than the setting allows, whatever part they are", () => {
    assert.isTrue(much([5000], [101]))
    assert.isFalse(much([5000], [100]))
    assert.isTrue(much([5000], [1], { most: 0 }))
  })

  it("but not when unconfirmed rows are gone, which come again under other ids", () => {
    assert.isFalse(much([10], [10], { confirmed: false }))
    assert.isTrue(much([200], [101], { confirmed: false }))
  })
})
