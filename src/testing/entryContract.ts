/**
 * What every sink does with the continuity entries of windows.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Proof } from "../domain/Proof.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import type { SinkTest } from "./Subject.ts"
import { day, entry, february, january, row, wallet, window } from "./windows.ts"

/** Defines the tests. */
export const entryContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const awkward = "NUL \u0000, 'quoted', 金額 😀"

  test("replaces the continuity entries that a window's entries overlap, and no others", (sink) =>
    Effect.gen(function*() {
      const first = entry("2024-01-01", "2024-01-31", awkward)
      const second = entry("2024-02-01", "2024-02-29", "{}")
      yield* sink.commit(january({ continuity: [first] }))
      yield* sink.commit(february({ continuity: [second] }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [first, second])
      const parts = [
        entry("2024-01-01", "2024-01-20", null),
        entry("2024-01-21", "2024-02-05", "middle"),
        entry("2024-02-06", "2024-02-29", null)
      ]
      yield* sink.commit(window("2024-01-21", "2024-02-05", [], { continuity: parts }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), parts)
      assert.deepStrictEqual(yield* sink.continuity(WalletNo.make("W-2")), [])
    }))

  test("leaves the entry of a day to be worked out again that loses a row to another window", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january", true)] }, [a, b]))
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
      const own = entry("2024-02-01", "2024-02-29", "february")
      const outcome = yield* sink.commit(february({ runId: "run-2", continuity: [own] }, [moved]))
      assert.deepStrictEqual(outcome.stale, [january().days])
      const stale = entry("2024-01-01", "2024-01-31", null, true)
      assert.deepStrictEqual(yield* sink.continuity(wallet), [stale, own])
      const anew = entry("2024-01-01", "2024-01-31", "january anew", true)
      yield* sink.recordContinuity(wallet, [anew, entry("2024-01-01", "2024-01-30", "of days that no entry has")])
      assert.deepStrictEqual(yield* sink.continuity(wallet), [anew, own])
      const parts = [
        entry("2024-01-01", "2024-01-20", "first part", true),
        entry("2024-01-21", "2024-01-31", "second part", true)
      ]
      yield* sink.recordContinuity(wallet, parts.slice(1))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [anew, own])
      yield* sink.recordContinuity(wallet, parts)
      assert.deepStrictEqual(yield* sink.continuity(wallet), [...parts, own])
    }))

  test("notes nothing as proven when a day loses a row to another window, until that is worked out again", (sink) =>
    Effect.gen(function*() {
      const kes = "KES" as Currency
      const proof: Proof = {
        currency: kes,
        from: day("2024-01-02"),
        to: day("2024-02-20"),
        quietSince: null,
        openingKnown: false
      }
      const proofs = [proof, { ...proof, currency: null }]
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")], proofs }, [a, b]))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], proofs)
      const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
      const later = { runId: "run-2", continuity: [entry("2024-02-01", "2024-02-29", "february")], proofs }
      const left = proofs.map((each) => ({ ...each, from: null, to: null }))
      yield* sink.commit(february(later, [moved]))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], left)
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { runId: "run-2", proofs }))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], left)
      yield* sink.recordContinuity(wallet, [entry("2024-01-01", "2024-01-31", "anew")])
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { runId: "run-3", proofs }))
      assert.sameDeepMembers([...yield* sink.proofs(wallet)], proofs)
    }))

  test("lets a joining put one entry in the place of those that are all of its days, and of no others", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")] }))
      yield* sink.commit(february({ continuity: [entry("2024-02-01", "2024-02-29", "february")] }))
      const rows = yield* sink.rowsOf(wallet, { from: day("2024-01-01"), to: day("2024-02-29") })
      const mark = yield* sink.watermark(wallet)
      const joining = (from: string, to: string, record: string, walletNo = wallet) =>
        sink.commit({
          ...window(from, to, [], { complete: false, continuity: [entry(from, to, record)], origin: "joining" }),
          walletNo
        })
      for (
        const [from, to] of [["2024-01-01", "2024-02-28"], ["2024-01-02", "2024-02-29"], [
          "2023-12-01",
          "2024-02-29"
        ]] as const
      ) {
        const refused = yield* Effect.flip(joining(from, to, "not"))
        assert.include(refused.message, "joins windows that are not all of its days")
      }
      const elsewhere = yield* Effect.flip(joining("2024-01-01", "2024-02-29", "not", WalletNo.make("W-2")))
      assert.include(elsewhere.message, "joins windows that are not all of its days")
      assert.lengthOf(yield* sink.continuity(wallet), 2)
      const outcome = yield* joining("2024-01-01", "2024-02-29", "both \u0000 金額")
      assert.deepStrictEqual(
        outcome,
        { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }
      )
      assert.deepStrictEqual(yield* sink.continuity(wallet), [entry("2024-01-01", "2024-02-29", "both \u0000 金額")])
      assert.sameDeepMembers(
        [...yield* sink.rowsOf(wallet, { from: day("2024-01-01"), to: day("2024-02-29") })],
        [...rows]
      )
      assert.deepStrictEqual(yield* sink.watermark(wallet), mark)
      assert.deepStrictEqual((yield* sink.windows(wallet)).map(({ origin }) => origin), [
        "service",
        "service",
        "joining"
      ])
      yield* sink.commit(
        february({
          runId: "run-2",
          continuity: [entry("2024-01-01", "2024-01-31", "again"), entry("2024-02-01", "2024-02-29", "anew")]
        })
      )
      assert.deepStrictEqual((yield* sink.continuity(wallet)).map(({ record }) => record), ["again", "anew"])
    }))

  test("leaves what remains of such an entry to be worked out again too", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({ continuity: [entry("2024-01-01", "2024-01-31", "january")] }, [a, b]))
      const moved = { ...b, localTime: b.localTime + 14 * 86_400_000, occurredAt: b.occurredAt + 14 * 86_400_000 }
      const parts = [entry("2024-01-01", "2024-01-14", "left"), entry("2024-01-15", "2024-01-31", "right")]
      yield* sink.commit(window("2024-01-15", "2024-01-31", [moved], { runId: "run-2", continuity: parts }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), [
        entry("2024-01-01", "2024-01-14", null),
        ...parts.slice(1)
      ])
    }))
}
