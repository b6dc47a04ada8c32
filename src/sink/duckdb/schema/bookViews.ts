/**
 * Views for whoever keeps the books: rows with their category and counterparty, and what these come to.
 */
import { nameIn, textOf } from "./partyNames.ts"
import { holes, loadedDays, underWay } from "./sumViews.ts"
import { textOrNull } from "./tableText.ts"
import type { View } from "./view.ts"
import { shownOfRows } from "./viewColumns.ts"

/** A rule of the program's own: it counts behind all that somebody loaded. */
interface DefaultRule {
  readonly description: string
  readonly type: "Debit" | null
  readonly category: string
  /** Empty is none; NULL the name in the description. */
  readonly counterparty: string | null
}

/** What rows are called that the view `reversals` shows, in any case. */
export const reversal = "Reversals"

/** Likewise of the view `fees`. */
const fee = "Fees"

const feeTexts = [
  "transaction fee*",
  "transfer fee*",
  "withdrawal fee*",
  "service fee*",
  "service charge*",
  "commission*"
]

const defaultRules: ReadonlyArray<DefaultRule> = [
  ...feeTexts.map((description): DefaultRule => ({ description, type: "Debit", category: fee, counterparty: "" })),
  { description: "reversal*", type: null, category: reversal, counterparty: null }
]

/** From this number on rules are the program's own: behind every rule that somebody can load. */
export const behindAll = 1_000_000

const selected = ({ category, counterparty, description, type }: DefaultRule, place: number): string =>
  `SELECT ${behindAll + place}, ${textOrNull(description)}, ${textOrNull(type)}, NULL, NULL, ${textOrNull(category)}, ${
    textOrNull(counterparty)
  }`

const ruleColumns = ["number", "description", "type", "amount_from", "amount_to", "category", "counterparty"]

/** A pattern with * and ? as LIKE has them. */
export const likeOf = (pattern: string): string =>
  [["\\", "\\\\"], ["%", "\\%"], ["_", "\\_"], ["*", "%"], ["?", "_"]].reduce(
    (sql, [from = "", to = ""]) => `replace(${sql}, '${from}', '${to}')`,
    `lower(${pattern})`
  )

export const rulesInForce: View = {
  name: "rules_in_force",
  about:
    "The rules for categories and counterparties, in the order in which they are tried: those of category_rules, then the program's",
  since: 17,
  sql: `SELECT ${ruleColumns.join(", ")} FROM category_rules
UNION ALL ${defaultRules.map(selected).join("\nUNION ALL ")}`
}

const isBounded = "amount_from IS NOT NULL OR amount_to IS NOT NULL"

/** Written out wherever it is asked: a name for it in WITH would have all rows put aside. */
const worded = `(SELECT *, ${textOf("description")} AS "text" FROM current_transactions)`

/** Some rows, and by what columns these are told apart. */
interface Told {
  readonly rows: string
  readonly keys: ReadonlyArray<string>
}

/** What rules say of each text of some rows, and of each row where they ask for its amount. */
const toldOf = ({ keys, rows }: Told): string =>
  `texts AS (
  SELECT "text", type, ${nameIn(`"text"`)} AS party FROM (SELECT DISTINCT "text", type FROM ${rows})
), fits AS (
  SELECT t."text", t.type, r.number, r.amount_from, r.amount_to FROM texts t
  JOIN rules_in_force r ON (r.type IS NULL OR r.type = t.type)
    AND (r.description IS NULL OR like_escape(lower(t."text"), ${likeOf("r.description")}, '\\'))
), of_any_amount AS (
  SELECT "text", type, min(number) AS number FROM fits WHERE NOT (${isBounded}) GROUP BY ALL
), of_its_amount AS (
  SELECT ${keys.map((key) => `w.${key}`).join(", ")}, min(f.number) AS number
  FROM ${rows} w JOIN fits f ON f."text" = w."text" AND f.type = w.type
  WHERE (${isBounded}) AND w.amount >= coalesce(f.amount_from, w.amount) AND w.amount <= coalesce(f.amount_to, w.amount)
  GROUP BY ALL
), known AS (
  SELECT t."text", t.type, t.party, a.number FROM texts t LEFT JOIN of_any_amount a USING ("text", type)
)`

