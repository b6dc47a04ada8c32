/**
 * What every sink tells of runs that were interrupted.
 */
import { assert } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import { formatDay } from "../domain/Period.ts"
import { WalletNo } from "../domain/Wallet.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { walletReport } from "./walletReport.ts"
import { entry, gap, january, period, rejection, report, run, wallet, window, year } from "./windows.ts"

/** Defines the tests. */
export const runContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  const inside = gap("A", "2024-01-05T10:00:00", "B", "2024-01-06T00:00:00")
  const days = [entry("2024-01-01", "2024-01-31", "january")]
  const unread = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}\u0000", null)]
  test("tells what an interrupted run has finished to the run that goes on", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { complete: false }))
      yield* sink.commit(window("2024-03-01", "2024-03-31", [], { lastSettledDay: "2024-03-10" }))
      yield* sink.commit(window("2024-05-01", "2024-05-31", [], { lastSettledDay: "2024-03-10" }))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      assert.deepStrictEqual(yield* sink.loadedByStopped(wallet), [])
      yield* sink.beginRun(run("run-2"))
      const loaded = [period("2024-01-01", "2024-03-31"), period("2024-05-01", "2024-05-31")]
      assert.deepStrictEqual(yield* sink.loadedByStopped(wallet), loaded)
      assert.deepStrictEqual(yield* sink.loadedByStopped(WalletNo.make("W-3")), [])
      const finished = [period("2024-01-01", "2024-01-31"), period("2024-03-01", "2024-03-10")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(WalletNo.make("W-2"), year, null), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(WalletNo.make("W-3"), year, null), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, period("2024-01-01", "2024-12-30"), null), [])
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { runId: "run-2" }))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [period("2024-01-01", "2024-03-10")])
      yield* sink.endRun(report("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      yield* sink.beginRun(run("run-4"))
      assert.deepStrictEqual(yield* sink.loadedByStopped(wallet), [])
    }))

  test("tells what a run loaded that failed for the wallet, and that it finished nothing", (sink) =>
    Effect.gen(function*() {
      const other = WalletNo.make("W-2")
      const failed = (runId: string, walletNo: WalletNo) => ({
        ...report(runId),
        wallets: [wallet, other].map((each) =>
          walletReport(each, { requests: 1, error: each === walletNo ? "\"down\"" : null })
        )
      })
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.endRun(failed("run-1", wallet))
      const [inJanuary, inFebruary] = [period("2024-01-01", "2024-01-31"), period("2024-02-01", "2024-02-29")]
      const loaded = Effect.all([sink.loadedByStopped(wallet), sink.loadedByStopped(other)])
      assert.deepStrictEqual(yield* loaded, [[inJanuary], []])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(window("2024-02-01", "2024-02-29", [], { runId: "run-2" }))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* loaded, [[period("2024-01-01", "2024-02-29")], []])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [inFebruary])
      yield* sink.commit({ ...window("2024-02-01", "2024-02-29", [], { runId: "run-3" }), walletNo: other })
      yield* sink.endRun(failed("run-3", other))
      assert.deepStrictEqual(yield* loaded, [[], [inFebruary]])
    }))

  test("does not take a run that asked nothing of a wallet for one that told what it comes to, however many there were", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-0"))
      yield* sink.commit(january())
      for (let index = 1; index <= 20; index++) {
        yield* sink.beginRun(run(`run-${index}`))
        const of = walletReport(wallet, index === 1 ? { error: "down", requests: 3 } : {})
        yield* sink.endRun({ ...report(`run-${index}`), wallets: [of] })
        assert.deepStrictEqual(yield* sink.loadedByStopped(wallet), [period("2024-01-01", "2024-01-31")])
      }
      yield* sink.beginRun(run("run-21"))
      yield* sink.endRun({ ...report("run-21"), wallets: [walletReport(wallet, { requests: 1 })] })
      assert.deepStrictEqual(yield* sink.loadedByStopped(wallet), [])
    }))

  test("does not count days as finished that an interrupted run found cut off later", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(window("2024-01-10", "2024-01-11", [], { runId: "run-2", complete: false }))
      yield* sink.commit(window("2024-01-11", "2024-01-11", [], { runId: "run-2" }))
      yield* sink.beginRun(run("run-3"))
      const finished = [period("2024-01-01", "2024-01-09"), period("2024-01-11", "2024-01-31")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), finished)
    }))

  test("tells it only to a run that goes by the same rules", (sink) =>
    Effect.gen(function*() {
      const other = WalletNo.make("W-2")
      yield* sink.beginRun(run("run-1", year, new Map([[wallet, "Nairobi"], [other, "Kampala"]])))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2", year, new Map([[wallet, "Nairobi"]])))
      const finished = [period("2024-01-01", "2024-01-31")]
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Nairobi"), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), [])
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
      yield* sink.beginRun(run("run-3", year, new Map([[wallet, "Kampala"]])))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), [])
      yield* sink.commit(january({ runId: "run-3" }))
      yield* sink.beginRun(run("run-4", year, new Map([[wallet, "Kampala"]])))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Kampala"), finished)
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, "Nairobi"), [])
    }))

  test("forgets what runs before one for other days have finished", (sink) =>
    Effect.gen(function*() {
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january())
      yield* sink.beginRun(run("run-2", null))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [])
    }))

  test("tells the first day that the last run of a wallet was asked for, however it ended", (sink) =>
    Effect.gen(function*() {
      const from = (walletNo: WalletNo) => Effect.map(sink.askedFrom(walletNo), Option.map(formatDay))
      assert.deepStrictEqual(yield* from(wallet), Option.none())
      yield* sink.beginRun(run("run-1"))
      yield* sink.beginRun(run("run-2", period("2024-02-01", "2024-12-31")))
      yield* sink.endRun(report("run-2"))
      yield* sink.beginRun(run("run-3", null))
      assert.deepStrictEqual(yield* from(wallet), Option.some("2024-02-01"))
      assert.deepStrictEqual(yield* from(WalletNo.make("W-3")), Option.none())
    }))

  test("finds a run interrupted whose process is gone", () =>
    Effect.gen(function*() {
      const { layer } = yield* subject()
      const first = Effect.gen(function*() {
        const sink = yield* Sink
        yield* sink.beginRun(run("run-1"))
        yield* sink.commit(january({ continuity: days, gaps: [inside], rejections: unread }))
      })
      yield* first.pipe(Effect.provide(yield* layer))
      const next = Effect.gen(function*() {
        const sink = yield* Sink
        assert.deepStrictEqual(yield* sink.finishedBefore(wallet, year, null), [period("2024-01-01", "2024-01-31")])
        assert.deepStrictEqual(yield* sink.continuity(wallet), days)
        assert.deepStrictEqual(yield* sink.openGaps(wallet), [inside])
        assert.strictEqual((yield* sink.quarantined(Option.none())).length, 2)
      })
      yield* next.pipe(Effect.provide(yield* layer))
    }))
}
