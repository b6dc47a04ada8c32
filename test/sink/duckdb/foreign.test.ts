/**
 * Files with definitions of somebody else, by which everything that is asked of them says what they like: a chain of hashes that
 * looks whole, or totals that nobody ever received.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { row, window } from "../../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../../kit/emptyFile.ts"
import { tamper } from "../../kit/tamper.ts"
import { folder } from "./files.ts"

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
    "proven_to DATE GENERATED ALWAYS AS",
    "DROP TABLE proofs",
    "CREATE TABLE proofs (wallet_no VARCHAR, proven_to DATE GENERATED ALWAYS AS (DATE '2099-01-01') VIRTUAL)"
  ]
]

/** Tables that the program made and somebody altered. */
const alterations: ReadonlyArray<readonly [what: string, named: string, ...statements: ReadonlyArray<string>]> = [
  [
    "a window's number that may be NULL",
    "the table transactions with window_sequence BIGINT instead of window_sequence BIGINT NOT NULL",
    "ALTER TABLE transactions ALTER window_sequence DROP NOT NULL"
  ],
  [
    "a wallet that may be NULL",
    "the table transactions with wallet_no VARCHAR instead of wallet_no VARCHAR NOT NULL",
    "ALTER TABLE transactions ALTER wallet_no DROP NOT NULL"
  ],
  [
    "a window without a number",
    "the table statement_windows with sequence BIGINT instead of sequence BIGINT NOT NULL",
    "ALTER TABLE statement_windows ALTER sequence DROP NOT NULL"
  ],
  [
    "a day that may not be NULL",
    "the table proofs with quiet_since DATE NOT NULL instead of quiet_since DATE",
    "ALTER TABLE proofs ALTER quiet_since SET NOT NULL"
  ],
  [
    "another type",
    "the table held_rows with leg BIGINT NOT NULL instead of leg INTEGER NOT NULL",
    "ALTER TABLE held_rows ALTER leg TYPE BIGINT"
  ],
  [
    "texts that are compared in another way",
    "the table watermarks with wallet_no VARCHAR COLLATE nocase NOT NULL instead of wallet_no VARCHAR NOT NULL",
    "ALTER TABLE watermarks ALTER wallet_no TYPE VARCHAR COLLATE nocase"
  ],
  [
    "a default",
    "the table runs with status VARCHAR DEFAULT('complete') NOT NULL instead of status VARCHAR NOT NULL",
    "ALTER TABLE runs ALTER status SET DEFAULT 'complete'"
  ],
  ["a column more", "the table layout with note VARCHAR", "ALTER TABLE layout ADD COLUMN note VARCHAR"],
  ["a column less", "the table proofs without quiet_since DATE", "ALTER TABLE proofs DROP COLUMN quiet_since"],
  [
    "a name that holds others",
    "the table layout with \"print VARCHAR NOT NULL, more\" VARCHAR",
    "ALTER TABLE layout ADD COLUMN \"print VARCHAR NOT NULL, more\" VARCHAR"
  ],
  [
    "columns in another order",
    "the table proofs otherwise in name or order",
    "CREATE TABLE other AS SELECT proven_from, * EXCLUDE (proven_from) FROM proofs",
    "DROP TABLE proofs",
    "ALTER TABLE other RENAME TO proofs",
    ...["wallet_no", "opening_known", "updated_at", "run_id"].map((name) =>
      `ALTER TABLE proofs ALTER ${name} SET NOT NULL`
    )
  ],
  [
    "a check",
    "the table layout with CHECK((print != ''))",
    "DROP TABLE layout",
    "CREATE TABLE layout (print VARCHAR NOT NULL, CHECK (print <> ''))"
  ],
  [
    "a key",
    "the table layout with print VARCHAR, PRIMARY KEY(print) instead of print VARCHAR NOT NULL",
    "ALTER TABLE layout ADD PRIMARY KEY (print)"
  ],
  ["an index", "an index on the table transactions", "CREATE INDEX mine ON transactions (txn_id)"],
  ["a table less", "no table declarations", "DROP TABLE declarations"],
  [
    "a ledger that is another",
    "the table migrations with number INTEGER instead of",
    "ALTER TABLE migrations ALTER number DROP NOT NULL"
  ],
  [
    "a ledger of fewer steps",
    "the table layout, which its layout 9 does not have",
    "DELETE FROM migrations WHERE number > 9"
  ],
  ["a ledger without a step", "the table transactions, which its layout 0 does not have", "DELETE FROM migrations"],
  [
    "a ledger of no version",
    "the table transactions, which its layout 0 does not have",
    "UPDATE migrations SET number = -number"
  ]
]

const open = {
  "to read": (path: string) => Effect.asVoid(Database.openReadOnly(path)),
  "to check": (path: string) => Effect.asVoid(Database.openToCheck(path)),
  "to write": (path: string) => Effect.provide(Effect.asVoid(Sink), layerFile(path))
}

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

/** A file that can be opened in each way. */
const withFile = madeOnce((path) =>
  Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(
    Effect.provide(layerFile(path)),
    Effect.andThen(Effect.forEach(Object.values(open), (opening) => Effect.scoped(opening(path))))
  )
)

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

  it.effect.each([...forgeries, ...alterations])(
    "is refused and left alone: %s",
    ([, named, ...statements]) =>
      Effect.gen(function*() {
        const path = yield* withFile
        yield* tamper(path, statements.join("; "))
        const before = readFileSync(path)
        for (const [how, opening] of Object.entries(open)) {
          const error = yield* Effect.flip(Effect.scoped(opening(path)))
          assert.strictEqual(error.reason._tag, "Foreign", how)
          assert.include(error.message, named, how)
        }
        assert.isTrue(readFileSync(path).equals(before))
      })
  )

  it.effect("is none when people add tables and views of their own", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      yield* tamper(
        path,
        "CREATE SCHEMA own; CREATE TABLE own.notes (text VARCHAR); CREATE VIEW mine AS FROM transactions"
      )
      for (const opening of Object.values(open)) yield* Effect.scoped(opening(path))
    }))
})
