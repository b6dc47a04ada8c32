/**
 * The order of a window's rows, as places within their days: unlike places within the window they stay what they are
 * when the same days are fetched in other windows.
 */
import type { Day } from "../domain/Period.ts"
import { dayOf } from "../domain/Transaction.ts"
import { type Positions, reconstruct } from "./Continuity.ts"
import type { WalletRow } from "./WalletContinuity.ts"

/**
 * For each row its place among the rows of its day and currency, from 0; null where the balances don't tell, and where
 * they put a row among those of another day.
 */
export const dayPlaces = (rows: ReadonlyArray<WalletRow>): Positions => {
  const places: Array<number | null> = rows.map(() => null)
  const byCurrency = Map.groupBy(rows.keys(), (index) => rows[index]?.currency ?? null)
  for (const indexes of byCurrency.values()) {
    const chain = indexes.flatMap((index) => rows[index] ?? [])
    const positions = reconstruct(chain)
    const days = daysOf(chain)
    chain.forEach((row, index) => {
      const position = positions[index] ?? null
      const day = days.get(dayOf(row))
      const at = indexes[index]
      if (position === null || day === undefined || at === undefined) return
      const place = position - day.start
      if (place >= 0 && place < day.rows) places[at] = place
    })
  }
  return places
}

/** How many rows of a chain each day has, and how many come before it. */
const daysOf = (chain: ReadonlyArray<WalletRow>): ReadonlyMap<Day, { readonly start: number; readonly rows: number }> => {
  const counts = new Map<Day, number>()
  for (const row of chain) counts.set(dayOf(row), (counts.get(dayOf(row)) ?? 0) + 1)
  const days = new Map<Day, { readonly start: number; readonly rows: number }>()
  let start = 0
  for (const [day, rows] of [...counts].sort(([left], [right]) => left - right)) {
    days.set(day, { start, rows })
    start += rows
  }
  return days
}
