/**
 * Which stored rows a window that may lack rows leaves as they are: together with its own they stand on its days once it is
 * committed.
 */
import type { Transaction } from "../domain/Transaction.ts"
import type { StatementWindow } from "../domain/Window.ts"
import { windowDiff } from "../sink/plan/windowDiff.ts"

/** The stored rows of a window's days that are not among its own; `stored` are those that are not withdrawn. */
export const rowsLeft = (
  window: Pick<StatementWindow, "rows">,
  stored: ReadonlyArray<Transaction>
): ReadonlyArray<Transaction> => {
  if (stored.length === 0) return stored
  const { changes, unchanged } = windowDiff({
    fetched: window.rows,
    positions: [],
    complete: false,
    inside: stored.map((transaction, leg) => ({ transaction, leg, position: null, withdrawn: false })),
    elsewhere: [],
    freeLegs: new Map()
  })
  const own = new Set([...changes, ...unchanged].map((match) => match.stored.leg))
  return stored.filter((_, index) => !own.has(index))
}
