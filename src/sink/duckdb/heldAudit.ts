/**
 * The question about held rows that a check of the audit chain asks.
 */
import type { AuditQuery } from "./auditQueries.ts"

/**
 * Each held row must be a live row of a doubted window, and cease to be held by a window that was committed; and a doubted
 * window must have kept something.
 */
export const heldAudit: AuditQuery = {
  what: "a row that it kept although its answer lacked it is no longer noted as it was, or no longer there",
  sql: `SELECT h.held_sequence FROM held_rows h
LEFT JOIN statement_windows w ON w.sequence = h.held_sequence AND w.wallet_no = h.wallet_no AND w.status = 'doubted'
LEFT JOIN statement_windows e ON e.sequence = h.ended_sequence AND e.wallet_no = h.wallet_no
LEFT JOIN transactions t ON t.wallet_no = h.wallet_no AND t.txn_id = h.txn_id AND t.leg = h.leg
LEFT JOIN row_changes c ON c.sequence = h.ended_sequence AND c.kind = 'withdrawn' AND c.wallet_no = h.wallet_no
  AND c.txn_id = h.txn_id AND c.leg = h.leg
WHERE w.sequence IS NULL OR t.wallet_no IS NULL OR h.held_run_id IS DISTINCT FROM w.run_id
  OR h.held_at IS DISTINCT FROM w.committed_at OR h.window_from IS DISTINCT FROM w.from_day
  OR h.window_to IS DISTINCT FROM w.to_day OR (h.day BETWEEN w.from_day AND w.to_day) IS DISTINCT FROM true
  OR CASE h.state WHEN 'held' THEN t.withdrawn_at IS NOT NULL OR h.ended_sequence IS NOT NULL
       WHEN 'shown' THEN e.sequence IS NULL WHEN 'accepted' THEN c.sequence IS NULL ELSE true END
  OR h.ended_at IS DISTINCT FROM e.committed_at OR h.ended_run_id IS DISTINCT FROM e.run_id
UNION ALL
SELECT w.sequence FROM statement_windows w WHERE w.status = 'doubted' AND NOT EXISTS (
  FROM held_rows h WHERE h.wallet_no = w.wallet_no AND h.held_sequence <= w.sequence
    AND coalesce(h.ended_sequence, w.sequence + 1) > w.sequence AND h.day BETWEEN w.from_day AND w.to_day
)`
}
