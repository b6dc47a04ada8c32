/**
 * The views of the file: rows and what became of them, what people ask of a statement, and the audit chain's canonical text.
 */
import { changeLine, closedLine, declaredLine, formLine, quarantinedLine, rowLine, windowLine } from "./auditLines.ts"
import {
  balanceCurve,
  categories,
  categorised,
  counterparties,
  fees,
  monthlyStatement,
  reversals,
  rulesInForce
} from "./bookViews.ts"
import { contentBefore } from "./laterTables.ts"
import { dailyBalance, monthlyCashflow, walletSummary } from "./sumViews.ts"
import { contentOf } from "./tables.ts"
import type { View } from "./view.ts"

const currentTransactions: View = {
  name: "current_transactions",
  about: "Rows that the service shows: transactions that are not withdrawn",
  since: 1,
  sql: `SELECT * FROM transactions WHERE withdrawn_at IS NULL`
}

const transactionEvents: View = {
  name: "transaction_events",
  about: "Every insertion, change, withdrawal and return, with the content before and after",
  since: 6,
  sql: `SELECT t.window_sequence AS sequence, 'inserted' AS kind, t.wallet_no, t.txn_id, t.leg, NULL AS "before",
  coalesce(c."before", ${contentOf("t")}) AS "after", w.run_id, w.committed_at AS "at"
FROM transactions t
JOIN statement_windows w ON w.sequence = t.window_sequence
LEFT JOIN (
  SELECT wallet_no, txn_id, leg, arg_min(${contentBefore}, sequence) AS "before" FROM row_changes GROUP BY ALL
) c ON c.wallet_no = t.wallet_no AND c.txn_id = t.txn_id AND c.leg = t.leg
UNION ALL
SELECT sequence, kind, wallet_no, txn_id, leg, ${contentBefore}, "after", run_id, "at" FROM row_changes`
}

const auditLines: View = {
  name: "audit_lines",
  about: "Lines of the canonical text that audit_hash is taken of; order them by part, txn_id, leg",
  since: 17,
  sql: `SELECT sequence, 0 AS part, '' AS txn_id, 0 AS leg, ${formLine("w")} AS line FROM statement_windows w
UNION ALL
SELECT sequence, 1, '', 0, ${windowLine("w")} FROM statement_windows w
UNION ALL
SELECT sequence, 2, txn_id, leg, ${rowLine("e", `e."after"`)} FROM transaction_events e WHERE kind = 'inserted'
UNION ALL
SELECT sequence, 3, txn_id, leg, ${changeLine("e")} FROM row_changes e
UNION ALL
SELECT window_sequence, 4, '', id, ${quarantinedLine("q")} FROM quarantine q
UNION ALL
SELECT closed_sequence, 5, '', id, ${closedLine("q")} FROM quarantine q WHERE closed_sequence IS NOT NULL
UNION ALL
SELECT sequence, 6, '', id, ${declaredLine("d")} FROM declarations d`
}

const anchors: View = {
  name: "anchors",
  about: "Balances that days are known to begin and to end with: those declared last and not taken back",
  since: 3,
  sql: `SELECT wallet_no, currency, day, any_value(balance) FILTER (side = 'opening') AS opening,
  any_value(balance) FILTER (side = 'closing') AS closing, arg_max(source, id) AS source
FROM (
  SELECT * FROM declarations WHERE kind = 'anchor'
  QUALIFY row_number() OVER (PARTITION BY wallet_no, currency, day, side ORDER BY id DESC) = 1
) WHERE balance IS NOT NULL GROUP BY wallet_no, currency, day`
}

const proven: View = {
  name: "proven",
  about: "How far the balances prove the rows of each wallet and currency; provisional after proven_to",
  since: 4,
  sql: "SELECT wallet_no, currency, proven_from, proven_to, quiet_since, opening_known FROM proofs"
}

/** All views; one stands behind those that it asks. */
export const views: ReadonlyArray<View> = [
  currentTransactions,
  transactionEvents,
  dailyBalance,
  monthlyCashflow,
  rulesInForce,
  categorised,
  counterparties,
  categories,
  fees,
  reversals,
  monthlyStatement,
  balanceCurve,
  walletSummary,
  auditLines,
  anchors,
  proven
]

/** The first version of the layout whose files have comments on the columns of views. */
export const commentedSince = 14
