/**
 * Reads stored rows back as the transactions they were made of. Money comes as whole ten-thousandths and times as
 * microseconds, so nothing passes through a double's rounding or a text.
 */
import {
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue
} from "@duckdb/node-api"
import { isBlankId } from "../../../domain/duplicates.ts"
import * as Money from "../../../domain/Money.ts"
import { type Day, dayFromNumber, formatDay, type Period } from "../../../domain/Period.ts"
import { farthestDated, type TimeFlag, type Transaction } from "../../../domain/Transaction.ts"
import type { Currency, WalletNo } from "../../../domain/Wallet.ts"
import type { MaybeRedated } from "../../plan/MaybeRedated.ts"
import type { StoredTotal } from "../../plan/storedAnswer.ts"
import type { StoredRow } from "../../plan/windowDiff.ts"
import { quoteText } from "../schema/tableText.ts"

const columns =
  "t.txn_id, t.leg, t.type, t.amount, t.balance, t.currency, t.description, t.confirmed, t.occurred_at, " +
  "t.local_time, t.date_text, t.time_flag, t.position, t.withdrawn_at IS NOT NULL"

/** The stored rows of a wallet on some days; all, withdrawn ones included, or those that are not withdrawn. */
export const rowsOfDays = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days: Period,
  which: "all" | "live" = "all"
): Promise<Array<StoredRow>> =>
  read(
    connection,
    walletNo,
    `SELECT ${columns} FROM transactions t
     WHERE ${ofDays("t", walletNo, days)}${which === "live" ? " AND t.withdrawn_at IS NULL" : ""}`
  )

/** The rows of a wallet that are not withdrawn, by day: how many, and what they move the balance by. */
export const totalsByDay = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  period: Period
): Promise<ReadonlyMap<Day, StoredTotal>> =>
  connection
    .runAndReadAll(
      `SELECT t.local_time::DATE - DATE '1970-01-01' AS day, count(*), sum(t.signed_amount) FROM transactions t
       WHERE ${ofDays("t", walletNo, period)} AND t.withdrawn_at IS NULL GROUP BY day ORDER BY day`
    )
    .then((reader) =>
      new Map(
        reader.getRows().map(([day, rows, moved]) => [
          dayFromNumber(Number(day)),
          { rows: Number(rows), moved: money(moved) ?? Money.zero }
        ])
      )
    )

/**
 * Rows of other days with the id, amount and balance of a row in the temporary table `fetched_ids`: what may have
 * moved.
 */
export const rowsElsewhere = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days: Period
): Promise<Array<StoredRow>> =>
  read(
    connection,
    walletNo,
    `SELECT ${columns} FROM transactions t SEMI JOIN temp.fetched_ids f
     ON t.txn_id = f.txn_id AND t.amount = f.amount AND t.balance = f.balance
     WHERE t.wallet_no = ${quoteText(walletNo)} AND NOT (${withinDays("t", days)})`
  )

