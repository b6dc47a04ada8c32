/**
 * A bound on what one run may add.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../../src/domain/Window.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { RunBudget } from "../../src/pipeline/RunBudget.ts"
import { RunTooLarge } from "../../src/pipeline/RunTooLarge.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { DiskFull, Sink, type SinkError } from "../../src/sink/Sink.ts"
import { sinkError } from "../../src/sink/SinkError.ts"
import { window } from "../../src/testing/windows.ts"
import { fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { folder } from "../sink/duckdb/files.ts"

const nothing: WindowOutcome = { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }

/** A window of ten records and so many bytes. */
const ofBytes = (bytes: number): StatementWindow => {
  const made = window("2024-01-01", "2024-01-31", [], { received: 10 })
  return { ...made, receipt: { ...made.receipt, bytes, longestRecord: bytes / 10 } }
}

const inserting = (inserted: number) => Effect.succeed({ ...nothing, inserted, unchanged: 10 - inserted })

describe("the budget of a run", () => {
  it.effect("is spent by what is new of an answer, and not by what is stored already", () =>
    Effect.gen(function*() {
      const budget = new RunBudget(1000)
      for (let count = 0; count < 50; count++) yield* budget.spend(ofBytes(1000), false, inserting(0))
      yield* budget.spend(ofBytes(1000), false, inserting(5))
      yield* budget.spend(ofBytes(500), false, inserting(10))
      const error = yield* Effect.flip(budget.spend(ofBytes(1), false, inserting(10)))
      assert.deepStrictEqual(error, new RunTooLarge({ maxBytes: 1000, isFirst: false }))
    }))

  it.effect("counts rows four times that are written again, as many of them as the answer has", () =>
    Effect.gen(function*() {
      for (const kind of ["changed", "withdrawn", "returned"] as const) {
        const budget = new RunBudget(1000)
        yield* budget.spend(ofBytes(100), true, Effect.succeed({ ...nothing, [kind]: 4 }))
        yield* budget.spend(ofBytes(150), true, Effect.succeed({ ...nothing, [kind]: 400 }))
        yield* budget.spend(ofBytes(240), false, Effect.succeed({ ...nothing, quarantined: 10 }))
        assert.instanceOf(yield* Effect.flip(budget.spend(ofBytes(10), false, inserting(1))), RunTooLarge)
      }
    }))

  it.effect("counts each record as the longest of its window, since one may hold nearly all of the answer", () =>
    Effect.gen(function*() {
      const made = ofBytes(1000)
      const uneven = { ...made, receipt: { ...made.receipt, longestRecord: 900 } }
      const { longestRecord: _, ...receipt } = made.receipt
      const unknown = { ...made, receipt }
      for (const each of [uneven, unknown]) {
        const budget = new RunBudget(1800)
        yield* budget.spend(each, false, inserting(1))
        assert.instanceOf(yield* Effect.flip(budget.spend(each, false, inserting(1))), RunTooLarge)
      }
    }))

  it.effect("sets aside for days that are stored what it takes to write them again", () =>
    Effect.gen(function*() {
      const budget = new RunBudget(1000)
      yield* budget.spend(ofBytes(250), true, inserting(0))
      yield* budget.spend(ofBytes(250), true, inserting(1))
      assert.instanceOf(yield* Effect.flip(budget.spend(ofBytes(250), true, inserting(0))), RunTooLarge)
    }))

  it.effect("refuses what does not fit before it is committed, and everything behind it", () =>
    Effect.gen(function*() {
      const budget = new RunBudget(1000)
      let committed = 0
      const counting = Effect.suspend(() => Effect.as(inserting(10), void committed++)).pipe(
        Effect.andThen(inserting(10))
      )
      yield* budget.spend(ofBytes(600), false, counting)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(budget.spend(ofBytes(401), false, counting))))
      assert.isTrue(
        Exit.isFailure(yield* Effect.exit(budget.spend(ofBytes(1), false, counting))),
        "it would leave a hole"
      )
      assert.strictEqual(committed, 1)
    }))

  it.effect("lets an answer that is known through, however large it is", () =>
    Effect.gen(function*() {
      const budget = new RunBudget(100)
      const large = ofBytes(5000)
      const repeats = { days: large.days, record: null, answer: "a", truncated: false }
      const known = { ...large, rows: { ...large.rows, answer: { answer: "a", repeats } } }
      yield* budget.spend(known, true, inserting(0))
      const [first] = [yield* Effect.flip(budget.spend(ofBytes(5000), false, inserting(10)))]
      assert.include(first.message, "A single answer may take more")
    }))

  const waiting = Effect.fnUntraced(function*(first: Effect.Effect<WindowOutcome, SinkError>) {
    const budget = new RunBudget(1000)
    const order: Array<string> = []
    const gate = yield* Deferred.make<void>()
    const before = yield* Effect.forkChild(
      budget.spend(ofBytes(900), false, Effect.andThen(Deferred.await(gate), first))
    )
    const other = { ...ofBytes(50), walletNo: WalletNo.make("W-2") }
    const behind = [["large", ofBytes(800)], ["small", ofBytes(50)], ["other", other]] as const
    const later = yield* Effect.forEach(behind, ([name, each]) =>
      Effect.forkChild(
        budget.spend(each, false, Effect.andThen(Effect.sync(() => void order.push(name)), inserting(1)))
      ))
    for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
    assert.deepStrictEqual(order, [])
    yield* Deferred.succeed(gate, undefined)
    const exits = yield* Effect.forEach([before, ...later], Fiber.await)
    return { order, exits }
  })

  it.effect("waits for what others turn out to cost, and keeps their order", () =>
    Effect.gen(function*() {
      const { exits, order } = yield* waiting(inserting(1))
      assert.isTrue(exits.every(Exit.isSuccess))
      assert.deepStrictEqual(order, ["large", "small", "other"])
    }))

  it.effect("lets nothing of a wallet through behind a window that could not be committed", () =>
    Effect.gen(function*() {
      const failure = sinkError(new DiskFull(), "full")
      const { exits, order } = yield* waiting(Effect.fail(failure))
      assert.deepStrictEqual(exits.slice(0, 3), [Exit.fail(failure), Exit.fail(failure), Exit.fail(failure)])
      assert.deepStrictEqual(order, ["other"])
    }))
})

