import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { tablesAt } from "../../../../src/sink/duckdb/file/migrations.ts"
import { currentVersion, Database, layerDuckDb, verifyLayout } from "../../../../src/sink/duckdb/index.ts"
import { asksForPrint } from "../../../../src/sink/duckdb/schema/layout.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { madeOnce } from "../../../kit/emptyFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, asLayout2, folder } from "../files.ts"

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])
const withFile = madeOnce((path) =>
  Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path })))
)

const differences = (path: string) => Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyLayout))
const opened = (path: string) => Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path }))
const printed = "SELECT view_name, sql, comment FROM duckdb_views() WHERE NOT internal ORDER BY ALL"
const commented = "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal ORDER BY ALL"

/** What is changed by hand, how, and what is said of it. */
const edits: ReadonlyArray<readonly [string, string, string]> = [
  [
    "a view that was replaced",
    "CREATE OR REPLACE VIEW current_transactions AS SELECT * FROM transactions",
    "the view current_transactions asks something else"
  ],
  [
    "a view that others ask",
    `CREATE OR REPLACE VIEW daily_balance AS SELECT * REPLACE (debit_total + 1 AS debit_total) FROM (
      SELECT wallet_no, currency, local_time::DATE AS day, 1 AS "rows", 0.0 AS debit_total, 0.0 AS credit_total,
        0.0 AS net, 0.0 AS closing_balance FROM transactions)`,
    "the view daily_balance asks something else"
  ],
  [
    "a view of which a condition was changed",
    `CREATE OR REPLACE VIEW proven AS
     SELECT wallet_no, currency, proven_from, proven_to, quiet_since, NOT opening_known AS opening_known FROM proofs`,
    "the view proven asks something else"
  ],
  ["a view that was dropped", "DROP VIEW wallet_summary", "the view wallet_summary is not there"],
  [
    "a view that became a table",
    "DROP VIEW anchors; CREATE TABLE anchors AS SELECT 'W-1' AS wallet_no",
    "the view anchors is not there"
  ],
  [
    "the comment on a view",
    "COMMENT ON VIEW audit_lines IS 'x'",
    "the comment on the view audit_lines is another"
  ],
  ["the comment on a table", "COMMENT ON TABLE runs IS NULL", "the comment on the table runs is another"],
  [
    "the comment on a column",
    "COMMENT ON COLUMN transactions.amount IS 'signed'",
    "the comment on transactions.amount is another"
  ],
  [
    "the comment on a column of a view",
    "COMMENT ON COLUMN monthly_cashflow.days_missing IS NULL",
    "the comment on monthly_cashflow.days_missing is another"
  ],
  [
    "the comment on a column of a later layout",
    "COMMENT ON COLUMN runs.rules IS NULL",
    "the comment on runs.rules is another"
  ]
]

describe("the views and comments of a file", () => {
  it.effect("are as the program made them, in a new file and in one that was opened again", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.deepStrictEqual(yield* differences(path), [])
      yield* opened(path)
      assert.deepStrictEqual(yield* differences(path), [])
    }))

  it.effect("have the same print when the file is opened again, so that nothing is made anew", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      yield* opened(path)
      assert.deepStrictEqual(yield* ask(path, asksForPrint(tablesAt(currentVersion))), [["true"]])
    }))

  it.effect("are as the program of its layout made them in an older file", () =>
    Effect.gen(function*() {
      const [path, older] = [yield* withFile, join(yield* folder, "older.duckdb")]
      yield* asLayout2(path, older)
      assert.deepStrictEqual(yield* differences(older), [])
      yield* tamper(older, "DROP VIEW current_transactions")
      assert.deepStrictEqual(yield* differences(older), ["the view current_transactions is not there"])
      yield* opened(older)
      assert.deepStrictEqual(yield* differences(older), [])
    }))

  for (const [what, sql, said] of edits) {
    it.effect(`are told and made anew: ${what}`, () =>
      Effect.gen(function*() {
        const path = yield* withFile
        const before = [yield* ask(path, printed), yield* ask(path, commented)]
        yield* tamper(path, sql)
        assert.deepStrictEqual(yield* differences(path), [said])
        yield* opened(path)
        assert.deepStrictEqual(yield* differences(path), [])
        yield* opened(path)
        const tables = commented.replace("NOT internal", "NOT internal AND table_name <> 'anchors set aside'")
        assert.deepStrictEqual([yield* ask(path, printed), yield* ask(path, tables)], before)
      }))
  }

  it.effect("are told also where another schema has them as they were", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const [[sql = "", about = ""] = []] = yield* ask(
        path,
        "SELECT sql, comment FROM duckdb_views() WHERE view_name = 'current_transactions'"
      )
      yield* tamper(
        path,
        `CREATE SCHEMA aaa; CREATE OR REPLACE VIEW current_transactions AS SELECT * REPLACE (amount * 10 AS amount) FROM transactions;
         COMMENT ON VIEW current_transactions IS '${about}'; ${String(sql).replace("CREATE VIEW ", "CREATE VIEW aaa.")}
         COMMENT ON VIEW aaa.current_transactions IS '${about}'`
      )
      assert.deepStrictEqual(yield* differences(path), ["the view current_transactions asks something else"])
    }))

  it.effect("of somebody's own are left alone", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      yield* tamper(path, "CREATE VIEW mine AS SELECT 1 AS one; COMMENT ON VIEW mine IS 'own'; DROP VIEW proven")
      yield* opened(path)
      assert.deepStrictEqual(yield* ask(path, "FROM mine"), [["1"]])
      assert.deepStrictEqual(yield* differences(path), [])
    }))
})
