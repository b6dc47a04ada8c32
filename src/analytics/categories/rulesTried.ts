/**
 * What each rule takes of the rows that a file holds, and what is left.
 */
import { Effect } from "effect"
import type { CategoryRule } from "../../domain/CategoryRule.ts"
import { type Day, formatDay } from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { DatabaseReader, QueryRow } from "../../sink/duckdb/index.ts"
import { categoryRules } from "../../sink/duckdb/schema/bookTables.ts"
import { behindAll, categorised, likeOf, rulesInForce } from "../../sink/duckdb/schema/bookViews.ts"
import { textOf } from "../../sink/duckdb/schema/partyNames.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import { ruleRows } from "../../sink/duckdb/tables/RuleTable.ts"

/** Which rows the rules are tried on; null is any. */
export interface TriedOn {
  /** None is all of the file. */
  readonly wallets: ReadonlyArray<string>
  readonly from: Day | null
  readonly to: Day | null
}

const onAll: TriedOn = { wallets: [], from: null, to: null }

const conditionOf = ({ from, to, wallets }: TriedOn): string =>
  [
    ...(wallets.length === 0 ? [] : [`wallet_no IN (${wallets.map(quoteText).join(", ")})`]),
    ...(from === null ? [] : [`local_time::DATE >= DATE '${formatDay(from)}'`]),
    ...(to === null ? [] : [`local_time::DATE <= DATE '${formatDay(to)}'`])
  ].join(" AND ") || "true"

/** The rules of the file in its own place. */
const ofFile = "WITH "

/** Rules that are not loaded, in the place of those that are: what the views ask is asked of these. */
const ofRules = (rules: ReadonlyArray<CategoryRule>): string => {
  const names = categoryRules.columns.map(([name]) => `"${name}"`)
  const typed = categoryRules.columns.map(([name, type]) => `"${name}"::${type.replace(" NOT NULL", "")} AS "${name}"`)
  const rows = ruleRows(rules).map((row) => `(${row}, now())`)
  const none = `(${names.map(() => "NULL").join(", ")})`
  return `WITH category_rules AS (
    SELECT ${typed.join(", ")} FROM (VALUES ${[none, ...rows].join(", ")}) AS v(${
    names.join(", ")
  }) WHERE number IS NOT NULL
  ), rules_in_force AS (${rulesInForce.sql}), categorised AS (${categorised.sql}), `
}

const sums = `count(*) AS "rows", coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debits,
  coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credits`

/** So many groups of rows without a category are told. */
const mostLeft = 10

/**
 * Asks a reader what the rules of its file take of some rows, or other rules in their place; the program's own that take nothing are left out. Remarks,
 * a sentence or two each, tell of rules that may not be meant as they are.
 */
export const rulesTried = Effect.fnUntraced(function*(
  { query }: DatabaseReader,
  rules: ReadonlyArray<CategoryRule> | undefined,
  on: TriedOn = onAll
) {
  const condition = conditionOf(on)
  const from = `${rules === undefined ? ofFile : ofRules(rules)}tried AS (FROM categorised WHERE ${condition}), `
  const taken = yield* query(
    `${from}taken AS (SELECT rule, currency, ${sums} FROM tried GROUP BY ALL)
     SELECT r.number, r.description, r.type, r.amount_from, r.amount_to, r.category, r.counterparty, t.currency,
       coalesce(t."rows", 0) AS "rows", coalesce(t.debits, 0) AS debits, coalesce(t.credits, 0) AS credits
     FROM rules_in_force r LEFT JOIN taken t ON t.rule = r.number
     WHERE t.rule IS NOT NULL OR r.number < ${behindAll} ORDER BY r.number, t.currency`
  )
  const uncategorised =
    `${from}uncategorised AS (SELECT counterparty, currency, type, amount FROM tried WHERE category IS NULL)`
  const { rows: [[leftRows = null] = []] } = yield* query(`${uncategorised} SELECT count(*) FROM uncategorised`)
  const left = yield* query(
    `${uncategorised} SELECT counterparty, currency, ${sums} FROM uncategorised GROUP BY counterparty, currency
     ORDER BY "rows" DESC, counterparty, currency LIMIT ${mostLeft}`
  )
  const within = yield* query(`${from}taken AS (SELECT DISTINCT rule FROM tried)
    SELECT r.number, r.description, count(*) AS "rows" FROM rules_in_force r ANTI JOIN taken t ON t.rule = r.number
    JOIN (FROM current_transactions WHERE ${condition}) w ON (r.type IS NULL OR r.type = w.type)
      AND contains(lower(${textOf("w.description")}), lower(r.description))
    WHERE r.number < ${behindAll} AND NOT regexp_matches(r.description, '[*?]') AND trim(r.description) <> ''
      AND lower(${textOf("w.description")}) <> lower(r.description)
    GROUP BY ALL ORDER BY r.number`)
  const others = yield* query(`${from}own AS (FROM rules_in_force WHERE number >= ${behindAll})
    SELECT c.rule, c.category, o.category AS own, count(*) AS "rows" FROM tried c
    JOIN own o ON (o.type IS NULL OR o.type = c.type)
      AND like_escape(lower(${textOf("c.description")}), ${likeOf("o.description")}, '\\')
    WHERE c.rule < ${behindAll} AND lower(coalesce(c.category, '')) <> lower(o.category)
    GROUP BY ALL ORDER BY c.rule, own`)
  const remarks = [...within.rows.map(withinRemark), ...others.rows.map(othersRemark)]
  return { taken, left, leftRows: Number(leftRows), remarks }
})

const rowsText = (count: string | null | undefined): string => count === "1" ? "1 row" : `${count} rows`

/** A pattern without a star has to be the whole text. */
const withinRemark = ([number, description, rows]: QueryRow): string => {
  const told = printable(description ?? "")
  return `Rule ${number} takes no row, as "${told}" has to be all of the text; it stands inside that of ${
    rowsText(rows)
  }. Did you mean "*${told}*"?`
}

const othersRemark = ([number, category = null, own, rows]: QueryRow): string =>
  `Rule ${number} takes ${rowsText(rows)} that would be ${own}: ${
    category === null
      ? `it gives no category, so they have none. Say category = "${own}" in it to keep them there.`
      : `now they are ${printable(category)}, and the view ${own?.toLowerCase()} does not have them.`
  }`
