import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option } from "effect"
import { createHash } from "node:crypto"
import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Transaction } from "../../../src/domain/Transaction.ts"
import type { StatementWindow } from "../../../src/domain/Window.ts"
import { currentVersion, Database, layerDuckDbReadOnly, verifyAudit } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { money, rejection, row, run, wallet, window, year } from "../../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../../kit/emptyFile.ts"
import { tamper } from "../../kit/tamper.ts"
import { ask, askAll, asLayout2, brokenIn, folder } from "./files.ts"

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const january = (rows: Parameters<typeof window>[2], more: Parameters<typeof window>[3] = {}) =>
  window("2024-01-01", "2024-01-31", rows, more)

/** A file as the program of layout 2 left it. */
const older = madeOnce((path) =>
  Effect.gen(function*() {
    const newer = join(yield* folder, "newer.duckdb")
    yield* Effect.gen(function*() {
      const sink = yield* Sink
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january([a], { rejections: [rejection("{}", null)] }))
      yield* sink.commit(january([{ ...a, description: "other" }]))
    }).pipe(Effect.provide(layerFile(newer)))
    yield* asLayout2(newer, path)
  }).pipe(Effect.scoped)
)

const hashes = "SELECT sequence, audit_hash FROM statement_windows WHERE sequence <= 2 ORDER BY 1"
const version = "SELECT max(number) FROM migrations"
const verify = (path: string) => Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
const digest = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex")

const layout = (file: string) =>
  askAll(file, [
    "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE NOT internal ORDER BY ALL",
    "SELECT table_name, comment FROM duckdb_tables() ORDER BY ALL",
    "SELECT view_name, sql, comment FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
    "SELECT number, name FROM migrations ORDER BY ALL"
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
        Effect.provide(layerFile(path))
      )
      assert.deepStrictEqual(yield* ask(path, version), [[String(currentVersion)]])
      assert.deepStrictEqual(yield* ask(path, hashes), before)
      const verdict = yield* verify(path)
      assert.deepStrictEqual([verdict.windows, verdict.difference], [3, null])
    }))

  it.effect("is kept as it was, which is told before, and an older copy is not overwritten", () =>
    Effect.gen(function*() {
      const path = yield* older
      const rows = yield* ask(path, "FROM transactions ORDER BY ALL")
      const told: Array<string> = []
      const logger = Logger.make(({ message }) => {
        const names = readdirSync(dirname(path)).filter((name) => name.startsWith("x.duckdb.layout"))
        told.push(`${String(message)} ${names.length}`)
      })
      const [first, second] = [`${path}.layout-2`, `${path}.layout-2-2`]
      const open = Effect.asVoid(Sink).pipe(Effect.provide(Layer.provide(layerFile(path), Logger.layer([logger]))))
      yield* open
      yield* open
      assert.strictEqual(statSync(first).mode & 0o777, 0o600)
      assert.deepStrictEqual(yield* ask(first, version), [["2"]])
      assert.deepStrictEqual(yield* ask(first, "FROM transactions ORDER BY ALL"), rows)
      assert.isNull((yield* verify(first)).difference)
      copyFileSync(first, path)
      yield* open
      assert.deepStrictEqual(yield* ask(second, version), [["2"]])
      assert.deepStrictEqual(
        told,
        [first, second].map((name, index) =>
          `${path} is brought from layout 2 to ${currentVersion}. As it is now it is kept as ${name}, which you may delete when all is well. ${index}`
        )
      )
    }))

  it.effect("is not touched when it can't be kept", () =>
    Effect.gen(function*() {
      const path = yield* older
      const before = digest(path)
      const noNode = Effect.acquireRelease(
        Effect.sync(() => {
          const { execPath } = process
          process.execPath = "/dev/null"
          return execPath
        }),
        (execPath) => Effect.sync(() => void (process.execPath = execPath))
      )
      const failed = yield* Effect.scoped(
        Effect.andThen(noNode, Effect.flip(Effect.provide(Effect.asVoid(Sink), layerFile(path))))
      )
      assert.strictEqual(failed._tag, "SinkError")
      assert.strictEqual(digest(path), before)
      assert.deepStrictEqual(readdirSync(dirname(path)).sort(), ["x.duckdb"])
    }))

  it.effect("has then the same tables, views and comments as a new file", () =>
    Effect.gen(function*() {
      const [path, fresh] = [yield* older, join(yield* folder, "fresh.duckdb")]
      for (const each of [path, fresh]) yield* Effect.provide(Effect.asVoid(Sink), layerFile(each))
      assert.deepStrictEqual(yield* layout(path), yield* layout(fresh))
    }))
})

