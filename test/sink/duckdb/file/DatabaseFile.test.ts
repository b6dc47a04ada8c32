import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { currentVersion, Database, layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { someOf } from "../../../kit/cases.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, fileSnapshot, folder } from "../files.ts"
import { committer, hear, holder, kill, says } from "../processes.ts"

const rows = [row("A", "2024-01-05 10:00:00", "10.00", "110.00"), row("B", "2024-01-05 11:00:00", "-4.50", "105.50")]
const january = window("2024-01-01", "2024-01-31", rows)

/** Does something with a sink on a file that is closed afterwards. */
const using = <A, E>(path: string, body: (sink: Sink["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Sink, body).pipe(Effect.provide(layerDuckDb({ path })))

const commit = (path: string) => using(path, (sink) => sink.commit(january))

/** What opening a file as a sink fails with. */
const refusal = (path: string): Effect.Effect<SinkError, unknown> =>
  Effect.flip(Effect.scoped(Layer.build(layerDuckDb({ path }))))

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const canMount = process.getuid?.() === 0 && existsSync("/bin/mount")

describe("a database file", () => {
  it.effect("is made for its owner alone, and so is its log", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* using(path, (sink) =>
        Effect.gen(function*() {
          yield* sink.commit(january)
          assert.deepStrictEqual([mode(path), mode(`${path}.wal`)], ["600", "600"])
        }))
      assert.deepStrictEqual(readdirSync(join(path, "..")), ["x.duckdb"])
    }))

  it.effect("takes away what a process that was killed left of a new one, an hour later", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const uuid = "00000000-0000-4000-8000-000000000000"
      const left = [`.x.duckdb.new-${uuid}`, `.x.duckdb.new-${uuid}.wal`]
      const others = [`.x.duckdb.new-mine`, `.y.duckdb.new-${uuid}`, `x.duckdb.new-${uuid}`]
      for (const name of [...left, ...others]) {
        writeFileSync(join(inside, name), "left")
        utimesSync(join(inside, name), 1000, 1000)
      }
      yield* TestClock.setTime(1000_000 + 3_600_000)
      yield* commit(join(inside, "x.duckdb"))
      assert.deepStrictEqual(readdirSync(inside).sort(), [...left, ...others, "x.duckdb"].sort())
      yield* TestClock.adjust(1)
      yield* commit(join(inside, "x.duckdb"))
      assert.deepStrictEqual(readdirSync(inside).sort(), [...others, "x.duckdb"].sort())
    }))

  it.effect("keeps what was committed when it is closed and opened again", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const before = yield* fileSnapshot(path)
      const outcome = yield* commit(path)
      assert.strictEqual(outcome.unchanged, 2)
      assert.deepStrictEqual({ ...(yield* fileSnapshot(path)), hashes: [] }, { ...before, hashes: [] })
    }))

  it.effect("knows ids of other days, moved rows and free legs after it was opened again", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const [first, second] = rows.map((entry) => ({ ...entry, localTime: entry.localTime + 40 * 86_400_000 }))
      if (first === undefined || second === undefined) return
      const february = window("2024-02-01", "2024-02-29", [first, { ...second, description: "another" }], {
        runId: "run-2"
      })
      const outcome = yield* using(path, (sink) => sink.commit(february))
      assert.deepStrictEqual([outcome.changed, outcome.inserted], [1, 1])
      assert.deepStrictEqual((yield* fileSnapshot(path)).rows, [
        "A#0 2024-02-14 10.00 110.00 row A",
        "B#0 2024-01-05 -4.50 105.50 row B",
        "B#1 2024-02-14 -4.50 105.50 another"
      ])
    }))

  it.effect("does not change in a single stored value when the same window comes again", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const digest = ask(path, "SELECT md5(string_agg(t::VARCHAR, chr(10) ORDER BY txn_id)) FROM transactions t")
      const events = ask(path, "SELECT count(*) FROM transaction_events")
      yield* commit(path)
      const before = [yield* digest, yield* events]
      yield* commit(path)
      assert.deepStrictEqual([yield* digest, yield* events], before)
    }))

  it.effect("held by another process is Locked, and the message names that process", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const child = yield* holder(path)
      yield* says(child, "open")
      const error = yield* refusal(path)
      assert.deepInclude(error.reason, { _tag: "Locked", holder: child.pid ?? null })
      assert.include(error.message, `process ${child.pid} (`)
      assert.notInclude(error.message, "stop")
      const reading = yield* Effect.flip(ask(path, "SELECT 1"))
      assert.strictEqual(reading.reason._tag, "Locked")
    }), 30_000)

  it.effect("is refused to a second sink of this process, and shared with readers", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* using(path, (sink) =>
        Effect.gen(function*() {
          yield* sink.commit(january)
          const error = yield* refusal(path)
          assert.deepInclude(error.reason, { _tag: "Locked", holder: process.pid })
          assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM transactions"), [["2"]])
          yield* sink.commit(window("2024-02-01", "2024-02-29", []))
        }))
      assert.strictEqual((yield* fileSnapshot(path)).hashes.length, 2)
    }))

  it.effect("of a newer version is TooNew", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      yield* tamper(path, "INSERT INTO migrations VALUES (99, 'of tomorrow', now())")
      const error = yield* refusal(path)
      assert.deepInclude(error.reason, { _tag: "TooNew", found: 99, supported: currentVersion })
      assert.strictEqual((yield* Effect.flip(ask(path, "SELECT 1"))).reason._tag, "TooNew")
    }))

  it.effect("in a folder that is not there is Inaccessible, and so is one to read that is missing", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const nowhere = yield* refusal(join(inside, "no", "x.duckdb"))
      assert.strictEqual(nowhere.reason._tag, "Inaccessible")
      assert.include(
        nowhere.message,
        `there is no folder ${join(inside, "no")}: make it, or keep the database in another one`
      )
      const reading = yield* Effect.flip(ask(join(inside, "x.duckdb"), "SELECT 1"))
      assert.strictEqual(reading.reason._tag, "Inaccessible")
      assert.deepStrictEqual(readdirSync(inside), [])
    }))

  it.effect("is no folder, and a folder that is named is told as one", () =>
    Effect.gen(function*() {
      const path = yield* folder
      for (const error of [yield* refusal(path), yield* Effect.flip(ask(path, "SELECT 1"))]) {
        assert.strictEqual(error.reason._tag, "Inaccessible")
        assert.include(error.message, `${path} is a folder: name the file of the database`)
      }
      assert.deepStrictEqual(readdirSync(path), [])
    }))

  it.effect("takes no log for its own that a file of its name has left", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const path = join(inside, "x.duckdb")
      writeFileSync(`${path}.wal`, "left behind")
      yield* commit(path)
      const aside = readdirSync(inside).filter((name) => name.includes("set-aside"))
      assert.strictEqual(aside.length, 1)
      assert.strictEqual(readFileSync(join(inside, aside[0] ?? ""), "utf8"), "left behind")
    }))

  it.effect("is whole or not there when its making is killed", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      for (const delay of someOf([0, 3, 8, 15, 25, 40, 60, 90], 2)) {
        const path = join(inside, `${delay}.duckdb`)
        yield* Effect.scoped(
          Effect.gen(function*() {
            const child = yield* holder(path)
            yield* says(child, "opening")
            yield* Effect.promise(() => sleep(delay))
            yield* kill(child)
          })
        )
        if (existsSync(path)) assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM transactions"), [["0"]])
        assert.strictEqual((yield* commit(path)).inserted, 2)
      }
    }), 60_000)

  it.effect(
    "holds every window that was committed, each whole, when the process is killed",
    () =>
      Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        let acknowledged = 0
        for (const delay of someOf([20, 60, 130, 5], 1)) {
          yield* Effect.scoped(
            Effect.gen(function*() {
              const child = yield* committer(path, acknowledged)
              const heard = hear(child)
              yield* says(child, `committed ${acknowledged + 1}`)
              yield* Effect.promise(() => sleep(delay))
              yield* kill(child)
              const last = heard().match(/committed (\d+)\n(?![^]*committed \d+\n)/)
              acknowledged = Number(last?.[1])
            })
          )
          // A reader comes first: it must cope with the log that the killed process left.
          const [[windows, stored, whole] = []] = yield* ask(
            path,
            `SELECT (SELECT count(*) FROM statement_windows), (SELECT count(*) FROM transactions),
             (SELECT count(*) FROM transactions WHERE txn_id LIKE '%-199')`
          )
          assert.isAtLeast(Number(windows), acknowledged)
          assert.deepStrictEqual([Number(stored), Number(whole)], [Number(windows) * 200, Number(windows)])
          acknowledged = Number(windows)
        }
      }),
    60_000
  )

  it.effect("holds a window whole or not at all when committing is interrupted", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* using(path, (sink) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(sink.commit(january))
          yield* Effect.promise(() => sleep(1))
          yield* Fiber.interrupt(fiber)
          const { hashes, rows: stored } = yield* fileSnapshot(path)
          assert.strictEqual(stored.length, hashes.length * 2)
          assert.strictEqual((yield* sink.commit(january)).unchanged, hashes.length * 2)
        }))
    }))

  it.effect.skipIf(!canMount)(
    "on a full disk fails with DiskFull and goes on when there is room (needs root)",
    () =>
      Effect.gen(function*() {
        const disk = join(yield* folder, "disk")
        mkdirSync(disk)
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk])
        yield* Effect.addFinalizer(() => Effect.sync(() => execFileSync("umount", [disk])))
        const path = join(disk, "x.duckdb")
        yield* commit(path)
        const many = Array.from({ length: 5000 }, (_, index) =>
          row(`id ${index} ${(index * 2_654_435_761) % 4_294_967_296}`, "2024-02-05 10:00:00", "10.00", null, {
            description: `${index} `.repeat(100)
          }))
        const error = yield* Effect.flip(using(path, (sink) =>
          sink.commit(window("2024-02-01", "2024-02-29", many))))
        assert.strictEqual(error.reason._tag, "DiskFull", error.message)
        execFileSync("mount", ["-o", "remount,size=64m", disk])
        assert.strictEqual((yield* fileSnapshot(path)).rows.length, 2)
        const outcome = yield* using(path, (sink) =>
          sink.commit(window("2024-02-01", "2024-02-29", many)))
        assert.strictEqual(outcome.inserted, 5000)
      }),
    30_000
  )

  it.effect("describes every table and column in itself", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const bare = yield* ask(
        path,
        `SELECT c.table_name || '.' || c.column_name FROM duckdb_columns() c JOIN duckdb_tables() t USING (table_oid)
         WHERE c.comment IS NULL AND NOT t.temporary`
      )
      assert.deepStrictEqual(bare, [])
      assert.deepStrictEqual(
        yield* ask(path, "SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL"),
        []
      )
    }))

  it.effect("marks a run that never ended as interrupted when it is opened again", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const run = {
        startedAt: 1,
        programVersion: "0.1.0",
        wallets: [january.walletNo],
        asked: january.days,
        rules: new Map()
      }
      yield* using(path, (sink) =>
        sink.beginRun({ ...run, runId: "ended" }).pipe(
          Effect.andThen(sink.endRun({ runId: "ended", status: "complete", durationMs: 5, head: "", wallets: [] })),
          Effect.andThen(sink.beginRun({ ...run, runId: "lost" }))
        ))
      yield* using(path, () => Effect.void)
      assert.deepStrictEqual(
        yield* ask(path, "SELECT run_id, status, asked_from, wallets FROM runs ORDER BY run_id"),
        [["ended", "complete", "2024-01-01", "['W-1']"], ["lost", "interrupted", "2024-01-01", "['W-1']"]]
      )
    }))
})

