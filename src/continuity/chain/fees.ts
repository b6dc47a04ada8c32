/**
 * Fees that the balance of their payment contains already.
 *
 * Some services write a payment and its fee as two rows of one id and give both the balance after the two. Taken for
 * the balance after each, they make a gap and one of the opposite amount beside it. Such a pair shows by itself: one
 * id, one balance, two amounts. It is believed only where a gap closes by it.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import * as Money from "../../domain/Money.ts"
import { signedAmount } from "../../domain/Transaction.ts"
import type { Row } from "./Edges.ts"

/** The places of a payment's row and of its fee's. */
export interface FeePair {
  readonly payment: number
  readonly fee: number
}

/** The pairs among some rows, in the order of the payments' places. */
export const feePairs = (rows: ReadonlyArray<Row>): ReadonlyArray<FeePair> => {
  const byId = new Map<string, Array<number>>()
  rows.forEach((row, index) => {
    if (row.balance === null || isBlankId(row.txnId)) return
    const others = byId.get(row.txnId)
    if (others === undefined) byId.set(row.txnId, [index])
    else others.push(index)
  })
  return [...byId.values()].flatMap((places) => pairOf(rows, places)).sort((one, other) => one.payment - other.payment)
}

const pairOf = (rows: ReadonlyArray<Row>, [one, other, third]: ReadonlyArray<number>): ReadonlyArray<FeePair> => {
  const [left, right] = [rows[one ?? -1], rows[other ?? -1]]
  if (one === undefined || other === undefined || third !== undefined || left === undefined || right === undefined) {
    return []
  }
  if (left.balance !== right.balance || left.amount === right.amount) return []
  return [left.amount > right.amount ? { payment: one, fee: other } : { payment: other, fee: one }]
}

/** The rows as they would be if the payments' balances did not contain their fees. */
export const withoutFees = (rows: ReadonlyArray<Row>, pairs: ReadonlyArray<FeePair>): ReadonlyArray<Row> => {
  const corrected = rows.slice()
  for (const { fee, payment } of pairs) {
    const [paid, taken] = [rows[payment], rows[fee]]
    if (paid === undefined || taken === undefined || paid.balance === null) continue
    corrected[payment] = { ...paid, balance: Money.subtract(paid.balance, signedAmount(taken)) }
  }
  return corrected
}