/** Rows of a wallet that may be dated anew: those with one other row beside them in the order of days, and no more. */
export const maybeRedated = async (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<MaybeRedated>> => {
  const laterLeg = `SELECT 1 FROM transactions WHERE wallet_no = ${quoteText(walletNo)} AND leg > 0 LIMIT 1`
  const mayHave = (await connection.runAndReadAll(laterLeg)).currentRowCount > 0
  return mayHave ? redatedAmongAll(connection, walletNo) : []
}

const redatedAmongAll = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<MaybeRedated>> =>
  connection
    .runAndReadAll(
      `WITH live AS (
         SELECT txn_id, type, amount, balance, confirmed, leg, window_sequence, local_time::DATE AS day FROM transactions
         WHERE wallet_no = ${quoteText(walletNo)} AND withdrawn_at IS NULL
       ), shared AS (
         SELECT * FROM live WHERE txn_id IN (SELECT txn_id FROM live WHERE leg > 0 AND trim(txn_id) <> '')
       ), beside AS (
         SELECT *, lag(day, 2) OVER alike AS long_before, lead(day, 2) OVER alike AS long_after,
           lag({ 'day': day, 'leg': leg, 'balance': balance, 'confirmed': confirmed }) OVER alike AS before,
           lead({ 'day': day, 'leg': leg, 'balance': balance, 'confirmed': confirmed }) OVER alike AS after
         FROM shared WINDOW alike AS (PARTITION BY txn_id, type, amount ORDER BY day, leg)
       ), later AS (
         SELECT txn_id, type, amount, balance, day, leg, window_sequence,
           CASE WHEN day - before.day <= ${farthestDated} THEN before ELSE after END AS other
         FROM beside WHERE leg > 0 AND list_count(list_filter(
           [day - long_before, day - before.day, after.day - day, long_after - day], lambda apart: apart <= ${farthestDated}
         )) = 1
       )
       SELECT DISTINCT other.day - DATE '1970-01-01', txn_id, type, amount, other.balance, other.confirmed
       FROM later JOIN statement_windows l ON l.sequence = later.window_sequence
       WHERE other.leg < leg AND other.day <> day AND (NOT other.confirmed OR other.balance = balance) AND NOT EXISTS (
         FROM statement_windows w WHERE w.wallet_no = ${quoteText(walletNo)} AND w.status = 'complete'
           AND later.other.day BETWEEN w.from_day AND w.to_day
           AND (w.sequence >= l.sequence OR (other.confirmed AND w.run_id = l.run_id))
       ) ORDER BY ALL`
    )
    .then((reader) =>
      reader.getRows().map(([day, txnId, type, amount, balance, confirmed]) => ({
        day: dayFromNumber(Number(day)),
        txnId: text(txnId),
        type: type === "Debit" ? "Debit" as const : "Credit" as const,
        amount: money(amount) ?? Money.zero,
        balance: money(balance),
        confirmed: confirmed === true
      })).filter(({ txnId }) => !isBlankId(txnId))
    )

/** For each id in the temporary table `fetched_ids` that the wallet has: the first leg that is free. */
export const freeLegs = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Map<string, number>> =>
  connection
    .runAndReadAll(
      `SELECT t.txn_id, max(t.leg) + 1 FROM transactions t SEMI JOIN temp.fetched_ids f ON t.txn_id = f.txn_id
       WHERE t.wallet_no = ${quoteText(walletNo)} GROUP BY t.txn_id`
    )
    .then((reader) => new Map(reader.getRows().map(([id, leg]) => [text(id), Number(leg)])))

/** The condition that a row of `alias` is the wallet's and of some days. */
export const ofDays = (alias: string, walletNo: WalletNo, days: Period): string =>
  `${alias}.wallet_no = ${quoteText(walletNo)} AND ${withinDays(alias, days)}`

const withinDays = (alias: string, days: Period): string =>
  `${alias}.local_time >= TIMESTAMP '${formatDay(days.from)}' AND ` +
  `${alias}.local_time < TIMESTAMP '${formatDay(days.to)}' + INTERVAL 1 DAY`

const read = (connection: DuckDBConnection, walletNo: WalletNo, sql: string): Promise<Array<StoredRow>> =>
  connection.runAndReadAll(sql).then((reader) =>
    reader.getRows().map((values) => ({
      transaction: transaction(walletNo, values),
      leg: Number(values[1]),
      position: typeof values[12] === "bigint" ? Number(values[12]) : null,
      withdrawn: values[13] === true
    }))
  )

const transaction = (walletNo: WalletNo, values: ReadonlyArray<DuckDBValue>): Transaction => ({
  walletNo,
  txnId: text(values[0]),
  type: values[2] === "Credit" ? "Credit" : "Debit",
  amount: money(values[3]) ?? Money.zero,
  balance: money(values[4]),
  currency: values[5] === null ? null : (text(values[5]) as Currency),
  description: text(values[6]),
  confirmed: values[7] === true,
  occurredAt: millis(values[8]),
  localTime: millis(values[9]),
  dateText: text(values[10]),
  timeFlag: values[11] === null ? null : (text(values[11]) as TimeFlag)
})

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

const money = (value: DuckDBValue | undefined): Money.Money | null =>
  value instanceof DuckDBDecimalValue ? Money.fromTenThousandths(value.value) : null

const millis = (value: DuckDBValue | undefined): number =>
  value instanceof DuckDBTimestampTZValue || value instanceof DuckDBTimestampValue
    ? Number(value.micros) / 1000
    : Number.NaN
