/**
 * Ids of entries that an importer knows again: the same in every export, and each once in a ledger.
 */
import * as Money from "../../domain/Money.ts"
import { distinctlyPrintable, escaped } from "../../domain/printable.ts"
import type { LedgerRow } from "./Ledger.ts"

/** Blanks that a reader may trim, join or take for others, and the first digit of an id that looks like one made of a time and an amount. */
const loose = /^ | $| (?= )|(?! )\p{Zs}|^\d(?=\d{13}[+-])/gu

/** Whether an id is none, as a blank one is. */
export const isNameless = ({ id }: Pick<LedgerRow, "id">): boolean => id.trim() === ""

/** The id with the number of its leg behind it, from the second leg on; one that looks as if a leg stood behind it always has one. */
export const withLeg = (id: string, leg: number, separator = "#"): string =>
  leg === 0 && !new RegExp(`${separator}\\d+$`).test(id) ? id : `${id}${separator}${leg}`

/**
 * Gives the ids of a ledger's rows, which come in their order: the row's own id, with the number of its leg behind it from the second leg on.
 * A blank id is none, so such a row is known by its time and amount, and by its place among those of its day that have the same.
 */
export const entryIds = (separator = "#"): (row: LedgerRow) => string => {
  let day = ""
  let seen = new Map<string, number>()
  return (row) => {
    if (!isNameless(row)) return withLeg(distinctlyPrintable(row.id).replace(loose, escaped), row.leg, separator)
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
