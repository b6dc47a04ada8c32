/**
 * Rows as edges: each leads from the balance before it to the balance after it.
 *
 * Balances become small whole numbers ("vertices") and all else is typed arrays, so that a million rows are a few
 * flat blocks of memory. Rows without a balance are no edges. Balance and amount both fit DECIMAL(18,4), so the
 * balance before a row fits 64 bits.
 */
import { addInt64 } from "../../domain/int64.ts"
import type { Money } from "../../domain/Money.ts"
import { fromTenThousandths } from "../../domain/Money.ts"
import { wordsOf } from "../../domain/moneyText.ts"
import { none, pick, repeatedTime, type Rows, timeFlags, txnIdAt as txnIdOf } from "../../domain/Rows.ts"
import type { Transaction } from "../../domain/Transaction.ts"

/** The part of rows that continuity looks at. */
export type ChainRows = Pick<
  Rows,
  | "count"
  | "bytes"
  | "idStart"
  | "idEnd"
  | "credit"
  | "confirmed"
  | "amount"
  | "hasBalance"
  | "balance"
  | "localTime"
  | "timeFlag"
>

/** One of them, where one is looked at by itself. */
export type Row = Pick<
  Transaction,
  "txnId" | "type" | "amount" | "balance" | "confirmed" | "localTime" | "timeFlag"
>

/** A row of some. */
export const rowOf = (rows: ChainRows, index: number): Row => ({
  txnId: txnIdOf(rows, index),
  type: rows.credit[index] === 1 ? "Credit" : "Debit",
  amount: fromTenThousandths(rows.amount[index] as bigint),
  balance: rows.hasBalance[index] === 1 ? fromTenThousandths(rows.balance[index] as bigint) : null,
  confirmed: rows.confirmed[index] === 1,
  localTime: rows.localTime[index] as number,
  timeFlag: timeFlags[rows.timeFlag[index] as number] ?? null
})

/** Rows in the order of their times, and those of one time in that of their ids, in whatever order they came. */
export const byTime = (one: Row, other: Row): number =>
  one.localTime - other.localTime || (one.txnId === other.txnId ? 0 : one.txnId < other.txnId ? -1 : 1)

/** All of them, each by itself. */
export const eachRow = (rows: ChainRows): ReadonlyArray<Row> =>
  Array.from({ length: rows.count }, (_, index) => rowOf(rows, index))

/** Those at some indexes, in that order. */
export const some = (rows: ChainRows, indexes: ArrayLike<number>): ChainRows => pick({ ...none, ...rows }, indexes)

/** The balances that a chain is known to begin and to end with. */
export interface Anchors {
  readonly opening?: Money | undefined
  readonly closing?: Money | undefined
}

/** Stands for a vertex that is not known. */
export const unknown = -1

/** The rows that have a balance, as edges numbered from 0. */
export interface Edges {
  readonly rows: ChainRows
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
export const rowAt = (edges: Edges, edge: number): Row => rowOf(edges.rows, at(edges.rowOf, edge))

/** The id of an edge's row. */
export const txnIdAt = (edges: Edges, edge: number): string => txnIdOf(edges.rows, at(edges.rowOf, edge))

/** The balance of a vertex. */
export const balanceAt = (edges: Edges, vertex: number): Money => edges.balances[vertex] as Money

/** Makes the edges of rows in any order; the anchors get vertices too, known or not to the rows. */
export const make = (rows: ChainRows, anchors: Anchors): Edges => {
  const { confirmed, credit, hasBalance, localTime, timeFlag } = rows
  const [amounts, balances] = [wordsOf(rows.amount), wordsOf(rows.balance)]
  const room = rows.count
  const rowOf = new Int32Array(room)
  const seconds = new Float64Array(room)
  const repeated = new Uint8Array(room)
  const unconfirmed = new Uint8Array(room)
  const ends = new BigInt64Array(2 * room + 2)
  const words = wordsOf(ends)
  let count = 0
  for (let index = 0; index < room; index++) {
    if (hasBalance[index] === 0) continue
    rowOf[count] = index
    seconds[count] = Math.floor((localTime[index] as number) / 1000)
    repeated[count] = timeFlag[index] === repeatedTime ? 1 : 0
    unconfirmed[count] = 1 - (confirmed[index] as number)
    addInt64(words, 2 * count, balances, index, credit[index] === 1 ? -1 : 1, amounts, index)
    words[4 * count + 2] = at(balances, 2 * index)
    words[4 * count + 3] = at(balances, 2 * index + 1)
    count++
  }
  return connect({ rows, count, rowOf, seconds, repeated, unconfirmed }, ends, anchors)
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
