import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Semaphore } from "effect"
import { join } from "node:path"
import { WalletNo } from "../../../src/domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../../../src/domain/Window.ts"
import { DatabaseFailed, Sink, type SinkError } from "../../../src/sink/Sink.ts"
import { sinkError } from "../../../src/sink/SinkError.ts"
import { type Commit, CommitQueue } from "../../../src/sink/store/CommitQueue.ts"
import { day, row, wallet, window } from "../../../src/testing/windows.ts"
import { draw, random } from "../../continuity/statements.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { ask, everything, folder } from "../duckdb/files.ts"

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
          : Effect.succeed(commits.map(({ window }) => outcomeOf(window.rows.count)))
      )
    })
  const queue = new CommitQueue(turn, commitTogether)
  const commit = (window: StatementWindow) => queue.commit({ window, ready: undefined, committedAt: 0 })
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

  it.effect("tries each alone when together they fail, and lets those fail that were checked as if one of these were stored", () =>
    Effect.gen(function*() {
      const { commit, gate, refused, transactions } = yield* observed
      refused.add(first + 2)
      const other = (day: number) => ({ ...windowOf(day, 1), walletNo: WalletNo.make("W-2") })
      const given = [
        windowOf(1, 1),
        windowOf(2, 1),
        windowOf(3, 1),
        other(4),
        windowOf(5, 1),
        windowOf(6, 30_000),
        other(7)
      ]
      const fibers = yield* Effect.forEach(given, (window) => Effect.forkChild(commit(window)))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, false, false, true])
      assert.deepStrictEqual(
        transactions.map((days) => days.map((day) => day - first + 1)),
        [[1], [2, 3, 4, 5], [2], [3], [4], [7]]
      )
      // Whoever gave it knows by now and may try again.
      refused.clear()
      assert.strictEqual((yield* commit(windowOf(3, 1))).inserted, 1)
    }))

  it.effect("does not interrupt what has begun, whoever began it", () =>
    Effect.gen(function*() {
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const committed: Array<number> = []
      let begun = 0
      const queue = new CommitQueue(yield* Semaphore.make(1), (commits) =>
        Effect.suspend(() => {
          const gate = gates[begun++]
          return (gate === undefined ? Effect.void : Deferred.await(gate)).pipe(Effect.map(() => {
            committed.push(...commits.map(({ window }) => window.days.from - first + 1))
            return commits.map(() => outcomeOf(1))
          }))
        }))
      const give = (day: number) =>
        Effect.forkChild(queue.commit({ window: windowOf(day, 1), ready: undefined, committedAt: 0 }))
      const one = yield* give(1)
      const two = yield* give(2)
      const three = yield* give(3)
      yield* Effect.yieldNow
      yield* Deferred.succeed(gates[0] as Deferred.Deferred<void>, undefined)
      yield* Fiber.join(one)
      yield* Effect.yieldNow
      const stopping = yield* Effect.forkChild(Fiber.interrupt(three))
      yield* Effect.yieldNow
      assert.deepStrictEqual([begun, stopping.pollUnsafe(), committed], [2, undefined, [1]])
      yield* Deferred.succeed(gates[1] as Deferred.Deferred<void>, undefined)
      yield* Fiber.join(stopping)
      yield* Fiber.join(two)
      assert.deepStrictEqual(committed, [1, 2, 3])
    }))

  it.effect("leaves no trace of one that is interrupted before its turn, nor of those that build on it", () =>
    Effect.gen(function*() {
      const { commit, gate, transactions } = yield* observed
      const one = yield* Effect.forkChild(commit(windowOf(1, 1)))
      const two = yield* Effect.forkChild(commit(windowOf(2, 1)))
      const three = yield* Effect.forkChild(commit(windowOf(3, 1)))
      const other = yield* Effect.forkChild(commit({ ...windowOf(4, 1), walletNo: WalletNo.make("W-2") }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(two)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(one)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(three)))
      yield* Fiber.join(other)
      assert.deepStrictEqual(transactions.map((days) => days.map((day) => day - first + 1)), [[1], [4]])
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
  const seed = 20_261_122

  it.effect(
    `leave what they leave one by one, others failing beside them (seed ${seed})`,
    () =>
      Effect.gen(function*() {
        const path = yield* folder
        const next = random(seed)
        const wallets = ["W-1", "W-2", "W-3"].map((text) => WalletNo.make(text))
        const windows = Array.from({ length: 40 }, (_, number) => {
          const walletNo = wallets[draw(next, 0, 2)] ?? wallet
          const date = `2024-01-${String(draw(next, 1, 12)).padStart(2, "0")}`
          const prefix = next() < 0.8 ? "TX" : `TX${number}-`
          // An id has the same amount and balance wherever it stands, so that it may have moved from another day.
          const ids = new Set(Array.from({ length: draw(next, 0, 12) }, () => draw(next, 0, 30)))
          const rows = [...ids].map((id) => ({
            ...row(`${prefix}${id}`, `${date} 10:00:${String(id).padStart(2, "0")}`, "1.00", `${id}.00`),
            walletNo
          }))
          const days = { from: day(date), to: day(date) }
          return {
            ...window(date, date, rows, { asked: ["2024-01-01", "2024-01-31"] }),
            walletNo,
            continuity: [{ days, truncated: false, record: `r${number}`, answer: null }]
          }
        })
        const isBad = (index: number) => index % 4 === 2 && (windows[index]?.rows.count ?? 0) > 0
        const [alone, together, beside] = ["alone", "together", "beside"].map((name) => join(path, `${name}.duckdb`))
        if (alone === undefined || together === undefined || beside === undefined) return assert.fail("no paths")
        const good = windows.filter((_, index) => !isBad(index))
        const outcomes = yield* commit(alone, good, 1)
        assert.isTrue(outcomes.every(Exit.isSuccess))
        assert.deepStrictEqual(yield* commit(together, good, 8), outcomes)
        const mixed = yield* commit(beside, windows.map((each, index) => (isBad(index) ? bad(each) : each)), 8)
        assert.deepStrictEqual(mixed.filter((_, index) => !isBad(index)), outcomes)
        assert.isTrue(mixed.every((exit, index) => Exit.isFailure(exit) === isBad(index)))
        const tables = yield* everything(alone)
        assert.isAbove(tables[1]?.length ?? 0, 5)
        for (const other of [together, beside]) assert.deepStrictEqual(yield* everything(other), tables)
      }).pipe(Effect.scoped),
    60_000
  )
})

describe("a transaction that is rolled back", () => {
  it.effect("leaves the days that the run has seen as they were, so that a row can still move from one of them", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "moved.duckdb")
      const stays = row("S", "2024-01-02 09:00:00", "1.00", "1.00")
      const before = row("X", "2024-01-02 10:00:00", "5.00", "6.00")
      const moved = { ...before, ...row("X", "2024-01-03 10:00:00", "5.00", "6.00") }
      const asked = ["2024-01-01", "2024-01-31"] as const
      const bad = {
        ...windowOf(20, 1),
        runId: "another run",
        origin: "quarantine",
        complete: false,
        resolves: [99]
      } as const
      const exits = yield* Effect.gen(function*() {
        const sink = yield* Sink
        yield* sink.commit(window("2024-01-02", "2024-01-02", [stays, before], { asked, runId: "run-0" }))
        return yield* Effect.forEach(
          [
            window("2024-01-09", "2024-01-09", [], { asked }),
            window("2024-01-03", "2024-01-03", [moved], { asked }),
            window("2024-01-02", "2024-01-02", [stays], { asked }),
            bad
          ],
          (each) => Effect.exit(sink.commit(each)),
          { concurrency: 8 }
        )
      }).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, true, false])
      assert.deepStrictEqual(
        yield* ask(path, "SELECT txn_id, leg, local_time::DATE, withdrawn_at IS NULL FROM transactions ORDER BY 1"),
        [["S", "0", "2024-01-02", "true"], ["X", "0", "2024-01-03", "true"]]
      )
    }).pipe(Effect.scoped))
})

/** The same window as one that no file takes: it resolves records that are in no quarantine. */
const bad = (good: StatementWindow): StatementWindow => ({
  ...good,
  runId: "another run",
  origin: "quarantine",
  complete: false,
  resolves: Array.from({ length: good.rows.count }, (_, index) => 9000 + index)
})

const commit = (file: string, given: ReadonlyArray<StatementWindow>, inFlight: number) =>
  Effect.flatMap(
    Sink,
    (sink) => Effect.forEach(given, (each) => Effect.exit(sink.commit(each)), { concurrency: inFlight })
  ).pipe(Effect.provide(layerOpen(file)))
