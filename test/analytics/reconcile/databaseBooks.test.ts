/**
 * Books that are a question's answer in another DuckDB file.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readDatabaseBooks } from "../../../src/analytics/reconcile/databaseBooks.ts"
import { sides } from "../../../src/analytics/reconcile/matchTables.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { booksAt } from "./booksAt.ts"

const made = Effect.fnUntraced(function*(...statements: ReadonlyArray<string>) {
  const path = join(yield* folder, "shop.duckdb")
  const instance = yield* Effect.promise(() => DuckDBInstance.create(path))
  const connection = yield* Effect.promise(() => instance.connect())
  for (const sql of statements) yield* Effect.promise(() => connection.run(sql))
  connection.closeSync()
  instance.closeSync()
  return path
})

const read = Effect.fnUntraced(function*(path: string, sql: string, columns: ReadonlyArray<string> = []) {
  const workspace = yield* openWorkspace
  yield* workspace.run(sides)
  yield* readDatabaseBooks(workspace, booksAt(path, { columns }), sql)
  return yield* workspace.ask(
    "SELECT line::INTEGER, id, strftime(moment, '%Y-%m-%d %H:%M:%S'), timed, amount::VARCHAR, reference FROM books ORDER BY line"
  )
})

const orders = [
  "CREATE TABLE orders (no INTEGER, paid TIMESTAMP, net DECIMAL(12,2), \"in \"\"voice\" VARCHAR)",
  "INSERT INTO orders VALUES (7, '2025-01-31 14:05:09', -12.50, 'INV-1'), (8, '2025-02-01', 3, NULL)"
]

describe("books in a DuckDB file", () => {
  it.effect("are what a SELECT answers, with the names of its columns or those that are said", () =>
    Effect.gen(function*() {
      const path = yield* made(...orders)
      const before = readFileSync(path)
      const expected = [
        [1, "7", "2025-01-31 14:05:09", true, "-12.5000", "INV-1"],
        [2, "8", "2025-02-01 00:00:00", false, "3.0000", null]
      ]
      assert.deepStrictEqual(
        yield* read(
          path,
          "SELECT no AS id, paid AS date, net AS amount, \"in \"\"voice\" AS reference FROM orders ORDER BY no -- all"
        ),
        expected
      )
      assert.deepStrictEqual(
        yield* read(path, "FROM orders ORDER BY no;", ["id=no", "date=paid", "amount=net", "reference=in \"voice"]),
        expected
      )
      assert.deepStrictEqual(readFileSync(path), before)
    }))

  it.effect("are refused where the question does more than read, or the answer is no books", () =>
    Effect.gen(function*() {
      const path = yield* made(...orders)
      const outside = join(yield* folder, "x.csv")
      writeFileSync(outside, "date,amount\n2025-01-31,1\n")
      const messageOf = (sql: string, place = path) =>
        Effect.map(Effect.flip(read(place, sql)), ({ message }) => message)
      assert.match(yield* messageOf(`FROM read_csv('${outside}')`), /read_csv/)
      assert.match(yield* messageOf(`FROM '${outside}'`), /./)
      assert.match(yield* messageOf("SELECT 1) ; DROP TABLE orders; SELECT * FROM (SELECT 1"), /./)
      assert.match(yield* messageOf("FROM nothing"), /nothing/)
      assert.match(
        yield* messageOf("SELECT no AS id FROM orders"),
        /^The answer to --sql has no column `date`; it has id/
      )
      assert.match(
        yield* messageOf("SELECT paid AS date, net::DOUBLE AS amount FROM orders"),
        /^The answer to --sql has amounts as DOUBLE, which are not exact/
      )
      assert.strictEqual(
        yield* messageOf("SELECT paid AS date, CASE WHEN no = 7 THEN net END AS amount FROM orders ORDER BY no"),
        "The answer to --sql, row 2: the row has no amount: fill it in, or take the line out"
      )
      assert.match(yield* messageOf("SELECT 1", outside), /^x\.csv is no DuckDB file/)
      assert.match(yield* messageOf("SELECT 1", `${outside}x`), /^x\.csvx is no DuckDB file/)
    }))

  it.effect("reach nothing outside by a view that the file has", () =>
    Effect.gen(function*() {
      const outside = join(yield* folder, "x.csv")
      writeFileSync(outside, "date,amount\n2025-01-31,1\n")
      const path = yield* made(
        `CREATE VIEW sly AS SELECT '2025-01-31' AS date, content AS amount FROM read_text('${outside}')`
      )
      const { message } = yield* Effect.flip(read(path, "FROM sly"))
      assert.notInclude(message, "2025")
    }))

  it.effect("have types, not texts that are written in some way", () =>
    Effect.gen(function*() {
      const workspace = yield* openWorkspace
      const path = yield* made(...orders)
      const error = yield* Effect.flip(
        readDatabaseBooks(
          workspace,
          booksAt(path, { dates: "DD/MM/YYYY" }),
          "SELECT paid AS date, net AS amount FROM orders"
        )
      )
      assert.include(
        error.message,
        "The answer to --sql has columns with types, and --dates and --amounts are for texts"
      )
    }))
})
