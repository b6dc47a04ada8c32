/**
 * Records that came twice in one answer. Two rows with the same id that agree in every field are one transaction
 * shown twice. A blank id names nothing, and without a balance two payments of the same amount look like one: such rows
 * are never merged, however alike they are.
 */
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

/** Whether no two rows share an id, as in nearly every answer. */
export const haveDistinctIds = (rows: ReadonlyArray<Pick<Transaction, "txnId">>): boolean => {
  const ids = new Set<string>()
  for (const { txnId } of rows) ids.add(txnId)
  return ids.size === rows.length
}

/** The rows of one answer, each once and in their order, and how many were left out for being there already. */
export interface DistinctRows {
  readonly rows: ReadonlyArray<Transaction>
  readonly duplicates: number
}

/** Keeps the first of rows with a balance and the same non-blank id that agree in every field; `rows` are one wallet's. */
export const dropDuplicates = (rows: ReadonlyArray<Transaction>): DistinctRows => {
  if (haveDistinctIds(rows)) return { rows, duplicates: 0 }
  const keptById = new Map<string, Transaction | Array<Transaction>>()
  const kept: Array<Transaction> = []
  for (const row of rows) {
    if (isBlankId(row.txnId) || row.balance === null) {
      kept.push(row)
      continue
    }
    const known = keptById.get(row.txnId)
    if (known === undefined) keptById.set(row.txnId, row)
    else if (Array.isArray(known)) {
      if (known.some((other) => sameContent(other, row))) continue
      known.push(row)
    } else if (sameContent(known, row)) continue
    else keptById.set(row.txnId, [known, row])
    kept.push(row)
  }
  return kept.length === rows.length ? { rows, duplicates: 0 } : { rows: kept, duplicates: rows.length - kept.length }
}
