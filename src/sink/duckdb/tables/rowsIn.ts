/**
 * Reads stored rows as columns, straight from the database's vectors: the bytes are what DuckDB keeps, a DECIMAL(18,4) its
 * ten-thousandths as a 64-bit integer, a timestamp its microseconds.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api"
import { type BalancedRows, roomFor, type Rows, timeFlags } from "../../../domain/Rows.ts"
import { TextArea } from "../../../domain/TextArea.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { quoteText } from "../schema/tableText.ts"
import { askChunks } from "../vectors/answers.ts"
import { copyValues, Currencies, readMillis, readNumbers, readPresence, readTexts } from "../vectors/columnReaders.ts"
import { valuesOf } from "../vectors/exactValues.ts"

const flagNumber = `CASE t.time_flag ${
  timeFlags.flatMap((flag, number) => (flag === null ? [] : `WHEN ${quoteText(flag)} THEN ${number}`)).join(" ")
} ELSE 0 END::UTINYINT`

const balancedColumns = `t.amount, t.balance, t.local_time, t.type = 'Credit', t.confirmed, t.currency, ${flagNumber}`

const columns = `${balancedColumns}, t.txn_id, t.description, t.date_text, t.occurred_at`

const keptColumns =
  `${columns}, t.leg::BIGINT, t.position::BIGINT, t.withdrawn_at IS NOT NULL, ${flagNumber} = 0 AND t.time_flag IS NOT NULL,
  t.time_flag`

/** What balances are checked by of some rows, in the order in which they are stored; `from` is what follows FROM. */
export const readBalanced = (connection: DuckDBConnection, from: string): Promise<BalancedRows> =>
  askChunks(connection, `SELECT ${balancedColumns} FROM ${from}`).then(balancedOf)

/** All of some rows of a wallet. */
export const readRows = (connection: DuckDBConnection, walletNo: WalletNo, from: string): Promise<Rows> =>
  askChunks(connection, `SELECT ${columns} FROM ${from}`).then((chunks) => rowsOf(walletNo, chunks))

/** Rows, and how they are kept; each array has an element for each row. */
export interface KeptRows {
  readonly rows: Rows
  readonly legs: Float64Array
  /** NaN for none. */
  readonly positions: Float64Array
  /** 1 for a withdrawn row. */
  readonly withdrawn: Uint8Array
  /** Flags of rows that have none of today's, which an earlier program wrote and nobody could put right. */
  readonly otherFlags: ReadonlyMap<number, string>
}

/** The same with how they are kept. */
export const readKept = (connection: DuckDBConnection, walletNo: WalletNo, from: string): Promise<KeptRows> =>
  askChunks(connection, `SELECT ${keptColumns} FROM ${from}`).then((chunks) => keptOf(walletNo, chunks))

const keptOf = (walletNo: WalletNo, chunks: ReadonlyArray<DuckDBDataChunk>): KeptRows => {
  const rows = rowsOf(walletNo, chunks)
  const legs = new Float64Array(rows.count)
  const positions = new Float64Array(rows.count)
  const withdrawn = new Uint8Array(rows.count)
  const isOther = new Uint8Array(rows.count)
  const otherFlags = new Map<number, string>()
  eachOf(chunks, (chunk, start, end) => {
    readNumbers(chunk, 11, legs.subarray(start, end))
    readNumbers(chunk, 12, positions.subarray(start, end))
    copyValues(chunk, 13, withdrawn.subarray(start, end))
    copyValues(chunk, 14, isOther.subarray(start, end))
    const flags = valuesOf(chunk, 15)
    for (let row = start; row < end; row++) if (isOther[row] === 1) otherFlags.set(row, String(flags(row - start)))
  })
  return { rows, legs, positions, withdrawn, otherFlags }
}

const eachOf = (
  chunks: ReadonlyArray<DuckDBDataChunk>,
  read: (chunk: DuckDBDataChunk, start: number, end: number) => void
): void => {
  let start = 0
  for (const chunk of chunks) read(chunk, start, start += chunk.rowCount)
}

const balancedOf = (chunks: ReadonlyArray<DuckDBDataChunk>): BalancedRows => {
  const count = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0)
  const currencies = new Currencies()
  const rows = {
    count,
    amount: new BigInt64Array(count),
    hasBalance: new Uint8Array(count),
    balance: new BigInt64Array(count),
    localTime: new Float64Array(count),
    credit: new Uint8Array(count),
    confirmed: new Uint8Array(count),
    timeFlag: new Uint8Array(count),
    currency: new Uint16Array(count),
    currencies: currencies.known
  }
  eachOf(chunks, (chunk, start, end) => {
    copyValues(chunk, 0, rows.amount.subarray(start, end))
    copyValues(chunk, 1, rows.balance.subarray(start, end))
    readPresence(chunk, 1, rows.hasBalance.subarray(start, end))
    readMillis(chunk, 2, rows.localTime.subarray(start, end))
    copyValues(chunk, 3, rows.credit.subarray(start, end))
    copyValues(chunk, 4, rows.confirmed.subarray(start, end))
    currencies.read(chunk, 5, rows.currency.subarray(start, end))
    copyValues(chunk, 6, rows.timeFlag.subarray(start, end))
  })
  return rows
}

const rowsOf = (walletNo: WalletNo, chunks: ReadonlyArray<DuckDBDataChunk>): Rows => {
  const balanced = balancedOf(chunks)
  const { count } = balanced
  const rows = { ...roomFor(count), ...balanced }
  const texts = new TextArea()
  eachOf(chunks, (chunk, start, end) => {
    readTexts(chunk, 7, texts, rows.idStart.subarray(start, end), rows.idEnd.subarray(start, end))
    readTexts(chunk, 8, texts, rows.descriptionStart.subarray(start, end), rows.descriptionEnd.subarray(start, end))
    readTexts(chunk, 9, texts, rows.dateStart.subarray(start, end), rows.dateEnd.subarray(start, end))
    readMillis(chunk, 10, rows.occurredAt.subarray(start, end))
  })
  for (let row = 0; row < count; row++) if (rows.hasBalance[row] === 0) rows.balance[row] = 0n
  return { ...rows, walletNo: count === 0 ? null : walletNo, answer: null, bytes: texts.bytes() }
}
