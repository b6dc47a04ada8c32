import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Semaphore } from "effect"
import { join } from "node:path"
import type { StatementWindow, WindowOutcome } from "../../../src/domain/Window.ts"
import { type Commit, CommitQueue } from "../../../src/sink/duckdb/CommitQueue.ts"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { DatabaseFailed, Sink, type SinkError } from "../../../src/sink/Sink.ts"
import { sinkError } from "../../../src/sink/SinkError.ts"
import { row, window } from "../windows.ts"
import { ask, folder } from "./files.ts"

const windowOf = (day: number, rows: number): StatementWindow => {
  const date = `2024-01-${String(day).padStart(2, "0")}`
  return window(
    date,
    date,
    Array.from({ length: rows }, (_, index) => row(`${day}-${index}`, `${date} 10:00:00`, "1.00", null))
  )
}

const outcomeOf = (rows: number): WindowOutcome => ({
  inserted: rows,
  changed: 0,
  unchanged: 0,
  withdrawn: 0,
  returned: 0,
  quarantined: 0
})

/** Commits that are noted, one transaction at a time; the first waits for a gate. */
const observed = Effect.gen(function*() {
  const turn = yield* Semaphore.make(1)
  const gate = yield* Deferred.make<void>()
  const transactions: Array<ReadonlyArray<number>> = []
  const refused = new Set<number>()
  const commitTogether = (commits: ReadonlyArray<Commit>): Effect.Effect<ReadonlyArray<WindowOutcome>, SinkError> =>
    Effect.suspend(() => {
      transactions.push(commits.map(({ window }) => window.days.from))
      const isRefused = commits.some(({ window }) => refused.has(window.days.from))
      return Effect.andThen(
        transactions.length === 1 ? Deferred.await(gate) : Effect.void,
        isRefused
          ? Effect.fail(sinkError(new DatabaseFailed(), "no"))
          : Effect.succeed(commits.map(({ window }) => outcomeOf(window.rows.length)))
      )
    })
  const queue = new CommitQueue(turn, commitTogether)
  const commit = (window: StatementWindow) => queue.commit({ window, rows: undefined, committedAt: 0 })
  return { commit, gate, refused, transactions, turn }
})

describe("a queue of windows to commit", () => {
  const first = windowOf(1, 10).days.from

  it.effect("lets those that wait share a transaction, in their order, up to a number of rows", () =>
    Effect.gen(function*() {
      const { commit, gate, transactions } = yield* observed
      const sizes = [1, 2, 20_000, 5000, 1, 30_000, 3]
      const fibers = yield* Effect.forEach(sizes, (size, index) => Effect.forkChild(commit(windowOf(index + 1, size))))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const outcomes = yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(outcomes.map(({ inserted }) => inserted), sizes)
      assert.deepStrictEqual(
        transactions.map((days) => days.map((day) => day - first + 1)),
        [[1], [2, 3], [4, 5], [6], [7]]
      )
    }))

  it.effect("tries each alone when together they fail, so that one at fault keeps no other out", () =>
    Effect.gen(function*() {
      const { commit, gate, refused, transactions } = yield* observed
      refused.add(first + 2)
      const fibers = yield* Effect.forEach([1, 2, 3, 4], (day) => Effect.forkChild(commit(windowOf(day, 1))))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true])
      assert.deepStrictEqual(
        transactions.map((days) => days.map((day) => day - first + 1)),
        [[1], [2, 3, 4], [2], [3], [4]]
      )
    }))

  it.effect("leaves no trace of one that is interrupted before its turn", () =>
    Effect.gen(function*() {
      const { commit, gate, transactions } = yield* observed
      const one = yield* Effect.forkChild(commit(windowOf(1, 1)))
      const two = yield* Effect.forkChild(commit(windowOf(2, 1)))
      const three = yield* Effect.forkChild(commit(windowOf(3, 1)))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(two)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(one)
      yield* Fiber.join(three)
      assert.deepStrictEqual(transactions.map((days) => days.map((day) => day - first + 1)), [[1], [3]])
    }))

  it.effect("comes before a question that is asked after it", () =>
    Effect.gen(function*() {
      const { commit, gate, transactions, turn } = yield* observed
      const commits = yield* Effect.forEach([1, 2, 3], (day) => Effect.forkChild(commit(windowOf(day, 1))))
      yield* Effect.yieldNow
      const asked = yield* Effect.forkChild(turn.withPermit(Effect.sync(() => transactions.flat().length)))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(asked), 3)
      yield* Effect.forEach(commits, Fiber.join)
    }))
})

describe("windows given to a file at the same time", () => {
  it.effect("are all there, and one that can't be kept keeps no other out nor leaves anything behind", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "together.duckdb")
      const bad = { ...windowOf(3, 2), origin: "quarantine", complete: false, resolves: [98, 99] } as const
      const windows = [windowOf(1, 3), windowOf(2, 2), bad, windowOf(4, 1), windowOf(5, 4)]
      const exits = yield* Effect.flatMap(
        Sink,
        (sink) => Effect.forEach(windows, (each) => Effect.exit(sink.commit(each)), { concurrency: 6 })
      ).pipe(Effect.provide(layerDuckDb({ path })))
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, true])
      assert.deepStrictEqual(
        yield* ask(path, "SELECT window_sequence, count(*) FROM transactions GROUP BY 1 ORDER BY 1"),
        [["1", "3"], ["2", "2"], ["3", "1"], ["4", "4"]]
      )
      assert.deepStrictEqual(
        yield* ask(path, "SELECT sequence, from_day FROM statement_windows ORDER BY 1"),
        [["1", "2024-01-01"], ["2", "2024-01-02"], ["3", "2024-01-04"], ["4", "2024-01-05"]]
      )
    }).pipe(Effect.scoped))
})
