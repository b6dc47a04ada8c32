/**
 * Rows in an order of their own: what is said of rows that leave several readings must not hang on the order that they
 * came in, since stored rows no longer tell it.
 */
import { zero } from "../../domain/Money.ts"
import { type ChainRows, type Row, rowOf } from "./Edges.ts"

/** Some rows' indexes, by time first; rows that are alike in all that continuity looks at may change places. */
export const inOneOrder = (rows: ChainRows, indexes: Int32Array): Int32Array => {
  const { localTime } = rows
  return indexes.toSorted((one, other) =>
    (localTime[one] as number) - (localTime[other] as number) || compareRows(rowOf(rows, one), rowOf(rows, other))
  )
}

const compareRows = (one: Row, other: Row): number =>
  compare(one.txnId, other.txnId) || compare(one.type, other.type) ||
  compare(one.amount, other.amount) || compare(one.balance ?? zero, other.balance ?? zero) ||
  Number(one.confirmed) - Number(other.confirmed)

const compare = <Value extends string | bigint>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0
