/**
 * What travels between the stages of a pull, from the fetched page to the window a sink commits.
 */
import type { Day, Period } from "../domain/Period.ts"
import type { Rejection } from "../domain/Rejection.ts"
import type { Rows } from "../domain/Rows.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WindowReceipt } from "../domain/Window.ts"
import type { AnswerNote } from "./AnswerNote.ts"

/** A window as the service answered it. */
export interface FetchedWindow {
  readonly runId: string
  readonly walletNo: WalletNo
  /** The days that are the window's own, both ends included. */
  readonly days: Period
  /** False when the answer may be cut off. */
  readonly complete: boolean
  readonly lastSettledDay: Day
  /** The days that the pull of the wallet is about, of which the window is a part. */
  readonly asked: Period
  readonly page: StatementPage
  /** The records of the page that the window is about, by index: all when left out. */
  readonly only?: ReadonlyArray<number>
  /**
   * Whether what its answer lacks is held: another answer showed more of a day that was taken out of it, the run has loaded
   * some of its days before, or it was asked for with fewer days around it than it may need, since more did not fit.
   */
  readonly isDoubtful?: boolean
  /** What else is known of rows that the answer does not show on their days. */
  readonly elsewhere?: Elsewhere
  /** What is known of the answer. */
  readonly note?: AnswerNote
  /** As many records as the service is known to give at most, when that is fewer than were asked for. */
  readonly cap?: number
}

/** What tells that stored rows which an answer does not show on their days are there all the same (see recordIdentities). */
export interface Elsewhere {
  /** The answer, and the days that it was asked for: records of other days in it may be those rows. */
  readonly page: StatementPage
  readonly days: Period
  /** Rows of the days that another day has by now, each with its own day before it. */
  readonly redated: ReadonlySet<string>
  /** The first day that the answer has a record of; undefined where it has none. */
  readonly first: Day | undefined
}

/** A window with its records read; those of other days are counted and left out. */
export interface NormalisedWindow
  extends Omit<FetchedWindow, "page" | "only" | "note">, Pick<StatementWindow, "origin" | "resolves">
{
  readonly rows: Rows
  readonly rejections: ReadonlyArray<Rejection>
  readonly receipt: WindowReceipt
}

/** A window ready for a sink. */
export type CheckedWindow = StatementWindow
