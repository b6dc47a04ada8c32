/**
 * The views of the file: what people ask of a statement, and the audit chain's canonical text. Money stays DECIMAL
 * throughout; a balance that can't be known is NULL.
 */
import { changeLine, closedLine, declaredLine, formLine, quarantinedLine, rowLine, windowLine } from "./auditLines.ts"
import { contentBefore } from "./laterTables.ts"
import { contentOf } from "./tables.ts"
import { quoteText } from "./tableText.ts"
import { viewColumns } from "./viewColumns.ts"

/** A view of the file, which a file has from a version of the layout on, or has in another form before. */
export interface View {
  readonly name: string
  readonly about: string
  readonly since: number
  /** What it selects. */
  readonly sql: string
}

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

const dailyBalance: View = {
  name: "daily_balance",
  about: "Totals of each day with rows; closing_balance is NULL when the last row is not known",
  since: 1,
  sql: `WITH days AS (
  SELECT wallet_no, currency, local_time::DATE AS day, count(*) AS "rows",
    max(position) AS last_position, arg_max(balance, position) AS last_balance,
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net
  FROM current_transactions GROUP BY ALL
)
SELECT wallet_no, currency, day, "rows", debit_total, credit_total, net,
  CASE WHEN last_position % 10000000 + 1 = "rows" THEN last_balance END AS closing_balance
FROM days`
}

/** Days that answers cover which show all that there is of them. */
const loadedDays = `loaded AS (
  SELECT DISTINCT wallet_no, unnest(generate_series(from_day::TIMESTAMP, to_day::TIMESTAMP, INTERVAL 1 DAY))::DATE AS day
  FROM statement_windows WHERE status IN ('complete', 'doubted')
)`

/** By way of the days: to find a row's month costs more than all its sums, and there are far fewer days than rows. */
const monthlyCashflow: View = {
  name: "monthly_cashflow",
  about:
    "Debits, credits and their difference by month of the service's calendar, and how many days of it are not loaded",
  since: 14,
  sql: `WITH ${loadedDays}, sums AS (
  SELECT wallet_no, currency, date_trunc('month', day)::DATE AS month, sum("rows")::BIGINT AS "rows",
    sum(debit_total) AS debit_total, sum(credit_total) AS credit_total, sum(net) AS net
  FROM daily_balance GROUP BY ALL
), months AS (
  SELECT wallet_no, unnest(generate_series(date_trunc('month', min(day)), date_trunc('month', max(day)), INTERVAL 1 MONTH))::DATE
    AS month
  FROM loaded GROUP BY wallet_no
), covered AS (
  SELECT wallet_no, date_trunc('month', day)::DATE AS month, count(*) AS days FROM loaded GROUP BY ALL
), all_months AS (
  SELECT c.wallet_no, c.currency, m.month FROM (SELECT DISTINCT wallet_no, currency FROM sums) c JOIN months m USING (wallet_no)
  UNION SELECT wallet_no, currency, month FROM sums
)
SELECT a.wallet_no, a.currency, a.month, coalesce(s."rows", 0) AS "rows", coalesce(s.debit_total, 0) AS debit_total,
  coalesce(s.credit_total, 0) AS credit_total, coalesce(s.net, 0) AS net,
  day(last_day(a.month)) - coalesce(d.days, 0) AS days_missing
FROM all_months a
LEFT JOIN sums s ON s.wallet_no = a.wallet_no AND s.currency IS NOT DISTINCT FROM a.currency AND s.month = a.month
LEFT JOIN covered d ON d.wallet_no = a.wallet_no AND d.month = a.month`
}

