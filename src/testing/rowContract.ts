/**
 * What every sink does with the rows of windows: each difference is one event, and nothing is deleted.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { SinkTest } from "./Subject.ts"
import { day, inJanuary, row, window } from "./windows.ts"

const start = day("2024-01-01") * 10_000_000

/** Defines the tests. */
export const rowContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const c = row("C", "2024-01-06 09:00:00", "1.00", "106.50")

  test("ends its chain with the head that it tells, which begins with none", (sink, look) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* sink.head, { sequence: 0, hash: "0".repeat(64) })
      yield* sink.commit(inJanuary([a]))
      yield* sink.commit(inJanuary([a, b], { runId: "run-2" }))
      const { hashes } = yield* look
      assert.deepStrictEqual(yield* sink.head, { sequence: 2, hash: hashes[1] ?? "" })
    }))

  test("inserts the rows of a first window with an event for each", (sink, look) =>
    Effect.gen(function*() {
      const outcome = yield* sink.commit(inJanuary([b, a, c]))
      assert.deepStrictEqual(outcome, {
        inserted: 3,
        changed: 0,
        unchanged: 0,
        withdrawn: 0,
        returned: 0,
        quarantined: 0
      })
      const { events, positions, rows } = yield* look
      assert.deepStrictEqual(rows, [
        "A#0 2024-01-05 10.00 110.00 row A",
        "B#0 2024-01-05 -4.50 105.50 row B",
        "C#0 2024-01-06 1.00 106.50 row C"
      ])
      assert.deepStrictEqual(events, ["1 inserted A#0", "1 inserted B#0", "1 inserted C#0"])
      assert.deepStrictEqual(positions, {
        "A#0": start + 4 * 10_000_000,
        "B#0": start + 4 * 10_000_000 + 1,
        "C#0": start + 5 * 10_000_000
      })
    }))

  test("changes nothing when the same window comes again, in any order", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b, c]))
      const before = yield* look
      const outcome = yield* sink.commit(inJanuary([c, b, a], { runId: "run-2" }))
      assert.strictEqual(outcome.unchanged, 3)
      const after = yield* look
      assert.deepStrictEqual({ ...after, hashes: [] }, { ...before, hashes: [] })
      assert.strictEqual(after.hashes.length, 2)
    }))

  test("records a changed row as one change that keeps its leg", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b]))
      const outcome = yield* sink.commit(inJanuary([a, { ...b, description: "corrected" }]))
      assert.deepStrictEqual([outcome.changed, outcome.unchanged], [1, 1])
      const { events, rows } = yield* look
      assert.deepStrictEqual(rows[1], "B#0 2024-01-05 -4.50 105.50 corrected")
      assert.deepStrictEqual(events.at(-1), "2 changed B#0")
    }))

  test(
    "withdraws what a complete window no longer shows, and takes it back when it returns",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(inJanuary([a, b]))
        assert.strictEqual((yield* sink.commit(inJanuary([a]))).withdrawn, 1)
        assert.strictEqual((yield* look).rows[1], "B#0 2024-01-05 -4.50 105.50 row B withdrawn")
        assert.isNull((yield* look).positions["B#0"])
        assert.strictEqual((yield* sink.commit(inJanuary([a]))).withdrawn, 0)
        assert.strictEqual((yield* sink.commit(inJanuary([a, b]))).returned, 1)
        const { events, rows } = yield* look
        assert.strictEqual(rows[1], "B#0 2024-01-05 -4.50 105.50 row B")
        assert.deepStrictEqual(events, ["1 inserted A#0", "1 inserted B#0", "2 withdrawn B#0", "4 returned B#0"])
      })
  )

  test("withdraws nothing for a window that may be cut off", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b]))
      const outcome = yield* sink.commit(inJanuary([c], { complete: false }))
      assert.deepStrictEqual([outcome.inserted, outcome.withdrawn], [1, 0])
      assert.strictEqual((yield* look).rows.length, 3)
    }))

  test("leaves the days outside a window alone", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b]))
      yield* sink.commit(window("2024-02-01", "2024-02-29", []))
      assert.deepStrictEqual((yield* look).rows.length, 2)
      assert.isFalse((yield* look).rows.some((text) => text.endsWith("withdrawn")))
    }))

  test("leaves a place unknown that the check does not know", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b, c], { positions: [null, null, 0] }))
      assert.deepStrictEqual((yield* look).positions, { "A#0": null, "B#0": null, "C#0": start + 50_000_000 })
    }))

  test(
    "gives the rows of a changed day their new places, and no other day's",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(inJanuary([a, c]))
        const late = row("L", "2024-01-05 09:00:00", "5.00", "100.00")
        yield* sink.commit(inJanuary([a, c, late], { positions: [1, null, 0] }))
        assert.deepStrictEqual((yield* look).positions, {
          "A#0": start + 40_000_001,
          "C#0": start + 50_000_000,
          "L#0": start + 40_000_000
        })
        assert.strictEqual((yield* look).events.length, 3)
      })
  )

  test(
    "refuses a window whose counts do not add up, and keeps nothing of it",
    (sink, look) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(sink.commit(inJanuary([a, b], { received: 3 })))
        assert.strictEqual(error.reason._tag, "DatabaseFailed")
        assert.include(error.message, "3 records were received")
        assert.deepStrictEqual((yield* look).rows, [])
      })
  )

  test("refuses a row of another day", (sink) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sink.commit(window("2024-02-01", "2024-02-29", [a])))
      assert.include(error.message, "other days")
    }))

  test("keeps text that UTF-8 can't hold without seeing a change each time", (sink, look) =>
    Effect.gen(function*() {
      const odd = { ...a, description: "half \ud800 a pair, NUL \u0000, 😀" }
      yield* sink.commit(inJanuary([odd]))
      assert.strictEqual((yield* sink.commit(inJanuary([odd]))).unchanged, 1)
      assert.include((yield* look).rows[0], "half \\ud800 a pair, NUL \u0000, 😀")
    }))

  test("keeps amounts of 18 digits to the last one", (sink, look) =>
    Effect.gen(function*() {
      const large = row("X", "2024-01-05 10:00:00", "-90071992547409.9301", "-99999999999999.9999")
      yield* sink.commit(inJanuary([large]))
      assert.strictEqual(
        (yield* look).rows[0],
        "X#0 2024-01-05 -90071992547409.9301 -99999999999999.9999 row X"
      )
    }))
}
