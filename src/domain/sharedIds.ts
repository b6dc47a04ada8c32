/**
 * Rows that share an id with others: few of an answer's, so that ids are made texts of these alone.
 */
import { earlierAlike, printsOfIds } from "./idPrints.ts"
import { type Rows, txnIdAt } from "./Rows.ts"

/** The indexes of the rows of each id that several have, in their order. */
export const sharedIds = (
  rows: Pick<Rows, "bytes" | "count" | "idEnd" | "idStart">
): ReadonlyMap<string, ReadonlyArray<number>> => {
  const earlier = earlierAlike(printsOfIds(rows), rows.count)
  const isShared = new Uint8Array(rows.count)
  for (let index = 0; index < rows.count; index++) {
    const other = earlier[index] as number
    if (other >= 0) isShared[index] = isShared[other] = 1
  }
  const groups = new Map<string, Array<number>>()
  for (let index = 0; index < rows.count; index++) {
    if (isShared[index] === 0) continue
    const txnId = txnIdAt(rows, index)
    const others = groups.get(txnId)
    if (others === undefined) groups.set(txnId, [index])
    else others.push(index)
  }
  // Prints of two ids can be alike.
  return new Map([...groups].filter(([, indexes]) => indexes.length > 1))
}
