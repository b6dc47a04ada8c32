/**
 * What is compared when no id decides: single rows, and several that may stand for one: rows of the statement with one id, such as a
 * payment and its fee, and rows of the books with one reference, such as orders that are settled together.
 *
 * A pass leaves tables: `accepted` (pairs of entries of which each has no other candidate), `doubted` (other pairs), and `crowd`
 * (groups so large that pairs of them are not listed). Here these become rows of `found`.
 */
import { keepOpen } from "./matchTables.ts"

/** Pairs of so many entries at most are looked at one by one; where more are alike, no pair of them is the only one. */
export const mostPairs = 400

/**
 * An entry of the books has another number when its fees are taken: this much more, below zero this much less. It is another candidate
 * of the same rows.
 */
const net = "1000000000000000"

/** The row of a single entry, with its fee taken or not. */
export const rowOf = (entry: string): string => `${entry} % ${net}`

const isNet = (entry: string): string => `abs(${entry}) >= ${net}`

/** Rows that are summed at most: a settlement of many orders, a payment with what is charged for it. */
const mostSummed = { books: 10_000, statement: 20 }

const fits = (sum: string): string => `abs(${sum}) < 100000000000000`

/**
 * Makes the entries of some open rows of the books and of all of the statement. Entries of several rows have numbers below zero.
 * `which` is a condition on rows of `b_open`.
 */
