// @effect-diagnostics asyncFunction:off -- what a script without Effect does
/**
 * The same script with DuckDB's appender, row by row as its documentation shows, a transaction a page:
 * `node bench/programs/appender.ts SERVICE DAYS FILE`.
 */
import { pages } from "./statement.ts"
import { createTable, decimalOf, loadFile, timestampOf } from "./table.ts"

const [service = "", days = "", file = ""] = process.argv.slice(2)

await loadFile(file, async (connection) => {
  await connection.run(createTable())
  const appender = await connection.createAppender("transactions")
  for await (const records of pages(service, Number(days))) {
    await connection.run("BEGIN")
    for (const { amount, balance, confirmed, date, description, txnId, type } of records) {
      appender.appendVarchar(txnId)
      appender.appendVarchar(type)
      appender.appendDecimal(decimalOf(amount))
      appender.appendDecimal(decimalOf(balance))
      appender.appendVarchar(description)
      appender.appendBoolean(confirmed)
      appender.appendTimestamp(timestampOf(date))
      appender.endRow()
    }
    appender.flushSync()
    await connection.run("COMMIT")
  }
  appender.closeSync()
})
