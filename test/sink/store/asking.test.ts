/**
 * What a sink asks its store, how often, and what it tells of itself.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, Tracer } from "effect"
import * as Rows from "../../../src/domain/Rows.ts"
import { Currency, WalletNo } from "../../../src/domain/Wallet.ts"
import { memoryStore } from "../../../src/sink/memory/memoryStore.ts"
import { MemoryTables } from "../../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import type { Sought, Store } from "../../../src/sink/store/Store.ts"
import {
  entry,
  gap,
  inJanuary,
  january,
  period,
  rejection,
  report,
  row,
  run,
  wallet,
  year
} from "../../../src/testing/windows.ts"
import { spanRecorder } from "../../kit/spanRecorder.ts"

/** A sink on a store whose questions are noted. */
const noted = Effect.gen(function*() {
  const asked: Array<string> = []
  const sought: Array<Sought> = []
  const store = memoryStore(yield* MemoryTables)
  const noting: Store = {
    ...store,
    wallet: (...of) => (asked.push("wallet"), store.wallet(...of)),
    rules: (...of) => (asked.push("rules"), store.rules(...of)),
    totals: (...of) => (asked.push("totals"), store.totals(...of)),
    rowsOfDays: (...of) => (asked.push("rows"), store.rowsOfDays(...of)),
    beside: (window, of) => (asked.push("beside"), sought.push(of), store.beside(window, of)),
    changedSince: (...of) => (asked.push("changed"), store.changedSince(...of)),
    transact: (work) => (asked.push("transact"), store.transact(work))
  }
  const sink = yield* Sink.fromStore(noting)
  const during = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      asked.length = 0
      sought.length = 0
      return Effect.map(effect, () => [...asked])
    })
  return { sink, during, sought }
}).pipe(Effect.provide(MemoryTables.layer))

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const b = row("B", "2024-01-06 10:00:00", "5.00", "115.00")
const answered = (rows: Parameters<typeof inJanuary>[0], repeats?: true) => {
  const window = inJanuary(rows, { continuity: [entry("2024-01-01", "2024-01-31", "{}")] })
  const answer = { answer: "the answer", repeats: repeats && { record: "{}", truncated: false } }
  return { ...window, rows: { ...Rows.from(rows), answer } } as typeof window
}

const told = (runId: string) => report(runId)

