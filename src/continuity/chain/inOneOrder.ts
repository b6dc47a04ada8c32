/**
 * Rows in an order of their own: what is said of rows that leave several readings must not hang on the order that they
 * came in, since stored rows no longer tell it.
 */
import { zero } from "../../domain/Money.ts"
import type { Row } from "./Edges.ts"

/** The indexes of rows, by time first; rows that are alike in all that continuity looks at may change places. */
export const inOneOrder = (rows: ReadonlyArray<Row>): ReadonlyArray<number> =>
  rows.map((row, index) => ({ row, index })).sort((one, other) => compareRows(one.row, other.row))
    .map(({ index }) => index)

const compareRows = (one: Row, other: Row): number =>
  one.localTime - other.localTime || compare(one.txnId, other.txnId) || compare(one.type, other.type) ||
  compare(one.amount, other.amount) || compare(one.balance ?? zero, other.balance ?? zero) ||
  Number(one.confirmed) - Number(other.confirmed)

const compare = <Value extends string | bigint>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0
