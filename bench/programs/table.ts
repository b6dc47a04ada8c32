// @effect-diagnostics asyncFunction:off -- what a script without Effect does
/**
 * The table that the other programs load, its values, and how those programs begin and end.
 */
import { type DuckDBConnection, DuckDBDecimalValue, DuckDBInstance, DuckDBTimestampValue } from "@duckdb/node-api"

/** The columns, with what more is said of the first. */
export const createTable = (identity = ""): string =>
  `CREATE TABLE transactions (txn_id VARCHAR ${identity}, type VARCHAR, amount DECIMAL(18,4), balance DECIMAL(18,4),
    description VARCHAR, confirmed BOOLEAN, local_time TIMESTAMP)`

/** Money of two decimals as the column has it. */
export const decimalOf = (text: string): DuckDBDecimalValue =>
  new DuckDBDecimalValue(BigInt(text.replace(".", "")) * 100n, 18, 4)

/** A date as the service sends it, taken at its 24-hour clock. */
export const timestampOf = (date: string): DuckDBTimestampValue =>
  new DuckDBTimestampValue(BigInt(Date.parse(`${date.slice(0, 10)}T${date.slice(11, 19)}Z`)) * 1000n)

/** Makes a new file, lets it be loaded, closes it and prints how many rows it has. */
export const loadFile = async (path: string, load: (connection: DuckDBConnection) => Promise<void>): Promise<void> => {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await load(connection)
  const counted = await connection.runAndReadAll("SELECT count(*)::INTEGER FROM transactions")
  connection.closeSync()
  instance.closeSync()
  process.stdout.write(`${JSON.stringify({ rows: counted.getRows()[0]?.[0] })}\n`)
}
