/**
 * The receipt of a window that no request brought: it is of texts that are stored, or of none.
 */
import { createHash } from "node:crypto"
import { formatDay, type Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { WindowReceipt } from "../domain/Window.ts"

/** What the window is made of. */
export interface StoredTexts {
  readonly walletNo: WalletNo
  readonly days: Period
  readonly texts: ReadonlyArray<string>
  readonly duplicates: number
  readonly requestedAt: number
}

/** Makes the receipt; the hash is that of the texts, one a line. */
export const receiptOfText = ({ days, duplicates, requestedAt, texts, walletNo }: StoredTexts): WindowReceipt => {
  const raw = texts.join("\n")
  return {
    request: { walletNo, fromDate: formatDay(days.from), toDate: formatDay(days.to), limit: texts.length },
    received: texts.length,
    outside: 0,
    duplicates,
    bytes: Buffer.byteLength(raw),
    sha256: createHash("sha256").update(raw).digest("hex"),
    attempts: 0,
    requestedAt,
    durationMillis: 0
  }
}
