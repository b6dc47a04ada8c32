/**
 * Files with definitions of somebody else, by which everything that is asked of them says what they like: a chain of hashes that
 * looks whole, or totals that nobody ever received.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Database, layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { row, window } from "../windows.ts"
import { folder, tamper } from "./files.ts"

const forgeries: ReadonlyArray<readonly [what: string, named: string, ...statements: ReadonlyArray<string>]> = [
  [
    "a macro that makes the chain hash another text",
    "the macro encode",
    "UPDATE transactions SET description = 'forged' WHERE txn_id = 'A'",
    "CREATE MACRO encode(x) AS system.main.encode(replace(x, 'forged', 'row'))"
  ],
  [
    "a macro in the place of a table of the engine",
    "the macro duckdb_tables",
    "CREATE MACRO duckdb_tables() AS TABLE FROM system.main.duckdb_tables() WHERE false"
  ],
  ["a macro that is an operator", "the macro ||", "CREATE MACRO \"||\"(a, b) AS a"],
  ["a type", "the type money", "CREATE TYPE money AS DECIMAL(9, 2)"],
  [
    "a view in the place of a table",
    "the view transactions in the place of a table",
    "CREATE TABLE mine AS FROM transactions",
    "DROP TABLE transactions",
    "CREATE VIEW transactions AS SELECT * REPLACE (amount * 10 AS amount) FROM mine"
  ],
  [
    "a table of another schema beside the program's",
    "the table Transactions of the schema shadow",
    "CREATE SCHEMA shadow",
    "CREATE TABLE shadow.\"Transactions\" AS FROM main.transactions"
  ],
  [
    "a table with computed columns",
    "the table proofs with computed columns",
    "DROP TABLE proofs",
    "CREATE TABLE proofs (wallet_no VARCHAR, proven_to DATE GENERATED ALWAYS AS (DATE '2099-01-01') VIRTUAL)"
  ]
]

const open = {
  "to read": (path: string) => Effect.asVoid(Database.openReadOnly(path)),
  "to check": (path: string) => Effect.asVoid(Database.openToCheck(path)),
  "to write": (path: string) => Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path }))
}

describe("a file that holds what the program never makes", () => {
  it.effect("is refused too where it was never the program's, and left as it is", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* tamper(path, "CREATE VIEW migrations AS SELECT 1 AS n")
      chmodSync(path, 0o600)
      const before = readFileSync(path)
      for (const [how, opening] of Object.entries(open)) {
        const error = yield* Effect.flip(Effect.scoped(opening(path)))
        assert.strictEqual(error.reason._tag, "Foreign", how)
      }
      assert.isTrue(readFileSync(path).equals(before))
    }))

  it.effect.each(forgeries)("is refused and left alone: %s", ([, named, ...statements]) =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])
      yield* Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path })))
      for (const [how, opening] of Object.entries(open)) {
        yield* Effect.scoped(opening(path)).pipe(Effect.orDie, Effect.as(how))
      }
      yield* tamper(path, statements.join("; "))
      const before = readFileSync(path)
      for (const [how, opening] of Object.entries(open)) {
        const error = yield* Effect.flip(Effect.scoped(opening(path)))
        assert.strictEqual(error.reason._tag, "Foreign", how)
        assert.include(error.message, named, how)
      }
      assert.isTrue(readFileSync(path).equals(before))
    }))

  it.effect("is none when people add tables and views of their own", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])
      yield* Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path })))
      yield* tamper(
        path,
        "CREATE SCHEMA own; CREATE TABLE own.notes (text VARCHAR); CREATE VIEW mine AS FROM transactions"
      )
      for (const opening of Object.values(open)) yield* Effect.scoped(opening(path))
    }))
})
