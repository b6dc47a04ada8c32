/**
 * How much an answer may take away before it is doubted (docs/decisions, "Withdrawals are held").
 *
 * A row that is really gone leaves its neighbours in place, and the balances tell when it should not be gone. What an
 * empty, lagging, capped or wrongly bounded answer takes away is a block: all rows, all of a day, or a large part; behind
 * a block at the end no balance tells anything.
 */
import { dayOf, type Transaction } from "../domain/Transaction.ts"

/** What an answer leaves out of the rows that are stored of its days. */
export interface Loss {
  /** Records that the answer has for the days. */
  readonly answered: number
  /** All that is stored of the days and not withdrawn. */
  readonly stored: ReadonlyArray<Row>
  /** What of it the answer does not show. */
  readonly missing: ReadonlyArray<Row>
  /** Rows that an answer may take away at most. */
  readonly most: number
}

type Row = Pick<Transaction, "confirmed" | "localTime">

/** So many rows are no large part of anything. */
const few = 3

/** The part of the stored rows that is large. */
const largePart = 1 / 10

/**
 * Whether an answer takes away so much that it is to be doubted. Unconfirmed rows come and go, often under another id, so
 * they count only towards `most` and in an answer without any record.
 */
export const withdrawsMuch = ({ answered, missing, most, stored }: Loss): boolean => {
  if (missing.length === 0) return false
  if (answered === 0 || missing.length > most) return true
  const [lost, all] = [missing.filter(isConfirmed), stored.filter(isConfirmed)]
  if (lost.length > 0 && lost.length === all.length) return true
  if (lost.length < 2) return false
  return emptiesDay(lost, all) || (lost.length > few && lost.length > all.length * largePart)
}

const isConfirmed = ({ confirmed }: Row): boolean => confirmed

const emptiesDay = (lost: ReadonlyArray<Row>, all: ReadonlyArray<Row>): boolean => {
  const before = Map.groupBy(all, dayOf)
  return [...Map.groupBy(lost, dayOf)].some(([day, rows]) => rows.length === before.get(day)?.length)
}
