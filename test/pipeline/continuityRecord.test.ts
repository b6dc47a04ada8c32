/**
 * What is written down of a window's balances, and what an earlier version has written down.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import * as Rows from "../../src/domain/Rows.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { entryOfContinuity } from "../../src/pipeline/continuityRecord.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { checkRows, type WindowEvidence } from "../../src/pipeline/WindowEvidence.ts"
import { layerDuckDb, layerDuckDbReadOnly } from "../../src/sink/duckdb/index.ts"
import { decisionColumns, exportColumns } from "../../src/sink/duckdb/schema/laterTables.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { day, row, wallet, window } from "../../src/testing/windows.ts"
import { layerFile } from "../kit/emptyFile.ts"
import { tamper } from "../kit/tamper.ts"
import { ask, folder } from "../sink/duckdb/files.ts"

const days = { from: day("2024-01-01"), to: day("2024-01-01") }

/** One row with a balance, and some without one behind it, all in one second. */
const rowsOf = (ids: ReadonlyArray<string>) => [
  row("A", "2024-01-01 09:00:00", "5.00", "5.00"),
  ...ids.map((id) => row(id, "2024-01-01 10:00:00", "1.00", null))
]

const checkOf = (ids: ReadonlyArray<string>): WindowEvidence =>
  checkRows({ period: days, rows: Rows.from(rowsOf(ids)) })

/** A file with these rows, whose record somebody wrote otherwise. */
const rewritten = Effect.fnUntraced(function*(rows: ReadonlyArray<Transaction>, written: string, other: string) {
  const path = join(yield* folder, "x.duckdb")
  const continuity = [entryOfContinuity(checkRows({ period: days, rows: Rows.from(rows) }))]
  yield* Effect.flatMap(Sink, (sink) => sink.commit({ ...window("2024-01-01", "2024-01-01", rows), continuity }))
    .pipe(Effect.provide(layerFile(path)))
  yield* tamper(path, `UPDATE continuity_windows SET record = replace(record, '${written}', '${other}')`)
  return path
})

/** A file whose record names such rows in an order that only they came in. */
const withRecord = rewritten(rowsOf(["T9", "T10"]), `"T10","T9"`, `"T9","T10"`)

const differing = (path: string) =>
  Effect.map(verifyContinuity(wallet), (found) => found.differing).pipe(Effect.provide(layerDuckDbReadOnly({ path })))

/** What came behind a layout is taken away. */
const asLayout15 = [
  "DELETE FROM migrations WHERE number > 15",
  "DROP TABLE category_rules",
  "DROP TABLE row_decisions",
  ...exportColumns.map(([name]) => `ALTER TABLE declarations DROP COLUMN "${name}"`)
].join("; ")
const asLayout13 = [
  asLayout15,
  "DELETE FROM migrations WHERE number > 13",
  ...decisionColumns.map(([name]) => `ALTER TABLE declarations DROP COLUMN "${name}"`)
].join("; ")

describe("what is written down of a window", () => {
  it("names rows of one second in one order, however they come", () => {
    assert.deepStrictEqual(entryOfContinuity(checkOf(["T9", "T10"])), entryOfContinuity(checkOf(["T10", "T9"])))
  })

  it.effect("is found to be another by verify, in a file of this version", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* differing(yield* withRecord), [days])
    }))

  it.effect("by a version that named such rows as they came is worked out again, also where the file is only read", () =>
    Effect.gen(function*() {
      const path = yield* withRecord
      yield* tamper(path, asLayout13)
      assert.deepStrictEqual(yield* differing(path), [])
      assert.deepStrictEqual(yield* ask(path, "SELECT count(record) FROM continuity_windows"), [["0"]])
      yield* Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path }))
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*), count(record) FROM continuity_windows"), [["1", "0"]])
      assert.deepStrictEqual(yield* differing(path), [])
    }))

  it.effect("by a version that left gaps where rows without a balance share a second is worked out again", () =>
    Effect.gen(function*() {
      const rows = [
        row("A", "2024-01-01 09:00:00", "5.00", "5.00"),
        row("B", "2024-01-01 10:00:00", "2.00", null),
        row("C", "2024-01-01 11:00:00", "1.00", "8.00"),
        row("D", "2024-01-01 11:00:00", "3.00", null),
        row("E", "2024-01-01 12:00:00", "1.00", "12.00")
      ]
      const path = yield* rewritten(rows, `"kind":"ambiguous"`, `"kind":"gap"`)
      assert.deepStrictEqual(yield* differing(path), [days])
      yield* tamper(path, asLayout15)
      assert.deepStrictEqual(yield* differing(path), [])
    }))
})
