/**
 * The statement held against the books that somebody keeps: what belongs together, and what is left on either side.
 */
import { Effect } from "effect"
import * as Period from "../../domain/Period.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { ColumnNames } from "./booksColumns.ts"
import { type BooksRefused, booksRefused } from "./BooksRefused.ts"
import { readDatabaseBooks } from "./databaseBooks.ts"
import { matchRows } from "./matchRows.ts"
import { sides } from "./matchTables.ts"
import { readBooks } from "./readBooks.ts"
import { type Balances, readBalances, readStatement } from "./readStatement.ts"
import { readTotals, readWalletTotals, type Totals, type WalletTotal, withinPeriod } from "./totals.ts"
import type { Workspace } from "./Workspace.ts"

/** What is held against what. */
export interface ReconcileOptions {
  /** The file with the books. */
  readonly books: string
  /** What is asked of it where it is a DuckDB file. */
  readonly sql: string | null
  readonly columns: ColumnNames
  /** One wallet, or all. */
  readonly wallet: string | null
  /** The days, both included; without one, the first or the last of the books. */
  readonly from: Period.Day | null
  readonly to: Period.Day | null
  /** How many days apart two times of one payment may be. */
  readonly days: number
}

/** What came of it; the rows are in the tables of the workspace. */
export interface Reconciled {
  readonly period: Period.Period
  readonly totals: ReadonlyArray<Totals>
  readonly walletTotals: ReadonlyArray<WalletTotal>
  readonly balances: ReadonlyArray<Balances>
}

/** Reads what is needed of a statement, and is done with it then. */
export type StatementReading = (reader: DatabaseReader) => Effect.Effect<ReadonlyArray<Balances>, SinkError>

/**
 * Reads both sides into an empty workspace and matches them. `askStatement` opens the file for a reading. Fails with BooksRefused for
 * books that can't be read.
 */
export const reconcile = Effect.fnUntraced(
  function*<E, R>(
    workspace: Workspace,
    askStatement: (reading: StatementReading) => Effect.Effect<ReadonlyArray<Balances>, E, R>,
    { books, columns, days, from, sql, to, wallet }: ReconcileOptions
  ): Effect.fn.Return<Reconciled, SinkError | BooksRefused | E, R> {
    yield* workspace.run(sides)
    const fields = yield* sql === null
      ? readBooks(workspace, books, columns)
      : readDatabaseBooks(workspace, books, sql, columns)
    if (wallet !== null && fields.has("wallet")) {
      yield* workspace.run([`DELETE FROM books WHERE wallet <> '${wallet.replaceAll("'", "''")}'`])
    }
    const period = yield* periodOf(workspace, from, to)
    const around = Period.widen(period, days, days)
    yield* workspace.run([
      `DELETE FROM books WHERE moment::DATE NOT BETWEEN DATE '${Period.formatDay(around.from)}' AND DATE '${
        Period.formatDay(around.to)
      }'`
    ])
    const balances = yield* askStatement((reader) =>
      Effect.andThen(
        readStatement(workspace, reader, { period, days, wallet }),
        readBalances(reader, { period, wallet })
      )
    )
    const byCurrency = fields.has("currency")
    if (!byCurrency) yield* refuseSeveralCurrencies(workspace)
    yield* matchRows(workspace, days, { byCurrency, byWallet: fields.has("wallet") })
    yield* workspace.run(withinPeriod(period))
    return {
      period,
      balances,
      totals: yield* readTotals(workspace),
      walletTotals: yield* readWalletTotals(workspace)
    }
  }
)

const periodOf = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    from: Period.Day | null,
    to: Period.Day | null
  ): Effect.fn.Return<Period.Period, SinkError | BooksRefused> {
    const [[first = null, last = null] = []] = yield* ask(
      "SELECT min(moment)::DATE::VARCHAR, max(moment)::DATE::VARCHAR FROM books"
    )
    const start = from ?? Period.parseDay(String(first))
    const end = to ?? Period.parseDay(String(last))
    if (start === undefined || end === undefined) {
      return yield* booksRefused("The books have no rows: say which days are meant with --from and --to")
    }
    return Period.make(start, end) ??
      (yield* booksRefused("The period is empty: its first day is behind its last one, which may be that of the books"))
  }
)

/** Amounts of different currencies are never the same. */
const refuseSeveralCurrencies = Effect.fnUntraced(
  function*({ ask }: Workspace): Effect.fn.Return<void, SinkError | BooksRefused> {
    const found = yield* ask(
      "SELECT DISTINCT coalesce(currency, 'none') FROM statement ORDER BY 1"
    )
    if (found.length > 1) {
      return yield* booksRefused(
        `The statement has rows in ${
          found.map(String).join(", ")
        }: the books need a column \`currency\`, or take one wallet with --wallet`
      )
    }
  }
)