const berlin = (txnId: string, at: string, more: Partial<Transaction> = {}) => row(txnId, at, "1", "1", more)
const skipped = { timeFlag: "nonexistent-local" } as const
const repeated = { timeFlag: "ambiguous-local" } as const
const contradicted = (
  hour: string
) => ({ timeFlag: "marker-conflict", dateText: `2024-03-31 ${hour}:00:00 PM` } as const)

/** Rows of a night without an hour, of one with an hour twice, and with markers that contradict the hour. */
const flagged = [
  berlin("M1", "2024-03-31 01:00:00", contradicted("01")),
  berlin("M2", "2024-03-31 11:00:00", contradicted("11")),
  berlin("N", "2024-03-31 02:30:00", skipped),
  berlin("N2", "2024-03-31 02:40:00", skipped),
  berlin("A", "2024-10-27 02:30:00", repeated),
  berlin("A2", "2024-10-27 02:40:00", repeated),
  berlin("P", "2024-03-31 13:00:00", { dateText: "2024-03-31 13:00:00 PM" })
]

/** Makes a file of layout 2 whose rows lost their flags as soon as they were inserted, while the hashes have them. */
const makeWithoutFlags = (path: string, windows: ReadonlyArray<StatementWindow>) =>
  Effect.gen(function*() {
    const newer = join(yield* folder, "newer.duckdb")
    for (const [index, entry] of windows.entries()) {
      yield* Effect.flatMap(Sink, (sink) => sink.commit(entry)).pipe(Effect.provide(layerFile(newer)))
      const inserted = `time_flag IS NOT NULL AND window_sequence = ${index + 1} AND last_changed_at = first_seen_at`
      yield* tamper(newer, `UPDATE transactions SET time_flag = '' WHERE ${inserted}`)
    }
    yield* asLayout2(newer, path)
  }).pipe(Effect.scoped)

const year2024 = (rows: ReadonlyArray<Transaction>, runId: string) =>
  window("2024-01-01", "2024-12-31", rows, { runId })
const flags = "SELECT txn_id, time_flag FROM transactions ORDER BY txn_id"
const opened = (path: string) => Effect.provide(Effect.asVoid(Sink), layerFile(path))

const withoutFlags = madeOnce((path) => makeWithoutFlags(path, [year2024(flagged, "run-1")]))

