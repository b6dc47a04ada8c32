/**
 * Writes books that a merchant may keep of a file's statement, as CSV: `node bench/programs/books.ts FILE OUT KIND`. Known alike for the
 * same file: which transaction has what wrong follows from its id.
 */
import { DuckDBInstance } from "@duckdb/node-api"

const [path = "", out = "", kind = ""] = process.argv.slice(2)

const time = "strftime(local_time, '%Y-%m-%d %H:%M:%S') AS date"
const money = (amount: string): string => `CAST(${amount} AS DECIMAL(18,2)) AS amount`

/** One in a hundred is missing, one has another amount and one another day; `gross` is what the books have of the amount. */
const usual = (id: string, gross = "signed_amount"): string =>
  `SELECT ${id}, strftime(local_time + to_days(CASE WHEN h = 3 THEN 1 ELSE 0 END), '%Y-%m-%d %H:%M:%S') AS date,
    ${money(`${gross} + CASE WHEN h = 2 THEN 0.5 ELSE 0 END`)}, currency FROM rows WHERE h <> 0`

const halves = (amounts: string): string =>
  `SELECT txn_id AS id, ${time}, unnest([${amounts}]) AS amount, currency FROM rows WHERE h % 2 = 0`

const books: Readonly<Record<string, string>> = {
  "by id": usual("txn_id AS id"),
  "half by id": usual("CASE WHEN h % 10 < 5 THEN txn_id END AS id"),
  "by time": usual("NULL AS id"),
  "by id, with fees": usual("txn_id AS id", "signed_amount + CASE WHEN signed_amount > 0 THEN 10 ELSE 0 END"),
  "in two parts": halves("(signed_amount - 0.25)::DECIMAL(18,2), 0.25::DECIMAL(18,2)"),
  "entered twice": halves("signed_amount::DECIMAL(18,2), signed_amount::DECIMAL(18,2)"),
  "all different": `SELECT txn_id AS id, ${time}, ${money("signed_amount + 0.5")}, currency FROM rows`,
  "none in the statement": `SELECT 'X' || txn_id AS id, ${time}, ${
    money("signed_amount + 10000000")
  }, currency FROM rows`
}

const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" })
const connection = await instance.connect()
await connection.run(
  `COPY (WITH rows AS (SELECT *, hash(txn_id) % 100 AS h FROM current_transactions) ${
    books[kind]
  }) TO '${out}' (HEADER)`
)
connection.closeSync()
instance.closeSync()
