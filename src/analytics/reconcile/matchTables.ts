/**
 * The tables that are matched: rows of both sides as they were read, those of them that are open still, and what was found.
 *
 * A row is named here by a number, `sid` of the statement's and `bid` of the books'. Numbers hang on the order in which rows came: they
 * name rows, and decide nothing.
 */
import { type FeeRule, netOf } from "./feeRules.ts"

/** The rows of both sides, as readers fill them in, and what people decided about some. */
export const sides: ReadonlyArray<string> = [
  `CREATE TABLE statement (sid BIGINT, wallet VARCHAR, currency VARCHAR, txn_id VARCHAR, leg INTEGER, moment TIMESTAMP,
    amount DECIMAL(18,4), description VARCHAR)`,
  `CREATE TABLE books (bid BIGINT, line BIGINT, id VARCHAR, moment TIMESTAMP, timed BOOLEAN, amount DECIMAL(18,4),
    reference VARCHAR, currency VARCHAR, wallet VARCHAR, description VARCHAR)`,
  `CREATE TABLE decisions (gid BIGINT, id VARCHAR, kind VARCHAR, "by" VARCHAR, reason VARCHAR)`,
  `CREATE TABLE decided_rows (gid BIGINT, sid BIGINT, bid BIGINT)`
]

/** Which columns of the books say where a row belongs; without one, a row may belong to any wallet or currency. */
export interface Scoping {
  readonly byWallet: boolean
  readonly byCurrency: boolean
}

/** Words as they are compared: small, with one blank between. */
const normal = (text: string): string =>
  `trim(regexp_replace(lower(coalesce(${text}, '')), '[^\\p{L}\\p{N}]+', ' ', 'g'))`

/** What of a description can hold a reference, the id among it. */
export const wordsOf = (description: string, id: string): string => normal(`${description} || ' ' || ${id}`)

/** The longest word, by which a reference is looked for. */
const longestWord = (text: string): string =>
  `list_sort(list_transform(string_split(${text}, ' '), lambda w: lpad((9999 - length(w))::VARCHAR, 4, '0') || w))[1][5:]`

/** A shorter reference is found in too many descriptions. */
const shortestReference = 3

/**
 * Rows that are open, in the columns that are matched by. Rows can belong together only in one `scope`, a wallet and currency as far as
 * the books name these. A row of `found` is a row of the statement, of the books or one of each, and what became of them; those with one
 * `gid` belong together. `net` is what a row of the books comes to when its fee is taken, by the rules that somebody gave; NULL without one.
 */
export const openRows = (
  { byCurrency, byWallet }: Scoping,
  fees: ReadonlyArray<FeeRule>
): ReadonlyArray<string> => {
  const place = [byWallet ? "wallet" : "''", byCurrency ? "coalesce(currency, '')" : "''"]
  const scoped = `${place[0]} AS w, ${place[1]} AS c`
  const inScope = `k.w = ${place[0]} AND k.c = ${place[1]}`
  return [
    `CREATE TABLE found (gid BIGINT, list VARCHAR, how VARCHAR, sid BIGINT, bid BIGINT, difference DECIMAL(38,4))`,
    `CREATE TABLE scopes AS SELECT w, c, row_number() OVER () AS scope FROM (
      SELECT ${scoped} FROM statement UNION SELECT ${scoped} FROM books)`,
    `CREATE TABLE s_open AS SELECT sid, scope::INTEGER AS scope, trim(txn_id) AS id, moment::DATE - DATE '1970-01-01' AS day, amount
     FROM statement JOIN scopes k ON ${inScope}`,
    `CREATE TABLE b_open AS SELECT *, ${longestWord("ref")} AS "key" FROM (
      SELECT bid, scope::INTEGER AS scope, nullif(trim(id), '') AS id, moment::DATE - DATE '1970-01-01' AS day, amount,
        ${netOf("amount", fees)} AS net,
        CASE WHEN length(${normal("reference")}) >= ${shortestReference} THEN ${normal("reference")} END AS ref
      FROM books JOIN scopes k ON ${inScope})`
  ]
}

/** Keeps of the open rows of a side those that nothing was found of. */
export const keepOpen = (side: "s" | "b"): string =>
  `CREATE OR REPLACE TABLE ${side}_open AS FROM ${side}_open o WHERE NOT EXISTS (FROM found f WHERE f.${side}id = o.${side}id)`
