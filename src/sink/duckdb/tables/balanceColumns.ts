/**
 * Reads the columns that balances are checked by straight from the database's vectors: the bytes are what DuckDB keeps,
 * a DECIMAL(18,4) its ten-thousandths as a 64-bit integer, a timestamp its microseconds.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import { type BalanceColumns, largestCount } from "../../../domain/BalanceColumns.ts"
import { int64At } from "../../../domain/int64.ts"
import type { Period } from "../../../domain/Period.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import { bytesOf, isNull, release, textBytes, validityOf, wordsOf } from "../vectors/vectors.ts"
import { ofDays } from "./storedRows.ts"

/** The rows of a wallet on some days that are not withdrawn, in the order in which they are stored. */
export const balanceColumnsOf = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days: Period
): Promise<BalanceColumns> =>
  connection
    .run(
      `SELECT t.amount, t.balance, t.local_time, t.type = 'Credit', t.confirmed, t.currency,
         coalesce(t.time_flag = 'ambiguous-local', false)
       FROM transactions t WHERE ${ofDays("t", walletNo, days)} AND t.withdrawn_at IS NULL`
    )
    .then((result) => columnsOfChunks(Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index))))

const columnsOfChunks = (chunks: ReadonlyArray<DuckDBDataChunk>): BalanceColumns => {
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  const currencies = new Currencies()
  const columns = {
    rows,
    amounts: new Float64Array(rows),
    balances: new Float64Array(rows),
    localTimes: new Float64Array(rows),
    credits: new Uint8Array(rows),
    confirmed: new Uint8Array(rows),
    repeated: new Uint8Array(rows),
    currencyOf: new Int32Array(rows),
    currencies: currencies.known
  }
  let start = 0
  for (const chunk of chunks) {
    const end = start + chunk.rowCount
    readCounts(chunk, 0, columns.amounts.subarray(start, end))
    readCounts(chunk, 1, columns.balances.subarray(start, end))
    readMillis(chunk, 2, columns.localTimes.subarray(start, end))
    readBytes(chunk, 3, columns.credits.subarray(start, end))
    readBytes(chunk, 4, columns.confirmed.subarray(start, end))
    currencies.read(chunk, 5, columns.currencyOf.subarray(start, end))
    readBytes(chunk, 6, columns.repeated.subarray(start, end))
    start = end
  }
  return columns
}

const readCounts = (chunk: DuckDBDataChunk, column: number, out: Float64Array): void => {
  const words = wordsOf(chunk, column, 8)
  const validity = validityOf(chunk, column)
  for (let row = 0; row < out.length; row++) {
    const count = int64At(words, row)
    out[row] = Math.abs(count) <= largestCount && !isNull(validity, row) ? count : Number.NaN
  }
  release(words)
}

const readBytes = (chunk: DuckDBDataChunk, column: number, out: Uint8Array): void => {
  const bytes = bytesOf(chunk, column, 1)
  out.set(bytes)
  release(bytes)
}

const readMillis = (chunk: DuckDBDataChunk, column: number, out: Float64Array): void => {
  const words = wordsOf(chunk, column, 8)
  for (let row = 0; row < out.length; row++) out[row] = int64At(words, row) / 1000
  release(words)
}

/** Numbers the currencies that occur; next to each other they are nearly always the same. */
class Currencies {
  readonly known: Array<Currency | null> = []

  read(chunk: DuckDBDataChunk, column: number, out: Int32Array): void {
    const words = wordsOf(chunk, column, textBytes)
    const validity = validityOf(chunk, column)
    const vector = chunk.getColumnVector(column)
    for (let row = 0; row < out.length; row++) {
      out[row] = row > 0 && isSame(words, validity, row)
        ? (out[row - 1] as number)
        : this.numberOf(vector.getItem(row) as Currency | null)
    }
    release(words)
  }

  private numberOf(currency: Currency | null): number {
    const place = this.known.indexOf(currency)
    return place >= 0 ? place : this.known.push(currency) - 1
  }
}

/** Whether a text is that of the row before, as far as its own bytes tell. */
const isSame = (words: Int32Array, validity: Uint8Array | undefined, row: number): boolean => {
  if (isNull(validity, row) || isNull(validity, row - 1)) return isNull(validity, row) && isNull(validity, row - 1)
  for (let word = 4 * row; word < 4 * row + 4; word++) if (words[word] !== words[word - 4]) return false
  return true
}
