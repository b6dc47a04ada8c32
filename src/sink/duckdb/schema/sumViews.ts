/**
 * Views that sum rows up: by day and month, and what a wallet comes to. Money stays DECIMAL throughout; a balance that
 * can't be known is NULL, and each view says which days its sums lack.
 */
import type { View } from "./view.ts"

/** A position is a day times this, and a place in the day. */
const placesOfDay = 10_000_000

/**
 * Days that answers cover which show all that there is of them: none that was not over when it was asked for, by that answer or by any later one,
 * since a clock may have been ahead.
 */
export const loadedDays = `answered AS (
  SELECT wallet_no, status, from_day, to_day, min(last_settled_day) OVER (
    PARTITION BY wallet_no ORDER BY sequence ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS last_over
  FROM statement_windows WHERE status IN ('complete', 'doubted', 'cut-off')
), loaded AS (
  SELECT DISTINCT wallet_no,
    unnest(generate_series(from_day::TIMESTAMP, least(to_day, last_over)::TIMESTAMP, INTERVAL 1 DAY))::DATE AS day
  FROM answered WHERE status <> 'cut-off'
)`

/** The loaded days of each wallet, with a number that days have in common which follow each other; behind the loaded days. */
export const numberedDays = `numbered AS (
  SELECT wallet_no, day, day - row_number() OVER (PARTITION BY wallet_no ORDER BY day)::INTEGER AS island FROM loaded
)`

/** The last day of each wallet that was over when its last answer came; behind the loaded days. */
export const lastOver = `over AS (SELECT wallet_no, max(last_over) AS day FROM answered GROUP BY wallet_no)`

/** The day that was under way when a wallet was last asked for it: what it comes to so far is known. Behind the loaded days. */
export const underWay = `${lastOver}, under_way AS (
  SELECT DISTINCT wallet_no, o.day + 1 AS day FROM over o JOIN answered a USING (wallet_no)
  WHERE a.status <> 'cut-off' AND o.day + 1 BETWEEN a.from_day AND a.to_day
)`

/**
 * How many days are not loaded from the first that was asked for, or has a row from quarantine, to a wallet's last loaded day; behind the
 * loaded days.
 */
export const holes = `begins AS (
  SELECT wallet_no, min(from_day) AS day FROM statement_windows
  WHERE status IN ('complete', 'doubted', 'cut-off', 'quarantine-retry') GROUP BY wallet_no
), holes AS (
  SELECT wallet_no, max(l.day) - min(b.day) + 1 - count(*) AS days_missing FROM loaded l JOIN begins b USING (wallet_no) GROUP BY wallet_no
)`

/** What the rows of each day come to, and the balances around them where their places in the day are known. */
const daySums = `sums AS (
  SELECT wallet_no, currency, local_time::DATE AS day, count(*) AS "rows",
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net,
    CASE WHEN min(position) % ${placesOfDay} = 0
      THEN arg_min_null(balance - signed_amount, position) END AS opened,
    CASE WHEN max(position) % ${placesOfDay} + 1 = count(*) THEN arg_max(balance, position) END AS closed,
    CASE WHEN max(position) % ${placesOfDay} + 1 = count(*) FILTER (confirmed OR position IS NOT NULL)
      THEN arg_max(balance, position) END AS closed_without,
    count(*) FILTER (confirmed OR position IS NOT NULL) = 0 AS is_idle
  FROM current_transactions GROUP BY ALL
)`

/**
 * Rows that are not confirmed and have no place moved nothing, as it seems: the day ends with the balance of the last row that has one, or of the
 * day before, where the next row begins with that and all days between are loaded; its own day need only be asked for, as the day under way is.
 */
const dayEnds = `${numberedDays}, next_days AS (
  SELECT wallet_no, max(day) + 1 AS day, island FROM numbered GROUP BY ALL
), islands AS (
  FROM numbered UNION ALL
  SELECT n.* FROM next_days n SEMI JOIN answered a
  ON a.wallet_no = n.wallet_no AND a.status <> 'cut-off' AND n.day BETWEEN a.from_day AND a.to_day
), placed AS (
  SELECT s.*, i.island FROM sums s LEFT JOIN islands i ON i.wallet_no = s.wallet_no AND i.day = s.day
), followed AS (
  SELECT *, CASE WHEN island IS NOT NULL THEN struct_extract(first_value(CASE WHEN NOT is_idle THEN {'opened': opened} END IGNORE NULLS) OVER (
    PARTITION BY wallet_no, currency, island ORDER BY day ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 'opened') END AS followed
  FROM placed
), ended AS (
  SELECT *, coalesce(closed, CASE WHEN closed_without = followed THEN closed_without END) AS ended FROM followed
), closed_days AS (
  SELECT wallet_no, currency, day, "rows", debit_total, credit_total, net, opened, closed,
    coalesce(ended, CASE WHEN is_idle AND followed = last_value(ended IGNORE NULLS) OVER (
      PARTITION BY wallet_no, currency, island ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) THEN followed END) AS ended
  FROM ended
)`

/**
 * A day without rows ends with the balance that it begins with, unless rows that name no currency stand on it; behind a day that may
 * lack rows no balance is known. Where the day before says nothing, the first row's balance counts when the day's sums agree with it.
 */
