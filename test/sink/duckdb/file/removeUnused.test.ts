import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { ask, folder } from "../files.ts"

const run = { runId: "run-1", startedAt: 0, programVersion: "1", wallets: [], asked: null, rules: new Map() }
const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

/** Begins a run in a file, which does something more, and fails in the end. */
const failing = (
  path: string,
  removeUnused: boolean,
  more: (sink: Sink["Service"]) => Effect.Effect<unknown, unknown> = () => Effect.void
) =>
  Effect.gen(function*() {
    const sink = yield* Sink
    yield* sink.beginRun(run)
    yield* more(sink)
    return yield* Effect.fail("refused")
  }).pipe(Effect.provide(layerDuckDb({ path, removeUnused })), Effect.ignore)

describe("a file that was made for a run which committed nothing", () => {
  it.effect("is gone, with its log, however the run ended", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const path = join(place, "x.duckdb")
      yield* failing(path, true, () => Effect.sync(() => assert.isTrue(existsSync(path))))
      assert.deepStrictEqual(readdirSync(place), [])
      const open = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        failing(path, true, () => Effect.andThen(Deferred.succeed(open, undefined), Effect.never))
      )
      yield* Deferred.await(open)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(readdirSync(place), [])
    }))

  it.effect("is no file that somebody put in its place meanwhile", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* failing(path, true, () =>
        Effect.sync(() => {
          renameSync(path, `${path}.before`)
          writeFileSync(path, "a backup")
        }))
      assert.strictEqual(readFileSync(path, "utf8"), "a backup")
    }))

  it.effect("stays where nobody asked for that", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* failing(path, false)
      assert.isTrue(existsSync(path))
    }))

  it.effect("stays with one window in it, and so does one that was there before", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const [used, before, empty] = ["used", "before", "empty"].map((name) => join(place, `${name}.duckdb`))
      if (used === undefined || before === undefined || empty === undefined) return
      yield* failing(used, true, (sink) => sink.commit(january))
      assert.deepStrictEqual(yield* ask(used, "SELECT count(*) FROM statement_windows"), [["1"]])
      yield* failing(before, false)
      const made = statSync(before).ino
      yield* failing(before, true)
      assert.strictEqual(statSync(before).ino, made)
      writeFileSync(empty, "", { mode: 0o600 })
      const given = statSync(empty).ino
      yield* failing(empty, true)
      assert.strictEqual(statSync(empty).ino, given)
    }))
})
