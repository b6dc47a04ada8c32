/**
 * What the lists come to, so that they tie: each side's rows of the period stand in one list, and the lists' totals are the side's.
 */
import { Effect } from "effect"
import * as Period from "../../domain/Period.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { Part } from "./decisions.ts"

/** Where a row of the period stands; `accepted` is one of which somebody decided that it has no other. */
export const lists = ["matched", "accepted", "different", "doubtful", "only"] as const
export type List = (typeof lists)[number]

/** Whether somebody has to look at the rows of a list. */
export const isOpenList = (list: List): boolean => list !== "matched" && list !== "accepted"

/** Rows of a list and what they sum to, in one currency. */
export interface Totals {
  readonly currency: string | null
  readonly side: "statement" | "books"
  readonly list: List
  readonly rows: number
  readonly total: string
}

/**
 * Keeps of what was found that of which a row is in the period, and of the wallet if one is meant, and leaves `s_only` and `b_only`: rows of the period that nothing was
 * found of.
 */
export const withinPeriod = ({ period: { from, to }, wallet }: Part): ReadonlyArray<string> => {
  const inside = `moment::DATE BETWEEN DATE '${Period.formatDay(from)}' AND DATE '${Period.formatDay(to)}'${
    wallet === null ? "" : ` AND coalesce(wallet = ${quoteText(wallet)}, true)`
  }`
  return [
    `CREATE TABLE beyond AS SELECT sid, NULL::BIGINT AS bid FROM statement WHERE NOT (${inside})
      UNION ALL SELECT NULL, bid FROM books WHERE NOT (${inside})`,
    `CREATE TABLE touched AS SELECT DISTINCT gid FROM found f
      WHERE EXISTS (FROM beyond b WHERE b.sid = f.sid) OR EXISTS (FROM beyond b WHERE b.bid = f.bid)`,
    `DELETE FROM found WHERE gid IN (FROM touched) AND gid NOT IN (SELECT gid FROM found f WHERE gid IN (FROM touched) AND (
      (sid IS NOT NULL AND NOT EXISTS (FROM beyond b WHERE b.sid = f.sid))
      OR (bid IS NOT NULL AND NOT EXISTS (FROM beyond b WHERE b.bid = f.bid))))`,
    `CREATE TABLE s_only AS SELECT sid FROM statement t WHERE (${inside}) AND NOT EXISTS (FROM found f WHERE f.sid = t.sid)`,
    `CREATE TABLE b_only AS SELECT bid FROM books t WHERE (${inside}) AND NOT EXISTS (FROM found f WHERE f.bid = t.bid)`
  ]
}

const ofSide = (side: "statement" | "books", row: "sid" | "bid", only: string, currency: string): string =>
  `SELECT ${currency} AS currency, '${side}' AS side, coalesce(l.list, 'only') AS list, count(*)::INTEGER AS "rows",
    sum(amount)::VARCHAR AS total
  FROM ${side} t LEFT JOIN (SELECT DISTINCT ${row}, list FROM found WHERE ${row} IS NOT NULL) l USING (${row})
  WHERE NOT EXISTS (FROM beyond b WHERE b.${row} = t.${row})
    AND (l.list IS NOT NULL OR EXISTS (FROM ${only} o WHERE o.${row} = t.${row})) GROUP BY ALL`

/** The totals of both sides; books without a currency have that of the statement, which is one then. */
export const readTotals = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<ReadonlyArray<Totals>, SinkError> {
    const known = "coalesce(t.currency, (SELECT any_value(currency) FROM statement))"
    const found = yield* ask(
      `FROM (${ofSide("statement", "sid", "s_only", "t.currency")}) UNION ALL ${ofSide("books", "bid", "b_only", known)}
      ORDER BY currency, side, list`
    )
    return found.map(([currency, side, list, rows, total]): Totals => ({
      currency: currency === null || currency === undefined ? null : String(currency),
      side: side === "statement" ? "statement" : "books",
      list: lists.find((each) => each === list) ?? "only",
      rows: Number(rows),
      total: String(total)
    }))
  }
)

/** What the statement's rows of the period come to, of each wallet and currency. */
export interface WalletTotal {
  readonly wallet: string
  readonly currency: string | null
  readonly total: string
}

/** The sums that lead from opening balances to closing ones. */
export const readWalletTotals = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<ReadonlyArray<WalletTotal>, SinkError> {
    const found = yield* ask(
      `SELECT wallet, currency, sum(amount)::VARCHAR FROM statement t WHERE NOT EXISTS (FROM beyond b WHERE b.sid = t.sid)
      GROUP BY wallet, currency`
    )
    return found.map(([wallet, currency, total]) => ({
      wallet: String(wallet),
      currency: currency === null || currency === undefined ? null : String(currency),
      total: String(total)
    }))
  }
)
