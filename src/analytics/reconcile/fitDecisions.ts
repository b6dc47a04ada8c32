/**
 * Decisions and the rows as they are today: which of them fit still.
 *
 * A row of the statement is found by its wallet, id and leg. One of the books is found by its id where no other had that, else by all that
 * was told of it, and then there have to be as many such rows as there were. An amount that changed makes a decision unfit: whoever
 * made it had another one before them.
 */
import { Effect } from "effect"
import type { DecidedRow, RowDecision, Side } from "../../domain/RowDecision.ts"
import { quoteText, textOrNull } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { nameOfRow, shortAmount } from "./decisions.ts"

/** A decision and the numbers of its rows. */
export interface FittingDecision {
  readonly decision: RowDecision
  readonly sids: ReadonlyArray<number>
  readonly bids: ReadonlyArray<number>
}

/** A decision whose rows are not what they were, in which way, and the rows that may be its own still. */
export interface UnfitDecision extends FittingDecision {
  readonly why: string
}

/** Decisions that fit, and those that don't. */
export interface Fitted {
  readonly fitting: ReadonlyArray<FittingDecision>
  readonly unfit: ReadonlyArray<UnfitDecision>
}

const wantedOf = (decisions: ReadonlyArray<RowDecision>): ReadonlyArray<string> =>
  decisions.flatMap(({ rows }, place) =>
    rows.map((row, member) =>
      `(${
        [
          place,
          member,
          quoteText(row.side),
          textOrNull(row.wallet),
          textOrNull(row.id),
          row.leg ?? "NULL",
          quoteText(row.time),
          quoteText(row.amount),
          textOrNull(row.currency),
          textOrNull(row.reference),
          quoteText(row.foundBy)
        ].join(", ")
      })`
    )
  )

/** The rows that may be a decided one, in the order of their lines; `isSame` where all but amounts agrees. */
interface Candidates {
  readonly rows: ReadonlyArray<{ readonly row: number; readonly amount: string; readonly isSame: boolean }>
}

const same = (columns: ReadonlyArray<string>): string =>
  columns.map((column) => `b.${column} IS NOT DISTINCT FROM d.${column}`).join(" AND ")

/** So many rows are alike at most: nobody decides about more. */
const mostAlike = 1000

const asked: ReadonlyArray<string> = [
  `SELECT place, member, t.sid AS "row", t.amount, t.currency IS NOT DISTINCT FROM d.currency AS same, 0 AS line
  FROM decided d JOIN statement t ON t.wallet = d.wallet AND t.txn_id = d.id AND t.leg = d.leg WHERE d.side = 'statement'`,
  `SELECT place, member, b.bid, b.amount, ${same(["currency", "wallet"])}, b.line
  FROM decided d JOIN books b ON b.id = d.id WHERE d.side = 'books' AND d.found_by = 'id'`,
  `SELECT place, member, b.bid, b.amount, true, b.line
  FROM decided d JOIN books b ON b.moment = d.moment AND b.amount = d.amount AND ${
    same(["id", "reference", "currency", "wallet"])
  } WHERE d.side = 'books' AND d.found_by = 'contents'`
]

/** Holds decisions against the rows of `statement` and `books`; of two that claim one row the later one is unfit. */
export const fitDecisions = Effect.fnUntraced(
  function*(
    { ask, run }: Workspace,
    decisions: ReadonlyArray<RowDecision>
  ): Effect.fn.Return<Fitted, SinkError> {
    if (decisions.length === 0) return { fitting: [], unfit: [] }
    yield* run([
      `CREATE OR REPLACE TABLE decided (place INTEGER, member INTEGER, side VARCHAR, wallet VARCHAR, id VARCHAR, leg INTEGER,
        moment TIMESTAMP, amount DECIMAL(18,4), currency VARCHAR, reference VARCHAR, found_by VARCHAR)`,
      `INSERT INTO decided VALUES ${wantedOf(decisions).join(", ")}`
    ])
    const found = yield* ask(
      `SELECT place, member, "row"::DOUBLE, amount::VARCHAR, same FROM (${
        asked.join(" UNION ALL ")
      }) QUALIFY row_number() OVER (PARTITION BY place, member ORDER BY line, "row") <= ${
        mostAlike + 1
      } ORDER BY place, member, line, "row"`
    )
    yield* run(["DROP TABLE decided"])
    const candidates = Map.groupBy(
      found.map(([place, member, row, amount, isSame]) => ({
        key: `${place} ${member}`,
        row: Number(row),
        amount: String(amount),
        isSame: isSame === true
      })),
      ({ key }) => key
    )
    return judged(decisions, (place, member) => ({ rows: candidates.get(`${place} ${member}`) ?? [] }))
  }
)

const judged = (
  decisions: ReadonlyArray<RowDecision>,
  candidatesOf: (place: number, member: number) => Candidates
): Fitted => {
  const fitting: Array<FittingDecision> = []
  const unfit: Array<UnfitDecision> = []
  const taken = { statement: new Set<number>(), books: new Set<number>() }
  for (const [place, decision] of decisions.entries()) {
    const chosen = { statement: new Set<number>(), books: new Set<number>() }
    let why: string | undefined
    for (const [member, row] of decision.rows.entries()) {
      const found = rowOf(
        row,
        candidatesOf(place, member),
        (one) => taken[row.side].has(one) || chosen[row.side].has(one)
      )
      if (typeof found === "number") chosen[row.side].add(found)
      else why ??= found
    }
    if (why !== undefined) {
      const still = (side: Side) =>
        decision.rows.flatMap((row, member) =>
          row.side === side ? candidatesOf(place, member).rows.map(({ row }) => row) : []
        )
      unfit.push({ decision, why, sids: still("statement"), bids: still("books") })
      continue
    }
    for (const side of ["statement", "books"] as const) for (const one of chosen[side]) taken[side].add(one)
    fitting.push({ decision, sids: [...chosen.statement], bids: [...chosen.books] })
  }
  return { fitting, unfit }
}

/** The row that is meant, or what is wrong with it. */
const rowOf = (row: DecidedRow, { rows }: Candidates, isTaken: (row: number) => boolean): number | string => {
  const name = nameOfRow(row)
  const [first, ...others] = rows
  if (first === undefined) return `${name} is no longer in the ${row.side}`
  if (row.foundBy === "contents" && rows.length !== row.alike) {
    return `the books have ${rows.length === 1 ? "1 row" : `${rows.length} rows`} like ${name} and had ${row.alike}`
  }
  if (row.foundBy === "id" && others.length > 0) return `the books have ${rows.length} rows with the id ${name}`
  if (!first.isSame) return `${name} has another currency or wallet than before`
  if (first.amount !== row.amount) {
    return `the amount of ${name} was ${shortAmount(row.amount)} and is ${shortAmount(first.amount)}`
  }
  return rows.find((each) => !isTaken(each.row))?.row ?? `another decision has ${name}`
}
