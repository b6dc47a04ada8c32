/**
 * Groups of rows that belong together, numbered within each list in the order of what stands in their rows.
 *
 * A million groups go through: no value of theirs holds all rows of a group, which the database could not put aside while it works.
 */
import { ours, theirs } from "./called.ts"

/** What may become of rows that are told in groups. */
const groupedLists = ["matched", "different", "doubtful", "accepted"] as const
export type GroupedList = (typeof groupedLists)[number]

/**
 * Most groups are one row of `found`, with a row of each side, and need no putting together; they stand at the time of the statement's row,
 * others at that of their earliest one. Of those at the same time the least names decide, and what all of their names and amounts come to.
 */
const numbersOf = (list: GroupedList): string =>
  `SELECT '${list}' AS list, gid, row_number() OVER (ORDER BY moment, statement, books, others, gid) AS number FROM (
    SELECT gid, t.moment, ${theirs("t")} AS statement, ${ours("b")} AS books, 0::UBIGINT AS others
    FROM found f JOIN statement t USING (sid) JOIN books b USING (bid) WHERE list = '${list}'
    UNION ALL SELECT gid, min(coalesce(t.moment, b.moment)), coalesce(min(${theirs("t")}), ''), coalesce(min(${
    ours("b")
  }), ''),
      bit_xor(hash(${theirs("t")}, ${ours("b")}, coalesce(t.amount, b.amount)))
    FROM (FROM found WHERE list = '${list}' AND (sid IS NULL OR bid IS NULL)) f
    LEFT JOIN statement t ON t.sid = f.sid LEFT JOIN books b ON b.bid = f.bid GROUP BY gid)`

/** Makes the table `numbered` of what was found, list after list. */
export const noteNumbers: ReadonlyArray<string> = [
  "CREATE TABLE numbered (list VARCHAR, gid BIGINT, number BIGINT)",
  ...groupedLists.map((list) => `INSERT INTO numbered ${numbersOf(list)}`)
]
