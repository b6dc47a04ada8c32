/**
 * The statement held against the books that somebody keeps: what belongs together, and what is left on either side.
 */
import { Effect } from "effect"
import * as Period from "../../domain/Period.ts"
import type { RowDecision } from "../../domain/RowDecision.ts"
import type { DatabaseReader } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import { type MatchedBeyond, readMatchedBeyond } from "./beyondPeriod.ts"
import type { Books } from "./Books.ts"
import { type BooksRefused, booksRefused } from "./BooksRefused.ts"
import { noteDecisions } from "./decisionPass.ts"
import { concerns, isAbout, type Part, readDecisions } from "./decisions.ts"
import type { FeeRule } from "./feeRules.ts"
import { fillBooks } from "./fillBooks.ts"
import { fitDecisions, type UnfitDecision } from "./fitDecisions.ts"
import { type LeftOut, noteBooks, ofWallet, readLeftOut, refuseNoRows, refuseNothingLeft } from "./leftOut.ts"
import { matchRows } from "./matchRows.ts"
import { sides } from "./matchTables.ts"
import { type MissingDays, readMissingDays } from "./missingDays.ts"
import { needlessAmong } from "./needlessDecisions.ts"
import { noteNumbers } from "./numbered.ts"
import { type Balances, readBalances, readStatement } from "./readStatement.ts"
import { readRuledOut, type RuledOut } from "./ruledOut.ts"
import { readSettled } from "./settledByPeople.ts"
import { readTakenFees, type TakenFees } from "./takenFees.ts"
import { readTotals, readWalletTotals, type Totals, type WalletTotal, withinPeriod } from "./totals.ts"
import { readTurnedSigns } from "./turnedSigns.ts"

/** What is held against what. */
export interface ReconcileOptions {
  readonly books: Books
  /** One wallet, or all. */
  readonly wallet: string | null
  /** The days, both included; without one, the first or the last of the books. */
  readonly from: Period.Day | null
  readonly to: Period.Day | null
  /** How many days apart two times of one payment may be. */
  readonly days: number
  /** What the service may keep of a payment of the books; amounts are exact all the same. */
  readonly fees: ReadonlyArray<FeeRule>
}

/** What came of it; the rows are in the tables of the workspace. */
export interface Reconciled {
  readonly period: Period.Period
  /** Which ends of the period are those of the books, as nobody named them. */
  readonly takenEnds: ReadonlyArray<"from" | "to">
  readonly totals: ReadonlyArray<Totals>
  readonly walletTotals: ReadonlyArray<WalletTotal>
  readonly balances: ReadonlyArray<Balances>
  /** Days of the period that the statement may lack rows of. */
  readonly missingDays: ReadonlyArray<MissingDays>
  /** Rows of the books that were held against nothing. */
  readonly leftOut: LeftOut
  /** Rows of the books that no row of the statement is named by, though others are. */
  readonly ruledOut: ReadonlyArray<RuledOut>
  /** Open rows of the books that the statement has with the other sign, where these are more than match. */
  readonly turnedSigns: number
  /** Decisions about rows of the period and the books of other profiles. */
  readonly passedOver: ReadonlyArray<RowDecision>
  /** Matched rows that are in no total. */
  readonly matchedBeyond: ReadonlyArray<MatchedBeyond>
  /** Matches of the period in which a fee was taken by a rule. */
  readonly taken: ReadonlyArray<TakenFees>
  /** Decisions that were applied to rows of the period, in the order in which they were made. */
  readonly settled: ReadonlyArray<RowDecision>
  /** Decisions about rows of the period that no longer fit. */
  readonly unfit: ReadonlyArray<UnfitDecision>
  /** The ids of those among them whose rows match now without them. */
  readonly needless: ReadonlySet<string>
}

/** What is kept of a reading of a statement, beside its rows. */
interface StatementRead {
  readonly balances: ReadonlyArray<Balances>
  readonly missingDays: ReadonlyArray<MissingDays>
  readonly decisions: ReadonlyArray<RowDecision>
  /** Decisions about rows of the period and the books of another profile. */
  readonly passedOver: ReadonlyArray<RowDecision>
}

/** Reads what is needed of a statement, and is done with it then. */
export type StatementReading = (reader: DatabaseReader) => Effect.Effect<StatementRead, SinkError>

/**
 * Reads both sides into an empty workspace and matches them. `askStatement` opens the file for a reading. Fails with BooksRefused for
 * books that can't be read.
 */
