/**
 * The rows of a window as columns: numbers in typed arrays, texts as places in bytes. Hundreds of thousands of rows a
 * second are too many for an object each; for people and for pipelines of their own there are `at`, `values`, `map`,
 * `filter` and `from`, which speak of transactions.
 *
 * A struct without secrets: whoever spreads one keeps all that it says, `answer` included; `map` and `filter` make other
 * rows, which no answer is known of.
 */
import type { AnswerMark } from "./AnswerMark.ts"
import { gather, gatherMoney } from "./gather.ts"
import { fromTenThousandths } from "./Money.ts"
import { TextArea } from "./TextArea.ts"
import type { TimeFlag, Transaction } from "./Transaction.ts"
import type { Currency, WalletNo } from "./Wallet.ts"

/** Rows of one wallet, in the order in which they came. The arrays may have room for more than there are. */
export interface Rows {
  readonly count: number
  /** Null where there are no rows. */
  readonly walletNo: WalletNo | null
  /** The answer of the service that these are all the rows of; null where none is known. */
  readonly answer: AnswerMark | null
  /** UTF-8: what the places of texts are in. */
  readonly bytes: Uint8Array
  readonly idStart: Int32Array
  readonly idEnd: Int32Array
  readonly descriptionStart: Int32Array
  readonly descriptionEnd: Int32Array
  /** The timestamp as received. */
  readonly dateStart: Int32Array
  readonly dateEnd: Int32Array
  /** 1 for Credit, 0 for Debit. */
  readonly credit: Uint8Array
  /** 1 where the service calls the transaction confirmed. */
  readonly confirmed: Uint8Array
  /** Ten-thousandths, not signed by the type. */
  readonly amount: BigInt64Array
  /** 1 where there is a balance. */
  readonly hasBalance: Uint8Array
  /** Ten-thousandths; 0 where there is none. */
  readonly balance: BigInt64Array
  /** The place of the row's currency in `currencies`. */
  readonly currency: Uint16Array
  /** Null stands for none that is known. */
  readonly currencies: ReadonlyArray<Currency | null>
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly occurredAt: Float64Array
  /** Milliseconds since 1970-01-01 00:00 on the service's wall clock. */
  readonly localTime: Float64Array
  /** The place of the row's flag in `timeFlags`. */
  readonly timeFlag: Uint8Array
}

/** The part of rows that balances are checked by. */
export type BalancedRows = Pick<
  Rows,
  | "count"
  | "credit"
  | "confirmed"
  | "amount"
  | "hasBalance"
  | "balance"
  | "currency"
  | "currencies"
  | "localTime"
  | "timeFlag"
>

/** What is doubtful about times, by its number in a column. */
export const timeFlags: ReadonlyArray<TimeFlag | null> = [
  null,
  "marker-conflict",
  "ambiguous-local",
  "nonexistent-local"
]

/** The number of `ambiguous-local`: the wall clock showed the time twice. */
export const repeatedTime = timeFlags.indexOf("ambiguous-local")

const columnNames = [
  "idStart",
  "idEnd",
  "descriptionStart",
  "descriptionEnd",
  "dateStart",
  "dateEnd",
  "credit",
  "confirmed",
  "hasBalance",
  "currency",
  "occurredAt",
  "localTime",
  "timeFlag"
] as const

/** Columns with room for so many rows. */
export const roomFor = (
  room: number
): Omit<Rows, "count" | "walletNo" | "answer" | "bytes" | "currencies"> => ({
  idStart: new Int32Array(room),
  idEnd: new Int32Array(room),
  descriptionStart: new Int32Array(room),
  descriptionEnd: new Int32Array(room),
  dateStart: new Int32Array(room),
  dateEnd: new Int32Array(room),
  credit: new Uint8Array(room),
  confirmed: new Uint8Array(room),
  amount: new BigInt64Array(room),
  hasBalance: new Uint8Array(room),
  balance: new BigInt64Array(room),
  currency: new Uint16Array(room),
  occurredAt: new Float64Array(room),
  localTime: new Float64Array(room),
  timeFlag: new Uint8Array(room)
})

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const textAt = (bytes: Uint8Array, start: number, end: number): string => utf8.decode(bytes.subarray(start, end))

/** The id of a row. */
export const txnIdAt = (
  { bytes, idEnd, idStart }: Pick<Rows, "bytes" | "idStart" | "idEnd">,
  index: number
): string => textAt(bytes, idStart[index] as number, idEnd[index] as number)

/** The description of a row. */
export const descriptionAt = (
  { bytes, descriptionEnd, descriptionStart }: Pick<Rows, "bytes" | "descriptionStart" | "descriptionEnd">,
  index: number
): string => textAt(bytes, descriptionStart[index] as number, descriptionEnd[index] as number)

/** The timestamp of a row as received. */
export const dateTextAt = (
  { bytes, dateEnd, dateStart }: Pick<Rows, "bytes" | "dateStart" | "dateEnd">,
  index: number
): string => textAt(bytes, dateStart[index] as number, dateEnd[index] as number)

