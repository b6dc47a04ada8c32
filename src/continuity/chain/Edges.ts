/**
 * Rows as edges: each leads from the balance before it to the balance after it.
 *
 * Balances become small whole numbers ("vertices") and all else is typed arrays, so that a million rows are a few
 * flat blocks of memory. Rows without a balance are no edges. Balance and amount both fit DECIMAL(18,4), so the
 * balance before a row fits 64 bits.
 */
import { putInt64 } from "../../domain/int64.ts"
import type { Money } from "../../domain/Money.ts"
import {
  rowAt as rowOfColumns,
  type RowColumns,
  timeFlags,
  txnIdAt as txnIdOfColumns
} from "../../domain/RowColumns.ts"
import type { Transaction } from "../../domain/Transaction.ts"

/** The part of a transaction that continuity looks at. */
export type Row =
  & Pick<Transaction, "txnId" | "type" | "amount" | "balance" | "confirmed" | "localTime">
  & Partial<Pick<Transaction, "timeFlag">>

/** The balances that a chain is known to begin and to end with. */
export interface Anchors {
  readonly opening?: Money | undefined
  readonly closing?: Money | undefined
}

/** Stands for a vertex that is not known. */
export const unknown = -1

/** Rows by their index. */
export interface Rows {
  readonly length: number
  readonly at: (index: number) => Row | undefined
  /** The id of a row; to be preferred where a row would have to be made for it. */
  readonly txnIdAt: (index: number) => string
}

/** The rows that have a balance, as edges numbered from 0. */
export interface Edges {
  readonly rows: Rows
  readonly count: number
  /** The index in `rows` of an edge's row. */
  readonly rowOf: Int32Array
  /** The vertex of the balance before an edge's row. */
  readonly tail: Int32Array
  /** The vertex of the balance after an edge's row. */
  readonly head: Int32Array
  /** The second of an edge's row, counted from 1970-01-01 00:00 on its wall clock. */
  readonly seconds: Float64Array
  /** 1 for each edge whose row's time the wall clock showed twice: which of the two it was is not known. */
  readonly repeated: Uint8Array
  /** 1 for each edge whose row is not confirmed. */
  readonly unconfirmed: Uint8Array
  readonly vertices: number
  /** The balance, in ten-thousandths, that a vertex stands for. */
  readonly balances: BigInt64Array
  readonly opening: number
  readonly closing: number
}

/** Reads an element that is known to exist, which the compiler cannot know. One kind of array only keeps it fast. */
export const at = (array: Int32Array, index: number): number => array[index] as number

/** The numbers from 0 on: `Int32Array.from` with a function takes ten times as long. */
export const upTo = (count: number): Int32Array<ArrayBuffer> => {
  const numbers = new Int32Array(count)
  for (let index = 0; index < count; index++) numbers[index] = index
  return numbers
}

/** The row of an edge. */
export const rowAt = (edges: Edges, edge: number): Row => edges.rows.at(at(edges.rowOf, edge)) as Row

/** The id of an edge's row. */
export const txnIdAt = (edges: Edges, edge: number): string => edges.rows.txnIdAt(at(edges.rowOf, edge))

/** The balance of a vertex. */
export const balanceAt = (edges: Edges, vertex: number): Money => edges.balances[vertex] as Money

/** Makes the edges of rows in any order; the anchors get vertices too, known or not to the rows. */
export const make = (rows: ReadonlyArray<Row>, anchors: Anchors): Edges => {
  const rowOf = new Int32Array(rows.length)
  const seconds = new Float64Array(rows.length)
  const repeated = new Uint8Array(rows.length)
  const unconfirmed = new Uint8Array(rows.length)
  const ends = new BigInt64Array(2 * rows.length + 2)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as Row
    if (row.balance === null) continue
    rowOf[count] = index
    seconds[count] = Math.floor(row.localTime / 1000)
    if (row.timeFlag === "ambiguous-local") repeated[count] = 1
    if (!row.confirmed) unconfirmed[count] = 1
    ends[2 * count] = row.type === "Credit" ? row.balance - row.amount : row.balance + row.amount
    ends[2 * count + 1] = row.balance
    count++
  }
  return connect({ rows: sidesOf(rows), count, rowOf, seconds, repeated, unconfirmed }, ends, anchors)
}

