/**
 * What every sink tells of rows that may be dated anew.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Transaction } from "../domain/Transaction.ts"
import type { SinkTest } from "./Subject.ts"
import { day, february, january, money, report, row, run, wallet, window } from "./windows.ts"

/** A row on a day of January and again on one of February. */
const twice = (txnId: string, more: Partial<Transaction>) =>
  ["2024-01-20 10:00:00", "2024-02-05 10:00:00"].map((at) => row(txnId, at, "5.00", "5.00", more))

/** Defines the tests. */
export const redatedContract = (test: SinkTest): void => {
  test("tells which rows may be dated anew, until their days are seen again", (sink) =>
    Effect.gen(function*() {
      const old = row("P", "2024-01-20 10:00:00", "-5.00", null, { confirmed: false })
      const others = [
        row("Q", "2024-01-20 11:00:00", "-5.00", "95.00"),
        row(" ", "2024-01-20 12:00:00", "-5.00", "90.00"),
        row("R", "2024-01-20 13:00:00", "5.00", "95.00"),
        row("S", "2024-01-20 14:00:00", "-5.00", "90.00"),
        row("\t\ufeff", "2024-01-20 15:00:00", "-5.00", "85.00"),
        row("T", "2024-01-20 16:00:00", "-5.00", null),
        // Of several nobody can say which one is dated anew.
        row("U", "2024-01-20 17:00:00", "-5.00", null, { confirmed: false }),
        row("U", "2024-01-20 18:00:00", "-5.00", null, { confirmed: false })
      ]
      const longAgo = row("V", "2024-01-02 17:00:00", "-5.00", null, { confirmed: false })
      const anew = [
        row("P", "2024-02-05 10:00:00", "-5.00", "90.00"),
        row(" ", "2024-02-05 11:00:00", "-5.00", "85.00"),
        row("Q", "2024-02-05 12:00:00", "-5.01", "79.99"),
        row("R", "2024-02-05 13:00:00", "-5.00", "74.99"),
        row("S", "2024-02-05 14:00:00", "-5.00", "69.99"),
        row("\t\ufeff", "2024-02-05 15:00:00", "-5.00", "85.00"),
        row("T", "2024-02-05 16:00:00", "-5.00", null),
        row("U", "2024-02-05 17:00:00", "-5.00", "80.00"),
        row("V", "2024-02-05 17:00:00", "-5.00", "75.00")
      ]
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january({}, [old, ...others, longAgo]))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), [])
      yield* sink.endRun(report("run-1"))
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(february({ runId: "run-2" }, anew))
      const found = [{
        day: day("2024-01-20"),
        txnId: "P",
        type: "Debit" as const,
        amount: money("5.00"),
        balance: null,
        confirmed: false
      }]
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.endRun(report("run-2"))
      yield* sink.beginRun(run("run-3"))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.commit(window("2024-01-20", "2024-01-20", others, { runId: "run-3", complete: false }))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), found)
      yield* sink.commit(window("2024-01-20", "2024-01-20", [old, ...others], { runId: "run-3" }))
      assert.deepStrictEqual(yield* sink.maybeRedated(wallet), [])
    }))

  test("tells of no confirmed row that it may be dated anew, whose day was seen by the run that brought the other", (sink) =>
    Effect.gen(function*() {
      const [[confirmed, later], [unconfirmed, latest]] = [twice("P", {}), twice("Q", { confirmed: false })]
      if (confirmed === undefined || later === undefined || unconfirmed === undefined || latest === undefined) return
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january({}, [confirmed, unconfirmed]))
      yield* sink.commit(february({}, [later, { ...latest, confirmed: true }]))
      assert.deepStrictEqual((yield* sink.maybeRedated(wallet)).map(({ txnId }) => txnId), ["Q"])
    }))
}