/** The rows `w` with that, and with the first rule `r` that fits. */
const withTold = ({ keys, rows }: Told): string =>
  `FROM ${rows} w
LEFT JOIN known t ON t."text" = w."text" AND t.type = w.type
LEFT JOIN of_its_amount i ON ${keys.map((key) => `i.${key} = w.${key}`).join(" AND ")}
LEFT JOIN rules_in_force r ON r.number = least(t.number, i.number)`

const each: Told = { rows: worded, keys: ["wallet_no", "txn_id", "leg"] }

const sums: Told = { rows: "summed", keys: [`"text"`, "type", "amount"] }

const party = "CASE WHEN r.counterparty IS NULL THEN t.party ELSE nullif(r.counterparty, '') END AS counterparty"

/**
 * What fits a text is found once for each text that there is, and joined to it before rows are: there are far fewer than rows. Each row has
 * one; a LEFT JOIN keeps the texts in memory, and not the rows.
 */
export const categorised: View = {
  name: "categorised",
  about: "current_transactions with the category and the counterparty that the first rule gives which fits",
  since: 17,
  sql: `WITH ${toldOf(each)}
SELECT ${shownOfRows.map(([name]) => `w.${name}`).join(", ")}, r.category, ${party}, r.number AS rule
${withTold(each)}`
}

/** The rows of each text summed up, and of each amount where a rule asks for one, before what fits them is looked for. */
const partied = (...by: ReadonlyArray<string>): string =>
  `summed AS (
  SELECT ${
    ["wallet_no", "currency", ...by].join(", ")
  }, "text", type, CASE WHEN EXISTS (FROM rules_in_force WHERE ${isBounded}) THEN w.amount END AS amount,
    count(*) AS "rows", sum(w.amount) AS total, sum(signed_amount) AS net, min(local_time) AS first_at, max(local_time) AS last_at
  FROM ${worded} w GROUP BY ALL
), ${toldOf(sums)}, partied AS (
  SELECT w.*, r.category, ${party} ${withTold(sums)}
)`

const totals = `sum("rows")::BIGINT AS "rows", coalesce(sum(total) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(total) FILTER (type = 'Credit'), 0) AS credit_total, sum(net) AS net`

export const counterparties: View = {
  name: "counterparties",
  about: "Totals by counterparty; NULL are rows that name none, such as fees",
  since: 17,
  sql: `WITH ${loadedDays}, ${holes}, ${partied()}, named AS (
  SELECT wallet_no, currency, min(counterparty) AS counterparty, ${totals},
    min(first_at) AS first_at, max(last_at) AS last_at
  FROM partied GROUP BY wallet_no, currency, lower(counterparty)
)
SELECT n.*, coalesce(h.days_missing, 0) AS days_missing FROM named n LEFT JOIN holes h USING (wallet_no)`
}

export const categories: View = {
  name: "categories",
  about: "Totals by month and category; NULL are rows that no rule fits",
  since: 17,
  sql: `WITH ${partied("date_trunc('month', local_time)::DATE AS month")}
SELECT wallet_no, currency, month, category, ${totals} FROM partied GROUP BY ALL`
}

/**
 * The rows of a category with another row of their id, the nearest before them if there is one; a blank id is shared by chance. All that
 * both are compared by are equalities, so that the database looks a row up by its id.
 */
const besideSameId = (category: string, isRow: string, isOther: string): string =>
  `FROM (
  SELECT *, CASE WHEN trim(txn_id) <> '' THEN txn_id END AS shared FROM categorised
  WHERE lower(category) = '${category.toLowerCase()}' AND ${isRow}
) x
LEFT JOIN (
  SELECT * FROM categorised WHERE category IS NULL OR lower(category) NOT IN (${
    [fee, reversal].map((name) => `'${name.toLowerCase()}'`).join(", ")
  })
) o ON o.wallet_no = x.wallet_no AND o.txn_id = x.shared AND o.currency IS NOT DISTINCT FROM x.currency AND ${isOther}
QUALIFY row_number() OVER (
  PARTITION BY x.wallet_no, x.txn_id, x.leg ORDER BY o.leg < x.leg DESC NULLS LAST, abs(o.leg - x.leg), o.leg) = 1`

