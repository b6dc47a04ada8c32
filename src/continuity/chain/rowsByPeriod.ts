/**
 * Rows, told apart by the days on which they stand.
 */
import { contains, dayOfLocalTime, type Period } from "../../domain/Period.ts"
import type { Rows } from "../../domain/Rows.ts"
import { countWhile } from "./countWhile.ts"
import { at } from "./Edges.ts"

/**
 * For each period the indexes of its rows, in their order. Periods come in the order of days and don't
 * overlap; rows of other days are left out.
 */
export const rowsByPeriod = (
  { count, localTime }: Pick<Rows, "count" | "localTime">,
  periods: ReadonlyArray<Period>
): ReadonlyArray<Int32Array> => {
  const owners = new Int32Array(count)
  const counts = new Int32Array(periods.length + 1)
  let owner = 0
  for (let row = 0; row < count; row++) {
    const day = dayOfLocalTime(localTime[row] as number)
    let period = periods[owner]
    if (period === undefined || !contains(period, day)) {
      owner = firstEndingFrom(periods, day)
      period = periods[owner]
    }
    owners[row] = period !== undefined && contains(period, day) ? owner : periods.length
    counts[at(owners, row)] = at(counts, at(owners, row)) + 1
  }
  const lists = Array.from(counts, (length) => new Int32Array(length))
  const filled = new Int32Array(lists.length)
  for (let row = 0; row < count; row++) {
    const list = at(owners, row)
    ;(lists[list] as Int32Array)[at(filled, list)] = row
    filled[list] = at(filled, list) + 1
  }
  return lists.slice(0, periods.length)
}

/** The place of the first period that ends on a day or later. */
const firstEndingFrom = (periods: ReadonlyArray<Period>, day: number): number =>
  countWhile(periods.length, (place) => (periods[place] as Period).to < day)
