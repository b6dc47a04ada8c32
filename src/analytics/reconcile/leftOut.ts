/**
 * Rows of the books that are held against nothing: those of other wallets, and those that are outside of the period.
 */
import { Effect } from "effect"
import { basename } from "node:path"
import * as Period from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import { quoteText } from "../../sink/duckdb/schema/tableText.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { Books } from "./Books.ts"
import { type BooksRefused, booksRefused } from "./BooksRefused.ts"

/** How many rows of the books are left out, and where they belong. */
export interface LeftOut {
  /** Rows that name another wallet than the one that is meant. */
  readonly otherWallets: number
  /** The first of these wallets in order, as the books write them. */
  readonly wallets: ReadonlyArray<string>
  /** Wallets that they name. */
  readonly walletCount: number
  /** Rows that are outside of the period, and belong to none in it. */
  readonly outsidePeriod: number
  /** The first and the last day of these, `2025-03-31`; null where there are none. */
  readonly days: readonly [first: string, last: string] | null
}

/** So many wallets are told. */
const mostWallets = 3

/** Whether a row of the books may be of the wallet that is meant; every row is where none is meant, or it names none. */
export const ofWallet = (wallet: string | null): string =>
  wallet === null ? "true" : `coalesce(wallet = ${quoteText(wallet)}, true)`

/** Notes all rows of the books, before some are left out. */
export const noteBooks = (wallet: string | null): string =>
  `CREATE TABLE read_books AS SELECT bid, wallet, moment::DATE AS day, NOT (${ofWallet(wallet)}) AS other FROM books`

const taken =
  `FROM read_books r WHERE NOT EXISTS (FROM found f WHERE f.bid = r.bid) AND NOT EXISTS (FROM b_only o WHERE o.bid = r.bid)`

/** Reads which rows are left out; `which` says of which rows of `read_books`. */
const readFrom = Effect.fnUntraced(
  function*({ ask }: Workspace, which: string): Effect.fn.Return<LeftOut, SinkError> {
    const [[others, count, outside, first = null, last = null] = []] = yield* ask(
      `SELECT count(*) FILTER (other)::INTEGER, count(DISTINCT wallet) FILTER (other)::INTEGER, count(*) FILTER (NOT other)::INTEGER,
        min(day) FILTER (NOT other)::VARCHAR, max(day) FILTER (NOT other)::VARCHAR ${which}`
    )
    const wallets = Number(others) === 0
      ? []
      : yield* ask(`SELECT DISTINCT wallet FROM (SELECT * ${which}) WHERE other ORDER BY wallet LIMIT ${mostWallets}`)
    return {
      otherWallets: Number(others),
      wallets: wallets.map(([name]) => String(name)),
      walletCount: Number(count),
      outsidePeriod: Number(outside),
      days: first === null || last === null ? null : [String(first), String(last)]
    }
  }
)

/** Reads which rows are left out, when all is matched. */
export const readLeftOut = (workspace: Workspace): Effect.Effect<LeftOut, SinkError> => readFrom(workspace, taken)

const rowsText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "row of the books is" : "rows of the books are"}`

const walletsText = ({ walletCount, wallets }: LeftOut): string =>
  `${walletCount === 1 ? "another wallet" : "other wallets"}: ${
    wallets.map((name) => JSON.stringify(printable(name, 40))).join(", ")
  }${walletCount > wallets.length ? ` and ${(walletCount - wallets.length).toLocaleString("en-US")} more` : ""}`

const daysText = ([first, last]: readonly [first: string, last: string]): string =>
  first === last ? `on ${first}` : `from ${first} to ${last}`

/** What is said of rows that are left out, a sentence for each reason. */
export const leftOutTexts = (left: LeftOut): ReadonlyArray<string> => [
  ...(left.otherWallets > 0
    ? [`${rowsText(left.otherWallets)} left out, of ${walletsText(left)}`]
    : []),
  ...(left.days === null
    ? []
    : [`${rowsText(left.outsidePeriod)} left out, outside of the period: ${daysText(left.days)}`])
]

const remedies = (left: LeftOut, wallet: string | null): ReadonlyArray<string> => [
  ...(left.otherWallets > 0
    ? [
      `Write ${
        JSON.stringify(printable(wallet ?? "", 40))
      } in the books' column of wallets, as text where a spreadsheet shortens numbers, or name with --wallet the one that they have.`
    ]
    : []),
  ...(left.days === null ? [] : ["Say with --from and --to which days are meant, or name the books of these days."])
]

/** Fails with BooksRefused where the books have no row, or none that may be of the wallet. */
export const refuseNoRows = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    books: Books,
    wallet: string | null
  ): Effect.fn.Return<void, SinkError | BooksRefused> {
    const all = yield* readFrom(workspace, "FROM read_books")
    if (all.otherWallets + all.outsidePeriod === 0) {
      return yield* booksRefused(
        books.sql === null
          ? `${
            printable(basename(books.path), 100)
          } has no row below the names of its columns: name a file with the rows of the books`
          : "The answer to --sql has no row: ask for the rows of the books"
      )
    }
    if (all.outsidePeriod === 0) return yield* nothingLeft(all, wallet, null)
  }
)

/** Fails with BooksRefused where every row of the books is left out. */
export const refuseNothingLeft = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    left: LeftOut,
    wallet: string | null,
    period: Period.Period
  ): Effect.fn.Return<void, SinkError | BooksRefused> {
    const [[all] = []] = yield* ask("SELECT count(*)::INTEGER FROM read_books")
    if (Number(all) === left.otherWallets + left.outsidePeriod) return yield* nothingLeft(left, wallet, period)
  }
)

const nothingLeft = (left: LeftOut, wallet: string | null, period: Period.Period | null): BooksRefused => {
  const meant = [
    ...(left.otherWallets > 0 ? [`of wallet ${JSON.stringify(printable(wallet ?? "", 40))}`] : []),
    ...(left.days !== null && period !== null
      ? [`of the days from ${Period.formatDay(period.from)} to ${Period.formatDay(period.to)}`]
      : [])
  ]
  return booksRefused(
    [
      `No row of the books is ${meant.join(" and ")}, so nothing was matched.`,
      ...leftOutTexts(left).map((text) => `${text}.`),
      ...remedies(left, wallet)
    ].join(" ")
  )
}
