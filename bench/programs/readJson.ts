// @effect-diagnostics asyncFunction:off -- what a script without Effect does
/**
 * DuckDB's own JSON reader over saved pages, with all threads: what this machine can do at most.
 * `node bench/programs/readJson.ts FOLDER DAYS FILE exact|inexact`.
 *
 * `exact` reads amounts as text and casts them to DECIMAL; `inexact` reads them as doubles, as numbers usually are.
 */
import { join } from "node:path"
import { createTable, loadFile } from "./table.ts"

const [folder = "", days = "", file = "", mode] = process.argv.slice(2)
const number = mode === "exact" ? "VARCHAR" : "DOUBLE"
const files = Array.from({ length: Number(days) }, (_, day) => `'${join(folder, `${day}.json`)}'`)

await loadFile(file, async (connection) => {
  await connection.run(createTable())
  await connection.run(`
    INSERT INTO transactions
    SELECT r.txnId, r.type, r.amount::DECIMAL(18,4), r.balance::DECIMAL(18,4), r.description, r.confirmed,
      r.date[:19]::TIMESTAMP
    FROM (
      SELECT unnest(data) AS r FROM read_json([${files.join(", ")}], columns = {
        data: 'STRUCT(txnId VARCHAR, type VARCHAR, amount ${number}, balance ${number}, description VARCHAR,
          confirmed BOOLEAN, date VARCHAR)[]'
      })
    )`)
})
