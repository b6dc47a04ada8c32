/**
 * Reads which windows of a wallet were committed, and what decides which of their days are complete.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { dayFromNumber } from "../../../domain/Period.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { CompletingWindow } from "../../plan/Watermark.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"

/** The windows of a wallet in the order in which they were committed, without those that only bring decisions or say what was exported. */
export const readWindows = (
  connection: DuckDBConnection,
  walletNo: WalletNo
): Promise<ReadonlyArray<CompletingWindow>> =>
  askRows(
    connection,
    `SELECT from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', last_settled_day - DATE '1970-01-01', status
       FROM statement_windows WHERE wallet_no = ${
      quoteText(walletNo)
    } AND status NOT IN ('decided', 'exported') ORDER BY sequence`
  )
    .then((rows) =>
      rows.map(([from, to, lastSettledDay, status]) => ({
        days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        lastSettledDay: dayFromNumber(Number(lastSettledDay)),
        complete: status === "complete" || status === "doubted",
        doubted: status === "doubted",
        origin: originOf(status)
      }))
    )

/** The wallets that have a window. */
export const readWallets = (connection: DuckDBConnection): Promise<ReadonlyArray<WalletNo>> =>
  askRows(connection, "SELECT DISTINCT wallet_no FROM statement_windows ORDER BY wallet_no")
    .then((rows) => rows.map(([walletNo]) => String(walletNo) as WalletNo))

const originOf = (status: unknown): CompletingWindow["origin"] =>
  status === "quarantine-retry" ? "quarantine" : status === "joined" ? "joining" : "service"
