import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  currentVersion,
  Database,
  layerDuckDb,
  layerDuckDbReadOnly,
  verifyAudit
} from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { rejection, row, wallet, window } from "../windows.ts"
import { ask, asLayout2, folder } from "./files.ts"

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const year = {
  from: window("2024-01-01", "2024-12-31", []).days.from,
  to: window("2024-12-31", "2024-12-31", []).days.to
}
const january = (rows: Parameters<typeof window>[2], more: Parameters<typeof window>[3] = {}) =>
  window("2024-01-01", "2024-01-31", rows, more)

/** A file as the program of layout 2 left it. */
const older = Effect.gen(function*() {
  const at = yield* folder
  const [newer, path] = [join(at, "newer.duckdb"), join(at, "x.duckdb")]
  yield* Effect.gen(function*() {
    const sink = yield* Sink
    yield* sink.beginRun({
      runId: "run-1",
      startedAt: 1,
      programVersion: "0.1.0",
      wallets: [wallet],
      asked: year,
      rules: new Map()
    })
    yield* sink.commit(january([a], { rejections: [rejection("{}", null)] }))
    yield* sink.commit(january([{ ...a, description: "other" }]))
  }).pipe(Effect.provide(layerDuckDb({ path: newer })))
  yield* asLayout2(newer, path)
  return path
})

const hashes = "SELECT sequence, audit_hash FROM statement_windows WHERE sequence <= 2 ORDER BY 1"
const version = "SELECT max(number) FROM migrations"
const verify = (path: string) => Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
const digest = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex")

const layout = (file: string) =>
  Effect.all([
    ask(
      file,
      "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE NOT internal ORDER BY ALL"
    ),
    ask(file, "SELECT table_name, comment FROM duckdb_tables() ORDER BY ALL"),
    ask(file, "SELECT view_name, sql, comment FROM duckdb_views() WHERE NOT internal ORDER BY ALL"),
    ask(file, "SELECT number, name FROM migrations ORDER BY ALL")
  ])

describe("a file of layout 2", () => {
  it.effect("is read and verified like one of the present, and stays as it is to the last byte", () =>
    Effect.gen(function*() {
      const path = yield* older
      const before = digest(path)
      assert.isNull((yield* verify(path)).difference)
      assert.deepStrictEqual(yield* ask(path, "FROM anchors"), [])
      assert.deepStrictEqual(yield* ask(path, "FROM proven"), [])
      assert.deepStrictEqual(yield* ask(path, "SELECT DISTINCT line FROM audit_lines WHERE part = 0"), [[
        "wallet-statement audit 1"
      ]])
      const answers = yield* Effect.flatMap(Sink, (sink) =>
        Effect.all([
          sink.anchors(wallet),
          sink.proofs(wallet),
          sink.continuity(wallet),
          sink.declaredSettings(wallet),
          Effect.map(sink.finishedBefore(wallet, year, null), (periods) => periods.length)
        ])).pipe(Effect.provide(layerDuckDbReadOnly({ path })))
      assert.deepStrictEqual(answers, [[], [], [], Option.none(), 1])
      assert.deepStrictEqual(yield* ask(path, version), [["2"]])
      assert.strictEqual(digest(path), before)
    }))

  it.effect("comes to the present layout when it is opened for writing, and no earlier hash changes", () =>
    Effect.gen(function*() {
      const path = yield* older
      const before = yield* ask(path, hashes)
      yield* Effect.flatMap(
        Sink,
        (sink) => sink.commit(january([a], { declarations: [{ kind: "settings", text: "new" }] }))
      ).pipe(
        Effect.provide(layerDuckDb({ path }))
      )
      assert.deepStrictEqual(yield* ask(path, version), [[String(currentVersion)]])
      assert.deepStrictEqual(yield* ask(path, hashes), before)
      const verdict = yield* verify(path)
      assert.deepStrictEqual([verdict.windows, verdict.difference], [3, null])
    }))

  it.effect("has then the same tables, views and comments as a new file", () =>
    Effect.gen(function*() {
      const [path, fresh] = [yield* older, join(yield* folder, "fresh.duckdb")]
      for (const each of [path, fresh]) yield* Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path: each }))
      assert.deepStrictEqual(yield* layout(path), yield* layout(fresh))
    }))
})
