/**
 * The days of which a run has seen what the service shows. A live row of another day is taken for one that moved only
 * while the run has yet to see its old day: if that day still shows the row, it is then added there as another row.
 * Everything else with a known id is another row, for a row too many can be found later and one overwritten can't.
 */
import * as Period from "../../domain/Period.ts"
import { dayOf, farthestDated, type Transaction } from "../../domain/Transaction.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { type Identity, identityOf, isAmong } from "./Identity.ts"
import { movedKey } from "./rowContent.ts"
import type { StoredRow } from "./windowDiff.ts"

/** Days that a run has seen, or will not see since earlier runs finished them, in the order in which they came. */
export type SeenDays = ReadonlyArray<Period.Period>

/** The same after a committed window; one that was cut off is no reason to see its days again. */
export const seenAfter = (seen: SeenDays, days: Period.Period): SeenDays => {
  const last = seen.at(-1)
  return last !== undefined && Period.addDays(last.to, 1) === days.from
    ? [...seen.slice(0, -1), { from: last.from, to: days.to }]
    : [...seen, days]
}

const likenessOf = (row: Transaction): string => `${movedKey(row)} ${row.txnId}`

/**
 * The rows of other days that may have moved into a window: withdrawn ones, held ones, which their own day no longer
 * shows either, and other live ones of days yet to be seen. A held one is near, and no other live row could be it.
 */
export const movable = (
  { asked, days }: Pick<StatementWindow, "asked" | "days">,
  rows: ReadonlyArray<StoredRow>,
  { held, seen }: { readonly seen: SeenDays; readonly held: ReadonlyArray<Identity> }
): ReadonlyArray<StoredRow> => {
  const isHeld = isAmong(held)
  const near = Period.widen(days, farthestDated, farthestDated)
  const live = Map.groupBy(rows.filter(({ withdrawn }) => !withdrawn), ({ transaction }) => likenessOf(transaction))
  return rows.filter((row) => {
    const day = dayOf(row.transaction)
    return row.withdrawn ||
      (isHeld(identityOf(row)) && Period.contains(near, day) &&
        live.get(likenessOf(row.transaction))?.length === 1) ||
      (Period.contains(asked, day) && !seen.some((period) => Period.contains(period, day)))
  })
}
