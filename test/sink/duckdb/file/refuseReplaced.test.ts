/**
 * A file that is removed or replaced while another process is on its way to open it.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { isThorough } from "../../../kit/cases.ts"
import { ask, folder } from "../files.ts"
import { hear, inTurns } from "../processes.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

const commit = (path: string) =>
  Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path }), { local: true }))

const made = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.scoped(Layer.build(layerDuckDb({ path })))
  return path
})

/** Has something happen just before DuckDB opens a file, or just behind that. */
const around = ({ before, behind }: { readonly before?: () => void; readonly behind?: () => void }) => {
  const create = DuckDBInstance.create.bind(DuckDBInstance)
  vi.spyOn(DuckDBInstance, "create").mockImplementationOnce((path, options) => {
    before?.()
    return create(path, options).finally(behind)
  })
}

describe("a file that is opened for writing", () => {
  afterEach(() => vi.restoreAllMocks())

  it.effect("is another process's when it lost its name meanwhile, and the next opening makes a new one", () =>
    Effect.gen(function*() {
      const path = yield* made
      around({ behind: () => rmSync(path) })
      assert.deepInclude((yield* Effect.flip(commit(path))).reason, { _tag: "Locked", holder: null })
      assert.isFalse(existsSync(path))
      yield* commit(path)
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM statement_windows"), [["1"]])
    }))

  it.effect("is not made empty in the place of one that was removed meanwhile", () =>
    Effect.gen(function*() {
      const path = yield* made
      around({ before: () => rmSync(path) })
      assert.strictEqual((yield* Effect.flip(commit(path))).reason._tag, "Locked")
      assert.deepStrictEqual(readdirSync(dirname(path)), [])
      yield* commit(path)
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM statement_windows"), [["1"]])
    }))

  it.effect("is left alone when another one has its name by then, and nothing is written to that", () =>
    Effect.gen(function*() {
      const [path, other] = [yield* made, `${yield* made}.other`]
      copyFileSync(path, other)
      const content = readFileSync(other)
      around({ behind: () => renameSync(other, path) })
      assert.strictEqual((yield* Effect.flip(commit(path))).reason._tag, "Locked")
      assert.isTrue(content.equals(readFileSync(path)))
      assert.deepStrictEqual(readdirSync(dirname(path)), [basename(path)])
    }))

  it.effect("stays when it has a log: something is in it that another program wrote", () =>
    Effect.gen(function*() {
      const path = yield* made
      around({
        before: () => rmSync(path),
        behind: () => writeFileSync(`${path}.wal`, "a log")
      })
      yield* Effect.flip(commit(path))
      assert.deepStrictEqual(readdirSync(dirname(path)), [basename(path), `${basename(path)}.wal`])
    }))

  it.live(
    "holds what each of several processes commits that make it, leave it and wait for it by turns",
    () =>
      Effect.scoped(Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        const children = yield* Effect.forEach([1, 2, 3], () => inTurns(path, isThorough ? 12 : 3))
        const said = yield* Effect.forEach(children, (child) => {
          const heard = hear(child)
          return Effect.callback<string>((resume) => {
            child.on("close", () => resume(Effect.succeed(heard())))
          })
        }, { concurrency: "unbounded" })
        assert.deepStrictEqual(said, children.map(() => "committed\n"))
        const stored = yield* ask(path, "SELECT DISTINCT txn_id FROM transactions ORDER BY txn_id")
        assert.deepStrictEqual(stored.flat(), children.map(({ pid }) => String(pid)).sort())
        assert.deepStrictEqual(readdirSync(dirname(path)), [basename(path)])
      })),
    180_000
  )
})