export const reconcile = Effect.fnUntraced(
  function*<E, R>(
    workspace: Workspace,
    askStatement: (reading: StatementReading) => Effect.Effect<StatementRead, E, R>,
    { books, days, fees, from, to, wallet }: ReconcileOptions
  ): Effect.fn.Return<Reconciled, SinkError | BooksRefused | E, R> {
    yield* workspace.run(sides)
    const fields = yield* fillBooks(workspace, books)
    yield* workspace.run([noteBooks(wallet)])
    yield* refuseNoRows(workspace, books, wallet)
    const period = yield* periodOf(workspace, from, to, ofWallet(wallet))
    const around = Period.widen(period, days, days)
    const { balances, decisions, missingDays, passedOver } = yield* askStatement((reader) =>
      statementRead(workspace, reader, { period, wallet }, days, books.profile)
    )
    const { fitting, unfit } = yield* fitDecisions(workspace, decisions)
    yield* noteDecisions(workspace, fitting)
    yield* workspace.run([
      `DELETE FROM books WHERE NOT (${ofWallet(wallet)} AND moment::DATE BETWEEN DATE '${Period.formatDay(around.from)}'
        AND DATE '${Period.formatDay(around.to)}') AND bid NOT IN (SELECT bid FROM decided_rows WHERE bid IS NOT NULL)`
    ])
    const byCurrency = fields.has("currency")
    if (!byCurrency) yield* refuseSeveralCurrencies(workspace)
    const scoping = { byCurrency, byWallet: fields.has("wallet") }
    const [[rows] = []] = yield* workspace.ask(
      "SELECT (SELECT count(*) FROM statement) + (SELECT count(*) FROM books)"
    )
    yield* workspace.allowFor(Number(rows))
    yield* matchRows(workspace, days, scoping, fees)
    const needless = yield* needlessAmong(workspace, unfit)
    yield* workspace.run([...withinPeriod({ period, wallet }), ...noteNumbers])
    const leftOut = yield* readLeftOut(workspace)
    yield* refuseNothingLeft(workspace, leftOut, wallet, period)
    return {
      period,
      takenEnds: [...(from === null ? ["from" as const] : []), ...(to === null ? ["to" as const] : [])],
      balances,
      missingDays,
      leftOut,
      passedOver,
      ruledOut: yield* readRuledOut(workspace),
      turnedSigns: yield* readTurnedSigns(workspace, scoping),
      settled: yield* readSettled(workspace, fitting),
      taken: yield* readTakenFees(workspace),
      matchedBeyond: yield* readMatchedBeyond(workspace, period),
      needless,
      unfit: unfit.filter(({ decision }) => concerns(decision, { period, wallet })),
      totals: yield* readTotals(workspace),
      walletTotals: yield* readWalletTotals(workspace)
    }
  }
)

/** Reads the rows around the part, with those that decisions about rows of it name. */
const statementRead = Effect.fnUntraced(
  function*(
    workspace: Workspace,
    reader: DatabaseReader,
    { period, wallet }: Part,
    days: number,
    profile: string | null
  ): Effect.fn.Return<StatementRead, SinkError> {
    const around = Period.widen(period, days, days)
    const concerned = (yield* readDecisions(reader, "in force")).filter((decision) =>
      concerns(decision, { period: around, wallet })
    )
    const [decisions, others] = [
      concerned.filter((decision) => isAbout(decision, profile)),
      concerned.filter((decision) => !isAbout(decision, profile) && concerns(decision, { period, wallet }))
    ]
    const [from, to] = [Period.formatDay(around.from), Period.formatDay(around.to)]
    const also = decisions.flatMap(({ rows }) => rows).filter((row) =>
      row.side === "statement" &&
      (row.time.slice(0, 10) < from || row.time.slice(0, 10) > to || (wallet !== null && row.wallet !== wallet))
    )
    yield* readStatement(workspace, reader, { period, days, wallet, also })
    return {
      decisions,
      passedOver: others,
      balances: yield* readBalances(reader, { period, wallet }),
      missingDays: yield* readMissingDays(reader, { period, wallet })
    }
  }
)

const periodOf = Effect.fnUntraced(
  function*(
    { ask }: Workspace,
    from: Period.Day | null,
    to: Period.Day | null,
    which: string
  ): Effect.fn.Return<Period.Period, SinkError | BooksRefused> {
    const [[first = null, last = null] = []] = yield* ask(
      `SELECT min(moment)::DATE::VARCHAR, max(moment)::DATE::VARCHAR FROM books WHERE ${which}`
    )
    const start = from ?? Period.parseDay(String(first))
    const end = to ?? Period.parseDay(String(last))
    const period = start === undefined || end === undefined ? undefined : Period.make(start, end)
    return period ??
      (yield* booksRefused(
        `The period is empty: its first day is behind its last one. The books are from ${String(first)} to ${
          String(last)
        }: say with --from and --to which days are meant.`
      ))
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
