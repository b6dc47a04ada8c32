/**
 * The table `continuity_windows`: what the balances of a wallet's days say. Entries are conclusions, so they are
 * replaced and not kept; their records are bound as values, for they may hold any text.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { dayFromNumber, type Period } from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { ContinuityEntry, StatementWindow } from "../../domain/Window.ts"
import { concernedDays, lostDays, planContinuity, storableEntry } from "../continuityPlan.ts"
import type { SinkError } from "../SinkError.ts"
import type { WindowDiff } from "../windowDiff.ts"
import { dayLiteral } from "./commitSql.ts"
import type { Session } from "./Session.ts"
import { quoteText } from "./tableText.ts"

/** The entries of a wallet in the order of days; those that overlap `days`, or all. */
export const readEntries = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days?: Period
): Promise<ReadonlyArray<ContinuityEntry>> =>
  select(connection, walletNo, days === undefined ? "" : `AND ${overlaps(days)}`)

/** Writes what a window does to the entries of its wallet. */
export const writeContinuity = Effect.fnUntraced(
  function*(session: Session, window: StatementWindow, diff: WindowDiff): Effect.fn.Return<void, SinkError> {
    const lost = lostDays(window.days, diff)
    const concerned = concernedDays(window, lost)
    if (concerned === undefined) return
    const stored = yield* session.ask((connection) => readEntries(connection, window.walletNo, concerned))
    const { added, removed } = planContinuity(window, lost, stored)
    if (removed.length > 0) {
      const days = removed.map(({ from }) => dayLiteral(from)).join(", ")
      yield* session.run(`DELETE FROM continuity_windows WHERE ${of(window.walletNo)} AND from_day IN (${days})`)
    }
    for (const { answer, days, record, truncated } of added) {
      yield* session.run(
        `INSERT INTO continuity_windows VALUES (${quoteText(window.walletNo)}, ${dayLiteral(days.from)}, ${
          dayLiteral(days.to)
        }, ${truncated}, $1, $2)`,
        [record, answer]
      )
    }
  }
)

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

const of = (walletNo: WalletNo): string => `wallet_no = ${quoteText(walletNo)}`

const overlaps = (days: Period): string => `from_day <= ${dayLiteral(days.to)} AND to_day >= ${dayLiteral(days.from)}`

const select = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  condition: string
): Promise<ReadonlyArray<ContinuityEntry>> =>
  connection
    .runAndReadAll(
      `SELECT from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', cut_off, record, answer FROM continuity_windows
       WHERE ${of(walletNo)} ${condition} ORDER BY from_day`
    )
    .then((reader) =>
      reader.getRows().map(([from, to, truncated, record, answer]) => ({
        days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        truncated: truncated === true,
        record: typeof record === "string" ? record : null,
        answer: typeof answer === "string" ? answer : null
      }))
    )
