/**
 * What every sink does with declarations and proofs.
 */
import { assert } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import type { AnchorDeclaration, Declaration } from "../domain/Declaration.ts"
import type { Proof } from "../domain/Proof.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { day, money, row, wallet, window } from "./windows.ts"

const kes = "KES" as Currency

const anchor = (
  on: string,
  end: AnchorDeclaration["end"],
  balance: string | null,
  more: Partial<AnchorDeclaration> = {}
): AnchorDeclaration => ({
  kind: "anchor",
  currency: kes,
  day: day(on),
  end,
  balance: balance === null ? null : money(balance),
  source: "environment",
  ...more
})

const declaring = (declarations: ReadonlyArray<Declaration>, rows: Parameters<typeof window>[2] = []) =>
  window("2024-01-01", "2024-01-31", rows, { declarations })

/** Defines the tests. */
export const declarationContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  test("keeps each balance that was declared with its wallet, currency and day, until it is taken back", (sink) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* sink.anchors(wallet), [])
      yield* sink.commit(declaring([
        anchor("2024-01-02", "opening", "-99999999999999.9999"),
        anchor("2024-01-01", "closing", "5", { currency: null, source: "'file', 金額 \u0000" })
      ]))
      yield* sink.commit(declaring([
        anchor("2024-01-02", "closing", "7.25", { source: "flag" }),
        anchor("2024-01-01", "closing", "6")
      ]))
      const first = { currency: null, day: day("2024-01-01"), opening: null, source: "'file', 金額 \u0000" }
      const second = {
        currency: kes,
        day: day("2024-01-01"),
        opening: null,
        closing: money("6"),
        source: "environment"
      }
      const third = { currency: kes, day: day("2024-01-02"), opening: money("-99999999999999.9999"), source: "flag" }
      assert.deepStrictEqual(yield* sink.anchors(wallet), [
        { ...first, closing: money("5") },
        second,
        { ...third, closing: money("7.25") }
      ])
      yield* sink.commit(declaring([
        anchor("2024-01-02", "closing", null),
        anchor("2024-01-01", "closing", null, { currency: null })
      ]))
      assert.deepStrictEqual(yield* sink.anchors(wallet), [second, { ...third, closing: null, source: "environment" }])
      assert.deepStrictEqual(yield* sink.anchors(WalletNo.make("W-2")), [])
    }))

  test("knows the settings that were declared last", (sink) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* sink.declaredSettings(wallet), Option.none())
      yield* sink.commit(declaring([{ kind: "settings", text: "one" }]))
      yield* sink.commit(
        declaring([{ kind: "settings", text: "{\"two\": \"'\ud800\"}" }, anchor("2024-01-01", "opening", "1")])
      )
      yield* sink.commit(declaring([]))
      assert.deepStrictEqual(yield* sink.declaredSettings(wallet), Option.some("{\"two\": \"'\\ud800\"}"))
      assert.deepStrictEqual(yield* sink.declaredSettings(WalletNo.make("W-2")), Option.none())
    }))

  test("gives what was proven by the last window of a wallet, also to another process", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const proofs: ReadonlyArray<Proof> = [
        { currency: null, from: null, to: null, quietSince: null, openingKnown: false },
        {
          currency: kes,
          from: day("2024-01-01"),
          to: day("2024-01-30"),
          quietSince: day("2024-01-20"),
          openingKnown: true
        }
      ]
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.proofs(wallet), [])
        yield* sink.commit(window("2024-01-01", "2024-01-31", [], { proofs }))
        assert.deepStrictEqual(yield* sink.proofs(wallet), proofs)
      })
      yield* first.pipe(Effect.provide(yield* layer))
      const next = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.proofs(wallet), proofs)
        yield* sink.commit(window("2024-01-01", "2024-01-31", [], { proofs: proofs.slice(1) }))
        assert.deepStrictEqual(yield* sink.proofs(wallet), proofs.slice(1))
        yield* sink.commit(window("2024-01-01", "2024-01-31", []))
        assert.deepStrictEqual(yield* sink.proofs(wallet), [])
      })
      yield* next.pipe(Effect.provide(yield* layer))
    }))

  test("keeps nothing of what was declared with a window that was not committed", (sink) =>
    Effect.gen(function*() {
      const stranger = row("A", "2025-01-05 10:00:00", "10.00", "110.00")
      const failed = yield* Effect.flip(sink.commit(declaring([anchor("2024-01-01", "opening", "1")], [stranger])))
      assert.include(failed.message, "not kept")
      assert.deepStrictEqual(yield* sink.anchors(wallet), [])
    }))
}
