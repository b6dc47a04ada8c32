import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Tracer } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { inspect } from "node:util"
import { isKnownToRead, noteReading } from "../../../src/sink/duckdb/file/readingOnly.ts"
import { Database, layerDuckDbReadOnly } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { day, money, rejection, row, run, wallet, window, year } from "../../../src/testing/windows.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { spanRecorder } from "../../kit/spanRecorder.ts"
import { ask, folder } from "./files.ts"

const days = { from: day("2024-01-01"), to: day("2024-01-31") }
const secret = row("A", "2024-01-05 10:00:00", "10.00", "110.00", { description: "rent of Ann" })
const gap = {
  afterTxnId: "A",
  beforeTxnId: null,
  from: secret.localTime,
  to: null,
  missing: money("1.00"),
  currency: null
}
const january = window("2024-01-01", "2024-01-31", [secret], {
  rejections: [rejection("a text that nobody could read", null)],
  continuity: [{ days, truncated: false, record: "{}", answer: null }],
  gaps: [gap]
})

/** A file of a run that never ended. */
const file = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.flatMap(Sink, (sink) => Effect.andThen(sink.beginRun(run("run-1")), sink.commit(january))).pipe(
    Effect.provide(layerFile(path))
  )
  return path
})

const digest = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex")

const answers = Effect.flatMap(Sink, (sink) =>
  Effect.all({
    watermark: sink.watermark(wallet),
    byDay: Effect.map(sink.rowsByDay(wallet, days), (counts) => [...counts]),
    openQuarantine: sink.openQuarantine(wallet),
    quarantined: sink.quarantined(Option.none()),
    rows: sink.rowsOf(wallet, days),
    continuity: sink.continuity(wallet),
    gaps: sink.openGaps(wallet),
    finished: sink.finishedBefore(wallet, year, null),
    askedFrom: sink.askedFrom(wallet)
  }))

describe("a sink on a file that is open for reading only", () => {
  it.effect("answers what a writing one does, and leaves the file and its unfinished run as they were", () =>
    Effect.gen(function*() {
      const path = yield* file
      const before = digest(path)
      const read = yield* answers.pipe(Effect.provide(layerDuckDbReadOnly({ path })))
      assert.deepStrictEqual([read.rows, read.finished], [[secret], [days]])
      assert.deepStrictEqual(yield* ask(path, "SELECT status FROM runs"), [["running"]])
      assert.deepStrictEqual([digest(path), readdirSync(dirname(path))], [before, ["x.duckdb"]])
      assert.deepStrictEqual(read, yield* answers.pipe(Effect.provide(layerFile(path))))
    }))

  it.effect("refuses to write, and says so", () =>
    Effect.gen(function*() {
      const path = yield* file
      const before = digest(path)
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.forEach([
          sink.beginRun(run("run-1")),
          sink.commit(january),
          sink.endRun({ runId: "run-1", status: "complete", durationMs: 1, head: "", wallets: [] }),
          sink.recordContinuity(wallet, [{ days, truncated: false, record: "other", answer: null }]),
          sink.recordConclusions({ runId: "run-9", walletNo: wallet, gaps: [], proofs: [] })
        ], (write) =>
          Effect.map(Effect.flip(Effect.asVoid(write)), (error) => {
            assert.strictEqual(error._tag, "SinkError")
            assert.include(error.message, `${path} is open for reading only`)
          }))).pipe(Effect.provide(layerDuckDbReadOnly({ path })))
      assert.strictEqual(digest(path), before)
    }))

  it.effect("makes no file where there is none", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layerDuckDbReadOnly({ path }))))
      assert.strictEqual(error.reason._tag, "Inaccessible")
      assert.isFalse(existsSync(path))
    }))
})

describe("a file that is not there", () => {
  it.effect("is told with the demo's file where that lies beside it", () =>
    Effect.gen(function*() {
      const place = yield* folder
      const failed = Effect.flip(Effect.scoped(Database.openReadOnly(join(place, "wallet-statement.duckdb"))))
      assert.notInclude((yield* failed).message, "demo")
      writeFileSync(join(place, "demo.duckdb"), "")
      assert.include((yield* failed).message, `demo.duckdb: \`--db ${join(place, "demo.duckdb")}\` reads it.`)
    }))
})

describe("a question that is asked again", () => {
  it.effect("is answered as at first, and refused as at first", () =>
    Effect.gen(function*() {
      const path = yield* file
      const database = yield* Database.openReadOnly(path)
      for (const time of [1, 2, 3]) {
        const { rows } = yield* database.query("SELECT count(*) AS all_rows FROM transactions")
        assert.deepStrictEqual(rows, [["1"]], `time ${time}`)
        const refused = yield* Effect.flip(database.query("SELECT write_log('x')"))
        assert.strictEqual(refused.reason._tag, "QueryRefused", `time ${time}`)
      }
    }).pipe(Effect.scoped))

  it("is judged once, whatever was asked between but for very much", () => {
    noteReading("SELECT 1 AS first")
    noteReading(`SELECT '${"x".repeat(100_000)}'`)
    assert.isTrue(isKnownToRead("SELECT 1 AS first"))
    assert.isFalse(isKnownToRead(`SELECT '${"x".repeat(100_000)}'`))
    assert.isFalse(isKnownToRead("SELECT 1 AS first "))
    for (let number = 0; number < 1_000; number++) noteReading(`SELECT ${number}`)
    assert.isFalse(isKnownToRead("SELECT 1 AS first"))
    assert.isTrue(isKnownToRead("SELECT 999"))
  })
})

describe("the spans of reading", () => {
  it.effect("keep no row of an answer", () =>
    Effect.gen(function*() {
      const path = yield* file
      const { spans, tracer } = spanRecorder()
      const reading = Effect.gen(function*() {
        const database = yield* Database.openReadOnly(path)
        const { rows } = yield* database.query("SELECT description FROM transactions")
        assert.deepStrictEqual(rows, [["rent of Ann"]])
        yield* database.stream("SELECT description FROM transactions")
        yield* answers
      })
      yield* reading.pipe(
        Effect.scoped,
        Effect.provide(layerDuckDbReadOnly({ path })),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      const names = new Set(spans.map(({ name }) => name))
      for (const name of ["Database.query", "Database.stream", "Sink.rowsOf", "Sink.quarantined"]) {
        assert.isTrue(names.has(name), name)
      }
      for (const span of spans) {
        assert.strictEqual(span.status._tag, "Ended")
        if (span.status._tag === "Ended") assert.isTrue(Exit.isSuccess(span.status.exit))
        assert.notMatch(inspect(span.status, { depth: 20 }), /rent of Ann|nobody could read/, span.name)
      }
    }))
})
