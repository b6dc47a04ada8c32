/**
 * Reads the part of rows that balances are checked by straight from the database's vectors: the bytes are what DuckDB keeps,
 * a DECIMAL(18,4) its ten-thousandths as a 64-bit integer, a timestamp its microseconds.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import { int64At } from "../../../domain/int64.ts"
import type { Period } from "../../../domain/Period.ts"
import { type BalancedRows, repeatedTime } from "../../../domain/Rows.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import { bytesOf, isNull, release, textBytes, validityOf, wordsOf } from "../vectors/vectors.ts"
import { ofDays } from "./storedRows.ts"

/** The rows of a wallet on some days that are not withdrawn, in the order in which they are stored. */
export const balancedRows = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days: Period
): Promise<BalancedRows> =>
  connection
    .run(
      `SELECT t.amount, t.balance, t.local_time, t.type = 'Credit', t.confirmed, t.currency,
         if(t.time_flag = 'ambiguous-local', ${repeatedTime}, 0)::UTINYINT
       FROM transactions t WHERE ${ofDays("t", walletNo, days)} AND t.withdrawn_at IS NULL`
    )
    .then((result) => rowsOfChunks(Array.from({ length: result.chunkCount }, (_, index) => result.getChunk(index))))

const rowsOfChunks = (chunks: ReadonlyArray<DuckDBDataChunk>): BalancedRows => {
  const count = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  const currencies = new Currencies()
  const rows = {
    count,
    amount: new BigInt64Array(count),
    hasBalance: new Uint8Array(count).fill(1),
    balance: new BigInt64Array(count),
    localTime: new Float64Array(count),
    credit: new Uint8Array(count),
    confirmed: new Uint8Array(count),
    timeFlag: new Uint8Array(count),
    currency: new Uint16Array(count),
    currencies: currencies.known
  }
  let start = 0
  for (const chunk of chunks) {
    const end = start + chunk.rowCount
    copy(chunk, 0, rows.amount.subarray(start, end))
    copy(chunk, 1, rows.balance.subarray(start, end))
    markNull(chunk, 1, rows.hasBalance.subarray(start, end))
    readMillis(chunk, 2, rows.localTime.subarray(start, end))
    copy(chunk, 3, rows.credit.subarray(start, end))
    copy(chunk, 4, rows.confirmed.subarray(start, end))
    currencies.read(chunk, 5, rows.currency.subarray(start, end))
    copy(chunk, 6, rows.timeFlag.subarray(start, end))
    start = end
  }
  return rows
}

/** What stands in the place of a NULL is any number. */
const copy = (chunk: DuckDBDataChunk, column: number, out: BigInt64Array | Uint8Array): void => {
  const bytes = bytesOf(chunk, column, out.BYTES_PER_ELEMENT)
  new Uint8Array(out.buffer, out.byteOffset, out.byteLength).set(bytes)
  release(bytes)
}

const markNull = (chunk: DuckDBDataChunk, column: number, out: Uint8Array): void => {
  const validity = validityOf(chunk, column)
  if (validity === undefined) return
  for (let row = 0; row < out.length; row++) if (isNull(validity, row)) out[row] = 0
}

const readMillis = (chunk: DuckDBDataChunk, column: number, out: Float64Array): void => {
  const words = wordsOf(chunk, column, 8)
  for (let row = 0; row < out.length; row++) out[row] = int64At(words, row) / 1000
  release(words)
}

/** Numbers the currencies that occur; next to each other they are nearly always the same. */
class Currencies {
  readonly known: Array<Currency | null> = []

  read(chunk: DuckDBDataChunk, column: number, out: Uint16Array): void {
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
