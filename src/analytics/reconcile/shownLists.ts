/**
 * The first members of the lists of what is open, as people look at them.
 */
import { Effect } from "effect"
import { textOf } from "../../sink/duckdb/vectors/answers.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { ours, plain, theirs } from "./called.ts"
import { doubtReasons } from "./doubtReasons.ts"

/** Of so many rows of a group names and amounts are shown. */
const mostNamed = 10

/** The first groups of a list with the names and amounts of their rows; the books' have their lines, by which somebody can decide about them. */
const amounts = (list: "different" | "doubtful", most: number): string =>
  `SELECT number, gid, min(coalesce(t.moment, b.moment)) AS moment, any_value(difference) AS difference,
    coalesce(list({name: ${
    theirs("t")
  }, amount: t.amount} ORDER BY t.moment, t.wallet, t.txn_id, t.leg) FILTER (f.sid IS NOT NULL), [])
      AS statement,
    coalesce(list({name: concat_ws(' ', b.id, 'line:' || b.line), amount: b.amount} ORDER BY b.moment, b.id, b.amount, b.line)
      FILTER (f.bid IS NOT NULL), []) AS books
  FROM found f JOIN (FROM numbered WHERE list = '${list}' AND number <= ${most}) USING (list, gid)
  LEFT JOIN statement t ON t.sid = f.sid LEFT JOIN books b ON b.bid = f.bid GROUP BY number, gid`

const named = (rows: string, text: string): string =>
  `array_to_string(list_transform(${rows}[:${mostNamed}], lambda r: ${text}), ', ') ||
    CASE WHEN len(${rows}) > ${mostNamed} THEN ' and ' || len(${rows}) - ${mostNamed} || ' more' ELSE '' END`

const nameAndAmount = `r.name || ' ' || ${plain("r.amount")}`

const sumOf = (rows: string): string => plain(`list_sum(list_transform(${rows}, lambda r: r.amount))`)

const shownLists = {
  different: (most: number) =>
    `SELECT strftime(moment, '%Y-%m-%d') AS day, ${named("statement", "r.name")}, ${sumOf("statement")}, ${
      named("books", "r.name")
    }, ${sumOf("books")}, ${plain("difference")}
    FROM (${amounts("different", most)}) ORDER BY number`,
  doubtful: (most: number) =>
    `SELECT strftime(moment, '%Y-%m-%d') AS day, ${named("books", nameAndAmount)}, ${
      named("statement", nameAndAmount)
    }, why
    FROM (${amounts("doubtful", most)}) JOIN (${doubtReasons(most)}) USING (gid) ORDER BY number`,
  statementOnly: (most: number) =>
    `SELECT strftime(moment, '%Y-%m-%d') AS day, ${theirs("t")} AS statement, ${
      plain("amount")
    } AS amount, currency, description
    FROM s_only JOIN statement t USING (sid) ORDER BY t.moment, t.wallet, t.txn_id, t.leg LIMIT ${most}`,
  booksOnly: (most: number) =>
    `SELECT strftime(moment, '%Y-%m-%d') AS day, ${ours("b")} AS books, line::VARCHAR AS line, ${
      plain("amount")
    } AS amount, reference
    FROM b_only JOIN books b USING (bid) ORDER BY b.moment, b.id, b.amount, b.line LIMIT ${most}`
} as const

/** The columns of the first members of a list, as people look at them. */
export const shownColumns = {
  different: ["day", "statement", "amount", "books", "amount", "difference"],
  doubtful: ["day", "books", "candidates", "why"],
  statementOnly: ["day", "statement", "amount", "currency", "description"],
  booksOnly: ["day", "books", "line", "amount", "reference"]
} as const

/** The lists of what is open. */
export type OpenList = keyof typeof shownColumns

/** The first members of a list as texts, and how many there are. */
export const shownOf = Effect.fnUntraced(
  function*({ ask }: Workspace, name: OpenList, most: number): Effect.fn.Return<
    { readonly rows: ReadonlyArray<ReadonlyArray<string | null>>; readonly count: number },
    SinkError
  > {
    const rows = yield* ask(shownLists[name](most))
    const [[count] = []] = yield* ask(
      name === "different" || name === "doubtful"
        ? `SELECT count(*)::INTEGER FROM numbered WHERE list = '${name}'`
        : `SELECT count(*)::INTEGER FROM ${name === "statementOnly" ? "s_only" : "b_only"}`
    )
    return {
      rows: rows.map((row) => row.map(textOf)),
      count: Number(count)
    }
  }
)
