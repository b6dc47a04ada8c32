/**
 * Matched rows that are in no total: those outside of the period, or of another wallet, whose other rows are in it. Such a row is why what is
 * matched may have a difference.
 */
import { Effect } from "effect"
import * as Period from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { ours, plain, theirs } from "./called.ts"

/** Matched rows of a side that are in no total for one reason. */
export interface MatchedBeyond {
  readonly currency: string | null
  readonly side: "statement" | "books"
  readonly isOtherWallet: boolean
  readonly rows: number
  /** What they sum to: a decimal with two decimals at least. */
  readonly total: string
  /** The first of them, by name and amount. */
  readonly first: ReadonlyArray<string>
}

/** So many rows are named. */
const mostNamed = 5

const ofSide = (side: "statement" | "books", row: "sid" | "bid", name: string, currency: string): string =>
  `SELECT ${currency} AS currency, '${side}' AS side, moment, ${name} AS name, amount FROM ${side} t
  WHERE ${row} IN (SELECT ${row} FROM beyond) AND ${row} IN (SELECT ${row} FROM found WHERE list = 'matched')`

/** Reads them, when all is matched; books without a currency have that of the statement. */
export const readMatchedBeyond = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    { from, to }: Period.Period
  ): Effect.fn.Return<ReadonlyArray<MatchedBeyond>, SinkError> {
    const known = "coalesce(t.currency, (SELECT any_value(currency) FROM statement))"
    const inside = `moment::DATE BETWEEN DATE '${Period.formatDay(from)}' AND DATE '${Period.formatDay(to)}'`
    const found = yield* ask(
      `SELECT currency, side, ${inside} AS other, count(*) OVER alike, ${
        plain("sum(amount) OVER alike")
      }, name || ', ' || ${plain("amount")}
      FROM (${ofSide("statement", "sid", theirs("t"), "t.currency")} UNION ALL ${
        ofSide("books", "bid", ours("t"), known)
      })
      WINDOW alike AS (PARTITION BY currency, side, ${inside})
      QUALIFY row_number() OVER (PARTITION BY currency, side, ${inside} ORDER BY moment, name, amount) <= ${mostNamed}
      ORDER BY side DESC, other, moment, name, amount`
    )
    const alike = Map.groupBy(found, ([currency, side, other]) => JSON.stringify([currency, side, other]))
    return [...alike.values()].map((rows): MatchedBeyond => {
      const [currency = null, side, other, count, total] = rows[0] ?? []
      return {
        currency: currency === null ? null : String(currency),
        side: side === "statement" ? "statement" : "books",
        isOtherWallet: other === true,
        rows: Number(count),
        total: String(total),
        first: rows.map((row) => printable(String(row[5]), 100))
      }
    })
  }
)

/** What is said below the totals of a currency, a sentence for each side and reason. */
export const matchedBeyondTexts = (
  beyond: ReadonlyArray<MatchedBeyond>,
  currency: string | null
): ReadonlyArray<string> =>
  beyond.filter((each) => each.currency === currency).map(({ first, isOtherWallet, rows, side, total }) => {
    const where = isOtherWallet ? "of another wallet" : "outside of the period"
    if (rows === 1) return `1 matched row of the ${side} is ${where}: ${first.join("")}`
    const more = rows - first.length
    return `${rows.toLocaleString("en-US")} matched rows of the ${side} are ${where}, ${total} together: ${
      first.join("; ")
    }${more > 0 ? `; and ${more.toLocaleString("en-US")} more` : ""}`
  })