describe("time flags that an earlier version stored as empty", () => {
  it.effect("are put right when the file is opened for writing, so that it is what was hashed", () =>
    Effect.gen(function*() {
      const path = yield* withoutFlags
      const before = yield* ask(path, "SELECT audit_hash FROM statement_windows")
      const bytes = digest(path)
      assert.deepInclude(yield* verify(path), { difference: null, repairable: 1 })
      assert.strictEqual(digest(path), bytes)
      yield* opened(path)
      assert.deepStrictEqual(yield* ask(path, flags), [
        ["A", "ambiguous-local"],
        ["A2", "ambiguous-local"],
        ["M1", "marker-conflict"],
        ["M2", "marker-conflict"],
        ["N", "nonexistent-local"],
        ["N2", "nonexistent-local"],
        ["P", null]
      ])
      assert.isNull((yield* verify(path)).difference)
      assert.deepStrictEqual(yield* ask(path, "SELECT audit_hash FROM statement_windows"), before)
    }))

  it.effect("are put right in rows that were changed, withdrawn and shown again since", () =>
    Effect.gen(function*() {
      const [m1, m2, n, n2, a, a2, p] = flagged as [
        Transaction,
        Transaction,
        Transaction,
        Transaction,
        Transaction,
        Transaction,
        Transaction
      ]
      const path = join(yield* folder, "x.duckdb")
      yield* makeWithoutFlags(path, [
        year2024(flagged, "run-1"),
        year2024([{ ...m1, description: "other" }, n, n2, a], "run-2"),
        year2024([m1, m2, a, p], "run-3"),
        year2024([m1, a, a2], "run-4")
      ])
      assert.deepInclude(yield* verify(path), { difference: null, repairable: 1 })
      yield* opened(path)
      assert.deepInclude(yield* verify(path), { difference: null, repairable: 0 })
      assert.deepStrictEqual(
        yield* ask(path, "SELECT DISTINCT time_flag FROM transactions ORDER BY 1"),
        [["ambiguous-local"], ["marker-conflict"], ["nonexistent-local"], [null]]
      )
      const empty = `SELECT count(*) FROM transaction_events WHERE "before".time_flag = '' OR "after".time_flag = ''`
      assert.deepStrictEqual(yield* ask(path, empty), [["0"]])
      assert.deepStrictEqual(yield* brokenIn(path), [])
      // What the service shows is then what is stored.
      const outcome = yield* Effect.flatMap(Sink, (sink) => sink.commit(year2024([m1, a, a2], "run-5"))).pipe(
        Effect.provide(layerFile(path))
      )
      assert.deepInclude(outcome, { unchanged: 3, changed: 0, withdrawn: 0 })
    }))

  it.effect("are put right also when that was cut short before", () =>
    Effect.gen(function*() {
      const path = yield* withoutFlags
      yield* tamper(path, "UPDATE transactions SET time_flag = 'marker-conflict' WHERE txn_id = 'M2'")
      yield* tamper(path, "UPDATE transactions SET time_flag = 'ambiguous-local' WHERE txn_id LIKE 'A%'")
      assert.deepInclude(yield* verify(path), { difference: null, repairable: 1 })
      yield* opened(path)
      assert.isNull((yield* verify(path)).difference)
    }))

  it.effect("are no reason to call another window whole that is not what was committed", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* makeWithoutFlags(path, [
        year2024(flagged, "run-1"),
        window("2025-01-05", "2025-01-05", [row("Z", "2025-01-05 10:00:00", "1", "2")], { runId: "run-2" })
      ])
      yield* tamper(path, "UPDATE transactions SET description = 'other' WHERE txn_id = 'Z'")
      const { difference, repairable } = yield* verify(path)
      assert.deepStrictEqual([difference?.sequence, repairable], [2, 1])
    }))

  it.effect("stay as they are, and are told, where the window is not what was committed", () =>
    Effect.gen(function*() {
      const path = yield* withoutFlags
      yield* tamper(path, "UPDATE transactions SET amount = 2, signed_amount = 2 WHERE txn_id = 'P'")
      const unopened = yield* verify(path)
      assert.deepStrictEqual([unopened.difference?.sequence, unopened.repairable], [1, 0])
      yield* opened(path)
      assert.deepStrictEqual(yield* ask(path, "SELECT time_flag FROM transactions WHERE txn_id = 'N'"), [[""]])
      assert.strictEqual((yield* verify(path)).difference?.sequence, 1)
    }))
})

it.effect("a retry of an earlier version, with the totals of all rows of its day, is what was committed", () =>
  Effect.gen(function*() {
    const at = yield* folder
    const [newer, path] = [join(at, "newer.duckdb"), join(at, "x.duckdb")]
    const day = "2024-01-05"
    const entry = { days: window(day, day, []).days, truncated: false, record: "counted twice", answer: null }
    const retry = window(day, day, [row("B", `${day} 11:00:00`, "5", "115")], {
      complete: false,
      origin: "quarantine",
      resolves: [1],
      continuity: [entry]
    })
    const windows = [
      january([a], { rejections: [rejection("{}", day)] }),
      { ...retry, check: { ...retry.check, creditTotal: money("15") } }
    ]
    yield* Effect.flatMap(Sink, (sink) => Effect.forEach(windows, (each) => sink.commit(each))).pipe(
      Effect.provide(layerFile(newer))
    )
    yield* asLayout2(newer, path)
    yield* opened(path)
    assert.isNull((yield* verify(path)).difference)
    assert.deepStrictEqual(yield* ask(path, "SELECT record FROM continuity_windows"), [[null]])
  }))
