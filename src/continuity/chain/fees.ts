/**
 * Fees that the balance of their payment contains already.
 *
 * Some services write a payment and its fee as two rows of one id and give both the balance after the two. Taken for
 * the balance after each, they make a gap and one of the opposite amount beside it. Such a pair shows by itself: one
 * id, one balance, two amounts. It is believed only where a gap closes by it.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import { sharedIds } from "../../domain/sharedIds.ts"
import type { ChainRows } from "./Edges.ts"

/** The places of a payment's row and of its fee's. */
export interface FeePair {
  readonly payment: number
  readonly fee: number
}

/** The pairs among some rows, in the order of the payments' places. */
export const feePairs = (rows: ChainRows): ReadonlyArray<FeePair> =>
  [...sharedIds(rows)].flatMap(([txnId, indexes]) =>
    isBlankId(txnId) ? [] : pairOf(rows, indexes.filter((index) => rows.hasBalance[index] === 1))
  ).sort((one, other) => one.payment - other.payment)

const pairOf = (
  { amount, balance }: ChainRows,
  [one, other, third]: ReadonlyArray<number>
): ReadonlyArray<FeePair> => {
  if (one === undefined || other === undefined || third !== undefined) return []
  const [left = 0n, right = 0n] = [amount[one], amount[other]]
  if (balance[one] !== balance[other] || left === right) return []
  return [left > right ? { payment: one, fee: other } : { payment: other, fee: one }]
}

/** The rows as they would be if the payments' balances did not contain their fees. */
export const withoutFees = (rows: ChainRows, pairs: ReadonlyArray<FeePair>): ChainRows => {
  const balance = rows.balance.slice()
  for (const { fee, payment } of pairs) {
    const moved = rows.amount[fee] as bigint
    balance[payment] = (balance[payment] as bigint) - (rows.credit[fee] === 1 ? moved : -moved)
  }
  return { ...rows, balance }
}
