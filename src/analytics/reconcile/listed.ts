/**
 * What was found as lists, in the order of what stands in the rows.
 *
 * A row of the statement is named by its id, one whose leg is not 0 by `ID#LEG`; one of the books by its id, or its line where it has none.
 */
import { Effect, Stream } from "effect"
import { columnsOf } from "../../sink/duckdb/vectors/exactValues.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { doubtReasons } from "./doubtReasons.ts"

/** What a row of the statement is called. */
export const theirs = (row: string): string =>
  `${row}.txn_id || CASE WHEN ${row}.leg = 0 THEN '' ELSE '#' || ${row}.leg END`
/** What a row of the books is called. */
export const ours = (row: string): string => `coalesce(${row}.id, ${row}.line::VARCHAR)`

/** The lists of `reconcile --json`. */
export const listNames = ["matched", "statementOnly", "booksOnly", "different", "doubtful", "accepted"] as const
export type ListName = (typeof listNames)[number]

/** The groups of a list, each with its time and the names of its rows. Groups of two rows, one of each side, need no putting together. */
export const groups = (list: "matched" | "different" | "doubtful" | "accepted"): string =>
  `SELECT gid, t.moment, [${theirs("t")}] AS statement, [${ours("b")}] AS books, how, difference
  FROM found f JOIN statement t USING (sid) JOIN books b USING (bid) WHERE list = '${list}'
  UNION ALL SELECT gid, min(coalesce(t.moment, b.moment)),
    coalesce(list(${theirs("t")} ORDER BY t.moment, t.wallet, t.txn_id, t.leg) FILTER (f.sid IS NOT NULL), []),
    coalesce(list(${
    ours("b")
  } ORDER BY b.moment, b.id, b.amount, b.line) FILTER (f.bid IS NOT NULL), []), any_value(how), any_value(difference)
  FROM (FROM found WHERE list = '${list}' AND (sid IS NULL OR bid IS NULL)) f
  LEFT JOIN statement t ON t.sid = f.sid LEFT JOIN books b ON b.bid = f.bid GROUP BY gid`

const decided = `'statement', statement, 'books', books, 'by', how, 'decision',
  (SELECT any_value(d.id) FROM decisions d WHERE d.gid = g.gid)`

const objects = {
  matched:
    `CASE WHEN how <> 'decision' AND difference IS NULL THEN json_object('statement', statement, 'books', books, 'by', how)
    WHEN how <> 'decision' THEN json_object('statement', statement, 'books', books, 'by', how, 'difference', ${
      plain("difference")
    })
    WHEN difference IS NULL THEN json_object(${decided})
    ELSE json_object(${decided}, 'difference', ${plain("difference")}) END`,
  accepted: `json_object(${decided})`,
  different: `json_object('statement', statement, 'books', books, 'difference', ${plain("difference")})`,
  doubtful: `json_object('books', books, 'candidates', statement)`
} as const

/** An amount with two decimals at least and no zeros behind them. */
export function plain(amount: string): string {
  return `regexp_replace(${amount}::VARCHAR, '0{1,2}$', '')`
}

const selected = (name: ListName): string => {
  switch (name) {
    case "statementOnly":
      return `SELECT to_json(${
        theirs("t")
      }) FROM s_only JOIN statement t USING (sid) ORDER BY t.moment, t.wallet, t.txn_id, t.leg`
    case "booksOnly":
      return `SELECT to_json(${
        ours("b")
      }) FROM b_only JOIN books b USING (bid) ORDER BY b.moment, b.id, b.amount, b.line`
    default:
      return `SELECT ${objects[name]} FROM (${groups(name)}) g ORDER BY moment, statement, books`
  }
}

/** Of so many rows of a group names and amounts are shown. */
const mostNamed = 10

/** The groups of a list with the names and amounts of their rows; the books' have their lines, by which somebody can decide about them. */
const amounts = (list: "different" | "doubtful"): string =>
  `SELECT gid, min(coalesce(t.moment, b.moment)) AS moment, any_value(difference) AS difference,
    coalesce(list({name: ${
    theirs("t")
  }, amount: t.amount} ORDER BY t.moment, t.wallet, t.txn_id, t.leg) FILTER (f.sid IS NOT NULL), [])
      AS statement,
    coalesce(list({name: concat_ws(' ', b.id, 'line:' || b.line), amount: b.amount} ORDER BY b.moment, b.id, b.amount, b.line)
      FILTER (f.bid IS NOT NULL), []) AS books
  FROM found f LEFT JOIN statement t ON t.sid = f.sid LEFT JOIN books b ON b.bid = f.bid WHERE list = '${list}' GROUP BY gid`

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
    FROM (${amounts("different")}) ORDER BY moment, statement, books LIMIT ${most}`,
  doubtful: (most: number) =>
    `SELECT strftime(moment, '%Y-%m-%d') AS day, ${named("books", nameAndAmount)}, ${
      named("statement", nameAndAmount)
    }, why
    FROM (${amounts("doubtful")}) JOIN (${doubtReasons}) USING (gid) ORDER BY moment, statement, books LIMIT ${most}`,
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
        ? `SELECT count(DISTINCT gid)::INTEGER FROM found WHERE list = '${name}'`
        : `SELECT count(*)::INTEGER FROM ${name === "statementOnly" ? "s_only" : "b_only"}`
    )
    return {
      rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
      count: Number(count)
    }
  }
)

/** The members of a list as texts of JSON, in batches. */
export const listed = (
  { attempt, connection }: Workspace,
  name: ListName
): Stream.Stream<ReadonlyArray<string>, SinkError> =>
  Stream.unwrap(
    Effect.map(attempt(() => connection.stream(selected(name))), (result) =>
      Stream.unfold(0, () =>
        Effect.map(
          attempt(() => result.fetchChunk()),
          (chunk) => {
            if (chunk === null || chunk.rowCount === 0) return undefined
            const [text] = columnsOf(chunk)
            return [Array.from({ length: chunk.rowCount }, (_, row) => String(text?.(row))), 0] as const
          }
        )))
  )