export const dailyBalance: View = {
  name: "daily_balance",
  about:
    "Every day from the first row of a wallet's currency to the wallet's last loaded day; balances are NULL where they are not known",
  since: 17,
  sql: `WITH ${loadedDays}, ${underWay}, ${daySums}, ${dayEnds}, ends AS (
  SELECT wallet_no, max(day) AS day FROM (SELECT wallet_no, day FROM loaded UNION ALL SELECT wallet_no, day FROM sums) GROUP BY ALL
), days AS (
  SELECT s.wallet_no, s.currency,
    unnest(generate_series(min(s.day)::TIMESTAMP, any_value(e.day)::TIMESTAMP, INTERVAL 1 DAY))::DATE AS day
  FROM sums s JOIN ends e USING (wallet_no) GROUP BY ALL
), nameless AS (
  SELECT DISTINCT wallet_no, day FROM sums WHERE currency IS NULL
), filled AS (
  SELECT d.*, s."rows", s.debit_total, s.credit_total, s.net, s.ended AS closed,
    CASE WHEN s.opened + s.net = s.closed AND n.day IS NULL THEN s.opened END AS opened,
    CASE WHEN l.day IS NULL THEN 1 ELSE 0 END AS days_missing, u.day IS NOT NULL AS is_under_way,
    count(*) FILTER (s."rows" > 0 OR n.day IS NOT NULL OR (l.day IS NULL AND u.day IS NULL))
      OVER (PARTITION BY d.wallet_no, d.currency ORDER BY d.day) AS stretch
  FROM days d
  LEFT JOIN closed_days s ON s.wallet_no = d.wallet_no AND s.currency IS NOT DISTINCT FROM d.currency AND s.day = d.day
  LEFT JOIN nameless n ON n.wallet_no = d.wallet_no AND n.day = d.day AND d.currency IS NOT NULL
  LEFT JOIN loaded l ON l.wallet_no = d.wallet_no AND l.day = d.day
  LEFT JOIN under_way u ON u.wallet_no = d.wallet_no AND u.day = d.day
), carried AS (
  SELECT *, first_value(CASE WHEN days_missing = 0 OR is_under_way THEN closed END)
    OVER (PARTITION BY wallet_no, currency, stretch ORDER BY day) AS closing_balance
  FROM filled
)
SELECT wallet_no, currency, day, coalesce("rows", 0) AS "rows", coalesce(debit_total, 0) AS debit_total,
  coalesce(credit_total, 0) AS credit_total, coalesce(net, 0) AS net,
  coalesce(lag(closing_balance) OVER (PARTITION BY wallet_no, currency ORDER BY day), opened) AS opening_balance,
  closing_balance, days_missing
FROM carried`
}

/** By way of the days: to find a row's month costs more than all its sums, and there are far fewer days than rows. */
export const monthlyCashflow: View = {
  name: "monthly_cashflow",
  about:
    "Debits, credits and their difference by month of the service's calendar, and how many days of it are not loaded",
  since: 17,
  sql: `WITH ${loadedDays}, ${daySums}, month_sums AS (
  SELECT wallet_no, currency, date_trunc('month', day)::DATE AS month, sum("rows")::BIGINT AS "rows",
    sum(debit_total) AS debit_total, sum(credit_total) AS credit_total, sum(net) AS net
  FROM sums GROUP BY ALL
), months AS (
  SELECT wallet_no, unnest(generate_series(date_trunc('month', min(day)), date_trunc('month', max(day)), INTERVAL 1 MONTH))::DATE
    AS month
  FROM loaded GROUP BY wallet_no
), covered AS (
  SELECT wallet_no, date_trunc('month', day)::DATE AS month, count(*) AS days FROM loaded GROUP BY ALL
), all_months AS (
  SELECT c.wallet_no, c.currency, m.month FROM (SELECT DISTINCT wallet_no, currency FROM month_sums) c JOIN months m USING (wallet_no)
  UNION SELECT wallet_no, currency, month FROM month_sums
)
SELECT a.wallet_no, a.currency, a.month, coalesce(s."rows", 0) AS "rows", coalesce(s.debit_total, 0) AS debit_total,
  coalesce(s.credit_total, 0) AS credit_total, coalesce(s.net, 0) AS net,
  day(last_day(a.month)) - coalesce(d.days, 0) AS days_missing
FROM all_months a
LEFT JOIN month_sums s ON s.wallet_no = a.wallet_no AND s.currency IS NOT DISTINCT FROM a.currency AND s.month = a.month
LEFT JOIN covered d ON d.wallet_no = a.wallet_no AND d.month = a.month`
}

export const walletSummary: View = {
  name: "wallet_summary",
  about:
    "One row for each wallet and currency, with or without rows; quarantined, gaps and days_missing are the whole wallet's",
  since: 17,
  sql: `WITH ${loadedDays}, ${daySums}, ${holes}, live AS (
  SELECT wallet_no, currency, count(*) AS "rows", min(local_time) AS first_at, max(local_time) AS last_at,
    coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net
  FROM current_transactions GROUP BY ALL
), closing AS (
  SELECT wallet_no, currency, arg_max_null(closed, day) AS closing_balance FROM sums GROUP BY ALL
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
