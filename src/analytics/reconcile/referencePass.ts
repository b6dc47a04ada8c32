/**
 * Rows of one amount whose description has the books' reference, word by word, or whose id it is.
 *
 * Those that are few days apart come first: a customer's number stands in a payment of every month. A reference that the books have once
 * finds the only row that has it and the amount on any day. Where it finds one with another amount, that is a difference.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { makeEntries, mostPairs, near } from "./entries.ts"
import { keepOpen, wordsOf } from "./matchTables.ts"
import { settleEntries } from "./settleEntries.ts"
import { isQuiet, shapeOf } from "./shapes.ts"

const singleText = `SELECT o.sid AS se, o.scope, o.amount, o.day AS first, o.day AS last, ${
  wordsOf("t.description", "t.txn_id")
} AS "text" FROM s_open o JOIN statement t USING (sid)`

const unitText = `SELECT u.se, u.scope, any_value(u.amount), any_value(u.first), any_value(u.last),
    ${wordsOf("string_agg(t.description, ' ' ORDER BY t.leg, t.description)", "any_value(t.txn_id)")}
  FROM s_units u JOIN s_members m USING (se) JOIN statement t USING (sid) GROUP BY u.se, u.scope`

const has = `contains(' ' || s."text" || ' ', ' ' || b.ref || ' ')`

const byAmount = (days: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE r_words AS FROM (
      SELECT *, unnest(list_distinct(string_split("text", ' '))) AS word FROM (${singleText} UNION ALL ${unitText})
    ) s WHERE (scope, amount, word) IN (SELECT (scope, amount, "key") FROM b_entries WHERE ref IS NOT NULL)`,
  `CREATE OR REPLACE TABLE r_crowded AS SELECT scope, amount, "key", row_number() OVER () AS cid FROM (
      SELECT scope, amount, "key", count(*) AS nb FROM b_entries WHERE ref IS NOT NULL GROUP BY ALL
    ) JOIN (SELECT scope, amount, word AS "key", count(*) AS ns FROM r_words GROUP BY ALL) USING (scope, amount, "key")
    WHERE nb * ns > ${mostPairs}`,
  `INSERT INTO crowd SELECT cid, be, NULL FROM b_entries JOIN r_crowded USING (scope, amount, "key") WHERE be >= 0
    UNION ALL SELECT cid, NULL, se FROM r_words w JOIN r_crowded c
      ON c.scope = w.scope AND c.amount = w.amount AND c."key" = w.word WHERE se >= 0`,
  `CREATE OR REPLACE TABLE r_pairs AS SELECT b.be, s.se, b.scope, b.ref, ${near(days)} AS "near"
    FROM b_entries b JOIN r_words s ON s.scope = b.scope AND s.amount = b.amount AND s.word = b."key"
    WHERE b.ref IS NOT NULL AND ${has} AND (b.be >= 0 OR s.se >= 0)
      AND NOT EXISTS (FROM r_crowded c WHERE c.scope = b.scope AND c.amount = b.amount AND c."key" = b."key")`,
  `CREATE OR REPLACE TABLE r_once AS SELECT scope, ref FROM b_in WHERE ref IS NOT NULL GROUP BY ALL HAVING count(*) = 1`,
  `CREATE OR REPLACE TABLE r_judged AS SELECT be, se, "near",
      ("near" AND nearOfB = 1 AND nearOfS = 1)
        OR (ofB = 1 AND ofS = 1 AND EXISTS (FROM r_once o WHERE o.scope = x.scope AND o.ref = x.ref)) AS sure
    FROM (SELECT *, count(*) FILTER ("near") OVER (PARTITION BY be) AS nearOfB, count(*) OVER (PARTITION BY be) AS ofB,
      count(*) FILTER ("near") OVER (PARTITION BY se) AS nearOfS, count(*) OVER (PARTITION BY se) AS ofS FROM r_pairs) x`,
  `INSERT INTO accepted SELECT be, se, 'reference' FROM r_judged WHERE sure`,
  `INSERT INTO doubted SELECT be, se FROM r_judged WHERE "near" AND NOT sure`
]

/** A reference that one open row of the books has, and one of the statement within the days. */
const otherAmounts = (days: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE d_books AS SELECT bid AS be, b.scope, b.amount, b.ref, b."key", b.day AS first, b.day AS last
    FROM b_open b JOIN r_once o ON o.scope = b.scope AND o.ref = b.ref`,
  `CREATE OR REPLACE TABLE d_words AS FROM (
      SELECT *, unnest(list_distinct(string_split("text", ' '))) AS word FROM (${singleText})
    ) s WHERE (scope, word) IN (SELECT (scope, "key") FROM d_books)`,
  `CREATE OR REPLACE TABLE d_crowded AS SELECT scope, "key" FROM (
      SELECT scope, "key", count(*) AS nb FROM d_books GROUP BY ALL
    ) JOIN (SELECT scope, word AS "key", count(*) AS ns FROM d_words GROUP BY ALL) USING (scope, "key")
    WHERE nb * ns > ${mostPairs}`,
  `CREATE OR REPLACE TABLE d_pairs AS SELECT b.be, s.se, s.amount - b.amount AS difference
    FROM d_books b JOIN d_words s ON s.scope = b.scope AND s.word = b."key"
    WHERE ${has} AND ${near(days)}
      AND NOT EXISTS (FROM d_crowded c WHERE c.scope = b.scope AND c."key" = b."key")`,
  `INSERT INTO found SELECT be, 'different', NULL, se, be, difference FROM d_pairs
    QUALIFY count(*) OVER (PARTITION BY be) = 1 AND count(*) OVER (PARTITION BY se) = 1`
]

/**
 * Matches by reference the rows of the books that `which` lets in, a condition on `b_open`. Tells whether as many of their references
 * are found that one which is not is known to be another payment's.
 */
export const referencePass = Effect.fnUntraced(
  function*({ ask, run }: Workspace, days: number, which: string): Effect.fn.Return<boolean, SinkError> {
    yield* run([...makeEntries(which), ...byAmount(days)])
    const [[referenced] = []] = yield* ask("SELECT count(ref) FROM b_in")
    yield* run([
      ...settleEntries,
      ...otherAmounts(days),
      keepOpen("b"),
      keepOpen("s"),
      `CREATE TABLE quiet_references AS SELECT bid FROM b_open WHERE ${shapeOf("ref")} IN (
        SELECT ${shapeOf("ref")} FROM b_in i WHERE ref IS NOT NULL GROUP BY ALL HAVING ${
        isQuiet("count(*)", "count(*) FILTER (NOT EXISTS (FROM b_open o WHERE o.bid = i.bid))")
      })`
    ])
    const [[left] = []] = yield* ask("SELECT count(o.ref) FROM b_open o WHERE EXISTS (FROM b_in i WHERE i.bid = o.bid)")
    yield* run(
      [
        ..."words crowded pairs once judged".split(" ").map((name) => `r_${name}`),
        ..."books words crowded pairs".split(" ").map((name) => `d_${name}`)
      ].map((name) => `DROP TABLE ${name}`)
    )
    return Number(referenced) > 0 && 10 * (Number(referenced) - Number(left)) >= Number(referenced)
  }
)
