/**
 * Commits that are under way when a run's time runs out.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { dayFromNumber } from "../../src/domain/Period.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { takingSeveral } from "../../src/sink/inFlight.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

const records = recordsOf(Array.from({ length: 28 }, (_, index) => ({
  id: `T${index}`,
  at: `2024-01-${String(index + 1).padStart(2, "0")} 08:00:00`,
  amount: "1.00"
})))

const january = { from: dayFromNumber(19_723), to: dayFromNumber(19_753) }

/** A sink that takes ten seconds for a commit, which nothing interrupts once it has begun. */
const slowSink = (inFlight: number) =>
  Layer.effect(
    Sink,
    Effect.map(Sink, (sink) =>
      takingSeveral(
        Sink.of({
          ...sink,
          commit: (window) => Effect.uninterruptible(Effect.andThen(Effect.sleep("10 seconds"), sink.commit(window)))
        }),
        inFlight
      ))
  ).pipe(Layer.provideMerge(Layer.fresh(Sink.layerMemory)))

describe("commits that are under way when a run is interrupted", () => {
  it.effect("have all ended when the run has, and none begins after that", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
      const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: records })
      const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
      for (let turns = 0; turns < 400; turns += 3) {
        const commits = { begun: 0, ended: 0 }
        const counted = Layer.effect(
          Sink,
          Effect.map(Sink, (sink) =>
            takingSeveral(
              Sink.of({
                ...sink,
                commit: (window) =>
                  Effect.uninterruptible(Effect.gen(function*() {
                    commits.begun++
                    for (let turn = 0; turn < 40; turn++) yield* Effect.yieldNow
                    const outcome = yield* sink.commit(window)
                    commits.ended++
                    return outcome
                  }))
              }),
              2
            ))
        ).pipe(Layer.provide(Layer.fresh(Sink.layerMemory)))
        const running = yield* Effect.forkChild(Pull.run.pipe(
          Effect.provide(Layer.merge(counted, fakeStatement(books, requests))),
          Effect.provideService(PullSettings, pullSettings({ limit: 6 }))
        ))
        for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
        yield* Fiber.interrupt(running)
        const { begun } = commits
        assert.strictEqual(commits.ended, begun, `${turns} turns`)
        for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
        assert.strictEqual(commits.begun, begun, `${turns} turns`)
      }
    }))
})

/** Pulls, for at most 15 seconds, into a sink that takes its time, and what is stored then. */
const pulledSlowly = (inFlight: number, limit: number) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: records })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    return yield* Effect.gen(function*() {
      const running = yield* Effect.forkChild(Pull.run)
      for (let second = 0; second < 60; second++) {
        for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
        yield* TestClock.adjust("1 second")
      }
      const result = yield* Fiber.join(running)
      const sink = yield* Sink
      return { ...result, windows: yield* sink.windows(wallet), rows: yield* sink.storedRows(wallet, january) }
    }).pipe(
      Effect.provide(Layer.merge(slowSink(inFlight), fakeStatement(books, requests))),
      Effect.provideService(PullSettings, pullSettings({ limit, runTimeout: Duration.seconds(15) }))
    )
  })

describe("commits that are under way when the time of a run is over", () => {
  it.effect("make no failure where all requests are answered", () =>
    Effect.gen(function*() {
      const { failures, report, rows } = yield* pulledSlowly(4, 6)
      assert.deepStrictEqual(failures, [])
      assert.isAbove(report.durationMs, 15_000)
      assert.lengthOf(rows, 28)
    }))

  for (const inFlight of [1, 4]) {
    it.effect(`are waited for and counted, with ${inFlight} on their way at a time`, () =>
      Effect.gen(function*() {
        const { failures, report: { wallets: [report] }, rows, windows } = yield* pulledSlowly(inFlight, 2)
        assert.deepStrictEqual(failures.map(({ error }) => error._tag), ["RunTimedOut"])
        assert.isAbove(windows.length, 0)
        assert.strictEqual(report?.windows, windows.length)
        assert.strictEqual(report?.rows.inserted, rows.length)
      }))
  }
})
