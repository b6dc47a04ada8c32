/**
 * The questions about quarantined records that a check of the audit chain asks.
 */
import type { AuditQuery } from "./auditQueries.ts"

const records: AuditQuery = {
  what: "a record that it put into quarantine, or closed there, is no longer what it left",
  sql: `SELECT q.window_sequence FROM quarantine q LEFT JOIN statement_windows w ON w.sequence = q.window_sequence
WHERE w.sequence IS NULL OR q.wallet_no IS DISTINCT FROM w.wallet_no OR q.window_from IS DISTINCT FROM w.from_day
  OR q.window_to IS DISTINCT FROM w.to_day OR q.first_seen_at IS DISTINCT FROM w.committed_at
  OR q.first_run_id IS DISTINCT FROM w.run_id OR (q.state = 'open') IS DISTINCT FROM (q.closed_sequence IS NULL)
UNION ALL
SELECT q.closed_sequence FROM quarantine q LEFT JOIN statement_windows w ON w.sequence = q.closed_sequence
WHERE q.closed_sequence IS NOT NULL AND (w.sequence IS NULL OR q.wallet_no IS DISTINCT FROM w.wallet_no
  OR q.closed_at IS DISTINCT FROM w.committed_at OR q.closed_run_id IS DISTINCT FROM w.run_id)`
}

/** A record that an answer could not be read of is added, or is one of those that are open. */
const counted: AuditQuery = {
  what: "it counts other quarantined records than there are",
  sql: `WITH added AS (
  SELECT window_sequence AS sequence, count(*) AS n FROM quarantine GROUP BY ALL
), closed AS (
  SELECT closed_sequence AS sequence, count(*) AS n FROM quarantine WHERE closed_sequence IS NOT NULL GROUP BY ALL
)
SELECT sequence FROM (
  SELECT w.sequence, w.quarantined, coalesce(a.n, 0) AS fresh,
    sum(coalesce(a.n, 0) - coalesce(c.n, 0)) OVER (PARTITION BY w.wallet_no ORDER BY w.sequence) AS open
  FROM statement_windows w LEFT JOIN added a USING (sequence) LEFT JOIN closed c USING (sequence)
) WHERE (quarantined BETWEEN fresh AND open) IS DISTINCT FROM true`
}

/** These questions. */
export const quarantineAudit: ReadonlyArray<AuditQuery> = [records, counted]
