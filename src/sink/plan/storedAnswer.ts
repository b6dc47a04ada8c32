/**
 * Whether a window's rows are stored already, told by its answer alone.
 */
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import * as Money from "../../domain/Money.ts"
import { same } from "../../domain/Period.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { rowCount } from "../../domain/Window.ts"

/** The rows of a wallet on some days that are not withdrawn: how many, and what they move the balance by. */
export interface StoredTotal {
  readonly rows: number
  readonly moved: Money.Money
}

/** Whether a window's answer was committed before, so that it is worth asking what is stored of it. */
export const mayBeStored = (window: StatementWindow): boolean => window.rows.answer?.repeats !== undefined

/**
 * Whether the rows of a window's days are those of its answer: the only entry that overlaps the days tells of the very
 * same answer, and as many rows stand there as the window has, with the same total. If not, rows have to be compared.
 */
export const isStored = (
  window: StatementWindow,
  entries: ReadonlyArray<ContinuityEntry>,
  total: StoredTotal
): boolean => {
  const { check, days } = window
  const [entry, ...others] = entries
  return mayBeStored(window) && entry !== undefined && others.length === 0 && entry.record !== null &&
    entry.answer === window.rows.answer?.answer && same(entry.days, days) &&
    total.rows === rowCount(window) && total.moved === Money.subtract(check.creditTotal, check.debitTotal)
}
