/**
 * The records of an answer as columns, in the order of the answer: numbers in typed arrays, texts as places in bytes.
 * Hundreds of thousands of records a second are too many for an object each.
 *
 * A record that can't be read has its place like any other; why it can't stands in `rejected`, and its values are zeros
 * or what could be read.
 */
import { gather, gatherMoney } from "./gather.ts"
import { type Day, dayFromNumber } from "./Period.ts"
import type { RejectionCause, RejectionReason } from "./Rejection.ts"

/** Records of a statement answer (interface 2.5). The arrays may have room for more than there are. */
export interface Records {
  readonly count: number
  /** SHA-256 of the body that these are all the records of, in lower-case hex; null for records that somebody chose or made. */
  readonly sha256: string | null
  /** UTF-8: the answer's body, and behind it the texts that stand in it with escapes. */
  readonly bytes: Uint8Array
  /** Where a record begins in the body, and ends: what quarantine keeps. */
  readonly start: Int32Array
  readonly end: Int32Array
  readonly idStart: Int32Array
  readonly idEnd: Int32Array
  readonly descriptionStart: Int32Array
  readonly descriptionEnd: Int32Array
  /** The timestamp as received. */
  readonly dateStart: Int32Array
  readonly dateEnd: Int32Array
  /** Days since 1970-01-01, by the first ten characters of the timestamp; `noDay` where these name none. */
  readonly day: Int32Array
  /** Seconds since midnight by the hour as written; -1 where the timestamp is none. */
  readonly second: Int32Array
  /** 1 where the marker is PM. */
  readonly afternoon: Uint8Array
  /** 1 for Credit, 0 for Debit. */
  readonly credit: Uint8Array
  /** 1 where the service calls the transaction confirmed. */
  readonly confirmed: Uint8Array
  /** 1 where there is a balance. */
  readonly hasBalance: Uint8Array
  /** Ten-thousandths. */
  readonly amount: BigInt64Array
  /** Ten-thousandths; 0 where there is none. */
  readonly balance: BigInt64Array
  /** Why a record, by its index, is none: its shape or its money; what rules decide is not in it. */
  readonly rejected: ReadonlyMap<number, RejectionCause>
}

/** Stands for a day that a date does not tell. */
export const noDay = -(2 ** 31)

/** The columns' names. */
export const recordColumns = [
  "start",
  "end",
  "idStart",
  "idEnd",
  "descriptionStart",
  "descriptionEnd",
  "dateStart",
  "dateEnd",
  "day",
  "second",
  "afternoon",
  "credit",
  "confirmed",
  "hasBalance"
] as const

/** The columns of money. */
export const moneyColumns = ["amount", "balance"] as const

/** Columns with room for so many records, and none in them. */
export const roomFor = (room: number): Omit<Records, "count" | "sha256" | "bytes" | "rejected"> => ({
  start: new Int32Array(room),
  end: new Int32Array(room),
  idStart: new Int32Array(room),
  idEnd: new Int32Array(room),
  descriptionStart: new Int32Array(room),
  descriptionEnd: new Int32Array(room),
  dateStart: new Int32Array(room),
  dateEnd: new Int32Array(room),
  day: new Int32Array(room),
  second: new Int32Array(room),
  afternoon: new Uint8Array(room),
  credit: new Uint8Array(room),
  confirmed: new Uint8Array(room),
  hasBalance: new Uint8Array(room),
  amount: new BigInt64Array(room),
  balance: new BigInt64Array(room)
})

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** The exact text of a record in the answer. */
export const sourceText = ({ bytes, end, start }: Records, index: number): string =>
  utf8.decode(bytes.subarray(start[index] as number, end[index] as number))

/** The day that a record's date names, and undefined where it names none. */
export const dayAt = ({ day }: Records, index: number): Day | undefined =>
  day[index] === noDay ? undefined : dayFromNumber(day[index] as number)

const shapeReasons: ReadonlySet<RejectionReason> = new Set(["not-an-object", "missing-field", "wrong-field"])

/** Whether an element of `data` is a record by its shape, whatever its money and time are. */
export const isRecord = ({ rejected }: Records, index: number): boolean => {
  const cause = rejected.get(index)
  return cause === undefined || !shapeReasons.has(cause.reason)
}

/** The records at some indexes, in that order. */
export const pick = (records: Records, indexes: ArrayLike<number>): Records => {
  const columns = roomFor(indexes.length)
  const rejected = new Map<number, RejectionCause>()
  for (const name of recordColumns) gather(columns[name], records[name], indexes)
  for (const name of moneyColumns) gatherMoney(columns[name], records[name], indexes)
  for (let place = 0; records.rejected.size > 0 && place < indexes.length; place++) {
    const cause = records.rejected.get(indexes[place] as number)
    if (cause !== undefined) rejected.set(place, cause)
  }
  return { ...columns, count: indexes.length, sha256: null, bytes: records.bytes, rejected }
}
