import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { load } from "../../src/pipeline/WalletHistory.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, row, wallet, window } from "../sink/windows.ts"

describe("a wallet's history", () => {
  it.effect("works out again what a day's rows say, but not whether its answer was cut off", () =>
    Effect.gen(function*() {
      const sink = yield* Sink
      const [first, second] = [{ from: day("2024-01-01"), to: day("2024-01-01") }, {
        from: day("2024-01-02"),
        to: day("2024-01-02")
      }]
      const continuity = [
        { days: first, truncated: false, record: null, answer: null },
        { days: second, truncated: true, record: "of another version", answer: null }
      ]
      yield* sink.commit(
        window("2024-01-01", "2024-01-02", [row("A", "2024-01-01 10:00:00", "10.00", "110.00")], {
          complete: false,
          continuity
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
