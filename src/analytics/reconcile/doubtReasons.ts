/**
 * Why rows are doubtful: one that was entered twice is known by itself.
 */

/** So many lines are told. */
const mostLines = 10

const isSame = (value: string): string => `min(${value}) IS NOT DISTINCT FROM max(${value})`

const told = (column: string): string => `CASE WHEN f.bid IS NOT NULL THEN coalesce(b.${column}, '') END`

/** By no value that holds all rows of a group: there may be a million groups. */
const isTwice = `count(f.sid) = 1 AND count(f.bid) > 1 AND count(coalesce(b.id, b.reference)) = count(f.bid) AND ${
  [told("id"), told("reference"), "b.amount", "b.moment::DATE"].map(isSame).join(" AND ")
}`

const lines = `array_to_string(min(b.line, ${mostLines}) FILTER (f.bid IS NOT NULL), ', ')
  || CASE WHEN count(f.bid) > ${mostLines} THEN ' and ' || count(f.bid) - ${mostLines} || ' more' ELSE '' END`

/** The doubtful groups up to a number, each with `why`; all of them where none is given. */
export const doubtReasons = (most?: number): string =>
  `SELECT list, gid, CASE WHEN ${isTwice}
    THEN 'entered ' || CASE count(f.bid) WHEN 2 THEN 'twice' ELSE count(f.bid) || ' times' END || ' in the books (lines ' || ${lines} || ')'
    ELSE 'several rows fit equally well' END AS why
  FROM found f JOIN numbered USING (list, gid) LEFT JOIN books b ON b.bid = f.bid
  WHERE list = 'doubtful'${most === undefined ? "" : ` AND number <= ${most}`} GROUP BY list, gid`
