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

const balancedColumns = {
  amount: "t.amount",
  balance: "t.balance",
  localTime: "t.local_time",
  credit: "t.type = 'Credit'",
  confirmed: "t.confirmed",
  currency: "t.currency",
  timeFlag: flagNumber
}

const columns = {
  ...balancedColumns,
  txnId: "t.txn_id",
  description: "t.description",
  dateText: "t.date_text",
  occurredAt: "t.occurred_at"
}

const keptColumns = {
  ...columns,
  leg: "t.leg::BIGINT",
  position: "t.position::BIGINT",
  withdrawn: "t.withdrawn_at IS NOT NULL",
  isOtherFlag: `${flagNumber} = 0 AND t.time_flag IS NOT NULL`,
  flagText: "t.time_flag"
}

const selected = (some: Readonly<Record<string, string>>): string => Object.values(some).join(", ")

const names = Object.keys(keptColumns)

/** Where a column stands among those that are asked for: each list begins with the one before. */
const place = (name: keyof typeof keptColumns): number => names.indexOf(name)

/** What balances are checked by of some rows, in the order in which they are stored; `from` is what follows FROM. */
export const readBalanced = (connection: DuckDBConnection, from: string): Promise<BalancedRows> =>
  askChunks(connection, `SELECT ${selected(balancedColumns)} FROM ${from}`).then(balancedOf)

/** All of some rows of a wallet. */
export const readRows = (connection: DuckDBConnection, walletNo: WalletNo, from: string): Promise<Rows> =>
  askChunks(connection, `SELECT ${selected(columns)} FROM ${from}`).then((chunks) => rowsFrom(walletNo, chunks))

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
  askChunks(connection, `SELECT ${selected(keptColumns)} FROM ${from}`).then((chunks) => keptOf(walletNo, chunks))

const keptOf = (walletNo: WalletNo, chunks: ReadonlyArray<DuckDBDataChunk>): KeptRows => {
  const rows = rowsFrom(walletNo, chunks)
  const legs = new Float64Array(rows.count)
  const positions = new Float64Array(rows.count)
  const withdrawn = new Uint8Array(rows.count)
  const isOther = new Uint8Array(rows.count)
  const otherFlags = new Map<number, string>()
  eachOf(chunks, (chunk, start, end) => {
    readNumbers(chunk, place("leg"), legs.subarray(start, end))
    readNumbers(chunk, place("position"), positions.subarray(start, end))
    copyValues(chunk, place("withdrawn"), withdrawn.subarray(start, end))
    copyValues(chunk, place("isOtherFlag"), isOther.subarray(start, end))
    const flags = valuesOf(chunk, place("flagText"))
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
    copyValues(chunk, place("amount"), rows.amount.subarray(start, end))
    copyValues(chunk, place("balance"), rows.balance.subarray(start, end))
    readPresence(chunk, place("balance"), rows.hasBalance.subarray(start, end))
    readMillis(chunk, place("localTime"), rows.localTime.subarray(start, end))
    copyValues(chunk, place("credit"), rows.credit.subarray(start, end))
    copyValues(chunk, place("confirmed"), rows.confirmed.subarray(start, end))
    currencies.read(chunk, place("currency"), rows.currency.subarray(start, end))
    copyValues(chunk, place("timeFlag"), rows.timeFlag.subarray(start, end))
  })
  return rows
}

const rowsFrom = (walletNo: WalletNo, chunks: ReadonlyArray<DuckDBDataChunk>): Rows => {
  const balanced = balancedOf(chunks)
  const { count } = balanced
  const rows = { ...roomFor(count), ...balanced }
  const texts = new TextArea()
  eachOf(chunks, (chunk, start, end) => {
    readTexts(chunk, place("txnId"), texts, rows.idStart.subarray(start, end), rows.idEnd.subarray(start, end))
    readTexts(
      chunk,
      place("description"),
      texts,
      rows.descriptionStart.subarray(start, end),
      rows.descriptionEnd.subarray(start, end)
    )
    readTexts(chunk, place("dateText"), texts, rows.dateStart.subarray(start, end), rows.dateEnd.subarray(start, end))
    readMillis(chunk, place("occurredAt"), rows.occurredAt.subarray(start, end))
  })
  for (let row = 0; row < count; row++) if (rows.hasBalance[row] === 0) rows.balance[row] = 0n
  return { ...rows, walletNo: count === 0 ? null : walletNo, answer: null, bytes: texts.bytes() }
}
