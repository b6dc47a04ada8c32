/**
 * What a wallet's windows are fetched by, and what is remembered meanwhile.
 */
import type { Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type * as Plan from "../plan/Plan.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import type { Examined } from "./AnswerWatch.ts"
import type { DayWatch } from "./DayWatch.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import type { EmptyDays } from "./EmptyDays.ts"
import type { KnownAnswers } from "./KnownAnswer.ts"
import type { LoadedDays } from "./LoadedDays.ts"
import type { ServiceClock } from "./ServiceClock.ts"
import type { StoredDays } from "./StoredDays.ts"

/** Which wallet to fetch, by which plan. */
export interface FetchRequest {
  readonly runId: string
  readonly walletNo: WalletNo
  readonly plan: Plan.Plan
  /** Takes in when answers came, and says which days were over then. */
  readonly clock: ServiceClock
  /** How many records to ask for, and how many the service gives. */
  readonly cap: AnswerCap
  /** What answers held that were asked for again in smaller pieces. */
  readonly dropped: DroppedAnswers
  /** Takes in days that an answer may have been empty for wrongly. */
  readonly empty: EmptyDays
  /** The days that were loaded before in the same run. */
  readonly loaded: LoadedDays
  /** When the largest answer is examined. */
  readonly examined: Examined
  /** Takes in what the answers show of the service's days. */
  readonly days: DayWatch
  /** The days that the pull of the wallet is about; the plan may cover fewer. */
  readonly period: Period
  /** Days before those that are loaded in the same run, since they never were; none when left out. */
  readonly neverLoaded?: ReadonlyArray<Period>
  /** Finds answers that the days were committed from before; none when left out. */
  readonly known?: KnownAnswers
  /** What rows move that the days need not show any more, since other days do; none when left out. */
  readonly redated?: ReadonlySet<string>
  /** What is stored of days that the plan is not about; nothing when left out. */
  readonly stored?: StoredDays
}
