/**
 * The questions about held rows that a check of the audit chain asks.
 */
import { contentBefore } from "../schema/laterTables.ts"
import type { AuditQuery } from "./auditQueries.ts"

/**
 * Each held row must be a live row of a doubted window. It ceases to be held by a later answer that withdrew it, changed it
 * or found it as it was, on its day then.
 */
const notes: AuditQuery = {
  what: "a row that it kept although its answer lacked it is no longer noted as it was, or no longer there",
  sql: `SELECT h.held_sequence FROM held_rows h
LEFT JOIN statement_windows w ON w.sequence = h.held_sequence AND w.wallet_no = h.wallet_no AND w.status = 'doubted'
LEFT JOIN statement_windows e ON e.sequence = h.ended_sequence AND e.wallet_no = h.wallet_no
LEFT JOIN transactions t ON t.wallet_no = h.wallet_no AND t.txn_id = h.txn_id AND t.leg = h.leg
LEFT JOIN row_changes c ON c.sequence = h.ended_sequence AND c.wallet_no = h.wallet_no
  AND c.txn_id = h.txn_id AND c.leg = h.leg
WHERE w.sequence IS NULL OR t.wallet_no IS NULL OR h.held_run_id IS DISTINCT FROM w.run_id
  OR h.held_at IS DISTINCT FROM w.committed_at OR h.window_from IS DISTINCT FROM w.from_day
  OR h.window_to IS DISTINCT FROM w.to_day OR (h.day BETWEEN w.from_day AND w.to_day) IS DISTINCT FROM true
  OR CASE h.state WHEN 'held' THEN t.withdrawn_at IS NOT NULL OR h.ended_sequence IS NOT NULL
       WHEN 'shown' THEN (e.sequence > h.held_sequence AND e.status IN ('complete', 'doubted', 'cut-off') AND c.kind IS DISTINCT FROM 'withdrawn'
         AND (c.kind IS NOT NULL OR h.day BETWEEN e.from_day AND e.to_day)) IS DISTINCT FROM true
       WHEN 'accepted' THEN c.kind IS DISTINCT FROM 'withdrawn' ELSE true END
  OR h.ended_at IS DISTINCT FROM e.committed_at OR h.ended_run_id IS DISTINCT FROM e.run_id`
}

/**
 * Behind a doubted window the live rows of its days are those that its answer showed, and those that are held. What a row was
 * then is what its last event before left, or what its first one behind it found.
 */
const counts: AuditQuery = {
  what: "it kept more or fewer rows than are noted",
  sql: `WITH doubted AS (
  SELECT sequence, wallet_no, from_day, to_day, rows FROM statement_windows WHERE status = 'doubted'
), events AS (
  SELECT *, row_number() OVER (PARTITION BY wallet_no, txn_id, leg ORDER BY sequence) AS n
  FROM row_changes SEMI JOIN doubted USING (wallet_no)
), states AS (
  SELECT t.wallet_no, t.txn_id, t.leg, t.window_sequence AS since,
    coalesce(${contentBefore}.local_time, t.local_time)::DATE AS day
  FROM transactions t LEFT JOIN events e ON e.n = 1 AND e.wallet_no = t.wallet_no AND e.txn_id = t.txn_id AND e.leg = t.leg
  SEMI JOIN doubted d ON d.wallet_no = t.wallet_no
  UNION ALL
  SELECT wallet_no, txn_id, leg, sequence, "after".local_time::DATE FROM events
), spans AS (
  SELECT wallet_no, day, since, lead(since) OVER (PARTITION BY wallet_no, txn_id, leg ORDER BY since) AS until FROM states
), live AS (
  SELECT d.sequence, count(*) AS n FROM doubted d JOIN spans s ON s.wallet_no = d.wallet_no
    AND s.day BETWEEN d.from_day AND d.to_day AND s.since <= d.sequence AND coalesce(s.until > d.sequence, true)
  GROUP BY ALL
), held AS (
  SELECT d.sequence, count(*) AS n FROM doubted d JOIN held_rows h ON h.wallet_no = d.wallet_no
    AND h.day BETWEEN d.from_day AND d.to_day AND h.held_sequence <= d.sequence
    AND coalesce(h.ended_sequence > d.sequence, true)
  GROUP BY ALL
)
SELECT d.sequence FROM doubted d LEFT JOIN live USING (sequence) LEFT JOIN held USING (sequence)
WHERE coalesce(held.n, 0) = 0 OR coalesce(live.n, 0) IS DISTINCT FROM d.rows + coalesce(held.n, 0)`
}

/** These questions. */
export const heldAudit: ReadonlyArray<AuditQuery> = [notes, counts]
