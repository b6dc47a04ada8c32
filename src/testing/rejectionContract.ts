/**
 * What every sink does with records that could not be read.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { WalletNo } from "../domain/Wallet.ts"
import type { SinkTest } from "./Subject.ts"
import { inJanuary, january, period, rejection, row, wallet, window } from "./windows.ts"

/** Defines the tests. */
export const rejectionContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const unread = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}\u0000", null)]

  test("quarantines each rejected record once, however often it comes", (sink, look) =>
    Effect.gen(function*() {
      const rejections = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}", null)]
      const first = yield* sink.commit(inJanuary([a], { rejections }))
      assert.strictEqual(first.quarantined, 2)
      yield* sink.commit(inJanuary([a], { rejections: [...rejections].reverse(), runId: "run-2" }))
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} open", "{\"n\":2} open"])
      assert.strictEqual(yield* sink.openQuarantine(wallet), 2)
      yield* sink.commit(inJanuary([a], { rejections: [...rejections, ...rejections.slice(0, 1)] }))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 3)
    }))

  test("closes a quarantined record that a complete window no longer shows", (sink, look) =>
    Effect.gen(function*() {
      const rejections = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}", null)]
      yield* sink.commit(inJanuary([a], { rejections }))
      yield* sink.commit(inJanuary([a], { complete: false }))
      assert.strictEqual(yield* sink.openQuarantine(wallet), 2)
      yield* sink.commit(inJanuary([a]))
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} replaced", "{\"n\":2} replaced"])
      assert.strictEqual(yield* sink.openQuarantine(wallet), 0)
    }))

  test("lists open quarantined records with the window that brought them", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ rejections: unread }))
      const days = period("2024-01-01", "2024-01-31")
      const brought = { walletNo: wallet, window: days, awaited: days }
      const listed = yield* sink.quarantined(Option.some(wallet))
      assert.deepStrictEqual(listed, unread.map((record, index) => ({ ...record, ...brought, id: index + 1 })))
      assert.deepStrictEqual(yield* sink.quarantined(Option.none()), listed)
      assert.deepStrictEqual(yield* sink.quarantined(Option.some(WalletNo.make("W-2"))), [])
    }))

  test("resolves quarantined records with the window that their rows come in", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ rejections: unread }, [a]))
      const retry = window("2024-01-05", "2024-01-05", [b], {
        runId: "run-2",
        complete: false,
        origin: "quarantine",
        resolves: [1]
      })
      const outcome = yield* sink.commit(retry)
      assert.deepStrictEqual([outcome.inserted, outcome.withdrawn], [1, 0])
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} resolved", "{\"n\":2}\u0000 open"])
      assert.deepStrictEqual((yield* look).rows.length, 2)
      assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
      assert.strictEqual((yield* sink.commit(january({ rejections: unread.slice(1) }, [a, b]))).unchanged, 2)
      assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} resolved", "{\"n\":2}\u0000 open"])
    }))

  test(
    "refuses to resolve what is not open, too much, or with a complete window, and keeps nothing",
    (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january({ rejections: unread }))
        const before = yield* look
        const from = { complete: false, origin: "quarantine" as const }
        for (
          const [options, says] of [
            [{ ...from, resolves: [7] }, "not open"],
            [{ ...from, resolves: [1, 2] }, "2 records are resolved"],
            [{ ...from, resolves: [] }, "0 records are resolved"],
            [{ ...from, complete: true, resolves: [1] }, "only an answer of the service"],
            [{ resolves: [1] }, "only a window that comes from quarantine"]
          ] as const
        ) {
          const error = yield* Effect.flip(sink.commit(january(options, [b])))
          assert.strictEqual(error.reason._tag, "DatabaseFailed")
          assert.include(error.message, says)
        }
        assert.deepStrictEqual(yield* look, before)
        assert.strictEqual((yield* sink.commit(january({ ...from, resolves: [2] }, [b]))).inserted, 1)
      })
  )
}
