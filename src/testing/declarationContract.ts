/**
 * What every sink does with declarations and proofs.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Option, type Scope } from "effect"
import type { AnchorDeclaration, DecisionDeclaration, Declaration, ProvenDeclaration } from "../domain/Declaration.ts"
import type { Proof } from "../domain/Proof.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { day, entry, january, money, period, row, wallet, window } from "./windows.ts"

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

const decision = (more: Partial<DecisionDeclaration> = {}): DecisionDeclaration => ({
  kind: "decision",
  decision: "accepted",
  finding: "0a1b2c3d4e5f",
  findingKind: "gap",
  days: period("2024-01-05", "2024-01-06"),
  currency: kes,
  amount: money("-22.85"),
  count: null,
  by: "a.muriuki",
  reason: "'told by the bank', 金額",
  sequence: 0,
  at: 0,
  ...more
})

const deciding = (declarations: ReadonlyArray<Declaration>, more: Parameters<typeof window>[3] = {}) =>
  window("2024-01-05", "2024-01-06", [], { declarations, origin: "decision", complete: false, ...more })

const declaring = (declarations: ReadonlyArray<Declaration>, rows: Parameters<typeof window>[2] = []) =>
  window("2024-01-01", "2024-01-31", rows, { declarations })

/** What was decided, without what a commit puts there. */
const known = (sink: Sink["Service"]) =>
  Effect.map(
    sink.decisions(wallet),
    (decisions) => [...decisions.values()].map((each) => ({ ...each, at: 0, sequence: 0 }))
  )

const month = (currency: Currency | null): ProvenDeclaration => ({
  kind: "proven",
  days: period("2024-01-05", "2024-01-31"),
  currency,
  sequence: 0,
  at: 0
})

/** The windows that brought what was decided last, by findings. */
const windowsOf = (sink: Sink["Service"]) =>
  Effect.map(
    sink.decisions(wallet),
    (decisions) => [...decisions].map(([finding, { sequence }]) => [finding, sequence] as const).sort()
  )

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

  test("knows which months were found proven, and with which window that was told", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const told = Effect.flatMap(Sink, (sink) => sink.provenMonths(wallet))
      const before = yield* Clock.currentTimeMillis
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* told, [])
        yield* sink.commit(declaring([]))
        yield* sink.commit(declaring([month(kes), { kind: "settings", text: "one" }, month(null)]))
        assert.deepStrictEqual(yield* sink.provenMonths(WalletNo.make("W-2")), [])
        for (const { at } of yield* told) assert.isAtLeast(at, before)
      })
      yield* first.pipe(Effect.provide(yield* layer))
      assert.deepStrictEqual(
        (yield* told.pipe(Effect.provide(yield* layer))).map((each) => ({ ...each, at: 0 })),
        [{ ...month(kes), sequence: 2 }, { ...month(null), sequence: 2 }]
      )
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

  test("knows what was decided last about each finding, and when that was committed", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const other = decision({ finding: "f00000000000", amount: null, currency: null, count: 3, reason: "\ud800" })
      const before = yield* Clock.currentTimeMillis
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        assert.strictEqual((yield* sink.decisions(wallet)).size, 0)
        yield* sink.commit(january())
        yield* sink.commit(deciding([decision()]))
        yield* sink.commit(deciding([other]))
        yield* sink.commit(deciding([decision({ decision: "reopened", reason: null })]))
        assert.sameDeepMembers(yield* known(sink), [
          decision({ decision: "reopened", reason: null }),
          { ...other, reason: "\\ud800" }
        ])
        for (const { at } of (yield* sink.decisions(wallet)).values()) assert.isAtLeast(at, before)
        assert.deepStrictEqual(yield* windowsOf(sink), [["0a1b2c3d4e5f", 4], ["f00000000000", 3]])
        assert.strictEqual((yield* sink.decisions(WalletNo.make("W-2"))).size, 0)
      })
      yield* first.pipe(Effect.provide(yield* layer))
      assert.deepStrictEqual(yield* Effect.flatMap(Sink, windowsOf).pipe(Effect.provide(yield* layer)), [
        ["0a1b2c3d4e5f", 4],
        ["f00000000000", 3]
      ])
    }))

  test("leaves all but the decision as it is by a window that brings one", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit({
        ...january({}, [row("A", "2024-01-05 10:00:00", "10.00", "110.00")]),
        continuity: [entry("2024-01-01", "2024-01-31", "a record")]
      })
      const stored = Effect.all([
        sink.watermark(wallet),
        sink.windows(wallet),
        sink.continuity(wallet),
        sink.openGaps(wallet),
        sink.rowsOf(wallet, period("2024-01-01", "2024-01-31"))
      ])
      const before = yield* stored
      const { sequence } = yield* sink.head
      yield* sink.commit(deciding([decision()]))
      assert.deepStrictEqual(yield* stored, before)
      assert.strictEqual((yield* sink.head).sequence, sequence + 1)
    }))

  test("refuses a window of a decision that brings none, or that brings a row or an entry", (sink) =>
    Effect.gen(function*() {
      for (
        const refused of [
          deciding([]),
          deciding([decision()], { continuity: [entry("2024-01-05", "2024-01-06", "a record")] }),
          {
            ...window("2024-01-05", "2024-01-06", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")]),
            origin: "decision" as const,
            complete: false,
            declarations: [decision()]
          }
        ]
      ) {
        assert.include((yield* Effect.flip(sink.commit(refused))).message, "not kept")
      }
      assert.strictEqual((yield* sink.decisions(wallet)).size, 0)
    }))

  test("keeps nothing of what was declared with a window that was not committed", (sink) =>
    Effect.gen(function*() {
      const stranger = row("A", "2025-01-05 10:00:00", "10.00", "110.00")
      const failed = yield* Effect.flip(sink.commit(declaring([anchor("2024-01-01", "opening", "1")], [stranger])))
      assert.include(failed.message, "not kept")
      assert.deepStrictEqual(yield* sink.anchors(wallet), [])
    }))
}
