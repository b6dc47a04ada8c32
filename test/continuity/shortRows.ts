/**
 * Rows in short: `0>10@5` leads from a balance of 0 to one of 10 in the fifth second after midnight, and is called `A` when it
 * stands first. Behind that stands what else there is to a row: `?` one that is not confirmed, `=` one whose time the clock showed
 * twice, `_` one without a balance, and the currency that it names, if any: `0>10@5?_KES`. `@1:5` is a second of the next day, and `0>10` stands in the
 * first second.
 */
import type { Edges } from "../../src/continuity/chain/Edges.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import type { WalletRow } from "../kit/continuity.ts"
import { step } from "./statements.ts"

const pattern = /^(\d+)>(\d+)(?:@(?:(-?\d+):)?(-?\d+))?([?=_]*)([A-Z]*)$/

const nameOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${nameOf(Math.floor(index / 26) - 1)}${nameOf(index % 26)}`

const rowOf = (text: string, index: number): WalletRow => {
  const [, from, to, day = "0", second = "1", marks = "", currency = ""] = pattern.exec(text) ?? []
  if (to === undefined) throw new Error(`no row: ${text}`)
  return {
    ...step(nameOf(index), Number(from), Number(to), Number(day) * 86_400 + Number(second)),
    ...(marks.includes("_") ? { balance: null } : {}),
    confirmed: !marks.includes("?"),
    timeFlag: marks.includes("=") ? "ambiguous-local" : null,
    currency: currency === "" ? null : Currency.make(currency)
  }
}

/** The rows of a text, called by letters in the order in which they stand there. */
export const shortRows = (text: string): ReadonlyArray<WalletRow> =>
  text.split(" ").filter((each) => each !== "").map(rowOf)

/** The letters of some edges' rows. */
export const lettersOf = (edges: Edges, list: Iterable<number>): string =>
  Array.from(list, (edge) => nameOf(edges.rowOf[edge] ?? -1)).join("")

/** The balance that a vertex stands for, in ten-thousandths as rows are written here. */
export const valueOf = (edges: Edges, vertex: number): string => String(edges.balances[vertex])
