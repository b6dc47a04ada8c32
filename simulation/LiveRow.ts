/**
 * A row that a sink holds, as it is looked at from outside.
 */
import { contentOf } from "./Entry.ts"

/** A stored row that is not withdrawn. */
export interface LiveRow {
  readonly id: string
  readonly leg: number
  readonly day: number
  readonly content: string
  readonly confirmed: boolean
}

/** A stored row as the oracle looks at it. */
export const liveRowOf = (
  row: Parameters<typeof contentOf>[0] & { readonly confirmed: boolean },
  leg: number
): LiveRow => ({
  id: row.txnId,
  leg,
  day: Math.floor(row.localTime / 86_400_000),
  content: contentOf(row),
  confirmed: row.confirmed
})
