/**
 * What became of every row, in one form for pages and tables: rows of one group belong together, and each says why it is where it is.
 *
 * Groups are numbered in the order of what stands in their rows. A row of the statement that may be that of several rows of the books stands
 * in each of their groups; a row outside of the period is told with those that it belongs to, and counted nowhere.
 */
import { Effect, Stream } from "effect"
import { type AnswerRow, textOf } from "../../sink/duckdb/vectors/answers.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { plain } from "./called.ts"
import { doubtReasons } from "./doubtReasons.ts"

/** What may become of a row, in the order in which people look at it. */
export const states = ["different", "doubtful", "statement-only", "books-only", "accepted", "matched"] as const
export type State = (typeof states)[number]

const reasons: Readonly<Record<string, string>> = {
  id: "the same id and amount",
  reference: "the same amount, and the reference stands in the description or is the id",
  time: "the same amount within the days or at the same second, and no other such row",
  "one-to-many": "rows of the books with one id or reference sum to it",
  "many-to-one": "rows of the statement with one id sum to it"
}

/** NULL where the pass by which a row was matched says all: nearly all rows have the same few reasons. */
const why = `CASE
  WHEN d.id IS NOT NULL THEN 'decided by ' || d."by" || ': ' || d.reason
  ${
  Object.entries(reasons).map(([how, text]) =>
    `WHEN f.how = '${how}' THEN '${text}, when the fee of ' || ${plain("(-f.difference)")} || ' is taken'`
  ).join(" ")
}
  WHEN f.list = 'different' THEN 'the same id or reference, and another amount: the statement has ' || ${
  plain("abs(f.difference)")
} || CASE WHEN f.difference < 0 THEN ' less' ELSE ' more' END
  WHEN f.list = 'doubtful' THEN w.why
  WHEN r.field IS NOT NULL THEN 'no row of the statement has its ' || r.field
  ELSE 'no row fits' END`

const sideOf = (side: "statement" | "books", row: "sid" | "bid", columns: string): string =>
  `SELECT f.list AS state, f.how, number, '${side}' AS side, ${columns}, NOT EXISTS (FROM beyond x WHERE x.${row} = t.${row}) AS inside,
    ${why} AS why, f.difference, d.id AS decision
  FROM (
    SELECT DISTINCT f.list, f.how, f.gid, f.${row}, f.difference, number FROM found f JOIN numbered USING (list, gid)
    WHERE f.${row} IS NOT NULL
    UNION ALL SELECT '${side}-only', NULL, NULL, ${row}, NULL,
      row_number() OVER (ORDER BY t.moment, t.${side === "books" ? "id" : "wallet, t.txn_id, t.leg"}, t.amount)
    FROM ${side === "books" ? "b" : "s"}_only JOIN ${side} t USING (${row})
  ) f JOIN ${side} t USING (${row}) LEFT JOIN decisions d ON d.gid = f.gid
  LEFT JOIN doubt_reasons w ON w.list = f.list AND w.gid = f.gid
  LEFT JOIN ${side === "books" ? "ruled_out r ON r.bid = f.bid" : "(SELECT NULL::VARCHAR AS field) r ON false"}`

const ordered = `list_position([${states.map((state) => `'${state}'`).join(", ")}], state)`

/** Makes the table `outcome` of what was found: side after side, which takes the memory of one of them. */
export const noteOutcome: ReadonlyArray<string> = [
  `CREATE TABLE doubt_reasons AS ${doubtReasons()}`,
  `CREATE TABLE outcome AS ${
    sideOf(
      "statement",
      "sid",
      "wallet, txn_id AS id, leg, NULL::BIGINT AS line, moment, amount, currency, NULL::VARCHAR AS reference, description"
    )
  }`,
  `INSERT INTO outcome ${
    sideOf("books", "bid", "wallet, t.id, NULL::INTEGER, line, moment, amount, currency, reference, description")
  }`
]

/** The columns of the outcome as texts. */
export const outcomeColumns = [
  "state",
  "by",
  "group",
  "side",
  "wallet",
  "id",
  "leg",
  "line",
  "time",
  "amount",
  "currency",
  "reference",
  "description",
  "in_period",
  "why",
  "difference",
  "decision"
] as const

/** A row of the outcome in the order of its columns; null where nothing is told. */
export type OutcomeRow = ReadonlyArray<string | null>

const texts = `state, how, number::VARCHAR, side, wallet, id, leg::VARCHAR, line::VARCHAR, moment::DATE::VARCHAR, ${
  plain("amount")
}, currency, reference, description, CASE WHEN inside THEN 'yes' ELSE 'no' END, why, ${plain("difference")}, decision,
  CASE WHEN moment::TIME <> TIME '00:00:00' THEN strftime(moment, '%H:%M:%S') END`

const inOrder = `${ordered}, number, side DESC, moment, wallet, id, leg, amount, line`

const placeOf = (name: (typeof outcomeColumns)[number]): number => outcomeColumns.indexOf(name)
const [byPlace, timePlace, whyPlace] = [placeOf("by"), placeOf("time"), placeOf("why")]

/** What `texts` reads as a row; days and reasons repeat, so that they are made once each. */
const outcomeRow = (read: AnswerRow): OutcomeRow => {
  const row = read.map(textOf)
  const clock = row.pop() ?? null
  if (clock !== null) row[timePlace] += ` ${clock}`
  row[whyPlace] ??= reasons[row[byPlace] ?? ""] ?? null
  return row
}

/** All rows, in batches. */
export const outcomeRows = ({ batches }: Workspace): Stream.Stream<ReadonlyArray<OutcomeRow>, SinkError> =>
  batches(`SELECT ${texts} FROM outcome ORDER BY ${inOrder}`).pipe(Stream.map((rows) => rows.map(outcomeRow)))

/** The first groups of a state, and how many it has. */
export interface FirstGroups {
  readonly rows: ReadonlyArray<OutcomeRow>
  readonly groups: number
  /** Groups whose rows are all there; of a last one that is too large there are its first rows. */
  readonly shown: number
}

/** Reads the first groups of a state, with so many rows at most; those with a row outside of the period come first. */
export const firstGroups = Effect.fnUntraced(
  function*({ ask }: Workspace, state: State, mostRows: number): Effect.fn.Return<FirstGroups, SinkError> {
    const [[groups] = []] = yield* ask(`SELECT count(DISTINCT number)::INTEGER FROM outcome WHERE state = '${state}'`)
    const found = yield* ask(
      `SELECT ${texts} FROM outcome WHERE state = '${state}' ORDER BY bool_and(inside) OVER (PARTITION BY number), ${inOrder} LIMIT ${
        mostRows + 1
      }`
    )
    const rows = found.map(outcomeRow)
    const cut = rows[mostRows]?.[2]
    const whole = cut === undefined ? rows : rows.filter((row) => row[2] !== cut)
    const kept = whole.length === 0 ? rows.slice(0, mostRows) : whole
    return { rows: kept, groups: Number(groups), shown: new Set(whole.map((row) => row[2])).size }
  }
)
