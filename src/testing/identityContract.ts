/**
 * What every sink takes for the same row: an id is data, and a date may move.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { SinkTest } from "./Subject.ts"
import { inJanuary, row, window } from "./windows.ts"

/** Defines the tests. */
export const identityContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")

  test("numbers rows that share an id, whatever order they come in", (sink, look) =>
    Effect.gen(function*() {
      const fee = row("A", "2024-01-05 10:00:00", "-0.10", "109.90", { description: "fee" })
      const reversal = row("A", "2024-02-03 08:00:00", "-10.00", "96.40", { description: "reversal" })
      yield* sink.commit(inJanuary([fee, a]))
      yield* sink.commit(window("2024-02-01", "2024-02-29", [reversal]))
      assert.deepStrictEqual((yield* look).rows, [
        "A#0 2024-01-05 10.00 110.00 row A",
        "A#1 2024-01-05 -0.10 109.90 fee",
        "A#2 2024-02-03 -10.00 96.40 reversal"
      ])
      const again = yield* sink.commit(inJanuary([a, fee]))
      assert.strictEqual(again.unchanged, 2)
    }))

  test("keeps every row with a blank id, alike or not", (sink, look) =>
    Effect.gen(function*() {
      const blank = row("", "2024-01-05 12:00:00", "2.00", "108.50")
      const later = row("", "2024-02-05 12:00:00", "2.00", "108.50")
      yield* sink.commit(inJanuary([blank, blank]))
      assert.strictEqual((yield* sink.commit(inJanuary([blank, blank]))).unchanged, 2)
      assert.strictEqual((yield* sink.commit(window("2024-02-01", "2024-02-29", [later]))).inserted, 1)
      assert.deepStrictEqual((yield* look).rows.map((text) => text.slice(0, 13)), [
        "#0 2024-01-05",
        "#1 2024-01-05",
        "#2 2024-02-05"
      ])
    }))

  test("records a row whose date moved to another window as one changed row", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b]))
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
      const outcome = yield* sink.commit(window("2024-02-01", "2024-02-29", [moved], { runId: "run-2" }))
      assert.deepStrictEqual([outcome.inserted, outcome.changed], [0, 1])
      assert.deepStrictEqual((yield* look).rows, [
        "A#0 2024-01-05 10.00 110.00 row A",
        "B#0 2024-02-04 -4.50 105.50 row B"
      ])
      assert.strictEqual((yield* sink.commit(inJanuary([a], { runId: "run-2" }))).withdrawn, 0)
    }))

  test("takes a moved row up again after its old window has withdrawn it", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b]))
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000 }
      yield* sink.commit(inJanuary([a], { runId: "run-2" }))
      const outcome = yield* sink.commit(window("2024-02-01", "2024-02-29", [moved], { runId: "run-2" }))
      assert.deepStrictEqual([outcome.inserted, outcome.returned], [0, 1])
      assert.strictEqual((yield* look).rows.length, 2)
    }))

  test(
    "keeps two like rows of one id on days that the same run has both seen",
    (sink, look) =>
      Effect.gen(function*() {
        const second = { ...b, localTime: b.localTime + 30 * 86_400_000 }
        yield* sink.commit(inJanuary([a, b]))
        assert.strictEqual((yield* sink.commit(window("2024-02-01", "2024-02-29", [second]))).inserted, 1)
        assert.strictEqual((yield* look).rows.length, 3)
      })
  )
}
