/**
 * What to pull and how to read it.
 */
import { Context, type Duration, type Option } from "effect"
import type { DateBounds } from "../domain/DateBounds.ts"
import type { Day } from "../domain/Period.ts"
import type { MarkerPolicy, ZoneClock } from "../domain/ServiceTime.ts"
import type { WalletSetting } from "./shapes.ts"

/** Rows that one answer may take away when no setting says otherwise. */
export const usualMaxWithdrawals = 100

/** Bytes that a run may add when no setting says otherwise: some forty million records. */
export const usualMaxRunBytes = 10 * 2 ** 30

/** The part of the settings that is about the statement and not about the connection. */
export class PullSettings extends Context.Service<PullSettings, {
  readonly wallets: ReadonlyArray<WalletSetting>
  /** The first day to pull; none: go on from each wallet's watermark. */
  readonly from: Option.Option<Day>
  /** The last day to pull; none: the present day on the service's wall clock. */
  readonly to: Option.Option<Day>
  /** Days before the end of the watermark that are read once more, for late and changed rows. */
  readonly lookbackDays: number
  /** The zone whose wall clock the service writes. */
  readonly clock: ZoneClock
  readonly markerPolicy: MarkerPolicy
  /** By how much the service's times may be wrong; an order within it is nothing to report. */
  readonly clockJitter: Duration.Duration
  readonly dateBounds: DateBounds
  /** Minutes behind midnight of the timestamps' clock at which the service's days begin; none: not known. */
  readonly dayStart: Option.Option<number>
  /** Records to ask for at most, 1 to 5000 (interface 2.3). */
  readonly limit: number
  /** Stored rows that one answer may take away without being doubted. */
  readonly maxWithdrawals: number
  /** Wallets that are pulled at the same time. */
  readonly concurrency: number
  /** Longest time a run may take. */
  readonly runTimeout: Duration.Duration
  /** Bytes of answers that a run may add to what is stored. */
  readonly maxRunBytes: number
}>()("wallet-statement/settings/PullSettings") {}
