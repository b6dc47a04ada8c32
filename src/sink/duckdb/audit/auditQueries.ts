/**
 * The questions that a check of the audit chain asks. Each gives the numbers of the windows that differ, and nothing for
 * a file that is as it was written. They read tables only: a view can be replaced by anybody who can write the file.
 * A row without a number is a finding without one, and a value that is missing differs from every other: no question relies on
 * what the columns may hold.
 */
import { firstPreviousHash } from "../../audit/WindowRecord.ts"
import { identityHash, lastWindow } from "../schema/auditTexts.ts"
import { contentBefore } from "../schema/laterTables.ts"
import { contentOf } from "../schema/tables.ts"

/** A question and what is wrong with the windows that it names. */
export interface AuditQuery {
  readonly what: string
  readonly sql: string
}

/** The last window and its hash, the windows and the rows of a file. */
export const totals = `SELECT (${lastWindow}), (SELECT arg_max(audit_hash, sequence) FROM statement_windows),
     (SELECT count(*) FROM statement_windows),
     (SELECT count(*) FROM transactions)`

const links: AuditQuery = {
  what: "it does not follow on the window before",
  sql: `SELECT sequence FROM (
  SELECT sequence, previous_hash, lag(audit_hash, 1, '${firstPreviousHash}') OVER (ORDER BY sequence) AS expected_hash,
    row_number() OVER (ORDER BY sequence) AS expected_sequence
  FROM statement_windows
) WHERE previous_hash IS DISTINCT FROM expected_hash OR sequence IS DISTINCT FROM expected_sequence`
}

const counts: AuditQuery = {
  what: "its counts do not add up",
  sql: `WITH inserted AS (
  SELECT window_sequence AS sequence, count(*) AS n FROM transactions GROUP BY ALL
), events AS (
  SELECT sequence, count(*) FILTER (kind = 'changed') AS changed, count(*) FILTER (kind = 'withdrawn') AS withdrawn,
    count(*) FILTER (kind = 'returned') AS returned FROM row_changes GROUP BY ALL
)
SELECT w.sequence FROM statement_windows w LEFT JOIN inserted i USING (sequence) LEFT JOIN events e USING (sequence)
WHERE w.received IS DISTINCT FROM w.rows::HUGEINT + w.outside + w.duplicates + w.quarantined
  OR w.rows IS DISTINCT FROM w.inserted::HUGEINT + w.changed + w.unchanged + w.returned
  OR w.inserted IS DISTINCT FROM coalesce(i.n, 0) OR w.changed IS DISTINCT FROM coalesce(e.changed, 0)
  OR w.withdrawn IS DISTINCT FROM coalesce(e.withdrawn, 0) OR w.returned IS DISTINCT FROM coalesce(e.returned, 0)`
}

/**
 * The totals of the rows that never changed: those of all rows without those of the others. To pick rows out before they are summed up
 * takes three times as long, and so does a sum for each type beside the other.
 *
 * Earlier versions wrote the totals of all rows of the days into a window of records that were read from quarantine.
 */
const sums: AuditQuery = {
  what: "its totals are not those of its rows",
  sql: `WITH every AS (
  SELECT window_sequence AS sequence, type, count(*) AS n, sum(amount) AS total FROM transactions GROUP BY ALL
), changed AS (
  SELECT t.window_sequence AS sequence, t.type, -count(*) AS n, -sum(t.amount) AS total
  FROM transactions t SEMI JOIN row_changes c USING (wallet_no, txn_id, leg) GROUP BY ALL
), untouched AS (
  SELECT sequence, sum(n) AS n, coalesce(sum(total) FILTER (type = 'Debit'), 0) AS debit,
    coalesce(sum(total) FILTER (type = 'Credit'), 0) AS credit
  FROM (FROM every UNION ALL FROM changed) GROUP BY sequence HAVING sum(n) > 0
)
SELECT w.sequence FROM statement_windows w JOIN untouched u USING (sequence)
WHERE w.status IS DISTINCT FROM 'quarantine-retry' AND w.rows = u.n AND w.inserted = u.n
  AND (w.debit_total IS DISTINCT FROM u.debit OR w.credit_total IS DISTINCT FROM u.credit)`
}

