/**
 * Rows of one amount that are few days apart, where neither has another such row: nothing else speaks for it, so nothing may speak
 * for another.
 *
 * Rows of an amount lie in the order of their days. Those of the two sides that are within reach of each other, and of each other's, are
 * a group; a group of one row of each side is a match, any other is doubtful.
 */
import { makeEntries, mostPairs, near, withFeeTaken } from "./entries.ts"
import { settleEntries } from "./settleEntries.ts"

const bySecond = (books: string, statement: string): string =>
  `INSERT INTO accepted SELECT min(be), min(se), 'time' FROM (${books} UNION ALL ${statement})
    GROUP BY scope, amount, moment HAVING count(be) = 1 AND count(se) = 1`

const singles =
  `SELECT o.scope, o.amount, t.moment, NULL::BIGINT AS be, o.sid AS se FROM s_open o JOIN statement t USING (sid)`

/** Payments with what is charged for them, by the time of the first of their rows. */
const units = `SELECT u.scope, u.amount, min(t.moment), NULL, u.se FROM s_units u JOIN s_members m USING (se)
  JOIN statement t ON t.sid = m.sid GROUP BY u.scope, u.amount, u.se`

/** A time to the second is more than a day: it tells apart what a day does not. */
const toTheSecond: ReadonlyArray<string> = [
  bySecond(
    `SELECT o.scope, o.amount, t.moment, o.bid AS be, NULL::BIGINT AS se FROM b_in o JOIN books t USING (bid) WHERE t.timed`,
    singles
  ),
  bySecond(
    `SELECT o.scope, o.net AS amount, t.moment, ${withFeeTaken("o.bid")} AS be, NULL::BIGINT AS se
      FROM b_in o JOIN books t USING (bid) WHERE t.timed AND o.net IS NOT NULL`,
    `${singles} UNION ALL ${units}`
  ),
  ...settleEntries
]

const within = (days: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE w_rows AS
    SELECT scope, amount, first, last, be, NULL::BIGINT AS se FROM b_entries
    WHERE (scope, amount) IN (SELECT (scope, amount) FROM s_entries)
    UNION ALL SELECT scope, amount, first, last, NULL, se FROM s_entries
    WHERE (scope, amount) IN (SELECT (scope, amount) FROM b_entries)`,
  `CREATE OR REPLACE TABLE w_ends AS SELECT *,
      max(last) OVER (PARTITION BY scope, amount ORDER BY first, last, be NULLS LAST, se
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM w_rows`,
  `CREATE OR REPLACE TABLE w_groups AS SELECT *, sum(CASE WHEN before + ${days} >= first THEN 0 ELSE 1 END) OVER (
      PARTITION BY scope, amount ORDER BY first, last, be NULLS LAST, se) AS stretch FROM w_ends`,
  `CREATE OR REPLACE TABLE w_sizes AS SELECT scope, amount, stretch, count(be) AS nb, count(se) AS ns,
      row_number() OVER () AS cid
    FROM w_groups GROUP BY scope, amount, stretch HAVING count(be) > 0 AND count(se) > 0`
]

/** Pairs in groups that are small enough to look at each. */
const inSmallGroups = (days: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE w_small AS SELECT be, se, cid, first, last FROM w_groups
    JOIN (FROM w_sizes WHERE nb * ns <= ${mostPairs}) USING (scope, amount, stretch)`,
  `CREATE OR REPLACE TABLE w_pairs AS SELECT b.be, s.se
    FROM (FROM w_small WHERE be IS NOT NULL) b JOIN (FROM w_small WHERE se IS NOT NULL) s USING (cid)
    WHERE ${near(days)} AND (b.be >= 0 OR s.se >= 0)`,
  `INSERT INTO accepted SELECT be, se, 'time' FROM w_pairs
    QUALIFY count(*) OVER (PARTITION BY be) = 1 AND count(*) OVER (PARTITION BY se) = 1`,
  `INSERT INTO doubted FROM w_pairs p WHERE NOT EXISTS (FROM accepted a WHERE a.be = p.be AND a.se = p.se)`
]

/**
 * Larger groups: how many rows of the other side are within reach is counted along the days, and where nothing reaches over, a group
 * ends. Entries of several days are in no order in which that could be counted: a group with one stays whole.
 */
const inLargeGroups = (days: number): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE w_large AS SELECT be, se, cid, first, max(last - first) OVER (PARTITION BY cid) > 0 AS spans
    FROM w_groups JOIN (FROM w_sizes WHERE nb * ns > ${mostPairs}) USING (scope, amount, stretch)`,
  `CREATE OR REPLACE TABLE w_counted AS SELECT cid, first, be, se, count(be) OVER w AS nb, count(se) OVER w AS ns,
      min(se) OVER w AS only, max(first) FILTER (be IS NOT NULL) OVER w AS lastb, max(first) FILTER (se IS NOT NULL) OVER w AS lasts
    FROM w_large WHERE NOT spans
    WINDOW w AS (PARTITION BY cid ORDER BY first RANGE BETWEEN ${days} PRECEDING AND ${days} FOLLOWING)`,
  `CREATE OR REPLACE TABLE w_sure AS SELECT b.be, s.se FROM w_counted b JOIN w_counted s ON s.se = b.only
    WHERE b.be IS NOT NULL AND b.ns = 1 AND s.nb = 1 AND (b.be >= 0 OR s.se >= 0)`,
  `INSERT INTO accepted SELECT be, se, 'time' FROM w_sure`,
  `CREATE OR REPLACE TABLE w_reached AS SELECT *,
      max(greatest(first, CASE WHEN be IS NULL THEN lastb ELSE lasts END)) OVER (
        PARTITION BY cid ORDER BY first, be NULLS LAST, se ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM w_counted WHERE CASE WHEN be IS NULL THEN nb ELSE ns END > 0`,
  `CREATE OR REPLACE TABLE w_parts AS SELECT cid, be, se, sum(CASE WHEN before >= first THEN 0 ELSE 1 END) OVER (
      PARTITION BY cid ORDER BY first, be NULLS LAST, se) AS part FROM w_reached`,
  `INSERT INTO crowd SELECT dense_rank() OVER (ORDER BY cid, part), be, se FROM w_parts p
    WHERE NOT EXISTS (FROM w_sure a WHERE a.be = p.be) AND NOT EXISTS (FROM w_sure a WHERE a.se = p.se)
    UNION ALL SELECT -cid, be, se FROM w_large WHERE spans`,
  ..."rows ends groups sizes small pairs large counted sure reached parts".split(" ").map((name) =>
    `DROP TABLE w_${name}`
  )
]

/** Matches by amount and time the rows of the books that `which` lets in, a condition on `b_open`. */
export const timePass = (days: number, which: string): ReadonlyArray<string> => [
  ...makeEntries(which),
  ...toTheSecond,
  ...makeEntries(which),
  ...within(days),
  ...inSmallGroups(days),
  ...inLargeGroups(days),
  ...settleEntries
]
