/**
 * The canonical text of windows as questions: what was hashed of many windows at a time, in portions.
 */
import {
  changeLine,
  closedLine,
  declaredLine,
  endedRowLine,
  formLine,
  quarantinedLine,
  windowLine
} from "./auditLines.ts"
import { contentBefore } from "./laterTables.ts"

/** The windows that were committed, the rows that they inserted and the other lines of their texts, about, to ask in portions. */
export const windowSizes =
  `SELECT sequence, inserted, 1::HUGEINT + changed + withdrawn + returned + quarantined FROM statement_windows
   WHERE sequence IS NOT NULL ORDER BY 1`

/** Some windows, by their numbers. */
export interface Portion {
  readonly first: number
  readonly last: number
}

const within = (column: string, { first, last }: Portion): string => `${column} BETWEEN ${first} AND ${last}`

const joined = (text: string, order: string): string => `string_agg(concat(${text}, chr(10)), '' ORDER BY ${order})`

const lineColumns = (prefix: string): string =>
  `t.window_sequence AS sequence, t.txn_id, t.leg, ${endedRowLine("t", prefix)} AS line`

/** Rows as they are, which those that never changed were inserted as. */
const presentLines = (portion: Portion): string =>
  `SELECT ${lineColumns("t")} FROM transactions t WHERE ${within("t.window_sequence", portion)}`

/** Rows as they were inserted: from before their first change, or as they are. */
const formerLines = (portion: Portion): string =>
  `SELECT ${lineColumns("t")}
  FROM transactions t ANTI JOIN first_changes c USING (wallet_no, txn_id, leg) WHERE ${
    within("t.window_sequence", portion)
  }
  UNION ALL
  SELECT ${lineColumns("c.content")}
  FROM transactions t JOIN first_changes c
    ON c.wallet_no = t.wallet_no AND c.txn_id = t.txn_id AND c.leg = t.leg WHERE ${
    within("t.window_sequence", portion)
  }`

/**
 * The lines of the rows that windows inserted, with their line feeds, window after window in the order of the form: the window's
 * number and the line. `changed` is whether one of the rows changed since.
 */
export const insertedLines = (portion: Portion, changed: boolean): string =>
  `WITH first_changes AS (
  SELECT wallet_no, txn_id, leg, arg_min(${contentBefore}, sequence) AS content
  FROM row_changes SEMI JOIN (FROM transactions t WHERE ${within("t.window_sequence", portion)})
    USING (wallet_no, txn_id, leg)
  GROUP BY ALL
), lines AS (
  ${changed ? formerLines(portion) : presentLines(portion)}
)
SELECT sequence, line FROM lines ORDER BY sequence, txn_id, leg`

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

/** The windows of which a row changed since they inserted it. */
export const changedWindows =
  "SELECT DISTINCT window_sequence FROM transactions SEMI JOIN row_changes USING (wallet_no, txn_id, leg)"
