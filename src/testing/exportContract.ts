/**
 * What every sink does with exports that are remembered.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, type Scope } from "effect"
import type { ExportDeclaration } from "../domain/Declaration.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { january, money, period, row, wallet, window } from "./windows.ts"

const kes = "KES" as Currency

const exported = (more: Partial<ExportDeclaration> = {}): ExportDeclaration => ({
  kind: "export",
  format: "hledger",
  days: period("2024-01-01", "2024-01-31"),
  currency: kes,
  rows: 3,
  closing: money("-22.85"),
  place: "'january', 金額.journal",
  unproven: false,
  upTo: 1,
  by: "a.muriuki",
  at: 0,
  ...more
})

const exporting = (
  declarations: ReadonlyArray<ExportDeclaration>,
  more: Parameters<typeof window>[3] = {}
): ReturnType<typeof window> =>
  window("2024-01-01", "2024-01-31", [], { declarations, origin: "export", complete: false, ...more })

const inJanuary = period("2024-01-01", "2024-01-31")
const a = row("A", "2024-01-05 10:00:00", "10.00", null, { currency: kes })

/** What was exported, without the times at which that was committed. */
const known = (sink: Sink["Service"]) =>
  Effect.map(sink.exports(wallet), (all) => all.map((each) => ({ ...each, at: 0 })))

/** Defines the tests. */
export const exportContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  test("knows what was exported, and when that was committed", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const other = exported({ currency: null, closing: null, rows: 0, unproven: true, place: "\ud800", by: "\ud800" })
      const before = yield* Clock.currentTimeMillis
      const expected = [exported(), { ...other, place: "\\ud800", by: "\\ud800" }]
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.exports(wallet), [])
        yield* sink.commit(january())
        yield* sink.commit(exporting([exported(), other]))
        assert.deepStrictEqual(yield* known(sink), expected)
        for (const { at } of yield* sink.exports(wallet)) assert.isAtLeast(at, before)
        assert.deepStrictEqual(yield* sink.exports(WalletNo.make("W-2")), [])
      })
      yield* first.pipe(Effect.provide(yield* layer))
      assert.deepStrictEqual(yield* Effect.flatMap(Sink, known).pipe(Effect.provide(yield* layer)), expected)
    }))

  test("leaves all but the export as it is by a window that tells of one", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({}, [a]))
      const stored = Effect.all([
        sink.watermark(wallet),
        sink.windows(wallet),
        sink.continuity(wallet),
        sink.decisions(wallet),
        sink.rowsOf(wallet, inJanuary)
      ])
      const before = yield* stored
      const { sequence } = yield* sink.head
      yield* sink.commit(exporting([exported()]))
      assert.deepStrictEqual(yield* stored, before)
      assert.strictEqual((yield* sink.head).sequence, sequence + 1)
    }))

  test("refuses a window of an export that tells of none, or that brings something else", (sink) =>
    Effect.gen(function*() {
      for (
        const refused of [
          exporting([]),
          exporting([exported()], { origin: "decision" }),
          january({ origin: "export", complete: false, declarations: [exported()] }, [a])
        ]
      ) {
        assert.include((yield* Effect.flip(sink.commit(refused))).message, "not kept")
      }
      assert.deepStrictEqual(yield* sink.exports(wallet), [])
    }))
}
