/**
 * What was found as lists, in the order of what stands in the rows: the members of `reconcile --json`.
 */
import { Stream } from "effect"
import { type AnswerRow, textOf } from "../../sink/duckdb/vectors/answers.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { ours, plain, theirs } from "./called.ts"
import type { GroupedList } from "./numbered.ts"

/** The lists of `reconcile --json`. */
export const listNames = ["matched", "statementOnly", "booksOnly", "different", "doubtful", "accepted"] as const
export type ListName = (typeof listNames)[number]

/** The names of the rows of a group, and what is known of it. */
interface Group {
  readonly number: string | null
  readonly statement: Array<string>
  readonly books: Array<string>
  readonly how: string | null
  readonly difference: string | null
  readonly decision: string | null
}

const listQuery = (list: GroupedList): string =>
  `SELECT number::VARCHAR, ${theirs("t")}, ${ours("b")}, how, ${plain("f.difference")}, d.id
  FROM found f JOIN numbered USING (list, gid) LEFT JOIN statement t ON t.sid = f.sid LEFT JOIN books b ON b.bid = f.bid
  LEFT JOIN decisions d ON d.gid = f.gid WHERE list = '${list}'
  ORDER BY number, t.moment, t.wallet, t.txn_id, t.leg, b.moment, b.id, b.amount, b.line`

const member = (list: GroupedList, { books, decision, difference, how, statement }: Group): object => {
  switch (list) {
    case "matched":
      return {
        statement,
        books,
        by: how,
        ...(decision === null ? {} : { decision }),
        ...(difference === null ? {} : { difference })
      }
    case "accepted":
      return { statement, books, by: how, decision }
    case "different":
      return { statement, books, difference }
    case "doubtful":
      return { books, candidates: statement }
  }
}

/** The group of a row: the last one, to which it is added, or a new one. */
const groupWith = (last: Group | undefined, row: AnswerRow): Group => {
  const [number = null, statement = null, books = null, how = null, difference = null, decision = null] = row.map(
    textOf
  )
  const group = last?.number === number ? last : { number, statement: [], books: [], how, difference, decision }
  if (statement !== null) group.statement.push(statement)
  if (books !== null) group.books.push(books)
  return group
}

/** A group is given when the next one begins, and the last one when all rows were read: none that is cut off by a failure. */
const groupsOf = ({ batches }: Workspace, list: GroupedList): Stream.Stream<ReadonlyArray<Group>, SinkError> =>
  // No batch is empty: one that is stands behind all of them.
  Stream.concat(batches(listQuery(list)), Stream.make<[ReadonlyArray<AnswerRow>]>([])).pipe(
    Stream.mapAccum((): Group | undefined => undefined, (open, rows) => {
      const ended: Array<Group> = []
      let last = open
      for (const row of rows) {
        const group = groupWith(last, row)
        if (last !== undefined && group !== last) ended.push(last)
        last = group
      }
      if (rows.length === 0 && last !== undefined) ended.push(last)
      return [last, ended.length === 0 ? [] : [ended]] as const
    })
  )

const alone = {
  statementOnly: `SELECT ${
    theirs("t")
  } FROM s_only JOIN statement t USING (sid) ORDER BY t.moment, t.wallet, t.txn_id, t.leg`,
  booksOnly: `SELECT ${ours("b")} FROM b_only JOIN books b USING (bid) ORDER BY b.moment, b.id, b.amount, b.line`
} as const

/** The members of a list as texts of JSON, in batches. */
export const listed = (workspace: Workspace, name: ListName): Stream.Stream<ReadonlyArray<string>, SinkError> =>
  name === "statementOnly" || name === "booksOnly"
    ? Stream.map(workspace.batches(alone[name]), (rows) => rows.map(([row]) => JSON.stringify(textOf(row))))
    : Stream.map(groupsOf(workspace, name), (groups) => groups.map((group) => JSON.stringify(member(name, group))))
