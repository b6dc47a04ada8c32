import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { availableParallelism } from "node:os"
import { openWorkspace } from "../../src/analytics/Workspace.ts"
import { usualQueryBytes } from "../../src/settings/QuerySettings.ts"

describe("a database in memory", () => {
  it.effect("has memory for two million rows, for more where there are more, and at most half of the machine's", () =>
    Effect.gen(function*() {
      const { allowFor, ask } = yield* openWorkspace
      const allowed = Effect.map(ask("SELECT current_setting('memory_limit')"), (rows) => String(rows[0]?.[0]))
      const least = yield* allowed
      assert.strictEqual(least, "343.3 MiB")
      yield* allowFor(2_000_000)
      assert.strictEqual(yield* allowed, least)
      yield* allowFor(4_000_000)
      assert.strictEqual(yield* allowed, "686.6 MiB")
      yield* allowFor(1e12)
      const [text = "", unit] = (yield* allowed).split(" ")
      const bytes = Number(text) * 1024 ** ["KiB", "MiB", "GiB", "TiB"].indexOf(unit ?? "") * 1024
      assert.approximately(bytes, usualQueryBytes(), 0.02 * usualQueryBytes())
    }).pipe(Effect.scoped))

  it.effect("works on few rows with one thread, and on more with all", () =>
    Effect.gen(function*() {
      const { allowFor, ask } = yield* openWorkspace
      const threads = Effect.map(ask("SELECT current_setting('threads')"), (rows) => Number(rows[0]?.[0]))
      yield* allowFor(50_000)
      assert.strictEqual(yield* threads, 1)
      yield* allowFor(50_001)
      assert.strictEqual(yield* threads, availableParallelism())
    }).pipe(Effect.scoped))
})
