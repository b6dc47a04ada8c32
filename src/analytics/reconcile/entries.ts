/**
 * What is compared when no id decides: single rows, and several that may stand for one: rows of the statement with one id, such as a
 * payment and its fee, and rows of the books with one reference, such as orders that are settled together.
 *
 * A pass leaves tables: `accepted` (pairs of entries of which each has no other candidate), `doubted` (other pairs), and `crowd`
 * (groups so large that pairs of them are not listed), which `settleEntries` makes rows of `found`.
 */

/** Pairs of so many entries at most are looked at one by one; where more are alike, no pair of them is the only one. */
export const mostPairs = 400

/**
 * An entry of the books has another number when its fees are taken: this much more, below zero this much less. It is another candidate
 * of the same rows.
 */
const net = "1000000000000000"

/** The entry of a single row with its fee taken. */
export const withFeeTaken = (row: string): string => `${row} + ${net}`

/** The row of a single entry, with its fee taken or not. */
export const rowOf = (entry: string): string => `${entry} % ${net}`

/** Whether an entry is one of which the fee is taken. */
export const isFeeTaken = (entry: string): string => `abs(${entry}) >= ${net}`

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
    UNION ALL SELECT ${withFeeTaken("bid")}, scope, net, ref, "key", day, day FROM b_in WHERE net IS NOT NULL
    UNION ALL SELECT be - ${net}, scope, net, ref, "key", first, last FROM b_units WHERE net IS NOT NULL`,
  `CREATE OR REPLACE TABLE b_fees AS SELECT ${
    withFeeTaken("bid")
  } AS be, net - amount AS difference FROM b_in WHERE net IS NOT NULL
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