/** The currency of a row; null where none is known. */
export const currencyAt = ({ currencies, currency }: Rows, index: number): Currency | null =>
  currencies[currency[index] as number] ?? null

/** A row as a transaction; `index` is one that there is. */
export const at = (rows: Rows, index: number): Transaction => ({
  walletNo: rows.walletNo as WalletNo,
  txnId: txnIdAt(rows, index),
  type: rows.credit[index] === 1 ? "Credit" : "Debit",
  amount: fromTenThousandths(rows.amount[index] as bigint),
  balance: rows.hasBalance[index] === 1 ? fromTenThousandths(rows.balance[index] as bigint) : null,
  currency: currencyAt(rows, index),
  description: descriptionAt(rows, index),
  confirmed: rows.confirmed[index] === 1,
  occurredAt: rows.occurredAt[index] as number,
  localTime: rows.localTime[index] as number,
  dateText: dateTextAt(rows, index),
  timeFlag: timeFlags[rows.timeFlag[index] as number] ?? null
})

/** The rows as transactions, one after the other. */
export function* values(rows: Rows): Generator<Transaction> {
  for (let index = 0; index < rows.count; index++) yield at(rows, index)
}

/** All rows as transactions. */
export const toArray = (rows: Rows): ReadonlyArray<Transaction> => [...values(rows)]

/** No rows. */
export const none: Rows = {
  ...roomFor(0),
  count: 0,
  walletNo: null,
  answer: null,
  bytes: new Uint8Array(0),
  currencies: []
}

/**
 * Rows of transactions, which must be one wallet's. Half of a surrogate pair, which no UTF-8 text can hold, is written out
 * (see `wellFormed`). Throws a RangeError for rows of several wallets, and for money that 64 bits of ten-thousandths don't hold.
 */
export const from = (transactions: Iterable<Transaction>): Rows => {
  const all = [...transactions]
  const columns = roomFor(all.length)
  const texts = new TextArea()
  const places = new Map<Currency | null, number>()
  const walletNo = all[0]?.walletNo ?? null
  for (const [index, row] of all.entries()) {
    if (row.walletNo !== walletNo) throw new RangeError("rows of several wallets: make other rows for each of them")
    columns.idStart[index] = texts.length
    columns.idEnd[index] = columns.descriptionStart[index] = texts.add(row.txnId)
    columns.descriptionEnd[index] = columns.dateStart[index] = texts.add(row.description)
    columns.dateEnd[index] = texts.add(row.dateText)
    columns.credit[index] = row.type === "Credit" ? 1 : 0
    columns.confirmed[index] = row.confirmed ? 1 : 0
    columns.amount[index] = fitting(row.amount)
    columns.hasBalance[index] = row.balance === null ? 0 : 1
    columns.balance[index] = fitting(row.balance ?? 0n)
    const place = places.get(row.currency) ?? places.size
    places.set(row.currency, place)
    columns.currency[index] = place
    columns.occurredAt[index] = row.occurredAt
    columns.localTime[index] = row.localTime
    columns.timeFlag[index] = timeFlags.indexOf(row.timeFlag)
  }
  return { ...columns, count: all.length, walletNo, answer: null, bytes: texts.bytes(), currencies: [...places.keys()] }
}

/** A column would keep the last 64 bits of a larger number without a word. */
const fitting = (tenThousandths: bigint): bigint => {
  if (BigInt.asIntN(64, tenThousandths) === tenThousandths) return tenThousandths
  throw new RangeError("an amount or a balance beyond 64 bits: a row's money has at most 14 digits before the point")
}

/** Other rows, made of each of these. */
export const map = (rows: Rows, make: (row: Transaction, index: number) => Transaction): Rows =>
  from(toArray(rows).map(make))

/** The rows that a test holds of. */
export const filter = (rows: Rows, test: (row: Transaction, index: number) => boolean): Rows => {
  const indexes: Array<number> = []
  for (let index = 0; index < rows.count; index++) if (test(at(rows, index), index)) indexes.push(index)
  return pick(rows, indexes)
}

/** The rows at some indexes, in that order. */
export const pick = (rows: Rows, indexes: ArrayLike<number>): Rows => {
  const columns = roomFor(indexes.length)
  for (const name of columnNames) gather(columns[name], rows[name], indexes)
  gatherMoney(columns.amount, rows.amount, indexes)
  gatherMoney(columns.balance, rows.balance, indexes)
  return {
    ...rows,
    ...columns,
    count: indexes.length,
    walletNo: indexes.length === 0 ? null : rows.walletNo,
    answer: null
  }
}

/** One after the other; no two are of different wallets. */
export const concat = (parts: ReadonlyArray<Rows>): Rows => {
  const [first = none, ...others] = parts.filter(({ count }) => count > 0)
  return others.length === 0 ? first : from([first, ...others].flatMap(toArray))
}
