/**
 * A file and a folder for readers that two databases publish to.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { compactFile, publishFile, publishFolder } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerFile } from "../../../kit/emptyFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, asLayout2, folder } from "../files.ts"
import { namesIn } from "./folders.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])
const february = window("2024-02-01", "2024-02-29", [row("B", "2024-02-05 10:00:00", "1.00", "111.00")])
/** What another database begins with. */
const others = window("2024-01-01", "2024-01-31", [row("X", "2024-01-09 10:00:00", "7.00", "7.00")])

const commit = (path: string, ...windows: ReadonlyArray<typeof january>) =>
  Effect.flatMap(Sink, (sink) => Effect.forEach(windows, (each) => sink.commit(each))).pipe(
    Effect.provide(layerFile(path))
  )

/** The two kinds of places: how one publishes there, and which file says what is there. */
const kinds = [
  {
    kind: "file",
    named: "copy.duckdb",
    taken: (to: string) => to,
    publish: (path: string, to: string) => publishFile({ path, to, mode: 0o640 })
  },
  {
    kind: "folder",
    named: "parquet",
    taken: (to: string) => join(to, "manifest.json"),
    publish: (path: string, to: string) => publishFolder({ path, to, mode: 0o640, keep: Duration.hours(24) })
  }
] as const

/** Two databases, and a place for readers. */
const placesOf = (named: string) =>
  Effect.gen(function*() {
    const own = yield* folder
    mkdirSync(join(own, "readers"))
    const [path, other] = [join(own, "x.duckdb"), join(own, "other.duckdb")]
    yield* commit(path, january)
    yield* commit(other, others)
    return { path, other, empty: join(own, "empty.duckdb"), to: join(own, "readers", named) }
  })

/** All files for readers, as they are. */
const contentIn = (to: string): ReadonlyArray<readonly [string, string]> =>
  namesIn(dirname(to)).map((name) => [name, readFileSync(join(dirname(to), name)).toString("base64")])

describe.each(kinds)("a $kind for readers that a database publishes to", ({ kind, named, publish, taken }) => {
  it.effect("is refused to another one, which is told what to do, and does that", () =>
    Effect.gen(function*() {
      const { other, path, to } = yield* placesOf(named)
      yield* publish(path, to)
      const before = contentIn(to)
      const { message, reason } = yield* Effect.flip(publish(other, to))
      assert.strictEqual(reason._tag, "Inaccessible")
      assert.strictEqual(
        message,
        `${to} holds the statement of another database than ${other}, and was left as it is: readers would see the one and the other ` +
          `by turns. Publish each to a place of its own. Only when ${other} is to replace that database, remove ${
            taken(to)
          } and publish again.`
      )
      assert.deepStrictEqual(contentIn(to), before)
      assert.isFalse((yield* publish(path, to)).written)
      rmSync(taken(to))
      assert.isTrue((yield* publish(other, to)).written)
      assert.include((yield* Effect.flip(publish(path, to))).message, "of another database")
    }))

  it.effect("stays that one's when it is compacted, restored from a backup, or of an earlier layout", () =>
    Effect.gen(function*() {
      const { path, to } = yield* placesOf(named)
      const [backup, older] = [`${path}.backup`, `${path}.older`]
      copyFileSync(path, backup)
      yield* commit(path, february)
      yield* publish(path, to)
      yield* compactFile({ path })
      yield* publish(path, to)
      yield* asLayout2(path, older)
      yield* publish(older, to)
      yield* publish(backup, to)
      yield* commit(backup, window("2024-02-01", "2024-02-29", []))
      assert.isTrue((yield* publish(backup, to)).written)
    }))

  it.effect("is free for any as long as the one that published has no window, and such a one takes no other's place", () =>
    Effect.gen(function*() {
      const { empty, path, to } = yield* placesOf(named)
      yield* commit(empty)
      yield* publish(empty, to)
      assert.isFalse((yield* publish(empty, to)).written)
      yield* publish(path, to)
      const before = contentIn(to)
      assert.include(
        (yield* Effect.flip(publish(empty, to))).message,
        `of another database than ${empty} (which has none yet), and was left`
      )
      assert.deepStrictEqual(contentIn(to), before)
    }))

  it.live("is not taken from another one that publishes there meanwhile", () =>
    Effect.gen(function*() {
      const { other, path, to } = yield* placesOf(named)
      const elsewhere = join(dirname(path), named)
      yield* publish(other, elsewhere)
      const publishing = yield* Effect.forkChild(publish(path, to))
      const isUnderWay = () =>
        kind === "file" ? readdirSync(dirname(to)).length > 0 : existsSync(join(to, "transactions"))
      while (!isUnderWay()) yield* Effect.sleep("1 millis")
      copyFileSync(taken(elsewhere), taken(to))
      const { message } = yield* Effect.flip(Fiber.join(publishing))
      assert.strictEqual(
        message,
        `Another process published to ${to} meanwhile, and its copy was left as it is: publish again.`
      )
      assert.deepStrictEqual(namesIn(dirname(to)), [taken(to).slice(dirname(to).length + 1)])
      assert.isTrue(readFileSync(taken(to)).equals(readFileSync(taken(elsewhere))))
    }))
})

describe("a place for readers", () => {
  it.effect("that an earlier version published to is taken, and is the taker's from then on", () =>
    Effect.gen(function*() {
      const [, { named, publish, taken }] = kinds
      const { other, path, to } = yield* placesOf(named)
      yield* publish(path, to)
      const { database, ...unmarked } = JSON.parse(readFileSync(taken(to), "utf8"))
      assert.deepStrictEqual([[database]], yield* ask(path, "SELECT audit_hash FROM statement_windows"))
      writeFileSync(taken(to), JSON.stringify(unmarked))
      yield* publish(other, to)
      assert.include((yield* Effect.flip(publish(path, to))).message, "of another database")
      writeFileSync(taken(to), JSON.stringify({ ...JSON.parse(readFileSync(taken(to), "utf8")), database: undefined }))
      assert.isTrue((yield* publish(other, to)).written, "also where nothing but that is new")
      assert.include((yield* Effect.flip(publish(path, to))).message, "of another database")
    }))

  it.effect("is none where another program's database lies; what a damaged copy was is made anew", () =>
    Effect.gen(function*() {
      const [{ named, publish }] = kinds
      const { path, to } = yield* placesOf(named)
      yield* tamper(to, "CREATE TABLE books AS SELECT 1 AS a")
      const before = readFileSync(to)
      assert.include((yield* Effect.flip(publish(path, to))).message, `${to} is a database of another program`)
      assert.isTrue(before.equals(readFileSync(to)))
      const copy = `${to}.duckdb`
      yield* publish(path, copy)
      writeFileSync(copy, readFileSync(copy).fill(1, 4096))
      assert.isTrue((yield* publish(path, copy)).written)
      assert.deepStrictEqual(yield* ask(copy, "SELECT count(*) FROM statement_windows"), [["1"]])
    }))
})
