import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Database, layerDuckDbToCheck } from "../../../src/sink/duckdb/index.ts"
import { Damaged, Sink, type SinkError } from "../../../src/sink/Sink.ts"
import { row, window } from "../../../src/testing/windows.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { tamper } from "../../kit/tamper.ts"
import { ask, fileSnapshot, folder } from "./files.ts"

const january = window("2024-01-01", "2024-01-31", [
  row("A", "2024-01-05 10:00:00", "10.00", "110.00"),
  row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
])

const using = <A, E>(path: string, body: (sink: Sink["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Sink, body).pipe(Effect.provide(layerFile(path)))

const commit = (path: string) => using(path, (sink) => sink.commit(january))

/** What opening a file as a sink fails with. */
const refusal = (path: string): Effect.Effect<SinkError, unknown> =>
  Effect.flip(Effect.scoped(Layer.build(layerFile(path))))

const damaged = (error: SinkError): Damaged => {
  assert.instanceOf(error.reason, Damaged, error.message)
  return error.reason
}

/** A file and its log as they are while a sink is at work, in a copy that nobody has open. */
const withLog = (path: string, copy: string) =>
  // Copied by another process: reading the open file in this one would drop its lock.
  using(path, (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january)
      execFileSync("cp", [path, copy])
      execFileSync("cp", [`${path}.wal`, `${copy}.wal`])
    }))

const flip = (path: string, at: number): Buffer => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
  return bytes
}

