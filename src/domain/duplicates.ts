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

/** The rows of one answer, each once and in their order, and how many were left out for being there already. */
export interface DistinctRows {
  readonly rows: Rows
  readonly duplicates: number
}

/** Keeps the first of rows with a balance and the same non-blank id that agree in every field. */
export const dropDuplicates = (rows: Rows): DistinctRows => {
  const dropped = repeatedIn(rows)
  if (dropped.size === 0) return { rows, duplicates: 0 }
  const kept: Array<number> = []
  for (let index = 0; index < rows.count; index++) if (!dropped.has(index)) kept.push(index)
  return { rows: pick(rows, kept), duplicates: dropped.size }
}

/** Rows whose like came before: only those whose id did are looked at, each once, however often it did. */
const repeatedIn = (rows: Rows): ReadonlySet<number> => {
  const earlier = earlierAlike(printsOfIds(rows), rows.count)
  const dropped = new Set<number>()
  const seen = new Set<string>()
  const addIfNew = (index: number): boolean => seen.size < seen.add(contentOf(rows, index)).size
  for (let index = 0; index < rows.count; index++) {
    const other = earlier[index] as number
    if (other < 0) continue
    // The first with an id is looked at when the second comes.
    if ((earlier[other] as number) < 0) addIfNew(other)
    if (rows.hasBalance[index] === 0 || isBlankId(txnIdAt(rows, index))) continue
    if (!addIfNew(index)) dropped.add(index)
  }
  return dropped
}

/** All that a row says, as a text; half of a surrogate pair is in no row. */
const contentOf = (rows: Rows, index: number): string =>
  JSON.stringify([
    rows.localTime[index],
    `${rows.amount[index]}`,
    rows.hasBalance[index] === 1 ? `${rows.balance[index]}` : null,
    rows.credit[index],
    rows.confirmed[index],
    rows.occurredAt[index],
    rows.timeFlag[index],
    currencyAt(rows, index),
    txnIdAt(rows, index),
    descriptionAt(rows, index),
    dateTextAt(rows, index)
  ])
