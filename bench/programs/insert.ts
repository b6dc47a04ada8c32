// @effect-diagnostics asyncFunction:off -- what a script without Effect does
/**
 * The script that most people would write: `fetch`, `JSON.parse`, prepared INSERT of many rows, a transaction a page:
 * `node bench/programs/insert.ts SERVICE DAYS FILE [conflict]`. With `conflict` the id is the primary key and a row
 * that is there already is replaced.
 *
 * Written as well as it can be: values bound as the columns' own types, because text that DuckDB has to cast makes it
 * plan every INSERT anew, and as many rows at once as was fastest of what was tried.
 */
import type { DuckDBPreparedStatement } from "@duckdb/node-api"
import { pages, type PlainRecord } from "./statement.ts"
import { createTable, decimalOf, loadFile, timestampOf } from "./table.ts"

const [service = "", days = "", file = "", mode] = process.argv.slice(2)

/** Rows of one INSERT; a page's rows are a multiple of it. */
const batch = mode === "conflict" ? 490 : 100

const onConflict = mode === "conflict"
  ? `ON CONFLICT (txn_id) DO UPDATE SET type = excluded.type, amount = excluded.amount, balance = excluded.balance,
      description = excluded.description, confirmed = excluded.confirmed, local_time = excluded.local_time`
  : ""

const insertRows = `INSERT INTO transactions VALUES ${
  Array(batch).fill("(?, ?, ?, ?, ?, ?, ?)").join(", ")
} ${onConflict}`

const bind = (insert: DuckDBPreparedStatement, records: ReadonlyArray<PlainRecord>): void => {
  let place = 1
  for (const { amount, balance, confirmed, date, description, txnId, type } of records) {
    insert.bindVarchar(place++, txnId)
    insert.bindVarchar(place++, type)
    insert.bindDecimal(place++, decimalOf(amount))
    insert.bindDecimal(place++, decimalOf(balance))
    insert.bindVarchar(place++, description)
    insert.bindBoolean(place++, confirmed)
    insert.bindTimestamp(place++, timestampOf(date))
  }
}

await loadFile(file, async (connection) => {
  await connection.run(createTable(mode === "conflict" ? "PRIMARY KEY" : ""))
  const insert = await connection.prepare(insertRows)
  for await (const records of pages(service, Number(days))) {
    await connection.run("BEGIN")
    for (let from = 0; from < records.length; from += batch) {
      bind(insert, records.slice(from, from + batch))
      await insert.run()
    }
    await connection.run("COMMIT")
  }
})