export const fees: View = {
  name: "fees",
  about: "Debits of the category Fees, each with the row of its id that it was taken for",
  since: 17,
  sql: `SELECT x.wallet_no, x.currency, x.txn_id, x.leg, x.local_time, x.amount, x.description, o.leg AS principal_leg,
  o.type AS principal_type, o.amount AS principal_amount, o.counterparty AS principal_counterparty
${besideSameId(fee, "type = 'Debit'", "o.leg <> x.leg")}`
}

export const reversals: View = {
  name: "reversals",
  about: "Rows of the category Reversals, each with the row of its id and amount that it takes back",
  since: 17,
  sql: `SELECT x.wallet_no, x.currency, x.txn_id, x.leg, x.local_time, x.type, x.amount, x.description, x.counterparty,
  o.leg AS original_leg, o.local_time AS original_time, o.description AS original_description
${besideSameId(reversal, "true", "o.amount = x.amount AND o.type <> x.type")}`
}

/** What a month's balances say for themselves, in the words of verdicts. */
const verdictOfMonth = `CASE
    WHEN EXISTS (FROM continuity_gaps g WHERE g.state = 'open' AND g.wallet_no = m.wallet_no
      AND g.currency IS NOT DISTINCT FROM m.currency AND coalesce(g.from_time::DATE, m.month) <= last_day(m.month)
      AND coalesce(g.to_time::DATE, m.month) >= m.month) THEN 'gap'
    WHEN b.days_missing > 0 THEN 'truncated'
    WHEN p.proven_to >= last_day(m.month) AND p.proven_from <= greatest(m.month, b.first) THEN 'proven'
    ELSE 'unanchored' END`

export const monthlyStatement: View = {
  name: "monthly_statement",
  about:
    "Each month of a wallet and currency from its opening balance to its closing balance, and whether the balances prove it",
  since: 17,
  sql: `WITH ${loadedDays}, ${underWay}, balances AS (
  SELECT wallet_no, currency, date_trunc('month', day)::DATE AS month, arg_min_null(opening_balance, day) AS opening,
    arg_max_null(closing_balance, day) AS closing, sum(days_missing) - count(u.day) AS days_missing, min(day) AS first
  FROM daily_balance LEFT JOIN under_way u USING (wallet_no, day) GROUP BY ALL
), charged AS (
  SELECT wallet_no, currency, date_trunc('month', local_time)::DATE AS month, sum(amount) AS fees FROM fees GROUP BY ALL
)
SELECT m.wallet_no, m.currency, m.month, b.opening, m.credit_total AS credits, m.debit_total AS debits,
  coalesce(c.fees, 0) AS fees, b.closing, m."rows", m.days_missing, ${verdictOfMonth} AS verdict
FROM monthly_cashflow m
LEFT JOIN balances b ON b.wallet_no = m.wallet_no AND b.currency IS NOT DISTINCT FROM m.currency AND b.month = m.month
LEFT JOIN charged c ON c.wallet_no = m.wallet_no AND c.currency IS NOT DISTINCT FROM m.currency AND c.month = m.month
LEFT JOIN proofs p ON p.wallet_no = m.wallet_no AND p.currency IS NOT DISTINCT FROM m.currency`
}

export const balanceCurve: View = {
  name: "balance_curve",
  about: "The balance of each day: where it begins, how low and how high it goes, where it ends",
  since: 17,
  sql: `WITH reached AS (
  SELECT wallet_no, currency, local_time::DATE AS day, min(balance) AS lowest, max(balance) AS highest
  FROM current_transactions GROUP BY ALL
)
SELECT d.wallet_no, d.currency, d.day, d.opening_balance, least(d.opening_balance, r.lowest) AS lowest,
  greatest(d.opening_balance, r.highest) AS highest, d.closing_balance
FROM daily_balance d
LEFT JOIN reached r ON r.wallet_no = d.wallet_no AND r.currency IS NOT DISTINCT FROM d.currency AND r.day = d.day`
}
