/**
 * The canonical text of windows as questions: what was hashed of many windows at a time, in portions.
 */
import {
  changeLine,
  closedLine,
  declaredLine,
  formLine,
  isDoubtful,
  quarantinedLine,
  rowLine,
  type TextStyle,
  windowLine
} from "./auditLines.ts"
import { contentBefore } from "./laterTables.ts"

/** The windows that were committed and the rows that they inserted, to ask for hashes in portions. */
export const windowSizes =
  "SELECT sequence, inserted::HUGEINT + changed + withdrawn + returned FROM statement_windows WHERE sequence IS NOT NULL ORDER BY 1"

/** Some windows, by their numbers. */
export interface Portion {
  readonly first: number
  readonly last: number
}

const within = (column: string, { first, last }: Portion): string => `${column} BETWEEN ${first} AND ${last}`

const joined = (text: string, order: string): string => `string_agg(concat(${text}, chr(10)), '' ORDER BY ${order})`

/** What rows of a portion ask for more than the plainest of files does. */
export interface PortionTraits {
  /** Whether a row's id was taken when it was inserted. */
  readonly legs: boolean
  /** Whether a row was changed, withdrawn or returned since. */
  readonly changed: boolean
}

const lineColumns = (prefix: string, style: TextStyle): string =>
  `t.window_sequence AS sequence, t.txn_id, t.leg, ${rowLine("t", prefix, style)} AS line,
   ${style === "plain" ? isDoubtful("t", prefix) : "false"} AS doubtful`

/** The lines of rows as they were inserted: from before their first change, or as they are. */
const insertedLines = (rows: string, { changed }: PortionTraits, style: TextStyle): string =>
  changed
    ? `SELECT ${lineColumns("t", style)}
  FROM transactions t ANTI JOIN first_changes c USING (wallet_no, txn_id, leg) WHERE ${rows}
  UNION ALL
  SELECT ${lineColumns("c.content", style)}
  FROM transactions t JOIN first_changes c
    ON c.wallet_no = t.wallet_no AND c.txn_id = t.txn_id AND c.leg = t.leg WHERE ${rows}`
    : `SELECT ${lineColumns("t", style)} FROM transactions t WHERE ${rows}`

/**
 * For each window with rows: its number, whether its text is in doubt because it is not escaped, and the lines of the
 * rows that it inserted as UTF-8. Rows of an id that has no second row need no second sort key, and rows that never
 * changed no look at the changes.
 */
export const insertedTexts = (portion: Portion, traits: PortionTraits, style: TextStyle): string =>
  `WITH first_changes AS (
  SELECT wallet_no, txn_id, leg, arg_min(${contentBefore}, sequence) AS content
  FROM row_changes SEMI JOIN (FROM transactions t WHERE ${within("t.window_sequence", portion)})
    USING (wallet_no, txn_id, leg)
  GROUP BY ALL
), lines AS (
  ${insertedLines(within("t.window_sequence", portion), traits, style)}
)
SELECT sequence, coalesce(bool_or(doubtful), false),
  encode(${joined("line", traits.legs ? "txn_id, leg" : "txn_id")})
FROM lines GROUP BY sequence`

/**
 * For each window: its number, its hash, the text before the lines of its rows, and the text after them. `lineOf` is another one in
 * a file whose declarations still lack columns.
 */
export const framesOf = (portion: Portion, lineOf = declaredLine): string =>
  `WITH changed AS (
  SELECT e.sequence, ${joined(changeLine("e"), "e.txn_id, e.leg")} AS text
  FROM row_changes e WHERE ${within("e.sequence", portion)} GROUP BY e.sequence
), quarantined AS (
  SELECT q.window_sequence AS sequence, ${joined(quarantinedLine("q"), "q.id")} AS text
  FROM quarantine q WHERE ${within("q.window_sequence", portion)} GROUP BY q.window_sequence
), closed AS (
  SELECT q.closed_sequence AS sequence, ${joined(closedLine("q"), "q.id")} AS text
  FROM quarantine q WHERE ${within("q.closed_sequence", portion)} GROUP BY q.closed_sequence
), declared AS (
  SELECT d.sequence, ${joined(lineOf("d"), "d.id")} AS text
  FROM declarations d WHERE ${within("d.sequence", portion)} GROUP BY d.sequence
)
SELECT w.sequence, w.audit_hash, concat(${formLine("w")}, chr(10), ${windowLine("w")}, chr(10)),
  concat(e.text, q.text, c.text, d.text)
FROM statement_windows w LEFT JOIN changed e USING (sequence)
LEFT JOIN quarantined q USING (sequence) LEFT JOIN closed c USING (sequence) LEFT JOIN declared d USING (sequence)
WHERE ${within("w.sequence", portion)}`

/** Whether windows between two numbers inserted a row whose id was taken, and one that changed since. */
export const traitsOf = (portion: Portion): string =>
  `SELECT coalesce(max(leg), 0) > 0, EXISTS (
     FROM transactions t SEMI JOIN row_changes c USING (wallet_no, txn_id, leg)
     WHERE ${within("t.window_sequence", portion)}
   ) FROM transactions WHERE ${within("window_sequence", portion)}`
