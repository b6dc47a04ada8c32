/**
 * What every sink does with an id that the service uses again: nothing that it showed may be lost.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Transaction } from "../domain/Transaction.ts"
import type { SinkTest } from "./Subject.ts"
import { day, row, wallet, window, type WindowOptions } from "./windows.ts"

const first = "2024-01-01"
const second = "2024-01-02"

/** Rows of one day as a window of that day. */
const daily = (on: string, rows: ReadonlyArray<Transaction>, options: WindowOptions = {}) =>
  window(on, on, rows, { asked: [on, on], ...options })

/** Defines the tests. */
export const reusedIdContract = (test: SinkTest): void => {
  const sweep = row("SWEEP", `${first} 08:00:00`, "10.00", "10.00")
  const out = row("OUT", `${first} 09:00:00`, "-10.00", "0.00")
  const again = { ...sweep, localTime: sweep.localTime + 86_400_000, occurredAt: sweep.occurredAt + 86_400_000 }
  const bothDays = { asked: [first, second] as const, runId: "run-2" }
  const paid = "OUT#0 2024-01-01 -10.00 0.00 row OUT"
  const swept = [paid, "SWEEP#0 2024-01-01 10.00 10.00 row SWEEP", "SWEEP#1 2024-01-02 10.00 10.00 row SWEEP"]

  test(
    "adds a row like one of a day that the pull is not about, and leaves that one alone",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(daily(first, [sweep, out]))
        const outcome = yield* sink.commit(daily(second, [again], { runId: "run-2" }))
        assert.deepStrictEqual([outcome.inserted, outcome.changed], [1, 0])
        assert.deepStrictEqual((yield* look).rows, swept)
        assert.strictEqual((yield* sink.commit(daily(second, [again], { runId: "run-3" }))).unchanged, 1)
      })
  )

  test(
    "adds a row to the day that it was taken to have left, when the same pull still finds it there",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(daily(first, [sweep, out]))
        assert.strictEqual((yield* sink.commit(daily(second, [again], bothDays))).changed, 1)
        const outcome = yield* sink.commit(daily(first, [sweep, out], bothDays))
        assert.deepStrictEqual([outcome.inserted, outcome.unchanged, outcome.withdrawn], [1, 1, 0])
        assert.deepStrictEqual((yield* look).rows, [
          paid,
          "SWEEP#0 2024-01-02 10.00 10.00 row SWEEP",
          "SWEEP#1 2024-01-01 10.00 10.00 row SWEEP"
        ])
      })
  )

  test("never takes a row from a day that the run has seen, whole or cut off", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(daily(first, [sweep, out]))
      yield* sink.commit(daily(first, [sweep, out], { ...bothDays, complete: false }))
      assert.strictEqual((yield* sink.commit(daily(second, [again], bothDays))).inserted, 1)
      assert.deepStrictEqual((yield* look).rows, swept)
    }))

  test(
    "never takes a row from a day that an interrupted run has finished for this one",
    (sink, look) =>
      Effect.gen(function*() {
        const asked = { from: day(first), to: day(second) }
        const start = { startedAt: 1, programVersion: "0.1.0", wallets: [wallet], asked, rules: new Map() }
        yield* sink.beginRun({ ...start, runId: "run-1" })
        yield* sink.commit(daily(first, [sweep, out], { asked: [first, second] }))
        yield* sink.beginRun({ ...start, runId: "run-2" })
        assert.strictEqual((yield* sink.commit(daily(second, [again], bothDays))).inserted, 1)
        assert.deepStrictEqual((yield* look).rows, swept)
      })
  )

  test(
    "takes a withdrawn row back on another day, whatever days the pull is about",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(daily(first, [sweep, out]))
        assert.strictEqual((yield* sink.commit(daily(first, [out], { runId: "run-2" }))).withdrawn, 1)
        const outcome = yield* sink.commit(daily(second, [again], { runId: "run-3" }))
        assert.deepStrictEqual([outcome.inserted, outcome.returned], [0, 1])
        assert.deepStrictEqual((yield* look).rows, [paid, "SWEEP#0 2024-01-02 10.00 10.00 row SWEEP"])
      })
  )

  test(
    "changes no row into a merely similar one when the answer may be cut off",
    (sink, look) =>
      Effect.gen(function*() {
        const large = row("P", `${first} 08:00:00`, "-100.00", "900.00")
        const fee = row("P", `${first} 08:00:01`, "-5.00", "895.00", { description: "fee" })
        yield* sink.commit(daily(first, [large]))
        const outcome = yield* sink.commit(daily(first, [fee], { complete: false, runId: "run-2" }))
        assert.deepStrictEqual([outcome.inserted, outcome.changed], [1, 0])
        const kept = ["P#0 2024-01-01 -100.00 900.00 row P", "P#1 2024-01-01 -5.00 895.00 fee"]
        assert.deepStrictEqual((yield* look).rows, kept)
        const corrected = { ...fee, description: "fee of P" }
        const later = yield* sink.commit(daily(first, [corrected], { complete: false, runId: "run-3" }))
        assert.deepStrictEqual([later.inserted, later.changed], [0, 1])
        const whole = yield* sink.commit(daily(first, [large, corrected], { runId: "run-4" }))
        assert.deepStrictEqual([whole.unchanged, whole.inserted, whole.withdrawn], [2, 0, 0])
      })
  )

  test(
    "takes no row of another day for one that moved when the answer may be cut off",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(daily(first, [sweep, out]))
        const outcome = yield* sink.commit(daily(second, [again], { ...bothDays, complete: false }))
        assert.deepStrictEqual([outcome.inserted, outcome.changed], [1, 0])
        assert.deepStrictEqual((yield* look).rows, swept)
      })
  )
}
