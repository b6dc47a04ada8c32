/**
 * The legs that the rows of a window get when nothing is stored that they may be. The order in which they came has no
 * influence: those that share an id get its legs in an order of their own.
 */
import { txnIdAt } from "../../domain/Rows.ts"
import { sharedIds } from "../../domain/sharedIds.ts"
import type { FetchedRows } from "./FetchedRows.ts"

/** A fetched row that is new, by its index among the fetched, and the leg it gets. */
export interface Insertion {
  readonly index: number
  readonly leg: number
}

/** An insertion of each row; `freeLegs` are those of ids that have rows on other days. */
export const newLegs = (fetched: FetchedRows, freeLegs: ReadonlyMap<string, number>): ReadonlyArray<Insertion> => {
  const { rows } = fetched
  const firstLeg = (index: number): number => freeLegs.size === 0 ? 0 : freeLegs.get(txnIdAt(rows, index)) ?? 0
  const insertions = Array.from({ length: rows.count }, (_, index) => ({ index, leg: firstLeg(index) }))
  for (const indexes of sharedIds(rows).values()) {
    fetched.inCanonicalOrder(indexes).forEach((index, place) => {
      insertions[index] = { index, leg: firstLeg(index) + place }
    })
  }
  return insertions
}
