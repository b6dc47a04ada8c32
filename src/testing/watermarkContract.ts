/**
 * What every sink tells of how far a wallet is complete.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { SinkTest } from "./Subject.ts"
import { day, inJanuary, row, wallet, window } from "./windows.ts"

/** Defines the tests. */
export const watermarkContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const c = row("C", "2024-01-06 09:00:00", "1.00", "106.50")

  test("extends the watermark by windows that touch it, never beyond what is over", (sink) =>
    Effect.gen(function*() {
      assert.isTrue(Option.isNone(yield* sink.watermark(wallet)))
      yield* sink.commit(inJanuary([a], { complete: false }))
      assert.isTrue(Option.isNone(yield* sink.watermark(wallet)))
      yield* sink.commit(inJanuary([a]))
      yield* sink.commit(window("2024-03-01", "2024-03-31", []))
      assert.deepStrictEqual(Option.getOrNull(yield* sink.watermark(wallet)), {
        from: day("2024-01-01"),
        to: day("2024-01-31")
      })
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { lastSettledDay: "2024-02-10" }))
      assert.deepStrictEqual(Option.getOrNull(yield* sink.watermark(wallet)), {
        from: day("2024-01-01"),
        to: day("2024-02-10")
      })
    }))

  test("counts days that were committed before they adjoin the watermark", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(window("2024-07-01", "2024-12-31", [a].slice(1)))
      for (const month of ["01", "02", "03", "04", "05"]) {
        yield* sink.commit(window(`2024-${month}-01`, `2024-${month}-28`, [], { runId: "run-2" }))
        yield* sink.commit(window(`2024-${month}-29`, `2024-${month === "02" ? "02-29" : `${month}-30`}`, []))
      }
      const mark = () => Effect.map(sink.watermark(wallet), Option.getOrNull)
      assert.deepStrictEqual(yield* mark(), { from: day("2024-07-01"), to: day("2024-12-31") })
      for (const on of ["2024-01-31", "2024-03-31", "2024-05-31"]) yield* sink.commit(window(on, on, []))
      yield* sink.commit(window("2024-06-01", "2024-06-30", []))
      assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-12-31") })
    }))

  test("ends the watermark before a day that a later answer shows cut off, until it comes whole", (sink) =>
    Effect.gen(function*() {
      const mark = () => Effect.map(sink.watermark(wallet), Option.getOrNull)
      const cutOff = (on: string) => sink.commit(window(on, on, [], { complete: false }))
      yield* sink.commit(inJanuary([a]))
      yield* cutOff("2024-01-20")
      assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-01-19") })
      yield* sink.commit(window("2024-01-20", "2024-01-20", []))
      assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-01-31") })
      yield* sink.commit(inJanuary([a], { complete: false }))
      assert.isNull(yield* mark())
    }))

  test("counts live rows by day", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(inJanuary([a, b, c]))
      yield* sink.commit(inJanuary([a, c]))
      const counts = yield* sink.rowsByDay(wallet, { from: day("2024-01-01"), to: day("2024-01-05") })
      assert.deepStrictEqual([...counts], [[day("2024-01-05"), 1]])
    }))
}
