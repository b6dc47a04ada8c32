/**
 * Ids of entries that an importer knows again: the same in every export, and each once in a ledger.
 */
import * as Money from "../../domain/Money.ts"
import { printable } from "../../domain/printable.ts"
import type { LedgerRow } from "./Ledger.ts"

/** Blanks that a reader may trim or join. */
const looseBlank = /^ | $| (?= )/g

/**
 * Gives the ids of a ledger's rows, which come in their order: the row's own id, with the number of its leg behind it from the second leg on.
 * A blank id is none, so such a row is known by its time and amount, and by its place among those of its day that have the same.
 */
export const entryIds = (separator = "#"): (row: LedgerRow) => string => {
  // An id that looks as if a leg stood behind it always has one, so that no other row has its name.
  const seemsNumbered = new RegExp(`${separator}\\d+$`)
  let day = ""
  let seen = new Map<string, number>()
  return (row) => {
    const id = printable(row.id, Infinity).replace(looseBlank, "\\u{20}")
    if (row.id.trim() !== "") return row.leg === 0 && !seemsNumbered.test(id) ? id : `${id}${separator}${row.leg}`
    if (row.day !== day) {
      day = row.day
      seen = new Map()
    }
    const content = `${row.day.replaceAll("-", "")}${row.time.replaceAll(":", "")}${row.signed < 0n ? "" : "+"}${
      Money.format(row.signed)
    }`
    const place = seen.get(content) ?? 0
    seen.set(content, place + 1)
    return place === 0 ? content : `${content}${separator}${place}`
  }
}
