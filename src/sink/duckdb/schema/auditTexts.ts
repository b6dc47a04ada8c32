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

/**
 * The windows that were committed, the rows that they inserted, the bytes of their answers and the other lines of their texts, about:
 * to ask in portions.
 */
export const windowSizes =
  `SELECT sequence, max(inserted), max(bytes), max(1::HUGEINT + changed + withdrawn + returned + quarantined)
   FROM statement_windows WHERE sequence IS NOT NULL GROUP BY sequence ORDER BY 1`

/** The number of the last window. */
export const lastWindow = "SELECT max(sequence) FROM statement_windows"

/** Some windows, by their numbers. */
export interface Portion {
  readonly first: number
  readonly last: number
}

const within = (column: string, { first, last }: Portion): string => `${column} BETWEEN ${first} AND ${last}`

/** A hash of a row's identity; `alias` is of `transactions`. */
export const identityHash = (alias: string): string => `hash(${alias}.wallet_no, ${alias}.txn_id, ${alias}.leg)`

const lineColumns = (prefix: string): string =>
  `t.window_sequence AS sequence, t.txn_id, t.leg, ${endedRowLine("t", prefix)} AS line, ${
    identityHash("t")
  } AS identity`

/** Rows as they are, which those that never changed were inserted as. */
const presentLines = (portion: Portion): string =>
  `SELECT ${lineColumns("t")} FROM transactions t WHERE ${within("t.window_sequence", portion)}`

/** Rows as they were inserted: from before their first change, or as they are. */
const formerLines = (portion: Portion): string => {
  const rows = within("t.window_sequence", portion)
  return `WITH first_changes AS (
  SELECT wallet_no, txn_id, leg, arg_min(${contentBefore}, sequence) AS content
  FROM row_changes SEMI JOIN (FROM transactions t WHERE ${rows}) USING (wallet_no, txn_id, leg)
  GROUP BY ALL
)
SELECT ${lineColumns("t")} FROM transactions t ANTI JOIN first_changes c USING (wallet_no, txn_id, leg) WHERE ${rows}
UNION ALL
SELECT ${lineColumns("c.content")}
FROM transactions t JOIN first_changes c
  ON c.wallet_no = t.wallet_no AND c.txn_id = t.txn_id AND c.leg = t.leg WHERE ${rows}`
}

/**
 * The lines of the rows that windows inserted, with their line feeds, window after window in the order of the form: the window's
 * number, the line and the hash of the row's identity. `changed` is whether one of the rows changed since.
 */
export const insertedLines = (portion: Portion, changed: boolean): string =>
  `SELECT sequence, line, identity FROM (${
    changed ? formerLines(portion) : presentLines(portion)
  }) ORDER BY sequence, txn_id, leg`

/** A table of which a window's text has lines beside those of the rows that it inserted. */
export type TableBeside = "row_changes" | "quarantine" | "declarations"

/** All of them, in no order that means something. */
export const tablesBeside: ReadonlyArray<TableBeside> = ["row_changes", "quarantine", "declarations"]

/** Names those that hold anything: to ask of all, a question takes several times as long to plan, and most are empty. */
export const filledTables = tablesBeside.map((table) => `SELECT '${table}' WHERE EXISTS (FROM ${table})`)
  .join("\nUNION ALL ")

interface LinesBeside {
  readonly table: TableBeside
  /** Which window a line is of. */
  readonly window: string
  readonly line: string
  readonly order: string
}

/** In the order of the form; `lineOf` is a declaration's. */
const linesBeside = (lineOf: (alias: string) => string): ReadonlyArray<LinesBeside> => [
  { table: "row_changes", window: "x.sequence", line: changeLine("x"), order: "x.txn_id, x.leg" },
  { table: "quarantine", window: "x.window_sequence", line: quarantinedLine("x"), order: "x.id" },
  { table: "quarantine", window: "x.closed_sequence", line: closedLine("x"), order: "x.id" },
  { table: "declarations", window: "x.sequence", line: lineOf("x"), order: "x.id" }
]

/**
 * For each window: its number, its hash, the text before the lines of its rows, and the text after them. `filled` are the tables
 * that hold anything; `lineOf` is another one in a file whose declarations still lack columns.
 */
export const framesOf = (
  portion: Portion,
  filled: ReadonlyArray<TableBeside> = tablesBeside,
  lineOf = declaredLine
): string => {
  const beside = linesBeside(lineOf).filter(({ table }) => filled.includes(table))
  const joins = beside.map(({ line, order, table, window }, index) =>
    `LEFT JOIN (
  SELECT ${window} AS sequence, string_agg(concat(${line}, chr(10)), '' ORDER BY ${order}) AS text
  FROM ${table} x WHERE ${within(window, portion)} GROUP BY ${window}
) AS t${index} USING (sequence)`
  )
  return `SELECT w.sequence, w.audit_hash, concat(${formLine("w")}, chr(10), ${windowLine("w")}, chr(10)),
  concat(''${beside.map((_, index) => `, t${index}.text`).join("")})
FROM statement_windows w ${joins.join("\n")}
WHERE ${within("w.sequence", portion)}`
}

/** The windows of which a row changed since they inserted it. */
export const changedWindows =
  "SELECT DISTINCT window_sequence FROM transactions SEMI JOIN row_changes USING (wallet_no, txn_id, leg)"
