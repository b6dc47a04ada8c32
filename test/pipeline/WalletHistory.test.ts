import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { load } from "../../src/pipeline/WalletHistory.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, row, wallet, window } from "../../src/testing/windows.ts"

const stale = (text: string, truncated: boolean, record: string | null) => [
  { days: { from: day(text), to: day(text) }, truncated, record, answer: null }
]

describe("a wallet's history", () => {
  it.effect("works out again what a day's rows say, but not whether its answer was cut off", () =>
    Effect.gen(function*() {
      const sink = yield* Sink
      const [first, second] = ["2024-01-01", "2024-01-02"]
      yield* sink.commit(
        window(first, first, [row("A", "2024-01-01 10:00:00", "10.00", "110.00")], {
          continuity: stale(first, false, null)
        })
      )
      yield* sink.commit(
        window(second, second, [], {
          complete: false,
          continuity: stale(second, true, "of another version")
        })
      )
      const history = yield* load(wallet, 0)
      assert.deepStrictEqual(history.map(({ truncated }) => truncated), [false, true])
      assert.deepStrictEqual(history.map(({ chains }) => chains.map(({ rows }) => rows)), [[1], []])
      const written = yield* sink.continuity(wallet)
      assert.deepStrictEqual(written.map(({ record, truncated }) => [record === null, truncated]), [
        [false, false],
        [false, true]
      ])
      assert.deepStrictEqual(yield* load(wallet, 0), history)
    }).pipe(Effect.provide(Sink.layerMemory)))
})
