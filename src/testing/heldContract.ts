/**
 * What every sink does with rows that a window keeps although its answer lacks them.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Sink } from "../sink/Sink.ts"
import type { SinkTest } from "./Subject.ts"
import { day, rejection, row, wallet, window } from "./windows.ts"

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
const c = row("C", "2024-01-06 09:00:00", "1.00", "106.50")

const days = { from: day("2024-01-01"), to: day("2024-01-31") }

const january = (rows: Parameters<typeof window>[2], options: Parameters<typeof window>[3] = {}) =>
  window("2024-01-01", "2024-01-31", rows, options)

const heldIds = (sink: Sink["Service"]) =>
  Effect.map(sink.heldRows(wallet), (held) => held.map(({ leg, runId, txnId }) => `${txnId}#${leg} ${runId}`).sort())

/** Defines the tests. */
export const heldContract = (test: SinkTest): void => {
  test(
    "keeps the rows that a window keeps, withdraws the others, and holds those kept",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([b, a, c]))
        const outcome = yield* sink.commit(january([], { runId: "run-2", kept: [b, a] }))
        assert.deepStrictEqual([outcome.withdrawn, outcome.unchanged], [1, 0])
        assert.deepStrictEqual((yield* look).rows, [
          "A#0 2024-01-05 10.00 110.00 row A",
          "B#0 2024-01-05 -4.50 105.50 row B",
          "C#0 2024-01-06 1.00 106.50 row C withdrawn"
        ])
        const held = yield* sink.heldRows(wallet)
        assert.deepStrictEqual(
          held,
          ["A", "B"].map((txnId, index) => ({
            id: index + 1,
            txnId,
            leg: 0,
            day: day("2024-01-05"),
            runId: "run-2",
            window: days
          }))
        )
        assert.strictEqual(new Set(held.map(({ id }) => id)).size, 2)
      })
  )

  test("shows all that is stored of some days, withdrawn rows included", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a, b]))
      yield* sink.commit(january([a]))
      const stored = yield* sink.storedRows(wallet, days)
      assert.deepStrictEqual(
        stored.map(({ leg, transaction, withdrawn }) => [transaction.txnId, leg, withdrawn]).sort(),
        [["A", 0, false], ["B", 0, true]]
      )
      assert.deepStrictEqual(yield* sink.storedRows(wallet, { from: day("2024-02-01"), to: day("2024-02-02") }), [])
    }))

  test("holds a row once, since the run that held it first, however often it is kept", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a]))
      for (const runId of ["run-2", "run-3", "run-4"]) yield* sink.commit(january([], { runId, kept: [a] }))
      assert.deepStrictEqual(yield* heldIds(sink), ["A#0 run-2"])
    }))

  test("holds a row no longer when an answer shows it, unchanged or changed, cut off or not", (sink) =>
    Effect.gen(function*() {
      const hold = Effect.andThen(sink.commit(january([a, b])), sink.commit(january([], { kept: [a, b] })))
      yield* hold
      yield* sink.commit(january([a, { ...b, description: "corrected" }]))
      assert.deepStrictEqual(yield* heldIds(sink), [])
      yield* hold
      yield* sink.commit(january([a], { complete: false }))
      assert.deepStrictEqual(yield* heldIds(sink), ["B#0 run-1"])
    }))

  test("holds a row still when only quarantined records show it", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a], { rejections: [rejection("one", "2024-01-05")] }))
      yield* sink.commit(january([], { kept: [a], rejections: [rejection("one", "2024-01-05")] }))
      const [record] = yield* sink.quarantined(Option.some(wallet))
      yield* sink.commit(january([a], { origin: "quarantine", complete: false, resolves: [record?.id ?? 0] }))
      assert.deepStrictEqual(yield* heldIds(sink), ["A#0 run-1"])
    }))

  test("holds a row no longer that a later window withdraws", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a, b]))
      yield* sink.commit(january([], { kept: [a, b] }))
      assert.strictEqual((yield* sink.commit(january([a], { runId: "run-2" }))).withdrawn, 1)
      assert.deepStrictEqual(yield* heldIds(sink), [])
      assert.strictEqual((yield* look).events.at(-1), "3 withdrawn B#0")
    }))

  test(
    "takes a held row for one that moved, though its own day was seen in the same run",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        yield* sink.commit(january([a], { runId: "run-2", kept: [b] }))
        const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
        const outcome = yield* sink.commit(window("2024-02-01", "2024-02-29", [moved], { runId: "run-2" }))
        assert.deepStrictEqual([outcome.inserted, outcome.changed], [0, 1])
        assert.deepStrictEqual(yield* heldIds(sink), [])
        assert.strictEqual((yield* look).rows.length, 2)
      })
  )

  test("moves no watermark on by a window that keeps rows, and none back", (sink) =>
    Effect.gen(function*() {
      const settled = { lastSettledDay: "2024-02-15" }
      yield* sink.commit(january([a], settled))
      yield* sink.commit(window("2024-01-01", "2024-02-15", [], { ...settled, runId: "run-2", kept: [a] }))
      assert.deepStrictEqual(yield* sink.watermark(wallet), Option.some(days))
      yield* sink.commit(window("2024-01-01", "2024-02-15", [a], { ...settled, runId: "run-3" }))
      assert.deepStrictEqual(
        yield* sink.watermark(wallet),
        Option.some({ from: day("2024-01-01"), to: day("2024-02-15") })
      )
    }))

  test("gives a kept row its new place on a day that changes", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a, b]))
      const late = row("L", "2024-01-05 09:00:00", "5.00", "100.00")
      yield* sink.commit({
        ...january([late], { positions: [0] }),
        kept: [{ transaction: a, leg: 0, place: 1 }, { transaction: b, leg: 0, place: 2 }]
      })
      const start = day("2024-01-05") * 10_000_000
      assert.deepStrictEqual((yield* look).positions, { "A#0": start + 1, "B#0": start + 2, "L#0": start })
    }))

  test("refuses a window that may be cut off and keeps rows all the same", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january([a]))
      const refused = yield* Effect.flip(sink.commit(january([], { complete: false, kept: [a] })))
      assert.match(refused.message, /only a complete window/)
    }))
}