describe("a sink", () => {
  it.effect("asks for a wallet once, for the rules of a run once, and again when the run has ended", () =>
    Effect.gen(function*() {
      const { during, sink } = yield* noted
      yield* sink.beginRun(run("run-1"))
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([a]))), [
        "transact",
        "wallet",
        "rules",
        "rows",
        "beside"
      ])
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([a]))), ["transact", "rows"])
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(inJanuary([a], { runId: "run-2" }))
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([a]))), ["transact", "rows"])
      yield* sink.endRun(told("run-1"))
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([a], { runId: "run-2" }))), ["transact", "rows"])
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([a]))), ["transact", "rules", "rows"])
    }))

  it.effect("asks what of other days concerns a window for the ids alone that its own days do not explain", () =>
    Effect.gen(function*() {
      const { during, sink, sought } = yield* noted
      yield* sink.commit(inJanuary([a]))
      assert.isUndefined(sought[0]?.ids)
      assert.lengthOf(sought[0]?.idPrints ?? [], 2)
      assert.include(yield* during(sink.commit(inJanuary([a, b]))), "beside")
      assert.deepStrictEqual([...sought[0]?.ids ?? []], ["B"])
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([b, a]))), ["transact", "rows"])
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([]))), ["transact", "rows"])
      assert.deepStrictEqual(yield* during(sink.commit(inJanuary([], { complete: false }))), ["transact"])
    }))

  it.effect("asks for totals alone where a known answer comes again, and compares rows where these are others", () =>
    Effect.gen(function*() {
      const { during, sink } = yield* noted
      yield* sink.commit(answered([a, b]))
      assert.deepStrictEqual(yield* during(sink.commit(answered([a, b], true))), ["transact", "totals"])
      assert.deepStrictEqual(yield* during(sink.commit(answered([a], true))), ["transact", "totals", "rows"])
      assert.deepStrictEqual(yield* during(sink.commit(answered([a, b]))), ["transact", "rows"])
    }))

  it.effect("writes conclusions only where they are others", () =>
    Effect.gen(function*() {
      const { during, sink } = yield* noted
      const open = gap("A", null, "B", null)
      const proof = { currency: null, ...period("2024-01-01", "2024-01-31"), quietSince: null, openingKnown: true }
      const conclude = (gaps: ReadonlyArray<typeof open>, proofs: ReadonlyArray<typeof proof>) =>
        during(sink.recordConclusions({ runId: "run-1", walletNo: wallet, gaps, proofs }))
      assert.include(yield* conclude([open], []), "transact")
      assert.notInclude(yield* conclude([open], []), "transact")
      assert.include(yield* conclude([open], [proof]), "transact")
      assert.notInclude(yield* conclude([open], [proof]), "transact")
      assert.include(yield* conclude([], [proof]), "transact")
      assert.include(yield* conclude([open, open], [proof]), "transact")
      assert.include(yield* conclude([open], [proof]), "transact")
      assert.deepStrictEqual(yield* sink.openGaps(wallet), [open])
    }))

  it.effect("gives proofs in the order of currencies, and the quarantined records of all wallets in that of their ids", () =>
    Effect.gen(function*() {
      const { sink } = yield* noted
      const proofs = [Currency.make("USD"), null, Currency.make("KES")].map((currency) => ({
        currency,
        ...period("2024-01-01", "2024-01-31"),
        quietSince: null,
        openingKnown: true
      }))
      yield* sink.commit(january({ proofs, rejections: [rejection("one", null)] }))
      assert.deepStrictEqual((yield* sink.proofs(wallet)).map(({ currency }) => currency), [null, "KES", "USD"])
      const second = WalletNo.make("W-2")
      yield* sink.commit({ ...january({ rejections: [rejection("two", null)] }), walletNo: second })
      yield* sink.commit(january({ proofs, rejections: [rejection("one", null), rejection("three", null)] }))
      const records = yield* sink.quarantined(Option.none())
      assert.deepStrictEqual(records.map(({ id, rawText }) => [id, rawText]), [[1, "one"], [2, "two"], [3, "three"]])
      assert.deepStrictEqual((yield* sink.quarantined(Option.some(second))).map(({ id }) => id), [2])
    }))

  it.effect("numbers gaps and declarations on, one after the other", () =>
    Effect.gen(function*() {
      const tables = yield* MemoryTables
      const sink = yield* Sink.fromStore(memoryStore(tables))
      const declarations = [{ kind: "settings", text: "one" }, { kind: "settings", text: "two" }] as const
      const [first, second] = [gap("A", null, "B", null), gap("C", null, "D", null)]
      const continuity = [entry("2024-01-01", "2024-01-31", "{}")]
      yield* sink.commit(january({ continuity, gaps: [first, second], declarations }))
      yield* sink.commit(january({ continuity, gaps: [first, second, gap("E", null, "F", null)], declarations }))
      const wallets = yield* memoryStore(tables).wallet(wallet)
      assert.deepStrictEqual(wallets.gaps.map(({ id }) => id), [1, 2, 3])
      assert.deepStrictEqual((yield* memoryStore(tables).heads).declarationId, 4)
    }).pipe(Effect.provide(MemoryTables.layer)))

  it.effect("asks nothing where nothing is asked of it", () =>
    Effect.gen(function*() {
      const { during, sink } = yield* noted
      assert.deepStrictEqual(yield* during(Effect.suspend(() => sink.changedSince(wallet, []))), [])
      const asked = [{ days: year, sequence: 0 }]
      assert.deepStrictEqual(yield* during(Effect.suspend(() => sink.changedSince(wallet, asked))), ["changed"])
    }))

  it.effect("has a span of its name for each member, whose attributes are none", () =>
    Effect.gen(function*() {
      const { sink } = yield* noted
      const { decisions, exports, ...rest } = sink
      const { spans, tracer } = spanRecorder()
      const calls: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
        ...Object.fromEntries(
          Object.entries({
            anchors: rest.anchors,
            askedFrom: rest.askedFrom,
            continuity: rest.continuity,
            decisions,
            declaredSettings: rest.declaredSettings,
            exports,
            heldRows: rest.heldRows,
            loadedByStopped: rest.loadedByStopped,
            maybeRedated: rest.maybeRedated,
            openGaps: rest.openGaps,
            openQuarantine: rest.openQuarantine,
            proofs: rest.proofs,
            provenMonths: rest.provenMonths,
            watermark: rest.watermark,
            windows: rest.windows
          }).map(([name, ask]) => [name, ask(wallet)])
        ),
        ...Object.fromEntries(
          Object.entries({
            balancedRows: rest.balancedRows,
            liveRows: rest.liveRows,
            rowsByDay: rest.rowsByDay,
            rowsOf: rest.rowsOf,
            storedRows: rest.storedRows
          }).map(([name, ask]) => [name, ask(wallet, year)])
        ),
        beginRun: rest.beginRun(run("run-1")),
        changedSince: rest.changedSince(wallet, []),
        commit: rest.commit(january()),
        endRun: rest.endRun(report("run-1")),
        finishedBefore: rest.finishedBefore(wallet, year, null),
        head: rest.head,
        quarantined: rest.quarantined(Option.none()),
        recordConclusions: rest.recordConclusions({ runId: "run-1", walletNo: wallet, gaps: [], proofs: [] }),
        recordContinuity: rest.recordContinuity(wallet, [])
      }
      assert.sameMembers(Object.keys(calls), Object.keys(sink).filter((name) => name !== "commitsInFlight"))
      for (const [name, call] of Object.entries(calls)) {
        spans.length = 0
        const exit = yield* Effect.exit(Effect.provideService(call, Tracer.Tracer, tracer))
        assert.isTrue(Exit.isSuccess(exit), name)
        assert.deepStrictEqual(spans.map((span) => span.name), [`Sink.${name}`])
      }
    }))
})
