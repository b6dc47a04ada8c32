/**
 * Records that came twice in one answer. Two rows with the same id that agree in every field are one transaction
 * shown twice. A blank id names nothing, and without a balance two payments of the same amount look like one: such rows
 * are never merged, however alike they are.
 */
import { earlierAlike, printsOfIds } from "./idPrints.ts"
import { currencyAt, dateTextAt, descriptionAt, pick, type Rows, txnIdAt } from "./Rows.ts"
import type { Transaction } from "./Transaction.ts"

/** Whether an id names nothing: empty, or white space alone. */
export const isBlankId = (txnId: string): boolean => txnId === "" || txnId.trim() === ""

/** Whether two rows of a wallet agree in every field. */
export const sameContent = (left: Transaction, right: Transaction): boolean =>
  left.localTime === right.localTime &&
  left.amount === right.amount &&
  left.balance === right.balance &&
  left.type === right.type &&
  left.confirmed === right.confirmed &&
  left.occurredAt === right.occurredAt &&
  left.dateText === right.dateText &&
  left.timeFlag === right.timeFlag &&
  left.currency === right.currency &&
  left.description === right.description &&
  left.txnId === right.txnId

/** Whether two rows agree in every field. */
export const sameRow = (rows: Rows, index: number, others: Rows, other: number): boolean =>
  rows.localTime[index] === others.localTime[other] &&
  rows.amount[index] === others.amount[other] &&
  rows.hasBalance[index] === others.hasBalance[other] &&
  rows.balance[index] === others.balance[other] &&
  rows.credit[index] === others.credit[other] &&
  rows.confirmed[index] === others.confirmed[other] &&
  rows.occurredAt[index] === others.occurredAt[other] &&
  rows.timeFlag[index] === others.timeFlag[other] &&
  currencyAt(rows, index) === currencyAt(others, other) &&
  txnIdAt(rows, index) === txnIdAt(others, other) &&
  descriptionAt(rows, index) === descriptionAt(others, other) &&
  dateTextAt(rows, index) === dateTextAt(others, other)

/** The rows of one answer, each once and in their order, and how many were left out for being there already. */
export interface DistinctRows {
  readonly rows: Rows
  readonly duplicates: number
}

/** Keeps the first of rows with a balance and the same non-blank id that agree in every field. */
export const dropDuplicates = (rows: Rows): DistinctRows => {
  const earlier = earlierAlike(printsOfIds(rows), rows.count)
  const kept: Array<number> = []
  for (let index = 0; index < rows.count; index++) if (!isThereAlready(rows, index, earlier)) kept.push(index)
  return kept.length === rows.count
    ? { rows, duplicates: 0 }
    : { rows: pick(rows, kept), duplicates: rows.count - kept.length }
}

const isThereAlready = (rows: Rows, index: number, earlier: Int32Array): boolean => {
  let other = earlier[index] as number
  if (other < 0 || rows.hasBalance[index] === 0 || isBlankId(txnIdAt(rows, index))) return false
  while (other >= 0 && !sameRow(rows, index, rows, other)) other = earlier[other] as number
  return other >= 0
}
