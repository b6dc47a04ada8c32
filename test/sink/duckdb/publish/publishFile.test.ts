/**
 * Copies of a database file for readers.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ChildProcess } from "node:child_process"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Database, publishFile } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerFile } from "../../../kit/emptyFile.ts"
import { ask, folder } from "../files.ts"
import { holder, says } from "../processes.ts"

const rows = [row("A", "2024-01-05 10:00:00", "10.00", "110.00"), row("B", "2024-01-05 11:00:00", "-4.50", "105.50")]
const january = window("2024-01-01", "2024-01-31", rows)
const february = window("2024-02-01", "2024-02-29", [])
const count = "SELECT count(*) FROM statement_windows"

/** A file, and a place for its copy in a folder of its own. */
const places = Effect.gen(function*() {
  const own = yield* folder
  mkdirSync(join(own, "readers"))
  return { path: join(own, "x.duckdb"), to: join(own, "readers", "copy.duckdb") }
})

const using = <A, E>(path: string, body: (sink: Sink["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Sink, body).pipe(Effect.provide(layerFile(path)))

/** What a process says that can't open a file, or that it has it open. */
const lastWords = (child: ChildProcess): Effect.Effect<string> =>
  Effect.callback((resume) => {
    let said = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      if (/^(open$|failed)/m.test(said)) resume(Effect.succeed(said))
    })
  })

const publish = (path: string, to: string, mode = 0o640) => publishFile({ path, to, mode })

describe("a published copy", () => {
  it.effect(
    "holds what was committed, while the file is open for writing, which it stays",
    () =>
      Effect.gen(function*() {
        const { path, to } = yield* places
        yield* using(path, (sink) =>
          Effect.scoped(Effect.gen(function*() {
            yield* sink.commit(january)
            yield* publish(path, to)
            assert.deepStrictEqual(yield* ask(to, count), [["1"]])
            const child = yield* holder(path)
            assert.include(yield* lastWords(child), `process ${process.pid}`)
            yield* sink.commit(february)
            assert.deepStrictEqual(yield* ask(to, count), [["1"]])
            yield* publish(path, to)
            assert.deepStrictEqual(yield* ask(to, "SELECT txn_id, amount FROM transactions ORDER BY txn_id"), [
              ["A", "10.0000"],
              ["B", "4.5000"]
            ])
          })))
        assert.deepStrictEqual(yield* ask(to, count), [["2"]])
        assert.deepStrictEqual(readdirSync(dirname(to)), [basename(to)])
      }),
    60_000
  )

  it.effect("is made of a file that nobody has open, and may be read by whom the settings name, also when they change", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* using(path, (sink) => sink.commit(january))
      yield* publish(path, to)
      assert.deepStrictEqual(yield* ask(to, count), [["1"]])
      const modes = [path, to].map((name) => (statSync(name).mode & 0o777).toString(8))
      assert.deepStrictEqual(modes, ["600", "640"])
      assert.strictEqual(statSync(to).gid, statSync(dirname(to)).gid)
      for (const mode of [0o644, 0o640, 0o600]) {
        assert.isFalse((yield* publish(path, to, mode)).written)
        assert.strictEqual((statSync(to).mode & 0o777).toString(8), mode.toString(8))
      }
    }))

  it.effect("takes no reader's copy away: who has the one before open keeps it", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* using(path, (sink) => sink.commit(january))
      yield* publish(path, to)
      yield* Effect.scoped(Effect.gen(function*() {
        const reader = yield* Database.openReadOnly(to)
        yield* using(path, (sink) => sink.commit(february))
        yield* publish(path, to)
        assert.deepStrictEqual((yield* reader.query(count)).rows, [["1"]])
        const later = yield* Database.openReadOnly(to)
        assert.deepStrictEqual((yield* later.query(count)).rows, [["2"]])
      }))
    }))

  it.effect("is not made while another process writes the file", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      const child = yield* holder(path)
      yield* says(child, "open")
      const error = yield* Effect.flip(publish(path, to))
      assert.deepInclude(error.reason, { _tag: "Locked", holder: child.pid ?? null })
      assert.deepStrictEqual(readdirSync(dirname(to)), [])
    }), 30_000)

  it.effect("never takes the place of the file itself, of another file, or of nothing there is", () =>
    Effect.gen(function*() {
      const { path, to } = yield* places
      yield* using(path, (sink) => sink.commit(january))
      symlinkSync(path, to)
      const [own, linked] = [yield* Effect.flip(publish(path, path)), yield* Effect.flip(publish(path, to))]
      for (const { message } of [own, linked]) assert.include(message, "is the database itself")
      assert.deepStrictEqual(yield* ask(path, count), [["1"]])
      const books = join(dirname(to), "books.xlsx")
      writeFileSync(books, "somebody's own")
      assert.include((yield* Effect.flip(publish(path, books))).message, "was left as it is")
      assert.strictEqual(readFileSync(books, "utf8"), "somebody's own")
      const nowhere = yield* Effect.flip(publish(path, join(dirname(to), "none", "copy.duckdb")))
      assert.strictEqual(nowhere.reason._tag, "Inaccessible")
      const missing = yield* Effect.flip(publish(join(dirname(path), "none.duckdb"), join(dirname(to), "y.duckdb")))
      assert.strictEqual(missing.reason._tag, "Inaccessible")
      assert.notInclude(readdirSync(dirname(path)), "none.duckdb")
    }))

  it.effect.skipIf(process.getuid?.() === 0)(
    "leaves nothing behind where its folder can't be written",
    () =>
      Effect.gen(function*() {
        const { path, to } = yield* places
        yield* using(path, (sink) => sink.commit(january))
        chmodSync(dirname(to), 0o500)
        assert.strictEqual((yield* Effect.flip(publish(path, to))).reason._tag, "Inaccessible")
        assert.deepStrictEqual(readdirSync(dirname(to)), [])
      })
  )
})