/** Few descriptions have spaces at their ends, and to look for them is far cheaper than to trim. */
const counterparties: View = {
  name: "counterparties",
  about: "Totals by description, without the currency and amount that it begins with",
  since: 1,
  sql:
    `SELECT wallet_no, currency, CASE WHEN starts_with(rest, ' ') OR ends_with(rest, ' ') THEN trim(rest) ELSE rest END
    AS counterparty,
  count(*) AS "rows",
  coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
  coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net,
  min(local_time) AS first_at, max(local_time) AS last_at
FROM (
  SELECT *, regexp_replace(description, '^\\s*((credited|debited)\\s+)?[A-Za-z]{3}\\s?[0-9][0-9.,]*\\s*', '', 'i') AS rest
  FROM current_transactions
) GROUP BY ALL`
}

const walletSummary: View = {
  name: "wallet_summary",
  about:
    "One row for each wallet and currency, with or without rows; quarantined, gaps and days_missing are the whole wallet's",
  since: 14,
  sql: `WITH ${loadedDays}, holes AS (
  SELECT wallet_no, max(day) - min(day) + 1 - count(*) AS days_missing FROM loaded GROUP BY wallet_no
), live AS (
  SELECT wallet_no, currency, count(*) AS "rows", min(local_time) AS first_at, max(local_time) AS last_at,
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net
  FROM current_transactions GROUP BY ALL
), closing AS (
  SELECT wallet_no, currency, arg_max_null(closing_balance, day) AS closing_balance FROM daily_balance GROUP BY ALL
), gone AS (
  SELECT wallet_no, currency, count(*) AS withdrawn FROM transactions WHERE withdrawn_at IS NOT NULL GROUP BY ALL
), named AS (
  SELECT wallet_no, currency FROM live UNION SELECT wallet_no, currency FROM gone
), wallets AS (
  FROM named UNION ALL
  SELECT DISTINCT wallet_no, NULL FROM statement_windows w
  WHERE NOT EXISTS (FROM named n WHERE n.wallet_no = w.wallet_no)
)
SELECT w.wallet_no, w.currency, coalesce(l."rows", 0) AS "rows", l.first_at, l.last_at,
  coalesce(l.debit_total, 0) AS debit_total, coalesce(l.credit_total, 0) AS credit_total, coalesce(l.net, 0) AS net,
  c.closing_balance, coalesce(g.withdrawn, 0) AS withdrawn, m.complete_from, m.complete_to,
  (SELECT count(*) FROM quarantine q WHERE q.wallet_no = w.wallet_no AND q.state = 'open') AS quarantined,
  (SELECT count(*) FROM continuity_gaps p WHERE p.wallet_no = w.wallet_no AND p.state = 'open') AS gaps,
  coalesce(h.days_missing, 0) AS days_missing
FROM wallets w
LEFT JOIN live l ON l.wallet_no = w.wallet_no AND l.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN closing c ON c.wallet_no = w.wallet_no AND c.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN gone g ON g.wallet_no = w.wallet_no AND g.currency IS NOT DISTINCT FROM w.currency
LEFT JOIN watermarks m ON m.wallet_no = w.wallet_no
LEFT JOIN holes h ON h.wallet_no = w.wallet_no`
}

const auditLines: View = {
  name: "audit_lines",
  about: "Lines of the canonical text that audit_hash is taken of; order them by part, txn_id, leg",
  since: 15,
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
  counterparties,
  walletSummary,
  auditLines,
  anchors,
  proven
]

/** The first version of the layout whose files have comments on the columns of views. */
export const commentedSince = 14

/** The statements that make a view, and make it anew when it is there. */
export const createView = ({ about, name, sql }: View): string =>
  [
    `CREATE OR REPLACE VIEW ${name} AS ${sql};\n`,
    `COMMENT ON VIEW ${name} IS ${quoteText(about)};\n`,
    ...(viewColumns[name] ?? []).map(([column, what]) =>
      `COMMENT ON COLUMN ${name}."${column}" IS ${quoteText(what)};\n`
    )
  ].join("")

/** The statement that makes a view for one connection alone. */
export const createTemporaryView = ({ name, sql }: Pick<View, "name" | "sql">): string =>
  `CREATE OR REPLACE TEMP VIEW ${name} AS ${sql};\n`
