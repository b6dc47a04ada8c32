import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { chmodSync, copyFileSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { layerDuckDb, layerDuckDbToCheck } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { ask, folder } from "../files.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])
const february = window("2024-02-01", "2024-02-29", [row("B", "2024-02-05 10:00:00", "5.00", "115.00")])

const commit = (path: string, what = january) =>
  Effect.flatMap(Sink, (sink) => sink.commit(what)).pipe(Effect.provide(layerDuckDb({ path })))

const refusal = (path: string) => Effect.flip(Effect.scoped(Layer.build(layerDuckDb({ path }))))

const count = "SELECT count(*)::VARCHAR FROM transactions"

describe.skipIf(process.platform === "win32")("a database that is named by a symbolic link", () => {
  it.effect("is the file itself: to write, to check and to read, and its log is beside it", () =>
    Effect.gen(function*() {
      const place = yield* folder
      mkdirSync(join(place, "data"))
      const [path, link] = [join(place, "data", "x.duckdb"), join(place, "link.duckdb")]
      yield* commit(path)
      symlinkSync(join("data", "x.duckdb"), link)
      // What a process that was killed leaves: a file, and a log with what it does not hold yet.
      yield* Effect.flatMap(Sink, (sink) => sink.commit(february)).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            assert.isAbove(statSync(`${path}.wal`).size, 0)
            for (const name of [path, `${path}.wal`]) copyFileSync(name, name.replace("x.duckdb", "left.duckdb"))
          })
        ),
        Effect.provide(layerDuckDb({ path: link }))
      )
      assert.deepStrictEqual(readdirSync(place).sort(), ["data", "link.duckdb"])
      assert.isTrue(lstatSync(link).isSymbolicLink())
      const toLeft = join(place, "left")
      symlinkSync(join("data", "left.duckdb"), toLeft)
      assert.deepStrictEqual(yield* ask(toLeft, count), [["2"]])
      const head = yield* Effect.flatMap(Sink, (sink) => sink.head).pipe(
        Effect.provide(layerDuckDbToCheck({ path: link }))
      )
      assert.strictEqual(head.sequence, 2)
    }))

  it.effect("is refused where the link leads to nothing, which is told, and nothing is made", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const link = join(place, "link.duckdb")
      symlinkSync("none.duckdb", link)
      for (const error of [yield* refusal(link), yield* Effect.flip(ask(link, count))]) {
        assert.strictEqual(
          error.message,
          `${link} is a symbolic link that leads to no file: name the file itself, or remove the link.`
        )
      }
      assert.deepStrictEqual(readdirSync(place), ["link.duckdb"])
    }))

  it.effect("is refused where others decide which file it is", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const open = join(place, "open")
      mkdirSync(open)
      yield* commit(join(open, "x.duckdb"))
      chmodSync(open, 0o777)
      const link = join(place, "link.duckdb")
      symlinkSync("open/x.duckdb", link)
      const error = yield* refusal(link)
      assert.strictEqual(error.reason._tag, "Exposed")
      assert.include(
        error.message,
        `The database ${link} is reached by a symbolic link through ${open}, which others can`
      )
      if (process.getuid?.() !== 0) return
      chmodSync(open, 0o700)
      lchownSync(link, 12345, 12345)
      assert.include(
        (yield* refusal(link)).message,
        "is reached by a symbolic link of user 12345: name the file itself"
      )
    }))
})