describe("reading a database", () => {
  it.effect("gives values as exact text, with names and types", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const result = yield* Effect.scoped(
        Effect.flatMap(Database.openReadOnly(path), (database) =>
          database.query(
            `SELECT 90071992547409.9301::DECIMAL(18,4) AS exact, sum(amount) AS total, min(occurred_at) AS at,
               min(currency) AS none, 9007199254740993 AS large FROM transactions`
          ))
      )
      assert.deepStrictEqual(result, {
        columns: [
          { name: "exact", type: "DECIMAL(18,4)" },
          { name: "total", type: "DECIMAL(38,4)" },
          { name: "at", type: "TIMESTAMP WITH TIME ZONE" },
          { name: "none", type: "VARCHAR" },
          { name: "large", type: "BIGINT" }
        ],
        rows: [["90071992547409.9301", "14.5000", "2024-01-05 07:00:00+00", null, "9007199254740993"]]
      })
    }))

  it.effect("has every file closed to questions, its own too, which DuckDB lets them read and write otherwise", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "books.csv")
      yield* commit(path)
      const error = yield* Effect.flip(ask(path, `FROM '${path}'`))
      assert.include(error.message, "LocalFileSystem has been disabled")
    }))

  it.effect("refuses what would write, more than one statement, and mistakes, while a sink has the file open or not", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const attempts = Effect.forEach(
        [
          "DELETE FROM transactions",
          "COMMIT; DELETE FROM transactions",
          "CREATE TABLE mine (a INTEGER)",
          "COPY transactions TO '/tmp/wallet-statement-stolen.csv'",
          "SELECT * FROM read_csv('/etc/passwd')",
          `/* /* */ explain SELECT 1 -- */ COPY (SELECT 'x' AS a) TO '${path}' (FORMAT csv, USE_TMP_FILE false)`,
          "SET TimeZone = 'Africa/Nairobi'",
          "SELEC 1",
          ""
        ],
        (sql) =>
          Effect.map(Effect.flip(ask(path, sql)), (error) => assert.strictEqual(error.reason._tag, "QueryRefused", sql))
      )
      yield* using(path, (sink) => Effect.andThen(sink.commit(january), attempts))
      yield* attempts
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM transactions"), [["2"]])
    }))

  it.live("stops a long question when it is interrupted", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* commit(path)
      const fiber = yield* Effect.forkChild(
        ask(path, "SELECT sum(sin(a.range) * cos(b.range)) FROM range(10000000) a, range(100000) b")
      )
      yield* Effect.sleep("300 millis")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* ask(path, "SELECT 1"), [["1"]])
    }))
})
