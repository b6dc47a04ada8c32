/**
 * Waiting for a file that somebody else has open.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { join } from "node:path"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { folder } from "./files.ts"
import { holder, kill, says } from "./processes.ts"

/** Opens a file as a sink, and closes it again; `waits` is told of whom it waited for. */
const opened = (path: string, millis: number, waits: Array<number | null>) =>
  Effect.scoped(Layer.build(layerDuckDb({
    path,
    wait: { atMost: Duration.millis(millis), onWait: (pid) => Effect.sync(() => void waits.push(pid)) }
  })))

describe("a file that another process has open", () => {
  it.live("is waited for, and opened when that one has ended", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const child = yield* holder(path)
      yield* says(child, "open")
      const waits: Array<number | null> = []
      const opening = yield* Effect.forkChild(opened(path, 60_000, waits))
      while (waits.length === 0) yield* Effect.sleep("10 millis")
      yield* Effect.sleep("1200 millis")
      assert.strictEqual(opening.pollUnsafe(), undefined)
      yield* kill(child)
      yield* Fiber.join(opening)
      assert.deepStrictEqual(waits, [child.pid ?? null])
    }), 60_000)

  it.live("is Locked when the time is over", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const child = yield* holder(path)
      yield* says(child, "open")
      const waits: Array<number | null> = []
      const error = yield* Effect.flip(opened(path, 700, waits))
      assert.deepInclude(error.reason, { _tag: "Locked", holder: child.pid ?? null })
      assert.strictEqual(waits.length, 1)
    }), 60_000)

  it.live("is not waited for when it is this process, or when there is another reason", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const waits: Array<number | null> = []
      yield* Effect.scoped(Effect.gen(function*() {
        yield* Layer.build(layerDuckDb({ path }))
        const error = yield* Effect.flip(opened(path, 60_000, waits))
        assert.strictEqual(error.reason._tag, "Locked")
      }))
      const missing = yield* Effect.flip(opened(join(path, "none", "x.duckdb"), 60_000, waits))
      assert.strictEqual(missing.reason._tag, "Inaccessible")
      assert.deepStrictEqual(waits, [])
    }))
})