const sidesOf = (rows: ReadonlyArray<Row>): Rows => ({
  length: rows.length,
  at: (index) => rows[index],
  txnIdAt: (index) => rows[index]?.txnId ?? ""
})

const ambiguousLocal = timeFlags.indexOf("ambiguous-local")

/** Makes the edges of rows that travel as columns, each of which has a balance. */
export const ofColumns = (columns: RowColumns): Edges => {
  const { amount, balance, confirmed, count, credit, localTime, timeFlag } = columns
  const seconds = new Float64Array(count)
  const repeated = new Uint8Array(count)
  const unconfirmed = new Uint8Array(count)
  const ends = new BigInt64Array(2 * count + 2)
  const halves = new Int32Array(ends.buffer)
  for (let index = 0; index < count; index++) {
    const after = balance[index] as number
    const moved = amount[index] as number
    seconds[index] = Math.floor((localTime[index] as number) / 1000)
    repeated[index] = timeFlag[index] === ambiguousLocal ? 1 : 0
    unconfirmed[index] = 1 - (confirmed[index] as number)
    putInt64(halves, 2 * index, credit[index] === 1 ? after - moved : after + moved)
    putInt64(halves, 2 * index + 1, after)
  }
  const rows: Rows = {
    length: count,
    at: (index) => rowOfColumns(columns, index),
    txnIdAt: (index) => txnIdOfColumns(columns, index)
  }
  return connect({ rows, count, rowOf: upTo(count), seconds, repeated, unconfirmed }, ends, {})
}

/** Numbers the balances: `ends` holds those of each edge before and after it, with room for the anchors behind them. */
const connect = (
  rows: Pick<Edges, "rows" | "count" | "rowOf" | "seconds" | "repeated" | "unconfirmed">,
  ends: BigInt64Array,
  anchors: Anchors
): Edges => {
  const { count } = rows
  ends[2 * count] = anchors.opening ?? 0n
  ends[2 * count + 1] = anchors.closing ?? 0n
  const { ids, balances, vertices } = number(ends.subarray(0, 2 * count + 2))
  const tail = new Int32Array(count)
  const head = new Int32Array(count)
  for (let edge = 0; edge < count; edge++) {
    tail[edge] = at(ids, 2 * edge)
    head[edge] = at(ids, 2 * edge + 1)
  }
  return {
    ...rows,
    tail,
    head,
    vertices,
    balances,
    opening: anchors.opening === undefined ? unknown : at(ids, 2 * count),
    closing: anchors.closing === undefined ? unknown : at(ids, 2 * count + 1)
  }
}

/**
 * Numbers the different values from 0, in the order in which they are first met: open addressing over the two halves
 * of each 64-bit value, several times as fast as a Map with bigint keys.
 */
const number = (values: BigInt64Array) => {
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
  const ids = new Int32Array(values.length)
  const balances = new BigInt64Array(values.length)
  const known = new Int32Array(balances.buffer)
  const mask = 2 ** Math.ceil(Math.log2(2 * values.length)) - 1
  const slots = new Int32Array(mask + 1)
  let vertices = 0
  for (let index = 0; index < values.length; index++) {
    const low = at(halves, 2 * index)
    const high = at(halves, 2 * index + 1)
    let slot = mix(low, high) & mask
    let id = at(slots, slot) - 1
    while (id >= 0 && (at(known, 2 * id) !== low || at(known, 2 * id + 1) !== high)) {
      slot = (slot + 1) & mask
      id = at(slots, slot) - 1
    }
    if (id < 0) {
      id = vertices++
      slots[slot] = vertices
      known[2 * id] = low
      known[2 * id + 1] = high
    }
    ids[index] = id
  }
  return { ids, balances, vertices }
}

const mix = (low: number, high: number): number => {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
