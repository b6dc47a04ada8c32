/**
 * Rows of one amount within the days whose id or reference is the other's but for one letter that is wrong, missing, too many or
 * changed places with its neighbour.
 *
 * Two texts that are so near have a text in common that comes of leaving out at most one letter of each, so that they are found without
 * comparing each with each.
 */
import { makeEntries, near } from "./entries.ts"
import { wordsOf } from "./matchTables.ts"
import { settleEntries } from "./settleEntries.ts"

/** In shorter texts one letter is too much to be a mistake. */
const shortest = 5

const variants = (text: string): string =>
  `unnest(list_distinct(list_prepend(${text}, list_transform(range(1, length(${text}) + 1),
    lambda i: ${text}[:i - 1] || ${text}[i + 1:]))))`

/** The longest ids and words that are looked at. */
const longest = 64

const measured = (text: string): string => `length(${text}) BETWEEN ${shortest} AND ${longest}`

const matching = (days: number, by: string, books: string, statement: string, also: string): ReadonlyArray<string> => [
  `CREATE OR REPLACE TABLE t_books AS SELECT *, ${variants(`"text"`)} AS variant FROM (${books}) WHERE ${
    measured(`"text"`)
  }`,
  `CREATE OR REPLACE TABLE t_pairs AS SELECT DISTINCT b.be, s.se FROM t_books b JOIN (
      SELECT *, ${variants(`"text"`)} AS variant FROM (${statement}) x
      WHERE ${measured(`"text"`)} AND (scope, amount) IN (SELECT (scope, amount) FROM t_books)
    ) s ON s.scope = b.scope AND s.amount = b.amount AND s.variant = b.variant
    WHERE damerau_levenshtein(b."text", s."text") <= 1 AND ${near(days)} ${also}`,
  `INSERT INTO accepted SELECT be, se, '${by}' FROM t_pairs
    QUALIFY count(*) OVER (PARTITION BY be) = 1 AND count(*) OVER (PARTITION BY se) = 1`,
  `INSERT INTO doubted FROM t_pairs p WHERE NOT EXISTS (FROM accepted a WHERE a.be = p.be AND a.se = p.se)`,
  `DROP TABLE t_books`,
  `DROP TABLE t_pairs`,
  ...settleEntries
]

/** Ids that were typed wrongly: of the rows of the books that `which` lets in. */
export const typedIds = (days: number, which: string): ReadonlyArray<string> => [
  ...makeEntries(which),
  ...matching(
    days,
    "time",
    `SELECT bid AS be, scope, amount, day AS first, day AS last, lower(id) AS "text" FROM b_in WHERE id IS NOT NULL`,
    `SELECT se, scope, amount, first, last, lower(id) AS "text" FROM s_entries`,
    ""
  )
]

/** References whose longest word was typed wrongly: of the rows of the books that `which` lets in. */
export const typedReferences = (days: number, which: string): ReadonlyArray<string> => [
  ...makeEntries(which),
  ...matching(
    days,
    "reference",
    `SELECT bid AS be, scope, amount, day AS first, day AS last, "key" AS "text", ref FROM b_in WHERE ref IS NOT NULL`,
    `SELECT se, scope, amount, first, last, words, unnest(list_distinct(string_split(words, ' '))) AS "text" FROM (
      SELECT o.sid AS se, o.scope, o.amount, o.day AS first, o.day AS last, ${
      wordsOf("t.description", "t.txn_id")
    } AS words FROM s_open o JOIN statement t USING (sid))`,
    `AND contains(' ' || s.words || ' ', ' ' || replace(b.ref, b."text", s."text") || ' ')`
  )
]
