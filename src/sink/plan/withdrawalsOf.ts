/**
 * What a complete answer for some days would withdraw of what is stored of them.
 */
import type { Rows } from "../../domain/Rows.ts"
import { type StoredRow, windowDiff } from "./windowDiff.ts"

/**
 * The stored rows that a commit of the answer's rows would withdraw, by the same comparison; `stored` are all rows of
 * the days, withdrawn ones included. Neither rows of other days nor places have an influence on which these are.
 */
export const withdrawalsOf = (
  rows: Rows,
  stored: ReadonlyArray<StoredRow>
): ReadonlyArray<StoredRow> =>
  windowDiff({
    fetched: rows,
    positions: [],
    complete: true,
    inside: stored,
    elsewhere: [],
    freeLegs: new Map()
  }).withdrawals
