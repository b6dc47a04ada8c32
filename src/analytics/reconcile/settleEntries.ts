/**
 * What a pass found becomes rows of `found`: matches, and groups of rows of which nobody can tell which belong together.
 */
import { isFeeTaken, rowOf, withFeeTaken } from "./entries.ts"
import { keepOpen } from "./matchTables.ts"

const sideRows = (side: "s" | "b", from: string, columns: string): string =>
  `SELECT ${columns}, ${rowOf(`x.${side}e`)} AS ${side}id FROM ${from} x WHERE x.${side}e >= 0
   UNION ALL SELECT ${columns}, m.${side}id FROM ${from} x JOIN ${side}_members m ON m.${side}e = x.${side}e`

const claims = `SELECT 's' AS side, be, se, sid AS id FROM (${sideRows("s", "accepted", "x.be, x.se")})
  UNION ALL SELECT 'b', be, se, bid FROM (${sideRows("b", "accepted", "x.be, x.se")})`

/** A payment with the fee that a rule tells is more than the payment alone, unless another row claims the fee. */
const preferWhole: ReadonlyArray<string> = [
  `CREATE OR REPLACE TABLE wholes AS SELECT f.be AS net, f.se AS unit, a.be, a.se,
      EXISTS (FROM s_members m JOIN (${
    sideRows("s", "(SELECT be, se FROM accepted UNION ALL FROM doubted)", "x.be")
  }) c USING (sid)
        WHERE m.se = f.se AND c.be NOT IN (f.be, a.be)) AS claimed
    FROM accepted f JOIN accepted a ON f.be = ${withFeeTaken("a.be")} AND a.be >= 0
    WHERE ${isFeeTaken("f.be")} AND f.se < 0 AND EXISTS (FROM s_members m WHERE m.se = f.se AND m.sid = a.se)`,
  `DELETE FROM accepted a WHERE EXISTS (FROM wholes w WHERE CASE WHEN w.claimed THEN w.net = a.be AND w.unit = a.se
    ELSE w.be = a.be AND w.se = a.se END)`
]

/** Rows of the books that may be others with their fees than without them are no match of either kind. */
const doubtEither: ReadonlyArray<string> = [
  `CREATE OR REPLACE TABLE either AS SELECT DISTINCT a.be, a.se FROM (${sideRows("b", "accepted", "x.be, x.se")}) a
    JOIN (${
    sideRows("b", "(SELECT be FROM doubted UNION SELECT be FROM crowd WHERE be IS NOT NULL)", "x.be AS other")
  }) d USING (bid)
    WHERE (${isFeeTaken("a.be")}) <> (${isFeeTaken("other")})`,
  `INSERT INTO doubted FROM either`,
  `DELETE FROM accepted a WHERE EXISTS (FROM either e WHERE e.be = a.be AND e.se = a.se)`
]

/** Crowds that share a row of the books are one, with all other candidates of their rows: with its fee a row may be in another one. */
const joinCrowds: ReadonlyArray<string> = [
  `CREATE OR REPLACE TABLE crowded AS SELECT DISTINCT cid, bid FROM (${sideRows("b", "crowd", "x.cid")})`,
  `CREATE OR REPLACE TABLE joining AS SELECT DISTINCT cid, be, se FROM (${sideRows("b", "doubted", "x.be, x.se")}) d
    JOIN crowded USING (bid)`,
  `INSERT INTO crowd FROM joining`,
  `DELETE FROM doubted d WHERE EXISTS (FROM joining j WHERE j.be = d.be AND j.se = d.se)`,
  `CREATE OR REPLACE TABLE crowded AS SELECT DISTINCT cid, bid FROM (${sideRows("b", "crowd", "x.cid")})`,
  `CREATE OR REPLACE TABLE crowds AS WITH RECURSIVE
    edges AS (SELECT DISTINCT a.cid, b.cid AS other FROM crowded a JOIN crowded b USING (bid)),
    reach AS (FROM edges UNION SELECT r.cid, e.other FROM reach r JOIN edges e ON e.cid = r.other)
    SELECT cid, min(other) AS whole FROM reach GROUP BY cid`
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
  ...joinCrowds,
  `CREATE OR REPLACE TABLE doubts AS SELECT DISTINCT bid, sid FROM (
      SELECT bid, se FROM (${sideRows("b", "doubted", "x.se")})
    ) x JOIN (SELECT se, sid FROM s_members UNION ALL SELECT sid, sid FROM s_open) m USING (se)
    WHERE EXISTS (FROM b_open o WHERE o.bid = x.bid) AND EXISTS (FROM s_open o WHERE o.sid = m.sid)`,
  `CREATE OR REPLACE TABLE doubtful_rows AS SELECT bid, min(bid) OVER (PARTITION BY candidates) AS gid, candidates
    FROM (SELECT bid, list(sid ORDER BY sid) AS candidates FROM doubts GROUP BY bid)`,
  `INSERT INTO found SELECT gid, 'doubtful', NULL, NULL, bid, NULL FROM doubtful_rows
    UNION ALL SELECT gid, 'doubtful', NULL, unnest(candidates), NULL, NULL FROM doubtful_rows WHERE bid = gid`,
  keepOpen("b"),
  `CREATE OR REPLACE TABLE crowded_books AS SELECT DISTINCT bid, whole AS cid FROM crowded x JOIN crowds USING (cid)
    WHERE EXISTS (FROM b_open o WHERE o.bid = x.bid)`,
  `CREATE OR REPLACE TABLE crowded_rows AS SELECT DISTINCT whole AS cid, sid FROM (${
    sideRows("s", "crowd", "x.cid")
  }) x JOIN crowds USING (cid)
    WHERE EXISTS (FROM s_open o WHERE o.sid = x.sid)`,
  `INSERT INTO found SELECT gid, 'doubtful', NULL, sid, bid, NULL FROM (
      SELECT cid, bid, NULL AS sid FROM crowded_books UNION ALL SELECT cid, NULL, sid FROM crowded_rows
    ) JOIN (SELECT cid, min(bid) AS gid FROM crowded_books WHERE cid IN (SELECT cid FROM crowded_rows) GROUP BY cid) USING (cid)`,
  keepOpen("b"),
  keepOpen("s")
]
