/**
 * From the texts of the books to rows: exact money, days, and what says where a row belongs. A cell that can't be read is a problem
 * with its line; nothing is rounded or guessed.
 */
import { Effect } from "effect"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import { quotedForExcel } from "../excelText.ts"
import type { Workspace } from "../Workspace.ts"
import type { BooksField } from "./booksColumns.ts"
import { BooksRefused } from "./BooksRefused.ts"
import { amountSql, type CellStyles, daySql, unread } from "./cellStyles.ts"

/** How cells are read. */
export interface CellReading {
  /** Whether texts of a source are as somebody keeps them, or may have the quote before them that spreadsheets are given. */
  readonly texts: "exact" | "for a spreadsheet"
  readonly styles: CellStyles
}

/** A text without the quote that our exports write before what a spreadsheet might take for something else; no other quote is taken away. */
const unquoted = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${quoteText(quotedForExcel)}) THEN ${text}[2:] ELSE ${text} END`

/** What stands in the place of an amount that can't be one, each told in its own words. */
const odd = { both: "?both", signed: "?signed", nothing: "?nothing" }

/** A column of amounts as decimals, NULL where nothing stands in it, as a dash does. */
const partOf = (cell: string, { amounts }: CellStyles): string => {
  const text = `nullif(${cell}, '-')`
  return amounts === null
    ? `CASE WHEN ${text} IS NULL OR regexp_full_match(${text}, '[+-]?\\d+(\\.\\d*)?') THEN ${text} ELSE '${unread}' END`
    : amountSql(text, amounts)
}

const isNothing = (text: string): string => `coalesce(regexp_full_match(${text}, '[+-]?0*(\\.0*)?'), true)`

/** What comes in, or what goes out with the other sign; a row has one of them, and of one column alone each row has something. */
const amountOfParts = (isOne: boolean): string =>
  `CASE WHEN '${unread}' IN (coalesce(came, ''), coalesce(went, '')) THEN '${unread}'
    WHEN NOT ${isNothing("went")} AND went LIKE '-%' THEN '${odd.signed}'
    ${
    isOne ? `WHEN coalesce(came, went) IS NOT NULL AND ${isNothing("coalesce(came, went)")} THEN '${odd.nothing}'` : ""
  }
    WHEN ${isNothing("went")} THEN coalesce(came, went)
    WHEN NOT ${isNothing("came")} THEN '${odd.both}'
    ELSE '-' || ltrim(went, '+') END`

/** Makes the table that a source fills: a row's line, and its cells as texts, those that it does not tell NULL. */
export const rawBooks = (fields: ReadonlySet<BooksField>, { styles, texts }: CellReading): string => {
  const cell = (field: BooksField): string =>
    fields.has(field)
      ? `nullif(trim(${texts === "exact" ? `"${field}"` : unquoted(`trim("${field}")`)}), '')`
      : "NULL::VARCHAR"
  const amount = fields.has("amount")
    ? amountSql("sum", styles.amounts)
    : amountOfParts(!(fields.has("in") && fields.has("out")))
  return `CREATE TABLE raw AS SELECT line, id, ${daySql("date", styles.dates)} AS date, ${amount} AS amount,
      reference, upper(currency) AS currency, wallet, description
    FROM (SELECT line, ${
    (["id", "date", "reference", "currency", "wallet", "description"] as const).map((field) =>
      `${cell(field)} AS ${field}`
    ).join(", ")
  }, ${cell("amount")} AS sum, ${partOf(cell("in"), styles)} AS came, ${
    partOf(cell("out"), styles)
  } AS went FROM raw_source)`
}

const day = String.raw`\d{4}-\d{2}-\d{2}`
const clock = String.raw`[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?`

const matches = (text: string, pattern: string): string => `regexp_full_match(${text}, '${pattern}')`

/** What is wrong with a cell, and what to do. The first that fits is told. */
const problems = (
  fields: ReadonlySet<BooksField>,
  { styles: { amounts, dates }, texts }: CellReading
): ReadonlyArray<readonly [condition: string, problem: string]> => [
  ["date IS NULL", "has no date: fill it in, or take the line out"],
  [
    `NOT ${matches("date", `${day}(${clock})?`)} OR try_cast(date AS TIMESTAMP) IS NULL`,
    `has a date that is not one of the calendar as ${
      dates === null ? "" : `${dates.shown} or `
    }YYYY-MM-DD, with or without a time such as 14:05:00 and without a zone${
      dates === null && texts === "for a spreadsheet" ? ": --dates says how they are written, such as DD/MM/YYYY" : ""
    }`
  ],
  ["amount IS NULL", "has no amount: fill it in, or take the line out"],
  [
    `amount = '${odd.both}'`,
    "has an amount that comes in and one that goes out: make two rows of it"
  ],
  [
    `amount = '${odd.signed}'`,
    "has a negative amount in the column of what goes out: write it without a sign, or take one column `amount`"
  ],
  [
    `amount = '${odd.nothing}'`,
    "has 0.00, and only one of the columns `in` and `out` is named: name the other one, too, --column in=NAME --column out=NAME"
  ],
  [
    `NOT ${matches("amount", String.raw`[+-]?\d+(\.\d*)?`)}`,
    amounts === null
      ? `has an amount that is no decimal number such as -1250.00, with a point and without a currency${
        texts === "exact" ? "" : ": --amounts shows how they are written, such as 1,234.56"
      }`
      : `has an amount that is not written as ${amounts.shown} is, without a currency`
  ],
  [
    `NOT ${matches("amount", String.raw`[+-]?\d+(\.\d{0,4}0*)?`)}`,
    "has an amount with more than four decimals, which no payment has: write it in full currency units"
  ],
  [
    `NOT ${matches("amount", String.raw`[+-]?0*\d{1,14}(\.\d*)?`)}`,
    "has an amount with more than 14 digits before the point"
  ],
  ...(["currency", "wallet"] as const).flatMap((field) =>
    fields.has(field)
      ? [
        [
          `${field} IS NULL`,
          `has no ${field}: fill it in everywhere, or leave the column out`
        ] as const
      ]
      : []
  )
]

/** So many lines are told. */
const mostTold = 10

/** Reads the cells of `raw` into `books`; `place` stands before a line's number. Fails with BooksRefused, which tells the first lines that can't be read. */
export const readCells = Effect.fnUntraced(
  function*(
    { ask, run }: Workspace,
    place: string,
    fields: ReadonlySet<BooksField>,
    reading: CellReading
  ): Effect.fn.Return<void, SinkError | BooksRefused> {
    const known = problems(fields, reading)
    const cases = known.map(([condition], index) => `WHEN ${condition} THEN ${index}`).join(" ")
    const wrong = `(SELECT line, CASE ${cases} END AS problem FROM raw) WHERE problem IS NOT NULL`
    const found = yield* ask(`SELECT line::INTEGER, problem::INTEGER FROM ${wrong} ORDER BY line LIMIT ${mostTold}`)
    const [first, ...others] = found.map(([line, problem]) =>
      `${place} ${line}: the row ${known[Number(problem)]?.[1]}`
    )
    if (first !== undefined) {
      const [[all] = []] = yield* ask(`SELECT count(*)::INTEGER FROM ${wrong}`)
      const more = Number(all) - found.length
      return yield* new BooksRefused({
        problems: [first, ...others, ...(more > 0 ? [`${more} more rows have such problems`] : [])]
      })
    }
    yield* run([
      `INSERT INTO books SELECT row_number() OVER (), line, id, date_trunc('second', date::TIMESTAMP),
        ${
        matches("date", String.raw`.*:\d{2}:\d{2}.*`)
      } AND date::TIMESTAMP::TIME <> TIME '00:00:00', amount::DECIMAL(18,4), reference, currency, wallet, description FROM raw`,
      "DROP TABLE raw"
    ])
  }
)
