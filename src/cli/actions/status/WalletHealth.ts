/**
 * How a wallet of a file is, as all that tells of it takes it.
 */
import type { Finding } from "../../../domain/Finding.ts"
import type { VerdictKind } from "../../../domain/Verdict.ts"

/** How the last run of a wallet ended for that wallet. */
export type Ending = "complete" | "incomplete" | "failed" | "interrupted"

/** How a wallet is; days are `YYYY-MM-DD`, instants milliseconds since 1970-01-01T00:00:00Z. */
export interface WalletHealth {
  readonly wallet: string
  /** By the last run that came to its end; null before the first. */
  readonly verdict: VerdictKind | null
  readonly completeTo: string | null
  readonly provenTo: string | null
  /** Since the end of the last complete day by the clock of the wallet's service; null when there is none. */
  readonly ageMillis: number | null
  /** The wallet's first day by the settings; null where they don't say. */
  readonly begins: string | null
  /** Since that day began, negative before it; null where the settings don't say. */
  readonly begunMillis: number | null
  /** By whose clock the times of its rows are; null where the file does not say. */
  readonly timeZone: string | null
  readonly lastRun: { readonly runId: string; readonly ending: Ending; readonly at: number } | null
  readonly rows: number
  readonly gaps: number
  readonly quarantined: number
  readonly held: number
  /** Those of that run, with what was decided about them since. */
  readonly findings: ReadonlyArray<Finding>
  /** Whether the settings name other wallets alone: no run asks for it any more, and nothing of it is too old. */
  readonly isLeftOut: boolean
  /** Whether it is older than it may be. */
  readonly isOld: boolean
  /** What to do; null when nothing asks for it. */
  readonly nextStep: string | null
}

/**
 * For how long a day of the wallet has been due that is not complete: since the last complete one ended, or since its first one began
 * where none is complete. Infinity where nobody knows when that was, negative before it.
 */
export const waitingMillis = ({ ageMillis, begunMillis }: Pick<WalletHealth, "ageMillis" | "begunMillis">): number =>
  ageMillis ?? begunMillis ?? Infinity

/** Whether rows are there and no run has come to an end that told of them: what speaks against them is not known from any report. */
export const isUntold = (health: Pick<WalletHealth, "completeTo" | "rows" | "verdict">): boolean =>
  health.verdict === null && !isEmpty(health)

/** Whether nothing of a wallet is there. */
export const isEmpty = ({ completeTo, rows }: Pick<WalletHealth, "completeTo" | "rows">): boolean =>
  completeTo === null && rows === 0
