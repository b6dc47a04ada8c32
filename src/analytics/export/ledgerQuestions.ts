/**
 * What an export asks of the file. `$wallets` are numbers with blanks between; an empty `$from` or `$to` is as far as the balances prove, or
 * as far as days are loaded where `$all` says `yes`.
 */
import { categorised } from "../../sink/duckdb/schema/bookViews.ts"
import { loadedDays } from "../../sink/duckdb/schema/sumViews.ts"

/**
 * The days of each ledger; where one end is given, the other lies not beyond it. Days before a currency's first row are proven to have none
 * when they are loaded and the row is proven.
 */
const scope = `asked AS (SELECT unnest(string_split($wallets, ' ')) AS wallet_no), ${loadedDays}, ends AS (
  SELECT wallet_no, currency, min(day) AS first, max(day) AS last FROM daily_balance
  WHERE wallet_no IN (FROM asked) GROUP BY ALL
), scope AS (
  SELECT e.wallet_no, e.currency, e.first, p.proven_from, p.proven_to,
    coalesce(nullif($from, '')::DATE,
      least(nullif($to, '')::DATE, if($all = 'yes', e.first, coalesce(p.proven_from, e.first)))) AS from_day,
    coalesce(nullif($to, '')::DATE,
      greatest(nullif($from, '')::DATE, if($all = 'yes', e.last, coalesce(p.proven_to, e.last)))) AS to_day
  FROM ends e LEFT JOIN proofs p ON p.wallet_no = e.wallet_no AND p.currency IS NOT DISTINCT FROM e.currency
)`

const isOfLedger = (row: string, ledger: string): string =>
  `${row}.wallet_no = ${ledger}.wallet_no AND ${row}.currency IS NOT DISTINCT FROM ${ledger}.currency`

/** Rows that moved the balance for certain: confirmed ones, and those that have a place in the order that the balances prove. */
const isCertain = `(confirmed OR position IS NOT NULL)`

/**
 * What the rows of each day come to, and whether the rest of them moved the balance too. Days up to the next one that ends with a known balance
 * are a stretch: the rest of its rows did where only then the stretch leads to that balance.
 */
const days = (ledgerDays: string): string =>
  `day_sums AS (
  SELECT wallet_no, currency, local_time::DATE AS day,
    count(*) FILTER (${isCertain}) AS certain_rows, count(*) AS all_rows,
    coalesce(sum(signed_amount) FILTER (${isCertain} AND signed_amount > 0), 0) AS certain_credits,
    coalesce(-sum(signed_amount) FILTER (${isCertain} AND signed_amount < 0), 0) AS certain_debits,
    coalesce(sum(signed_amount) FILTER (signed_amount > 0), 0) AS all_credits,
    coalesce(-sum(signed_amount) FILTER (signed_amount < 0), 0) AS all_debits
  FROM current_transactions GROUP BY ALL
), summed_days AS (
  SELECT d.*, s.certain_rows, s.all_rows, s.certain_credits, s.certain_debits, s.all_credits, s.all_debits,
    count(d.closing_balance) OVER (PARTITION BY d.wallet_no, d.currency ORDER BY d.day
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS stretch
  FROM (${ledgerDays}) d LEFT JOIN day_sums s ON ${isOfLedger("s", "d")} AND s.day = d.day
), stretches AS (
  SELECT wallet_no, currency, stretch, arg_max_null(closing_balance, day) - arg_min_null(opening_balance, day) AS led,
    coalesce(sum(certain_credits), 0) - coalesce(sum(certain_debits), 0) AS certain,
    coalesce(sum(all_credits), 0) - coalesce(sum(all_debits), 0) AS everything
  FROM summed_days GROUP BY ALL
), days AS MATERIALIZED (
  SELECT d.*, coalesce(t.led = t.everything AND t.led <> t.certain, false) AS takes_all
  FROM summed_days d JOIN stretches t ON ${isOfLedger("t", "d")} AND t.stretch = d.stretch
)`

