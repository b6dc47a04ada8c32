/**
 * What is asked of the table `transactions`: rows of some days or with some ids, and what they come to.
 */
import { type DuckDBConnection, DuckDBDecimalValue, type DuckDBValue } from "@duckdb/node-api"
import { isBlankId } from "../../../domain/duplicates.ts"
import * as Money from "../../../domain/Money.ts"
import { type Day, dayFromNumber, formatDay, type Period } from "../../../domain/Period.ts"
import { at, type BalancedRows, type Rows } from "../../../domain/Rows.ts"
import { farthestDated, type TimeFlag } from "../../../domain/Transaction.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { MaybeRedated } from "../../plan/MaybeRedated.ts"
import type { StoredTotal } from "../../plan/storedAnswer.ts"
import type { StoredRow } from "../../plan/windowDiff.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { type KeptRows, readBalanced, readKept, readRows } from "./rowsIn.ts"

/** The stored rows of a wallet on some days; all, withdrawn ones included, or those that are not withdrawn. */
export const rowsOfDays = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  days: Period,
  which: "all" | "live" = "all"
): Promise<Array<StoredRow>> =>
  readStored(
    connection,
    walletNo,
    `transactions t WHERE ${which === "live" ? live(walletNo, days) : ofDays(walletNo, days)}`
  )

/** Its rows that are not withdrawn, as columns, in the order in which they are stored. */
export const liveRows = (connection: DuckDBConnection, walletNo: WalletNo, days: Period): Promise<Rows> =>
  readRows(connection, walletNo, `transactions t WHERE ${live(walletNo, days)}`)

/** What balances are checked by of the same rows. */
export const balancedRows = (connection: DuckDBConnection, walletNo: WalletNo, days: Period): Promise<BalancedRows> =>
  readBalanced(connection, `transactions t WHERE ${live(walletNo, days)}`)

/** The rows of a wallet that are not withdrawn, by day: how many, and what they move the balance by. */
export const totalsByDay = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  period: Period
): Promise<ReadonlyMap<Day, StoredTotal>> =>
  askRows(
    connection,
    `SELECT t.local_time::DATE - DATE '1970-01-01' AS day, count(*), sum(t.signed_amount) FROM transactions t
       WHERE ${live(walletNo, period)} GROUP BY day ORDER BY day`
  )
    .then((rows) =>
      new Map(
        rows.map(([day, rows, moved]) => [
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
  readStored(
    connection,
    walletNo,
    `transactions t SEMI JOIN temp.fetched_ids f
     ON t.txn_id = f.txn_id AND t.amount = f.amount AND t.balance = f.balance
     WHERE t.wallet_no = ${quoteText(walletNo)} AND NOT (${within(days)})`
  )

/** Rows of a wallet that may be dated anew: those with one other row beside them in the order of days, and no more. */
export const maybeRedated = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<MaybeRedated>> => {
  const laterLeg = `SELECT 1 FROM transactions WHERE wallet_no = ${quoteText(walletNo)} AND leg > 0 LIMIT 1`
  return askRows(connection, laterLeg).then(({ length }) => length > 0 ? redatedAmongAll(connection, walletNo) : [])
}

const redatedAmongAll = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<MaybeRedated>> =>
  askRows(
    connection,
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
    .then((rows) =>
      rows.map(([day, txnId, type, amount, balance, confirmed]) => ({
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
  askRows(
    connection,
    `SELECT t.txn_id, max(t.leg) + 1 FROM transactions t SEMI JOIN temp.fetched_ids f ON t.txn_id = f.txn_id
       WHERE t.wallet_no = ${quoteText(walletNo)} GROUP BY t.txn_id`
  )
    .then((rows) => new Map(rows.map(([id, leg]) => [text(id), Number(leg)])))

const ofDays = (walletNo: WalletNo, days: Period): string => `t.wallet_no = ${quoteText(walletNo)} AND ${within(days)}`

const within = (days: Period): string =>
  `t.local_time >= TIMESTAMP '${formatDay(days.from)}' AND ` +
  `t.local_time < TIMESTAMP '${formatDay(days.to)}' + INTERVAL 1 DAY`

const live = (walletNo: WalletNo, days: Period): string => `${ofDays(walletNo, days)} AND t.withdrawn_at IS NULL`

const readStored = (connection: DuckDBConnection, walletNo: WalletNo, from: string): Promise<Array<StoredRow>> =>
  readKept(connection, walletNo, from).then(storedOf)

const storedOf = ({ legs, otherFlags, positions, rows, withdrawn }: KeptRows): Array<StoredRow> =>
  Array.from({ length: rows.count }, (_, index) => {
    const position = positions[index] as number
    const flag = otherFlags.get(index)
    const transaction = at(rows, index)
    return {
      transaction: flag === undefined ? transaction : { ...transaction, timeFlag: flag as TimeFlag },
      leg: legs[index] as number,
      position: Number.isNaN(position) ? null : position,
      withdrawn: withdrawn[index] === 1
    }
  })

const text = (value: DuckDBValue | undefined): string => (typeof value === "string" ? value : "")

const money = (value: DuckDBValue | undefined): Money.Money | null =>
  value instanceof DuckDBDecimalValue ? Money.fromTenThousandths(value.value) : null
