/**
 * What rows are called, and how amounts are written, in the lists, the page and the table.
 */

/** A row of the statement: by its id, one whose leg is not 0 by `ID#LEG`. */
export const theirs = (row: string): string =>
  `${row}.txn_id || CASE WHEN ${row}.leg = 0 THEN '' ELSE '#' || ${row}.leg END`

/** A row of the books: by its id, or its line where it has none. */
export const ours = (row: string): string => `coalesce(${row}.id, ${row}.line::VARCHAR)`

/** An amount with two decimals at least and no zeros behind them. */
export const plain = (amount: string): string => `regexp_replace(${amount}::VARCHAR, '0{1,2}$', '')`
