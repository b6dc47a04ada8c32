/**
 * The table `watermarks`: how far a wallet is complete, and how far it is proven in each of its currencies.
 */
import { narrowest, type Proof } from "../../../domain/Proof.ts"
import type { StatementWindow } from "../../../domain/Window.ts"
import type { CommitStamp } from "../../audit/WindowRecord.ts"
import { sameProofs } from "../../plan/declarations.ts"
import type { Watermark } from "../../plan/Watermark.ts"
import { quoteText } from "../schema/tableText.ts"
import { dayLiteral, instant } from "./commitSql.ts"

/** What is known of a wallet's days. */
export interface Reach {
  readonly watermark: Watermark | undefined
  readonly proofs: ReadonlyArray<Proof>
}

/** Whether a wallet reaches as far as before. */
export const sameReach = (before: Reach, now: Reach): boolean =>
  before.watermark?.from === now.watermark?.from && before.watermark?.to === now.watermark?.to &&
  sameProofs(before.proofs, now.proofs)

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
