/**
 * What a sink records about a run before its first window.
 */
import type { Period } from "../../domain/Period.ts"
import type { WalletNo } from "../../domain/Wallet.ts"

/** What a run is about to do, recorded before its first window. */
export interface RunStart {
  readonly runId: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number
  readonly programVersion: string
  readonly wallets: ReadonlyArray<WalletNo>
  /** The days asked for; null for each wallet's own, from its watermark. */
  readonly asked: Period | null
  /** For each wallet all that decides what a row of it is; the same text for the same rules. */
  readonly rules: ReadonlyMap<WalletNo, string>
}