const asides = (path: string): ReadonlyArray<string> =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.damaged-`)).sort()

/** Copies of a file with many rows of which each has a wrong bit at another place. */
const damagedCopies = Effect.gen(function*() {
  const inside = yield* folder
  const whole = join(inside, "whole.duckdb")
  const many = Array.from({ length: 20_000 }, (_, index) =>
    row(`id ${index}`, "2024-01-05 10:00:00", "1.00", null, {
      description: `text ${(index * 2_654_435_761) % 4_294_967_296} of row ${index}`
    }))
  yield* using(whole, (sink) => sink.commit(window("2024-01-01", "2024-01-31", many)))
  const size = readFileSync(whole).length
  const places = Array.from({ length: Math.ceil((size - 17_288) / 262_144) }, (_, index) => 17_288 + index * 262_144)
  return places.map((at) => {
    const path = join(inside, `${at}.duckdb`)
    copyFileSync(whole, path)
    return { path, bytes: flip(path, at) }
  })
})

describe("a database file that can't be used", () => {
  it.effect("because it never was one is left as it is", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const texts = [
        ["text", "wallet,amount\n".repeat(1000)],
        ["short", "x"],
        ["empty", ""],
        // DuckDB would load an extension for one of these.
        ["sqlite", "SQLite format 3\0".padEnd(4096, "\0")]
      ] as const
      for (const [name, text] of texts) {
        const path = join(inside, name)
        writeFileSync(path, text)
        for (const error of [yield* refusal(path), yield* Effect.flip(ask(path, "SELECT 1"))]) {
          assert.deepInclude(damaged(error), { ours: false, setAside: null })
          assert.include(error.message, `${path} is not a database of wallet-statement and was left as it is`)
        }
        assert.strictEqual(readFileSync(path, "utf8"), text)
      }
      assert.deepStrictEqual(readdirSync(inside).sort(), ["empty", "short", "sqlite", "text"])
    }))

  it.effect.each([
    "CREATE TABLE other (a INTEGER)",
    "CREATE TABLE migrations (id INTEGER, run_on TIMESTAMP); INSERT INTO migrations VALUES (1, now())",
    "CREATE TABLE migrations (number VARCHAR); INSERT INTO migrations VALUES ('1')"
  ])("because it is another program's is left as it is: %s", (sql) =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* tamper(path, sql)
      const before = readFileSync(path)
      for (const error of [yield* refusal(path), yield* Effect.flip(ask(path, "SELECT 1"))]) {
        assert.deepInclude(damaged(error), { ours: false, setAside: null })
      }
      assert.isTrue(before.equals(readFileSync(path)))
    }))

  it.effect("because it is damaged is set aside with its bytes, and the next run makes a new one", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T16:15:00.250Z"))
      const inside = yield* folder
      const whole = join(inside, "whole.duckdb")
      yield* commit(whole)
      const make = {
        cut: (path: string) => truncateSync(path, 20_000),
        garbage: (path: string) => {
          const bytes = readFileSync(path)
          for (let index = 12_288; index < bytes.length; index++) bytes[index] = (index * 7919) & 255
          writeFileSync(path, bytes)
        },
        header: (path: string) => flip(path, 5000)
      }
      for (const [name, damage] of Object.entries(make)) {
        const path = join(inside, name)
        copyFileSync(whole, path)
        damage(path)
        const before = readFileSync(path)
        const error = yield* refusal(path)
        const aside = `${path}.damaged-20261120T161500Z`
        assert.deepInclude(damaged(error), { ours: true, setAside: aside })
        assert.include(error.message, `${path} is damaged. It was set aside as ${aside}; nothing was deleted.`)
        assert.include(error.message, "nothing was deleted")
        assert.include(error.message, "wallet-statement pull --from")
        assert.isTrue(before.equals(readFileSync(aside)), name)
        assert.isFalse(existsSync(path), name)
        assert.strictEqual((yield* commit(path)).inserted, 2)
        copyFileSync(whole, path)
        damage(path)
        assert.strictEqual(damaged(yield* refusal(path)).setAside, `${aside}-2`)
      }
    }))

  it.effect("is left where it is by those who only read it", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const before = flip(path, 5000)
      const error = yield* Effect.flip(ask(path, "SELECT 1"))
      assert.deepInclude(damaged(error), { ours: true, setAside: null })
      assert.include(error.message, `${path} is damaged. Nothing was changed. Pulling sets aside what is there`)
      assert.isTrue(before.equals(readFileSync(path)))
    }))

  it.effect("because its log is damaged is set aside together with the log", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const [path, copy] = [join(inside, "x.duckdb"), join(inside, "copy.duckdb")]
      yield* withLog(path, copy)
      const file = readFileSync(copy)
      const log = flip(`${copy}.wal`, Math.floor(readFileSync(`${copy}.wal`).length / 2))
      const reading = yield* Effect.flip(ask(copy, "SELECT 1"))
      assert.include(reading.message, `${copy} or its log ${copy}.wal is damaged. Nothing was changed.`)
      const error = yield* refusal(copy)
      const aside = damaged(error).setAside ?? ""
      assert.include(
        error.message,
        `${copy} or its log ${copy}.wal is damaged. It was set aside as ${aside}, its log too`
      )
      assert.isTrue(file.equals(readFileSync(aside)))
      assert.isTrue(log.equals(readFileSync(`${aside}.wal`)))
      assert.isFalse(existsSync(copy) || existsSync(`${copy}.wal`))
      assert.strictEqual((yield* commit(copy)).inserted, 2)
    }))

  it.effect("because its log was cut short is used up to there, and is not set aside", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const [path, copy] = [join(inside, "x.duckdb"), join(inside, "copy.duckdb")]
      yield* withLog(path, copy)
      truncateSync(`${copy}.wal`, readFileSync(`${copy}.wal`).length - 7)
      assert.strictEqual((yield* commit(copy)).inserted, 2)
      assert.deepStrictEqual(asides(copy), [])
      assert.strictEqual((yield* fileSnapshot(copy)).hashes.length, 1)
    }))

  it.effect(
    "is left where it is when that turns out while it is read or checked",
    () =>
      Effect.gen(function*() {
        let inUse = 0
        for (const { bytes, path } of yield* damagedCopies) {
          const opened = [
            Database.openReadOnly(path),
            Database.openToCheck(path)
          ]
          for (const open of opened) {
            const asked = Effect.flatMap(open, (database) =>
              Effect.flatMap(Sink, (sink) =>
                sink.rowsOf(january.walletNo, january.days)).pipe(
                  Effect.provide(layerDuckDbToCheck({ path })),
                  Effect.andThen(database.query("SELECT sum(length(description)) FROM transactions"))
                ))
            const result = yield* Effect.result(Effect.scoped(asked))
            if (result._tag === "Success") {
              continue
            }
            inUse++
            assert.deepInclude(damaged(result.failure), { ours: true, setAside: null })
            assert.include(result.failure.message, "is damaged. Nothing was changed.")
          }
          assert.deepStrictEqual(asides(path), [])
          assert.isTrue(bytes.equals(readFileSync(path)))
        }
        assert.isAbove(inUse, 0)
      }),
    60_000
  )

  it.effect("is named to those who look for it when it was set aside", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const missing = yield* Effect.flip(ask(path, "SELECT 1"))
      assert.notInclude(missing.message, "set aside")
      yield* commit(path)
      flip(path, 5000)
      const aside = damaged(yield* refusal(path)).setAside ?? ""
      const error = yield* Effect.flip(ask(path, "SELECT 1"))
      assert.include(error.message, `There is no file ${path}`)
      assert.include(error.message, `It was found damaged and was set aside as ${aside}: put a backup in its place`)
    }))

  it.effect(
    "is set aside when it turns out in the middle of a run, as soon as it is closed",
    () =>
      Effect.gen(function*() {
        let inUse = 0
        for (const { bytes, path } of yield* damagedCopies) {
          const result = yield* Effect.result(using(path, (sink) => sink.rowsOf(january.walletNo, january.days)))
          if (result._tag === "Success") continue
          const { ours, setAside } = damaged(result.failure)
          assert.isTrue(ours)
          if (setAside === null) inUse++
          const [aside = "", ...more] = asides(path)
          assert.deepStrictEqual(more.filter((name) => !name.endsWith(".wal")), [])
          assert.isTrue(bytes.equals(readFileSync(join(dirname(path), aside))))
          assert.strictEqual((yield* commit(path)).inserted, 2)
        }
        assert.isAbove(inUse, 0)
      }),
    60_000
  )
})
