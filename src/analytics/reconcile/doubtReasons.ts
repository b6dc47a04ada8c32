/**
 * Why rows are doubtful: one that was entered twice is known by itself.
 */

/** So many lines are told. */
const mostLines = 10

const isTwice = `count(f.sid) = 1 AND count(f.bid) > 1 AND count(coalesce(b.id, b.reference)) = count(f.bid)
  AND count(DISTINCT (coalesce(b.id, ''), coalesce(b.reference, ''), b.amount, b.moment::DATE)) FILTER (f.bid IS NOT NULL) = 1`

const lines = `array_to_string(list(b.line ORDER BY b.line) FILTER (f.bid IS NOT NULL)[:${mostLines}], ', ')
  || CASE WHEN count(f.bid) > ${mostLines} THEN ' and ' || count(f.bid) - ${mostLines} || ' more' ELSE '' END`

/** The doubtful groups, each with `why`. */
export const doubtReasons = `SELECT f.gid, CASE WHEN ${isTwice}
    THEN 'entered ' || CASE count(f.bid) WHEN 2 THEN 'twice' ELSE count(f.bid) || ' times' END || ' in the books (lines ' || ${lines} || ')'
    ELSE 'several rows fit equally well' END AS why
  FROM found f LEFT JOIN books b ON b.bid = f.bid WHERE f.list = 'doubtful' GROUP BY f.gid`
