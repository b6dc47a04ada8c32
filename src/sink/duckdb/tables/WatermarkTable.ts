/**
 * The table `watermarks`: how far a wallet is complete, and how far it is proven in each of its currencies.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { dayFromNumber } from "../../../domain/Period.ts"
import { narrowest } from "../../../domain/Proof.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import type { Watermark } from "../../plan/Watermark.ts"
import type { Reach } from "../../store/Change.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
import { dayLiteral, instant } from "./commitSql.ts"

/** How far a wallet is complete. */
export const readWatermark = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Watermark | undefined> =>
  askRows(
    connection,
    `SELECT complete_from - DATE '1970-01-01', complete_to - DATE '1970-01-01' FROM watermarks
       WHERE wallet_no = ${quoteText(walletNo)}`
  )
    .then(([row]) =>
      row === undefined
        ? undefined
        : { from: dayFromNumber(Number(row[0])), to: dayFromNumber(Number(row[1])) }
    )

/** Writes a wallet's watermark, or that it has none. */
export const writeWatermark = (
  { runId, walletNo }: Pick<StatementWindow, "runId" | "walletNo">,
  { proofs, watermark }: Reach,
  stamp: Pick<CommitStamp, "committedAt">
): ReadonlyArray<string> => {
  const removal = `DELETE FROM watermarks WHERE wallet_no = ${quoteText(walletNo)}`
  if (watermark === undefined) return [removal]
  const proven = narrowest(proofs)
  const values = {
    wallet_no: quoteText(walletNo),
    complete_from: dayLiteral(watermark.from),
    complete_to: dayLiteral(watermark.to),
    updated_at: instant(stamp.committedAt),
    run_id: quoteText(runId),
    proven_from: dayLiteral(proven.from),
    proven_to: dayLiteral(proven.to)
  }
  return [
    removal,
    `INSERT INTO watermarks (${Object.keys(values).join(", ")}) VALUES (${Object.values(values).join(", ")})`
  ]
}