const records = recordsOf(Array.from({ length: 28 }, (_, index) => ({
  id: `T${index}`,
  at: `2024-01-${String(index + 1).padStart(2, "0")} 08:00:00`,
  amount: "1.00"
})))

describe("a run that would add more than it may", () => {
  for (const [name, layer] of sinks) {
    it.effect(`keeps what it committed, without a hole, and the next ones load the rest: ${name}`, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
        const other = WalletNo.make("W-2")
        const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({
          [wallet]: records,
          [other]: records
        })
        const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
        const place = yield* folder
        yield* Effect.gen(function*() {
          const sink = yield* Sink
          const wallets = [wallet, other].map((walletNo) => ({ walletNo, currency: null, balances: [] }))
          const stored = Effect.forEach([wallet, other], (walletNo) =>
            Effect.map(
              sink.rowsByDay(walletNo, { from: ofBytes(1).days.from, to: ofBytes(1).days.to }),
              (days) => [...days.keys()].sort((left, right) => left - right)
            ))
          let runs = 0
          let before = 0
          for (;; runs++) {
            // Each answer of the fake has a hundred bytes, so that five windows fit.
            const { failures, report } = yield* Pull.run.pipe(
              Effect.provideService(PullSettings, pullSettings({ wallets, limit: 6, concurrency: 2, maxRunBytes: 500 }))
            )
            const now = yield* stored
            for (const days of now) {
              assert.strictEqual((days.at(-1) ?? 0) - (days[0] ?? 0), Math.max(days.length - 1, 0), "no hole")
            }
            const count = now.flat().length
            if (failures.length === 0) break
            assert.deepStrictEqual([...new Set(failures.map(({ error }) => error._tag))], ["RunTooLarge"])
            assert.strictEqual(report.status, "failed")
            assert.include(failures[0]?.error.message, "WALLET_STATEMENT_MAX_RUN_BYTES")
            assert.isAbove(count, before, "each run gets further")
            before = count
            assert.isBelow(runs, 10)
          }
          assert.isAbove(runs, 0)
          assert.deepStrictEqual((yield* stored).map(({ length }) => length), [28, 28])
          const mark = Option.getOrUndefined(yield* sink.watermark(wallet))
          assert.strictEqual(mark?.to, parseDay("2024-01-31"))
        }).pipe(
          Effect.provide(Layer.merge(layer(join(place, "a.duckdb")), fakeStatement(books, requests)))
        )
      }))
  }
})
