/**
 * Names of sheets: what a spreadsheet takes as one, each once in whatever letters.
 */
import type { Ledger } from "../Ledger.ts"

const mostCharacters = 31

/** The sheet that all begins with. */
export const summaryName = "Summary"

/** Names that stand for something else; Excel keeps the second for itself. */
const kept: ReadonlyArray<string> = [summaryName, "History"]

/** What no name may have; and an apostrophe, which none may begin or end with and which stands around names in formulas. */
const unfit = /[[\]:*?/\\'\p{C}]/gu

const halfAtEnd = /[\ud800-\udbff]$/

const cut = (text: string, length: number): string => text.slice(0, length).replace(halfAtEnd, "")

/** A sheet's name in a formula. */
export const quotedName = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** Gives names, none of them twice. */
export class SheetNames {
  private readonly taken = new Set(kept.map((name) => name.toLowerCase()))

  /** The name of a ledger's sheet: `254700000001 KES`, and `254700000001 KES (2)` where it goes on in a second one. */
  next({ currency, walletNo }: Pick<Ledger, "currency" | "walletNo">, part: number): string {
    const whole = `${walletNo}${currency === null ? "" : ` ${currency}`}`.replace(unfit, "_").trim()
    const behind = part === 1 ? "" : ` (${part})`
    for (let count = 1;; count++) {
      const end = count === 1 ? behind : `~${count}${behind}`
      const name = `${cut(whole, mostCharacters - end.length)}${end}`
      if (name === "" || this.taken.has(name.toLowerCase())) continue
      this.taken.add(name.toLowerCase())
      return name
    }
  }
}
