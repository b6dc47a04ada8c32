/**
 * Which rows of a wallet belong together: those of a currency, and with them rows that name none.
 */

interface Row {
  readonly currency: string | null
  readonly balance: bigint | null
}

/** The rows of each currency. */
export type Chains<R> = ReadonlyMap<string | null, ReadonlyArray<R>>

const mostWays = 256

/**
 * All ways in which rows that name no currency can belong to those that the others name; one when none or all of them name
 * one, and none at all where there are too many. A row without a balance belongs anywhere. No rows are one chain.
 */
export const waysToName = <R extends Row>(rows: ReadonlyArray<R>): ReadonlyArray<Chains<R>> => {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].filter((currency) => currency !== null)
  const [first] = currencies
  if (first === undefined) return [new Map([[null, rows]])]
  const named = rows.map(({ balance, currency }) => currency ?? (balance === null ? first : null))
  const open = named.flatMap((currency, index) => (currency === null ? [index] : []))
  const count = currencies.length ** open.length
  if (count > mostWays) return []
  return Array.from({ length: count }, (_, way) => {
    const chosen = new Map(
      open.map((index, place) => [index, currencies[Math.floor(way / currencies.length ** place) % currencies.length]])
    )
    const pairs = rows.map((row, index) => ({ row, currency: named[index] ?? chosen.get(index) ?? first }))
    const groups = Map.groupBy(pairs, ({ currency }) => currency)
    return new Map([...groups].map(([currency, own]) => [currency, own.map(({ row }) => row)]))
  })
}
