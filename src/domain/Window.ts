/**
 * The unit of everything: some days of one wallet, as one statement request gave them. A window is committed whole
 * or not at all, and committing it again replaces it.
 */
import type { ContinuityEntry } from "./ContinuityEntry.ts"
import type { Declaration } from "./Declaration.ts"
import type { Money } from "./Money.ts"
import type { Day, Period } from "./Period.ts"
import type { Proof } from "./Proof.ts"
import type { Rejection } from "./Rejection.ts"
import type { Rows } from "./Rows.ts"
import type { StatementRequest } from "./StatementPage.ts"
import type { Transaction } from "./Transaction.ts"
import type { Gap, VerdictKind } from "./Verdict.ts"
import type { WalletNo } from "./Wallet.ts"

/** What the balances of a window's rows say, in numbers; totals and balances are null where they can't be known. */
export interface WindowCheck {
  readonly verdict: VerdictKind
  readonly openingBalance: Money | null
  readonly closingBalance: Money | null
  readonly debitTotal: Money
  readonly creditTotal: Money
  /** For each row its place in the rebuilt order among the rows of its day and currency, from 0; null unknown. */
  readonly positions: ReadonlyArray<number | null>
}

/** How the answer to the request came, for the audit record. */
export interface WindowReceipt {
  readonly request: StatementRequest
  /** Records in the answer. */
  readonly received: number
  /** Records of days that the request asked for beyond the window; other windows keep them. */
  readonly outside: number
  /** Records that came twice in the answer with the same id and contents; one of each is kept. */
  readonly duplicates: number
  readonly bytes: number
  /** The bytes of the longest record that the window keeps; left out where it is not known, then it may be all of the answer. */
  readonly longestRecord?: number
  readonly sha256: string
  readonly attempts: number
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly requestedAt: number
  readonly durationMillis: number
}

/**
 * Where a window's records come from: a request, or quarantined records that can be read by now. One that has none, and only
 * says that the windows of its days are checked as one from here on, is a joining; one that only brings what somebody decided
 * about a finding is a decision, and one that only says what was exported is an export.
 */
export type WindowOrigin = "service" | "quarantine" | "joining" | "decision" | "export"

/** How many rows a window has, by its receipt. */
export const rowCount = ({ receipt, rejections }: Pick<StatementWindow, "receipt" | "rejections">): number =>
  receipt.received - receipt.outside - receipt.duplicates - rejections.length

/** A stored row, and its place in the rebuilt order among the rows of its day and currency, from 0; null unknown. */
export interface KeptRow {
  readonly transaction: Transaction
  readonly leg: number
  readonly place: number | null
}

/** A fetched, normalised and checked window on its way to a sink. received = rows + rejections + outside + duplicates. */
export interface StatementWindow {
  readonly runId: string
  readonly walletNo: WalletNo
  /** The days that this window replaces, both ends included. */
  readonly days: Period
  /** The days that the pull of the wallet is about, of which the window is a part. */
  readonly asked: Period
  /** False when the answer may be cut off: then rows are added, and none is withdrawn. */
  readonly complete: boolean
  /**
   * Stored rows of the days that the answer does not show and that stay all the same, because it shows too little to be
   * believed: then it makes no day complete.
   */
  readonly kept: ReadonlyArray<KeptRow>
  /** The last day that is over; no watermark goes beyond it. */
  readonly lastSettledDay: Day
  readonly rows: Rows
  readonly rejections: ReadonlyArray<Rejection>
  readonly check: WindowCheck
  readonly receipt: WindowReceipt
  readonly origin: WindowOrigin
  /** Ids of the quarantined records that the rows were read from; empty unless the origin is quarantine. */
  readonly resolves: ReadonlyArray<number>
  /**
   * The entry of the window's own days, and of what is left of stored entries that it covers in part, in the order of
   * days. They replace all stored entries that they overlap.
   */
  readonly continuity: ReadonlyArray<ContinuityEntry>
  /**
   * The gaps within the days of these entries and between them and their neighbours: they replace the open gaps that
   * overlap those days.
   */
  readonly gaps: ReadonlyArray<Gap>
  /** What somebody decided or set since the wallet's window before; it is kept and hashed with this one. */
  readonly declarations: ReadonlyArray<Declaration>
  /** What the balances prove of each currency of the wallet; they replace what was proven before. */
  readonly proofs: ReadonlyArray<Proof>
  /** The days that the gaps are all of, where they are more than those of the entries: what was open there may be told now. */
  readonly judged?: Period
}

/** What a run found of a wallet in the end, from all its windows: the gaps that are open, and what is proven. */
export type WalletConclusions = Pick<StatementWindow, "runId" | "walletNo" | "gaps" | "proofs">

/** What committing a window did to the stored rows. rows = inserted + changed + unchanged + returned. */
export interface WindowOutcome {
  readonly inserted: number
  readonly changed: number
  readonly unchanged: number
  /** Stored rows that the service no longer shows; kept, marked with the time. */
  readonly withdrawn: number
  /** Withdrawn rows that the service shows again. */
  readonly returned: number
  /** Records of this window in quarantine that its run has not brought before: each counts once in a run. */
  readonly quarantined: number
  /** Days outside of the window that lost a row to it, as entries have them: their balances are to be worked out again; left out where none did. */
  readonly stale?: ReadonlyArray<Period>
}
