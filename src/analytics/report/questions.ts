/**
 * What a report asks of the file: three questions about all its wallets at once, whose answers are rows of several parts. A name of a part, a
 * wallet and a currency stand first in each row, then what the part is by, then its values.
 */
import { categorised } from "../../sink/duckdb/schema/bookViews.ts"
import { lastOver, loadedDays } from "../../sink/duckdb/schema/sumViews.ts"

/** The most points of a balance's curve: days are put together where there are more. */
export const curvePoints = 120

/** How many counterparties, and how many busy days, are named. */
export const [mostParties, mostBusiest] = [10, 5]

/**
 * The days of each wallet that are asked for and there, up to the last that was over when it was asked for; `$wallets` are numbers with blanks
 * between, an empty day is none.
 */
const scope =
  `asked AS (SELECT unnest(string_split($wallets, ' ')) AS wallet_no), ${loadedDays}, ${lastOver}, ranges AS (
  SELECT wallet_no, min(local_time)::DATE AS first, max(local_time)::DATE AS last FROM current_transactions GROUP BY wallet_no
), ends AS (
  SELECT wallet_no, min(day) AS first, max(day) AS last FROM (
    SELECT wallet_no, day FROM loaded UNION ALL
    SELECT r.wallet_no, unnest([r.first, least(r.last, o.day)]) FROM ranges r JOIN over o USING (wallet_no) WHERE r.first <= o.day
  ) WHERE wallet_no IN (FROM asked) GROUP BY wallet_no
), scope AS (
  SELECT wallet_no, greatest(first, coalesce(nullif($from, '')::DATE, first)) AS from_day,
    least(last, coalesce(nullif($to, '')::DATE, last)) AS to_day
  FROM ends
)`

const rowsInScope = (rows: string): string =>
  `${rows} r JOIN scope s ON s.wallet_no = r.wallet_no AND r.local_time >= s.from_day AND r.local_time < s.to_day + 1`

/** Wallets, and what is said of them as a whole. */
export const walletsQuestion = `WITH ${scope}
SELECT a.wallet_no, s.from_day, s.to_day, s.to_day - s.from_day + 1 - (
    SELECT count(*) FROM loaded l WHERE l.wallet_no = a.wallet_no AND l.day BETWEEN s.from_day AND s.to_day),
  (SELECT count(*) FROM current_transactions r WHERE r.wallet_no = a.wallet_no AND r.local_time >= coalesce(s.to_day + 1, nullif($from, '')::DATE, DATE '-infinity')
    AND ($to = '' OR r.local_time < try_cast($to AS DATE) + 1)),
  (SELECT count(*) FROM quarantine q WHERE q.wallet_no = a.wallet_no AND q.state = 'open'),
  (SELECT count(*) FROM held_rows h WHERE h.wallet_no = a.wallet_no AND h.state = 'held')
FROM asked a LEFT JOIN scope s ON s.wallet_no = a.wallet_no AND s.from_day <= s.to_day
ORDER BY a.wallet_no`

/** The days of one bar of a curve. */
const stretch = `(d.day - d.from_day) // greatest(1, (d.to_day - d.from_day + ${curvePoints}) // ${curvePoints})`

const openGaps = (from: string, to: string): string =>
  `FROM continuity_gaps g WHERE g.state = 'open' AND g.wallet_no = m.wallet_no
      AND g.currency IS NOT DISTINCT FROM m.currency AND coalesce(g.from_time::DATE, ${from}) <= ${to}
      AND coalesce(g.to_time::DATE, ${from}) >= ${from}`

