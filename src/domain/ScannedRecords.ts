/**
 * The records of an answer as columns: numbers in typed arrays, texts as places in the answer's own bytes. Hundreds of
 * thousands of rows a second are too many for an object each; so an answer in which every record is of the usual kind
 * travels as columns, and its records and rows are made when somebody asks for them.
 *
 * Like a known answer, it counts only for the very page that the statement service gave (see AnswerMark).
 */

/** Records of the usual kind, in the order of the answer. The arrays may have room for more than there are. */
export interface ScannedRecords {
  readonly count: number
  /** The answer's body, UTF-8. No text in it holds an escape or a control character; ids and dates are ASCII. */
  readonly bytes: Uint8Array
  readonly idStart: Int32Array
  readonly idEnd: Int32Array
  readonly descriptionStart: Int32Array
  readonly descriptionEnd: Int32Array
  /** Where the timestamp begins, `YYYY-MM-DD HH:MM:SS AM`: 22 bytes that name a time that exists. */
  readonly dateStart: Int32Array
  /** Days since 1970-01-01. */
  readonly day: Int32Array
  /** Seconds since midnight by the hour as written. */
  readonly second: Int32Array
  /** 1 where the marker is PM. */
  readonly afternoon: Uint8Array
  /** 1 for Credit, 0 for Debit. */
  readonly credit: Uint8Array
  /** Whole ten-thousandths, as many as a double counts exactly (see `mostExact`). */
  readonly amount: Float64Array
  /** As `amount`. */
  readonly balance: Float64Array
  /** 1 where the service calls the transaction confirmed. */
  readonly confirmed: Uint8Array
}

/** The largest magnitude in these columns: the sum and the difference of two are exact as well. */
export const mostExact = 2 ** 51

/** The length of a timestamp in bytes. */
export const dateLength = 22

/** The columns' names. */
export const columnNames = [
  "idStart",
  "idEnd",
  "descriptionStart",
  "descriptionEnd",
  "dateStart",
  "day",
  "second",
  "afternoon",
  "credit",
  "amount",
  "balance",
  "confirmed"
] as const

/** Columns with room for so many records, and none in them. */
export const roomFor = (room: number, bytes: Uint8Array): ScannedRecords => ({
  count: 0,
  bytes,
  idStart: new Int32Array(room),
  idEnd: new Int32Array(room),
  descriptionStart: new Int32Array(room),
  descriptionEnd: new Int32Array(room),
  dateStart: new Int32Array(room),
  day: new Int32Array(room),
  second: new Int32Array(room),
  afternoon: new Uint8Array(room),
  credit: new Uint8Array(room),
  amount: new Float64Array(room),
  balance: new Float64Array(room),
  confirmed: new Uint8Array(room)
})

const scanned = new WeakMap<object, ScannedRecords>()

/** Notes the columns of a page, and gives the page back. */
export const markScanned = <Page extends object>(page: Page, records: ScannedRecords): Page => {
  scanned.set(page, records)
  return page
}

/** The columns of a page; none for a page that somebody made of it. */
export const scannedOf = (page: object): ScannedRecords | undefined => scanned.get(page)
