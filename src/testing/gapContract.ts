/**
 * What every sink does with gaps, and with what a run finds in the end.
 */
import { assert } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { Proof } from "../domain/Proof.ts"
import { WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { day, entry, february, gap, january, row, wallet } from "./windows.ts"

/** Defines the tests. */
export const gapContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const awkward = "NUL \u0000, 'quoted', 金額 😀"
  const inside = gap("A", "2024-01-05T10:00:00", "B", "2024-01-06T00:00:00")
  const across = gap("Z", "2024-01-31T23:59:59.999", "F", "2024-02-01T00:00:00")
  const open = gap(null, null, awkward, "2023-12-01T00:00:00")
  const days = [entry("2024-01-01", "2024-01-31", "january")]
  const ofFebruary = [entry("2024-02-01", "2024-02-29", "february")]

  test("opens, keeps and closes gaps, and says which run did", (sink, look) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: days, gaps: [inside, across, open] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside, across])
      yield* sink.commit(february({ runId: "run-2", continuity: ofFebruary, gaps: [] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside])
      yield* sink.commit(january({ runId: "run-3", continuity: days, gaps: [inside, across] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open, inside, across])
      yield* sink.commit(january({ runId: "run-4", continuity: days, gaps: [] }))
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open])
      assert.deepStrictEqual(yield* sink.openGaps(WalletNo.make("W-2")), [])
      assert.deepStrictEqual((yield* look).gaps, [
        "A..B -25.00 closed by run-4",
        "Z..F -25.00 closed by run-2",
        "Z..F -25.00 closed by run-4",
        `null..${awkward} -25.00 found by run-1`
      ])
    }))

  test("puts what a run found in the end in the place of what windows left, also for another process", () =>
    Effect.gen(function*() {
      const { layer, snapshot } = yield* subject()
      const proof = { currency: null, from: day("2024-01-02"), to: day("2024-01-30"), quietSince: null }
      const proofs: ReadonlyArray<Proof> = [{ ...proof, openingKnown: false }]
      const elsewhere = gap(awkward, "2023-05-05T10:00:00", "Y", "2023-05-06T00:00:00")
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        yield* sink.commit(january({ continuity: days, gaps: [inside, across, open] }))
        yield* sink.recordConclusions({ runId: "run-2", walletNo: wallet, gaps: [inside, elsewhere], proofs })
        yield* sink.recordConclusions({ runId: "run-3", walletNo: WalletNo.make("W-2"), gaps: [], proofs: [] })
        yield* sink.recordConclusions({ runId: "run-4", walletNo: wallet, gaps: [elsewhere, inside], proofs })
      })
      yield* first.pipe(Effect.provide(yield* layer))
      const next = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.openGaps(wallet), [elsewhere, inside])
        assert.deepStrictEqual(yield* sink.proofs(wallet), proofs)
        yield* sink.recordConclusions({ runId: "run-5", walletNo: wallet, gaps: [elsewhere, across], proofs: [] })
        yield* sink.commit(january({ runId: "run-6", continuity: days, gaps: [inside] }))
        assert.deepStrictEqual(yield* sink.proofs(wallet), [])
      })
      yield* next.pipe(Effect.provide(yield* layer))
      assert.deepStrictEqual((yield* snapshot).gaps, [
        "A..B -25.00 closed by run-5",
        "A..B -25.00 found by run-6",
        `${awkward}..Y -25.00 found by run-2`,
        "Z..F -25.00 closed by run-2",
        "Z..F -25.00 closed by run-6",
        `null..${awkward} -25.00 closed by run-2`
      ])
    }))

  test(
    "keeps a gap without ends concerned by every window, and like gaps apart",
    (sink, look) =>
      Effect.gen(function*() {
        const endless = gap(null, null, null, null)
        yield* sink.commit(january({ continuity: days, gaps: [endless, inside, inside] }))
        yield* sink.commit(january({ runId: "run-2", continuity: days, gaps: [inside, endless] }))
        yield* sink.commit(february({ runId: "run-3", continuity: ofFebruary }))
        assert.deepStrictEqual((yield* look).gaps, [
          "A..B -25.00 closed by run-2",
          "A..B -25.00 found by run-1",
          "null..null -25.00 closed by run-3"
        ])
      })
  )

  test("leaves entries and gaps as they are when the same window comes again", (sink, look) =>
    Effect.gen(function*() {
      const same = { continuity: days, gaps: [inside, across] }
      yield* sink.commit(january(same, [a, b]))
      const before = yield* look
      yield* sink.commit(january({ ...same, runId: "run-2" }, [b, a]))
      assert.deepStrictEqual({ ...(yield* look), hashes: [] }, { ...before, hashes: [] })
      assert.deepStrictEqual(yield* sink.continuity(wallet), days)
    }))
}
