/**
 * The table `continuity_windows`: what the balances of a wallet's days say. Entries are conclusions, so they are
 * replaced and not kept; their records go in as values, for they may hold any text.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { ContinuityEntry, StatementWindow } from "../../../domain/Window.ts"
import {
  areAllOf,
  concernedDays,
  overlapping,
  planContinuity,
  staleDays,
  storableEntry
} from "../../plan/continuityPlan.ts"
import type { WindowDiff } from "../../plan/windowDiff.ts"
import type { SinkError } from "../../SinkError.ts"
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

/** Fills in the records of entries that are there still. */
export const fillRecords = Effect.fnUntraced(
  function*(
    session: Session,
    walletNo: WalletNo,
    entries: ReadonlyArray<ContinuityEntry>
  ): Effect.fn.Return<void, SinkError> {
    if (entries.length === 0) return
    yield* session.run("BEGIN TRANSACTION")
    yield* Effect.forEach(entries.map(storableEntry), ({ days, record }) =>
      session.run(
        `UPDATE continuity_windows SET record = $1 WHERE ${of(walletNo)} AND from_day = ${dayLiteral(days.from)}
         AND to_day = ${dayLiteral(days.to)} AND record IS DISTINCT FROM $1`,
        [record]
      ), { discard: true }).pipe(
        Effect.andThen(session.run("COMMIT")),
        Effect.tapCause(() => Effect.ignore(session.run("ROLLBACK")))
      )
  }
)

/** Puts an entry in the place of those that are all of its days. */
export const joinEntries = Effect.fnUntraced(
  function*(session: Session, walletNo: WalletNo, entry: ContinuityEntry): Effect.fn.Return<void, SinkError> {
    const { answer, days, record, truncated } = storableEntry(entry)
    const parts = overlapping(yield* session.ask((connection) => readEntries(connection, walletNo)), days)
    if (!areAllOf(parts, days)) return
    const [from, to] = [dayLiteral(days.from), dayLiteral(days.to)]
    yield* session.run("BEGIN TRANSACTION")
    yield* session.run(`DELETE FROM continuity_windows WHERE ${of(walletNo)} AND from_day BETWEEN ${from} AND ${to}`)
      .pipe(
        Effect.andThen(session.run(
          `INSERT INTO continuity_windows VALUES (${quoteText(walletNo)}, ${from}, ${to}, ${truncated}, $1, $2)`,
          [record, answer]
        )),
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
