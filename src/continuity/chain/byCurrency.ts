/**
 * The rows of a window, told apart by the currency that they name.
 */
import { pick, type Rows } from "../../domain/Rows.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { upTo } from "./Edges.ts"

/** No rows. */
export const noIndexes = new Int32Array(0)

/** The indexes of the rows of each currency, of all rows or of those at some indexes. */
export const byCurrency = (
  { count, currencies, currency }: Pick<Rows, "count" | "currencies" | "currency">,
  among: Int32Array = upTo(count)
): ReadonlyMap<Currency | null, Int32Array> => {
  const [first = null] = currencies
  if (among.length === 0) return new Map()
  if (currencies.length === 1) return new Map([[first, among]])
  const found = new Map<Currency | null, Array<number>>()
  for (const index of among) {
    const of = currencies[currency[index] as number] ?? null
    const known = found.get(of)
    if (known === undefined) found.set(of, [index])
    else known.push(index)
  }
  return new Map([...found].map(([of, indexes]) => [of, Int32Array.from(indexes)]))
}

/** All rows in an order, which is mostly the one that they came in. */
export const inOrder = (rows: Rows, order: Int32Array): Rows =>
  order.every((row, index) => row === index) ? rows : pick(rows, order)
