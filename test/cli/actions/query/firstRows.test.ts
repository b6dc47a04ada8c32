import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { firstRows } from "../../../../src/cli/actions/query/firstRows.ts"

describe("rows on a terminal", () => {
  it.effect.each(
    [
      [0, [], false],
      [2, [0, 1], false],
      [3, [0, 1, 2], false],
      [4, [0, 1, 2], true],
      [Infinity, [0, 1, 2], true]
    ] as const
  )(
    "are the first three of %d, and it is known whether there are more",
    ([count, rows, more]) =>
      Effect.gen(function*() {
        for (const size of [1, 2, 3, 5]) {
          let made = 0
          const batches = Stream.unfold(0, (from) => {
            const batch = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index)
            made += batch.length
            return Effect.succeed(batch.length === 0 ? undefined : [batch, from + batch.length] as const)
          })
          const first = firstRows(batches, 3)
          assert.deepStrictEqual((yield* Stream.runCollect(first.batches)).flat(), [...rows])
          assert.deepStrictEqual(first.isMore(), more)
          assert.isAtMost(made, 3 + size)
        }
      })
  )
})
