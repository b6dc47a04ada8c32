/**
 * The rows of a window as columns, and how to make the rows of them. See ScannedRecords for why.
 */
import { fromTenThousandths } from "./Money.ts"
import { dateLength, type ScannedRecords } from "./ScannedRecords.ts"
import type { TimeFlag, Transaction } from "./Transaction.ts"
import type { Currency, WalletNo } from "./Wallet.ts"

/** Rows of one wallet and one currency with distinct ids and a balance each, in the order of the answer. */
export interface RowColumns extends ScannedRecords {
  readonly walletNo: WalletNo
  /** Of every row; null when neither settings nor descriptions name one. */
  readonly currency: Currency | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly occurredAt: Float64Array
  /** Milliseconds since 1970-01-01 00:00 on the service's wall clock. */
  readonly localTime: Float64Array
  /** Indexes of `timeFlags`. */
  readonly timeFlag: Uint8Array
  /** Two prints of each id, as `printsOf` takes them. */
  readonly idPrints: Uint32Array
}

/** The flags of times, by their number in a column. */
export const timeFlags: ReadonlyArray<TimeFlag | null> = [
  null,
  "marker-conflict",
  "ambiguous-local",
  "nonexistent-local"
]

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const textAt = (bytes: Uint8Array, start: number, end: number): string => utf8.decode(bytes.subarray(start, end))

/** The id of a row. */
export const txnIdAt = ({ bytes, idEnd, idStart }: ScannedRecords, index: number): string =>
  textAt(bytes, idStart[index] as number, idEnd[index] as number)

/** The description of a row. */
export const descriptionAt = ({ bytes, descriptionEnd, descriptionStart }: ScannedRecords, index: number): string =>
  textAt(bytes, descriptionStart[index] as number, descriptionEnd[index] as number)

/** A row, as an object. */
export const rowAt = (columns: RowColumns, index: number): Transaction => {
  const dateStart = columns.dateStart[index] as number
  return {
    walletNo: columns.walletNo,
    txnId: txnIdAt(columns, index),
    type: columns.credit[index] === 1 ? "Credit" : "Debit",
    amount: fromTenThousandths(BigInt(columns.amount[index] as number)),
    balance: fromTenThousandths(BigInt(columns.balance[index] as number)),
    currency: columns.currency,
    description: descriptionAt(columns, index),
    confirmed: columns.confirmed[index] === 1,
    occurredAt: columns.occurredAt[index] as number,
    localTime: columns.localTime[index] as number,
    dateText: textAt(columns.bytes, dateStart, dateStart + dateLength),
    timeFlag: timeFlags[columns.timeFlag[index] as number] ?? null
  }
}

/** All rows, as objects. */
export const rowsOf = (columns: RowColumns): ReadonlyArray<Transaction> =>
  Array.from({ length: columns.count }, (_, index) => rowAt(columns, index))

const marked = new WeakMap<object, RowColumns>()

/** Notes that a window's rows are those of columns, and gives the window back. */
export const markColumns = <W extends object>(window: W, columns: RowColumns): W => {
  marked.set(window, columns)
  return window
}

/** The columns of a window; none for a window that somebody made of it, perhaps with other rows. */
export const columnsOf = (window: object): RowColumns | undefined => marked.get(window)
