import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { canCloseFolder, closeFolder } from "../../../kit/closedFolder.ts"
import { ask, folder } from "../files.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

const refusal = (path: string) => Effect.flip(Effect.scoped(Layer.build(layerDuckDb({ path }))))

describe.skipIf(!canCloseFolder)("a folder that can't be written (root needs mount)", () => {
  it.effect("is named with what is written there, whether the database is there or not, and the file is still read", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const path = join(inside, "x.duckdb")
      yield* Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path })))
      yield* Effect.scoped(Effect.gen(function*() {
        yield* closeFolder(inside)
        for (const name of [path, join(inside, "new.duckdb")]) {
          const error = yield* refusal(name)
          assert.strictEqual(error.reason._tag, "Inaccessible", error.message)
          assert.include(error.message, `the folder ${inside} can't be written by this user, and the log of ${name}`)
          assert.include(error.message, "or keep the database in another one")
        }
        assert.deepStrictEqual(yield* ask(path, "SELECT txn_id FROM transactions"), [["A"]])
      }))
    }))
})