const insertions: AuditQuery = {
  what: "a row that it is said to have inserted is of another wallet, time or run, or no window inserted it",
  sql: `SELECT t.window_sequence FROM transactions t LEFT JOIN statement_windows w ON w.sequence = t.window_sequence
WHERE w.sequence IS NULL OR t.wallet_no IS DISTINCT FROM w.wallet_no
  OR t.first_seen_at IS DISTINCT FROM w.committed_at`
}

const changes: AuditQuery = {
  what: "an event that it is said to have caused is of another wallet, time or run, or of no row",
  sql: `SELECT e.sequence FROM row_changes e LEFT JOIN statement_windows w USING (sequence)
LEFT JOIN transactions t ON t.wallet_no = e.wallet_no AND t.txn_id = e.txn_id AND t.leg = e.leg
WHERE w.sequence IS NULL OR t.wallet_no IS NULL OR e.wallet_no IS DISTINCT FROM w.wallet_no
  OR e.run_id IS DISTINCT FROM w.run_id OR e."at" IS DISTINCT FROM w.committed_at`
}

const wrongSign = "t.signed_amount IS DISTINCT FROM CASE t.type WHEN 'Credit' THEN t.amount ELSE -t.amount END"

const wrongStamp = "t.last_changed_at IS DISTINCT FROM w.committed_at OR t.run_id IS DISTINCT FROM w.run_id"

const rows: AuditQuery = {
  what: "a row that it last wrote is no longer what it left",
  sql: `WITH last_changes AS (
  SELECT wallet_no, txn_id, leg, max(sequence) AS sequence, arg_max(kind, sequence) AS kind,
    arg_max(coalesce("after", ${contentBefore}), sequence) AS content
  FROM row_changes GROUP BY ALL
)
SELECT c.sequence FROM transactions t JOIN last_changes c USING (wallet_no, txn_id, leg)
JOIN statement_windows w USING (sequence)
WHERE ${wrongSign} OR c.content IS DISTINCT FROM ${contentOf("t")} OR ${wrongStamp}
  OR t.withdrawn_at IS DISTINCT FROM CASE WHEN c.kind = 'withdrawn' THEN w.committed_at END
UNION ALL
SELECT t.window_sequence FROM transactions t ANTI JOIN row_changes c USING (wallet_no, txn_id, leg)
JOIN statement_windows w ON w.sequence = t.window_sequence
WHERE ${wrongSign} OR t.withdrawn_at IS NOT NULL OR ${wrongStamp}`
}

const declarations: AuditQuery = {
  what: "a declaration that came with it is of another wallet, time or run, or no window brought it",
  sql: `SELECT d.sequence FROM declarations d LEFT JOIN statement_windows w USING (sequence)
WHERE w.sequence IS NULL OR d.wallet_no IS DISTINCT FROM w.wallet_no OR d.run_id IS DISTINCT FROM w.run_id
  OR d."at" IS DISTINCT FROM w.committed_at`
}

/** A hash of the identity of each row, of so many rows from one on; nearly always all are different. */
export const identityHashes = (from: number, rows: number): string =>
  `SELECT ${identityHash("transactions")} FROM transactions WHERE rowid >= ${from} AND rowid < ${from + rows}`

/** The same of the rows that no window inserted. */
export const strayHashes = `SELECT ${
  identityHash("t")
} FROM transactions t ANTI JOIN statement_windows w ON w.sequence = t.window_sequence`

/** The number of the last row. */
export const lastRow = "SELECT coalesce(max(rowid), -1) FROM transactions"

/** The windows that inserted a row whose identity is not its own, among the rows whose identities have some hashes. */
export const repeatedIdentities = (hashes: ReadonlyArray<bigint>): AuditQuery => ({
  what: "a row has the wallet, id and leg of another row",
  sql: `SELECT max(window_sequence) FROM transactions WHERE ${identityHash("transactions")} IN (${hashes.join(", ")})
GROUP BY wallet_no, txn_id, leg HAVING count(*) > 1`
})

/** All questions that are asked once. */
export const auditQueries: ReadonlyArray<AuditQuery> = [
  links,
  counts,
  sums,
  insertions,
  changes,
  rows,
  declarations
]
