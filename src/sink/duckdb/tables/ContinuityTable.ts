/**
 * The table `continuity_windows`: what the balances of a wallet's days say. Entries are conclusions, so they are
 * replaced and not kept; their records go in as values, for they may hold any text.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { ContinuityEntry } from "../../../domain/ContinuityEntry.ts"
import { dayFromNumber, format } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import {
  concernedDays,
  joinProblem,
  overlapping,
  planAnew,
  planContinuity,
  staleDays
} from "../../plan/continuityPlan.ts"
import type { WindowDiff } from "../../plan/windowDiff.ts"
import { notKept, type SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { type ColumnSource, constantText } from "../vectors/ColumnSource.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { dayLiteral } from "./commitSql.ts"

/** Writes what a window does to the entries of its wallet, and gives those that the wallet then has. */
export const writeContinuity = Effect.fnUntraced(
  function*(
    session: Session,
    appender: TableAppender,
    window: StatementWindow,
    diff: WindowDiff,
    entries: ReadonlyArray<ContinuityEntry>
  ): Effect.fn.Return<ReadonlyArray<ContinuityEntry>, SinkError> {
    const problem = joinProblem(window, entries)
    if (problem !== undefined) return yield* notKept(format(window.days), problem)
    const lost = staleDays(window, diff)
    const concerned = concernedDays(window, lost)
    if (concerned === undefined) return entries
    const { added, removed } = planContinuity(window, lost, overlapping(entries, concerned))
    const gone = new Set(removed.map(({ from }) => from))
    if (gone.size > 0) {
      const days = [...gone].map(dayLiteral).join(", ")
      yield* session.run(`DELETE FROM continuity_windows WHERE ${of(window.walletNo)} AND from_day IN (${days})`)
    }
    yield* session.load(() => appender.append(added.length, columnsOfEntries(window.walletNo, added)))
    return [...entries.filter(({ days }) => !gone.has(days.from)), ...added]
  }
)

const columnsOfEntries = (walletNo: WalletNo, entries: ReadonlyArray<ContinuityEntry>): ReadonlyArray<ColumnSource> => [
  constantText(walletNo),
  { kind: "int32", at: (index) => entries[index]?.days.from ?? null },
  { kind: "int32", at: (index) => entries[index]?.days.to ?? null },
  { kind: "boolean", at: (index) => entries[index]?.truncated ?? null },
  { kind: "text", at: (index) => entries[index]?.record ?? null },
  { kind: "text", at: (index) => entries[index]?.answer ?? null }
]

/** Puts entries that had to be worked out again in the place of those that are there. */
export const replaceEntries = Effect.fnUntraced(
  function*(
    session: Session,
    walletNo: WalletNo,
    entries: ReadonlyArray<ContinuityEntry>
  ): Effect.fn.Return<void, SinkError> {
    const { added, removed } = planAnew(entries, yield* session.ask((open) => readEntries(open, walletNo)))
    if (added.length === 0) return
    const gone = removed.map(({ from }) => dayLiteral(from)).join(", ")
    yield* session.run("BEGIN TRANSACTION")
    yield* session.run(`DELETE FROM continuity_windows WHERE ${of(walletNo)} AND from_day IN (${gone})`).pipe(
      Effect.andThen(Effect.forEach(added, ({ answer, days, record, truncated }) =>
        session.run(
          `INSERT INTO continuity_windows VALUES (
             ${quoteText(walletNo)}, ${dayLiteral(days.from)}, ${dayLiteral(days.to)}, ${truncated}, $1, $2
           )`,
          [record, answer]
        ), { discard: true })),
      Effect.andThen(session.run("COMMIT")),
      Effect.tapCause(() => Effect.ignore(session.run("ROLLBACK")))
    )
  }
)

const of = (walletNo: WalletNo): string => `wallet_no = ${quoteText(walletNo)}`

/** The entries of a wallet in the order of days. */
export const readEntries = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<ContinuityEntry>> =>
  connection
    .runAndReadAll(
      `SELECT from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', cut_off, record,
         answer FROM continuity_windows
       WHERE ${of(walletNo)} ORDER BY from_day`
    )
    .then((reader) =>
      reader.getRows().map(([from, to, truncated, record, answer]) => ({
        days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        truncated: truncated === true,
        record: typeof record === "string" ? record : null,
        answer: typeof answer === "string" ? answer : null
      }))
    )