/** Sums of months and of the whole, as `monthly_statement` has them of whole months; the curve; the busiest days; hours; days of the week. */
export const daysQuestion = `WITH ${scope}, days AS MATERIALIZED (
  SELECT d.*, s.from_day, s.to_day FROM daily_balance d JOIN scope s USING (wallet_no)
  WHERE d.day BETWEEN s.from_day AND s.to_day
), seen AS MATERIALIZED (
  SELECT r.wallet_no, r.currency, r.local_time::DATE AS day, hour(r.local_time) AS hour, count(*) AS "rows",
    min(r.balance) AS lowest, max(r.balance) AS highest
  FROM ${rowsInScope("current_transactions")} GROUP BY ALL
), reached AS (
  SELECT wallet_no, currency, day, min(lowest) AS lowest, max(highest) AS highest FROM seen GROUP BY ALL
), curve AS MATERIALIZED (
  SELECT d.*, least(d.opening_balance, d.closing_balance, r.lowest) AS lowest,
    greatest(d.opening_balance, d.closing_balance, r.highest) AS highest
  FROM days d LEFT JOIN reached r
    ON r.wallet_no = d.wallet_no AND r.currency IS NOT DISTINCT FROM d.currency AND r.day = d.day
), months AS (
  SELECT wallet_no, currency, date_trunc('month', day)::DATE AS month, min(day) AS first, max(day) AS last,
    arg_min_null(opening_balance, day) AS opening, sum(credit_total) AS credits, sum(debit_total) AS debits,
    arg_max_null(closing_balance, day) AS closing, sum("rows") AS "rows", sum(days_missing) AS missing,
    min(lowest) AS lowest, max(highest) AS highest
  FROM curve GROUP BY GROUPING SETS ((wallet_no, currency, month), (wallet_no, currency))
)
SELECT if(m.month IS NULL, 'total', 'month') AS part, m.wallet_no, m.currency, m.month::VARCHAR AS "by",
  m.first::VARCHAR AS a, m.last::VARCHAR AS b, m.opening::VARCHAR AS c, m.credits::VARCHAR AS d, m.debits::VARCHAR AS e,
  m.closing::VARCHAR AS f, m."rows"::VARCHAR AS g, m.missing::VARCHAR AS h,
  CASE WHEN EXISTS (${openGaps("m.first", "m.last")}) THEN 'gap'
    WHEN m.missing > 0 THEN 'truncated'
    WHEN p.proven_to >= m.last AND p.proven_from <= m.first THEN 'proven'
    ELSE 'unanchored' END AS i,
  m.lowest::VARCHAR AS j, m.highest::VARCHAR AS k, (SELECT count(*)::VARCHAR ${openGaps("m.first", "m.last")}) AS l
FROM months m
LEFT JOIN proofs p ON p.wallet_no = m.wallet_no AND p.currency IS NOT DISTINCT FROM m.currency
UNION ALL
SELECT 'curve', d.wallet_no, d.currency, max(d.day)::VARCHAR, arg_max_null(d.closing_balance, d.day)::VARCHAR,
  min(d.lowest)::VARCHAR, max(d.highest)::VARCHAR, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM curve d GROUP BY d.wallet_no, d.currency, ${stretch}
UNION ALL
FROM (
  SELECT 'busiest', wallet_no, currency, (row_number() OVER busy)::VARCHAR, day::VARCHAR, "rows"::VARCHAR,
    credit_total::VARCHAR, debit_total::VARCHAR, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM days WHERE "rows" > 0
  WINDOW busy AS (PARTITION BY wallet_no, currency ORDER BY "rows" DESC, day)
  QUALIFY row_number() OVER busy <= ${mostBusiest}
)
UNION ALL
SELECT 'hour', wallet_no, currency, hour::VARCHAR, sum("rows")::VARCHAR, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM seen GROUP BY wallet_no, currency, hour
UNION ALL
SELECT 'weekday', wallet_no, currency, (isodow(day) - 1)::VARCHAR, sum("rows")::VARCHAR, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM seen GROUP BY wallet_no, currency, isodow(day)
ORDER BY wallet_no, currency, part, "by"`

/**
 * Of the rows in the period alone, in the place of all current ones, so that one wallet's month does not wait for the texts of all.
 * Fees by month and of the whole; counterparties by what they moved, the many behind the first, and the rows that name none.
 */
export const partiesQuestion = `WITH ${scope}, current_transactions AS NOT MATERIALIZED (
  SELECT r.* FROM ${rowsInScope("transactions")} WHERE r.withdrawn_at IS NULL
), categorised AS (${categorised.sql}), named AS MATERIALIZED (
  SELECT r.wallet_no, r.currency, date_trunc('month', r.local_time)::DATE AS month,
    coalesce(lower(r.category) = 'fees' AND r.type = 'Debit', false) AS is_fee, lower(r.counterparty) AS party,
    min(r.counterparty) AS name, count(*) AS "rows", coalesce(sum(r.amount) FILTER (r.type = 'Credit'), 0) AS credits,
    coalesce(sum(r.amount) FILTER (r.type = 'Debit'), 0) AS debits
  FROM categorised r GROUP BY ALL
), parties AS (
  SELECT wallet_no, currency, party, min(name) AS name, sum("rows") AS "rows", sum(credits) AS credits, sum(debits) AS debits
  FROM named GROUP BY ALL
), placed AS (
  SELECT *, row_number() OVER (
    PARTITION BY wallet_no, currency, party IS NULL ORDER BY abs(credits) + abs(debits) DESC, party) AS place
  FROM parties
), told AS (
  SELECT *, CASE WHEN party IS NULL THEN 'nobody' WHEN place > ${mostParties} THEN 'others' ELSE 'party' END AS part,
    CASE WHEN party IS NOT NULL AND place <= ${mostParties} THEN lpad(place::VARCHAR, 2, '0') END AS "by"
  FROM placed
)
SELECT 'fees' AS part, wallet_no, currency, month::VARCHAR AS "by", sum(debits)::VARCHAR AS a, sum("rows")::VARCHAR AS b,
  NULL AS c, NULL AS d
FROM named WHERE is_fee GROUP BY GROUPING SETS ((wallet_no, currency, month), (wallet_no, currency))
UNION ALL
SELECT part, wallet_no, currency, "by", any_value(name), sum("rows")::VARCHAR, sum(credits)::VARCHAR, sum(debits)::VARCHAR
FROM told GROUP BY part, wallet_no, currency, "by"
UNION ALL
SELECT 'count', wallet_no, currency, NULL, (count(*) - ${mostParties})::VARCHAR, NULL, NULL, NULL
FROM parties WHERE party IS NOT NULL GROUP BY wallet_no, currency
ORDER BY wallet_no, currency, part, "by"`

/** How far each currency is proven. */
export const provenQuestion =
  `SELECT wallet_no, currency, proven_from, proven_to, quiet_since, opening_known FROM proofs`

/** The last window of the audit chain. */
export const headQuestion =
  `SELECT sequence, audit_hash, epoch_ms(committed_at) FROM statement_windows ORDER BY sequence DESC LIMIT 1`
