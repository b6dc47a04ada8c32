/**
 * What every sink does with records whose date can't be read, which may come in several windows of a run.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addDays, formatDay } from "../domain/Period.ts"
import type { SinkTest } from "./Subject.ts"
import { day, rejection, row, wallet, window } from "./windows.ts"

const at = (place: number): string => formatDay(addDays(day("2024-01-01"), place - 1))

/** A window without rows, of January's days. */
const days = (from: number, to: number, runId: string, options: Parameters<typeof window>[3] = {}) =>
  window(at(from), at(to), [], { runId, ...options })

/** Defines the tests. */
export const quarantineContract = (test: SinkTest): void => {
  const undated = rejection("{\"date\":\"?\"}", null)
  const dated = rejection("{\"amount\":\"?\"}", "2024-01-05")
  const shown = { rejections: [undated] }

  test("counts a record once in a run, however many of its windows show it", (sink, look) =>
    Effect.gen(function*() {
      const counts = [
        yield* sink.commit(days(1, 15, "run-1", { rejections: [undated, dated] })),
        yield* sink.commit(days(16, 31, "run-1", shown)),
        yield* sink.commit(days(16, 31, "run-1", { rejections: [undated, undated] })),
        yield* sink.commit(days(1, 31, "run-2", { rejections: [undated, dated] })),
        yield* sink.commit(days(32, 40, "run-2", shown))
      ].map(({ quarantined }) => quarantined)
      assert.deepStrictEqual(counts, [2, 0, 1, 2, 0])
      assert.strictEqual((yield* look).quarantine.length, 3)
    }))

  test(
    "replaces a record without a date when smaller windows together no longer show it",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(days(1, 31, "run-1", shown))
        yield* sink.commit(days(1, 10, "run-2"))
        yield* sink.commit(days(11, 20, "run-2", { complete: false }))
        yield* sink.commit(days(21, 31, "run-2"))
        assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
        yield* sink.commit(days(11, 20, "run-3"))
        assert.deepStrictEqual((yield* look).quarantine, [`${undated.rawText} replaced`])
      })
  )

  test("waits for the days of all windows that showed such a record", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(days(1, 10, "run-1", shown))
      yield* sink.commit(days(11, 20, "run-1", shown))
      yield* sink.commit(days(1, 10, "run-2"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
      yield* sink.commit(days(11, 20, "run-2"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 0)
    }))

  test("keeps such a record open that another window of the run still shows, and begins the wait anew", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(days(1, 20, "run-1", shown))
      yield* sink.commit(days(1, 10, "run-2"))
      yield* sink.commit(days(11, 15, "run-2", shown))
      yield* sink.commit(days(16, 20, "run-2"))
      yield* sink.commit(days(11, 20, "run-3"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
      yield* sink.commit(days(1, 10, "run-3"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 0)
    }))

  test("does not count a window in the middle, nor one of other days, nor records read from quarantine", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(days(1, 20, "run-1", { rejections: [undated, dated] }))
      yield* sink.commit(days(5, 15, "run-2", { rejections: [dated] }))
      yield* sink.commit(days(21, 40, "run-2"))
      const read = row("A", "2024-01-05 10:00:00", "1.00", null)
      const retry = { runId: "run-3", complete: false, origin: "quarantine" as const, resolves: [1] }
      assert.strictEqual(yield* sink.openQuarantine(wallet), 2)
      yield* sink.commit(window("2024-01-05", "2024-01-05", [read], retry))
      yield* sink.commit(days(1, 4, "run-4"))
      yield* sink.commit(days(16, 20, "run-4"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
      yield* sink.commit(days(5, 15, "run-5"))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 0)
    }))
}