/** Each ledger with what it comes to, and what speaks against its days: missing days, open gaps, days whose rows do not tie; a balance is that of the very day that it is asked for. */
export const ledgersQuestion = `WITH ${scope}, ${
  days(
    `SELECT d.*, s.from_day, s.to_day, s.first FROM daily_balance d JOIN scope s ON ${
      isOfLedger("d", "s")
    } WHERE d.day BETWEEN s.from_day AND s.to_day`
  )
}, sums AS (
  SELECT *, coalesce(if(takes_all, all_rows, certain_rows), 0) AS posted, coalesce(if(takes_all, 0, all_rows - certain_rows), 0) AS waiting,
    coalesce(if(takes_all, all_credits, certain_credits), 0) AS credits, coalesce(if(takes_all, all_debits, certain_debits), 0) AS debits
  FROM days
), led AS (
  SELECT *, max(opening_balance) FILTER (day = greatest(from_day, first)) OVER ledger AS opening,
    closing_balance - sum(credits - debits) OVER (ledger ORDER BY day) AS led_from
  FROM sums WINDOW ledger AS (PARTITION BY wallet_no, currency)
), totals AS (
  SELECT wallet_no, currency, any_value(opening) AS opening, max(closing_balance) FILTER (day = to_day) AS closing,
    sum(posted) AS "rows", sum(credits) AS credits, sum(debits) AS debits, sum(waiting) AS pending,
    min(day) FILTER (led_from <> coalesce(opening, first_led)) AS untied
  FROM (SELECT *, first_value(led_from IGNORE NULLS) OVER (PARTITION BY wallet_no, currency ORDER BY day
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS first_led FROM led)
  GROUP BY wallet_no, currency
), counted AS (
  SELECT s.*, (SELECT count(*) FROM loaded l WHERE l.wallet_no = s.wallet_no AND l.day BETWEEN s.from_day AND s.to_day) AS loaded_days,
    (SELECT count(*) FROM loaded l WHERE l.wallet_no = s.wallet_no AND l.day >= s.from_day AND l.day < s.first) AS loaded_before
  FROM scope s
)
SELECT s.wallet_no, s.currency, s.from_day, s.to_day, if(s.loaded_before >= s.first - s.from_day, t.opening, NULL), t.closing,
  t."rows", t.credits, t.debits, t.pending, s.to_day - s.from_day + 1 - s.loaded_days AS missing,
  (SELECT count(*) FROM continuity_gaps g WHERE g.state = 'open' AND ${isOfLedger("g", "s")}
    AND coalesce(g.from_time::DATE, s.from_day) <= s.to_day AND coalesce(g.to_time::DATE, s.from_day) >= s.from_day) AS gaps,
  t.untied, s.proven_from, s.proven_to, greatest(s.from_day, s.first) AS first_needed
FROM counted s LEFT JOIN totals t ON ${isOfLedger("t", "s")}
ORDER BY s.wallet_no, s.currency NULLS LAST`

/** The balances that days end with. */
export const daysQuestion = `WITH ${scope}
SELECT d.wallet_no, d.currency, d.day, d.closing_balance
FROM daily_balance d JOIN scope s ON ${isOfLedger("d", "s")}
WHERE d.day BETWEEN s.from_day AND s.to_day AND d.closing_balance IS NOT NULL
ORDER BY d.wallet_no, d.currency NULLS LAST, d.day`

/** Rows of days before and behind those of a ledger, where nobody said where it begins or ends. */
export const leftOutQuestion = `WITH ${scope}
SELECT s.wallet_no, s.currency, min(t.local_time)::DATE AS first, max(t.local_time)::DATE AS last, count(*) AS "rows"
FROM current_transactions t JOIN scope s ON ${isOfLedger("t", "s")}
WHERE $from = '' AND t.local_time < s.from_day OR $to = '' AND t.local_time >= s.to_day + 1
GROUP BY s.wallet_no, s.currency, t.local_time < s.from_day
ORDER BY s.wallet_no, s.currency NULLS LAST, first`

/** Of one ledger the rows that are current; an empty `$currency` is none. Of its rows alone, so that the texts of others are not looked at. */
const ownRows = `current_transactions AS NOT MATERIALIZED (
  SELECT * FROM transactions WHERE withdrawn_at IS NULL AND wallet_no = $wallet
    AND currency IS NOT DISTINCT FROM nullif($currency, '')
    AND local_time >= $from::DATE AND local_time < $to::DATE + 1
)`

/** The days of one ledger that have rows: how many, and whether all of them moved the balance. */
export const rowDaysQuestion = `WITH ${ownRows}, ${
  days(
    "FROM daily_balance WHERE wallet_no = $wallet AND currency IS NOT DISTINCT FROM nullif($currency, '') " +
      "AND day BETWEEN $from::DATE AND $to::DATE"
  )
}
SELECT strftime(day, '%Y-%m-%d'), all_rows, takes_all FROM days WHERE all_rows > 0 ORDER BY day`

/** The rows of some days of one ledger in their order; `$whole` are days, with blanks between, of which all rows moved the balance. */
export const rowsQuestion = `WITH ${ownRows}, categorised AS (${categorised.sql}),
whole AS (SELECT DISTINCT try_cast(unnest(string_split($whole, ' ')) AS DATE) AS day)
SELECT strftime(t.local_time, '%Y-%m-%d'), strftime(t.local_time, '%H:%M:%S'), txn_id, leg, type, amount, signed_amount, balance,
  description, counterparty, category, confirmed, ${isCertain} OR w.day IS NOT NULL, time_flag,
  (epoch_ms(local_time) - epoch_ms(occurred_at)) // 60000
FROM categorised t LEFT JOIN whole w ON w.day = t.local_time::DATE
ORDER BY local_time::DATE, position NULLS LAST, local_time, txn_id, leg`

/** The last window of the audit chain. */
export const headQuestion = `SELECT sequence || ':' || audit_hash FROM statement_windows ORDER BY sequence DESC LIMIT 1`