export const makeEntries = (which: string): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE b_in AS FROM b_open WHERE ${which}`,
  `CREATE OR REPLACE TABLE b_units AS SELECT -min(bid) AS be, scope, sum(amount)::DECIMAL(18,4) AS amount,
      CASE WHEN count(net) > 0 AND ${
    fits("sum(coalesce(net, amount))")
  } THEN sum(coalesce(net, amount))::DECIMAL(18,4) END AS net,
      ref, any_value("key") AS "key", min(day) AS first, max(day) AS last
    FROM b_in WHERE ref IS NOT NULL GROUP BY scope, ref HAVING count(*) BETWEEN 2 AND ${mostSummed.books} AND ${
    fits("sum(amount)")
  }`,
  `CREATE OR REPLACE TABLE b_members AS SELECT u.be, b.bid FROM b_units u JOIN b_in b USING (scope, ref)`,
  `INSERT INTO b_members SELECT u.be - ${net}, m.bid FROM b_members m JOIN b_units u USING (be) WHERE u.net IS NOT NULL`,
  `CREATE OR REPLACE TABLE b_entries AS
    SELECT bid AS be, scope, amount, ref, "key", day AS first, day AS last FROM b_in
    UNION ALL SELECT be, scope, amount, ref, "key", first, last FROM b_units
    UNION ALL SELECT bid + ${net}, scope, net, ref, "key", day, day FROM b_in WHERE net IS NOT NULL
    UNION ALL SELECT be - ${net}, scope, net, ref, "key", first, last FROM b_units WHERE net IS NOT NULL`,
  `CREATE OR REPLACE TABLE b_fees AS SELECT bid + ${net} AS be, net - amount AS difference FROM b_in WHERE net IS NOT NULL
    UNION ALL SELECT be - ${net}, net - amount FROM b_units WHERE net IS NOT NULL`,
  `CREATE OR REPLACE TABLE s_units AS SELECT -min(sid) AS se, o.scope, sum(o.amount)::DECIMAL(18,4) AS amount, o.id,
      wallet, currency, min(day) AS first, max(day) AS last
    FROM s_open o JOIN statement t USING (sid) WHERE o.id <> '' AND o.id IN (
      SELECT id FROM s_open GROUP BY id HAVING count(*) > 1)
    GROUP BY o.scope, o.id, wallet, currency
    HAVING count(*) BETWEEN 2 AND ${mostSummed.statement} AND ${fits("sum(o.amount)")}`,
  `CREATE OR REPLACE TABLE s_members AS SELECT u.se, o.sid FROM s_units u JOIN s_open o USING (scope, id)
    JOIN statement t ON t.sid = o.sid AND t.wallet = u.wallet AND t.currency IS NOT DISTINCT FROM u.currency`,
  `CREATE OR REPLACE TABLE s_entries AS
    SELECT sid AS se, scope, amount, id, day AS first, day AS last FROM s_open
    UNION ALL SELECT se, scope, amount, id, first, last FROM s_units`,
  `CREATE OR REPLACE TABLE accepted (be BIGINT, se BIGINT, how VARCHAR)`,
  `CREATE OR REPLACE TABLE doubted (be BIGINT, se BIGINT)`,
  `CREATE OR REPLACE TABLE crowd (cid BIGINT, be BIGINT, se BIGINT)`
]

/** Whether two entries, `b` and `s`, are no more than some days apart. */
export const near = (days: number): string => `greatest(b.first - s.last, s.first - b.last, 0) <= ${days}`

const rowsOf = (side: "s" | "b", from: string, columns: string): string =>
  `SELECT ${columns}, ${rowOf(`x.${side}e`)} AS ${side}id FROM ${from} x WHERE x.${side}e >= 0
   UNION ALL SELECT ${columns}, m.${side}id FROM ${from} x JOIN ${side}_members m ON m.${side}e = x.${side}e`

const claims = `SELECT 's' AS side, be, se, sid AS id FROM (${rowsOf("s", "accepted", "x.be, x.se")})
  UNION ALL SELECT 'b', be, se, bid FROM (${rowsOf("b", "accepted", "x.be, x.se")})`

/** A payment with the fee that a rule tells is more than the payment alone, unless another row claims the fee. */
const preferWhole: ReadonlyArray<string> = [
  `CREATE OR REPLACE TABLE wholes AS SELECT f.be AS net, f.se AS unit, a.be, a.se,
      EXISTS (FROM s_members m JOIN (${rowsOf("s", "accepted", "x.be")}) c USING (sid)
        WHERE m.se = f.se AND c.be NOT IN (f.be, a.be)) AS claimed
    FROM accepted f JOIN accepted a ON f.be = a.be + ${net} AND a.be >= 0
    WHERE ${isNet("f.be")} AND f.se < 0 AND EXISTS (FROM s_members m WHERE m.se = f.se AND m.sid = a.se)`,
  `DELETE FROM accepted a WHERE EXISTS (FROM wholes w WHERE CASE WHEN w.claimed THEN w.net = a.be AND w.unit = a.se
    ELSE w.be = a.be AND w.se = a.se END)`
]

/** Rows of the books that may be others with their fees than without them are no match of either kind. */
const doubtEither: ReadonlyArray<string> = [
  `CREATE OR REPLACE TABLE either AS SELECT DISTINCT a.be, a.se FROM (${rowsOf("b", "accepted", "x.be, x.se")}) a
    JOIN (${
    rowsOf("b", "(SELECT be FROM doubted UNION SELECT be FROM crowd WHERE be IS NOT NULL)", "x.be AS other")
  }) d USING (bid)
    WHERE (${isNet("a.be")}) <> (${isNet("other")})`,
  `INSERT INTO doubted FROM either`,
  `DELETE FROM accepted a WHERE EXISTS (FROM either e WHERE e.be = a.be AND e.se = a.se)`
]

/**
 * Notes what a pass found. Where two accepted pairs claim one row, as a payment alone and with its fee, both are doubted. A row of
 * the books is doubtful once, with all rows of the statement that may be its own and that no other is known to be.
 */
export const settleEntries: ReadonlyArray<string> = [
  ...preferWhole,
  ...doubtEither,
  `CREATE OR REPLACE TABLE claims AS ${claims}`,
  `CREATE OR REPLACE TABLE clashes AS SELECT DISTINCT be, se FROM claims
    WHERE (side, id) IN (SELECT (side, id) FROM claims GROUP BY side, id HAVING count(*) > 1)`,
  `INSERT INTO doubted FROM clashes`,
  `DELETE FROM accepted a WHERE EXISTS (FROM clashes c WHERE c.be = a.be AND c.se = a.se)`,
  `INSERT INTO found SELECT ${rowOf("be")}, 'matched', how, se, ${
    rowOf("be")
  }, difference FROM accepted LEFT JOIN b_fees USING (be)
    WHERE be >= 0 AND se >= 0`,
  `INSERT INTO found SELECT ${rowOf("be")}, 'matched', 'many-to-one', sid, bid, difference FROM (
      SELECT be, ${rowOf("be")} AS bid, NULL AS sid FROM accepted WHERE se < 0
      UNION ALL SELECT be, NULL, sid FROM accepted JOIN s_members USING (se)) LEFT JOIN b_fees USING (be)`,
  `INSERT INTO found SELECT ${rowOf("abs(be)")}, 'matched', 'one-to-many', sid, bid, difference FROM (
      SELECT be, NULL AS bid, se AS sid FROM accepted WHERE be < 0
      UNION ALL SELECT be, bid, NULL FROM accepted JOIN b_members USING (be)) LEFT JOIN b_fees USING (be)`,
  keepOpen("b"),
  keepOpen("s"),
  `CREATE OR REPLACE TABLE doubts AS SELECT DISTINCT bid, sid FROM (
      SELECT bid, se FROM (${rowsOf("b", "doubted", "x.se")})
    ) x JOIN (SELECT se, sid FROM s_members UNION ALL SELECT sid, sid FROM s_open) m USING (se)
    WHERE EXISTS (FROM b_open o WHERE o.bid = x.bid) AND EXISTS (FROM s_open o WHERE o.sid = m.sid)`,
  `CREATE OR REPLACE TABLE doubtful_rows AS SELECT bid, min(bid) OVER (PARTITION BY candidates) AS gid, candidates
    FROM (SELECT bid, list(sid ORDER BY sid) AS candidates FROM doubts GROUP BY bid)`,
  `INSERT INTO found SELECT gid, 'doubtful', NULL, NULL, bid, NULL FROM doubtful_rows
    UNION ALL SELECT gid, 'doubtful', NULL, unnest(candidates), NULL, NULL FROM doubtful_rows WHERE bid = gid`,
  keepOpen("b"),
  `CREATE OR REPLACE TABLE crowded_books AS SELECT bid, arg_min(cid, kind) AS cid FROM (${
    rowsOf("b", "crowd", `x.cid, (${isNet("x.be")})::INTEGER * 2 + (x.be < 0)::INTEGER AS kind`)
  }) x
    WHERE EXISTS (FROM b_open o WHERE o.bid = x.bid) GROUP BY bid`,
  `CREATE OR REPLACE TABLE crowded_rows AS SELECT DISTINCT cid, sid FROM (${rowsOf("s", "crowd", "x.cid")}) x
    WHERE EXISTS (FROM s_open o WHERE o.sid = x.sid)`,
  `INSERT INTO found SELECT gid, 'doubtful', NULL, sid, bid, NULL FROM (
      SELECT cid, bid, NULL AS sid FROM crowded_books UNION ALL SELECT cid, NULL, sid FROM crowded_rows
    ) JOIN (SELECT cid, min(bid) AS gid FROM crowded_books WHERE cid IN (SELECT cid FROM crowded_rows) GROUP BY cid) USING (cid)`,
  keepOpen("b"),
  keepOpen("s")
]
