/**
 * The table `continuity_windows`: what the balances of a wallet's days say. Entries are conclusions, so they are
 * replaced and not kept; their records go in as values, for they may hold any text.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { ContinuityEntry } from "../../../domain/ContinuityEntry.ts"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import { type ContinuityPlan, removedDays } from "../../plan/continuityPlan.ts"
import type { SinkError } from "../../SinkError.ts"
import type { EntriesChange } from "../../store/Change.ts"
import type { Session } from "../file/Session.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { type ColumnSource, constantText } from "../vectors/ColumnSource.ts"
import type { TableAppender } from "../vectors/TableAppender.ts"
import { dayLiteral } from "./commitSql.ts"

/** Writes what a window does to the entries of its wallet. */
export const writeEntries = Effect.fnUntraced(
  function*(
    session: Session,
    appender: TableAppender,
    walletNo: WalletNo,
    change: ContinuityPlan
  ): Effect.fn.Return<void, SinkError> {
    yield* removeEntries(session, walletNo, change)
    yield* session.load(() => appender.append(change.added.length, columnsOfEntries(walletNo, change.added)))
  }
)

const removeEntries = Effect.fnUntraced(
  function*(session: Session, walletNo: WalletNo, change: ContinuityPlan): Effect.fn.Return<void, SinkError> {
    const days = [...removedDays(change)].map(dayLiteral)
    if (days.length === 0) return
    yield* session.run(`DELETE FROM continuity_windows WHERE ${of(walletNo)} AND from_day IN (${days.join(", ")})`)
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
  function*(session: Session, { walletNo, ...change }: EntriesChange): Effect.fn.Return<void, SinkError> {
    yield* removeEntries(session, walletNo, change)
    for (const { answer, days, record, truncated } of change.added) {
      yield* session.run(
        `INSERT INTO continuity_windows VALUES (
           ${quoteText(walletNo)}, ${dayLiteral(days.from)}, ${dayLiteral(days.to)}, ${truncated}, $1, $2
         )`,
        [record, answer]
      )
    }
  }
)

const of = (walletNo: WalletNo): string => `wallet_no = ${quoteText(walletNo)}`

/** The entries of a wallet in the order of days. */
export const readEntries = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<ContinuityEntry>> =>
  askRows(
    connection,
    `SELECT from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', cut_off, record,
         answer FROM continuity_windows
       WHERE ${of(walletNo)} ORDER BY from_day`
  )
    .then((rows) =>
      rows.map(([from, to, truncated, record, answer]) => ({
        days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        truncated: truncated === true,
        record: typeof record === "string" ? record : null,
        answer: typeof answer === "string" ? answer : null
      }))
    )
