/**
 * The content of a row, as opposed to its identity and its place: how contents are ordered and compared by parts.
 */
import type { Transaction } from "../../domain/Transaction.ts"

const field = (value: string | null): string => (value === null ? "-" : `${value.length}:${value}`)

const money = (row: Transaction): string => `${row.type} ${row.amount} ${row.balance}`

/** The same for rows with equal content, different for others; the id is left out. */
export const contentKey = (row: Transaction): string =>
  `${String(row.localTime).padStart(15, "0")} ${money(row)} ${row.occurredAt} ${row.confirmed} ${field(row.timeFlag)}` +
  field(row.currency) + field(row.dateText) + field(row.description)

/** Degrees of likeness, the closest first: a changed row is paired with the stored row that it resembles most. */
export const likeness: ReadonlyArray<(row: Transaction) => string> = [
  money,
  (row) => `${row.type} ${row.amount}`,
  (row) => String(row.localTime),
  () => ""
]

/** What must agree for two rows to be the same transaction without an id. */
export const sameButForId = (row: Transaction): string => `${row.localTime} ${money(row)}`

/** The same as long as one of them is not confirmed: its balance may come with that. */
export const unsettledButForId = ({ amount, localTime, type }: Transaction): string => `${localTime} ${type} ${amount}`

/** What must agree for them to be the same in an answer that may be cut off. */
export const strictLikeness: ReadonlyArray<(row: Transaction) => string> = [sameButForId]

/** What stays the same when a row's date moves to another day; undefined without a balance, which alone tells. */
export const movedKey = (row: Transaction): string | undefined =>
  row.balance === null ? undefined : `${money(row)} ${field(row.description)}`
