/**
 * Decides what becomes of the stored rows that a complete answer no longer shows: withdrawn when they are few, kept when
 * they are so many that the answer is doubted. A row that is held is withdrawn only by a run that was told to accept what
 * earlier ones held.
 *
 * It works with the very comparison that the commit makes, and asks the sink only where something is stored.
 */
import { Effect } from "effect"
import type { AnswerMark } from "../domain/AnswerMark.ts"
import type { Declaration } from "../domain/Declaration.ts"
import { dayFromNumber, overlap } from "../domain/Period.ts"
import { dayOf } from "../domain/Transaction.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { identityOf, isAmong } from "../sink/Identity.ts"
import { sameButForId } from "../sink/rowContent.ts"
import { Sink, type SinkError, type StoredRow } from "../sink/Sink.ts"
import { withdrawalsOf } from "../sink/withdrawalsOf.ts"
import { AcceptWithdrawals } from "./AcceptWithdrawals.ts"
import { toEntry } from "./continuityRecord.ts"
import type { NormalisedWindow } from "./FetchedWindow.ts"
import { PullObserver } from "./PullObserver.ts"
import { movementOf } from "./recordIdentities.ts"
import type { WalletHistory } from "./WalletHistory.ts"
import { withdrawsMuch } from "./withdrawsMuch.ts"

/** What becomes of the rows that an answer lacks, apart from those few that are simply withdrawn. */
export interface Withdrawals {
  /** They stay. */
  readonly kept: ReadonlyArray<StoredRow>
  /** They were held, and are withdrawn because somebody accepted that. */
  readonly accepted: ReadonlyArray<StoredRow>
}

const nobody: ReadonlyArray<StoredRow> = []
const none: Withdrawals = { kept: nobody, accepted: nobody }

/** Decides it for a window, and tells the observer which rows it withdraws. */
export const decideWithdrawals = Effect.fnUntraced(function*(
  window: NormalisedWindow,
  history: WalletHistory,
  mark: AnswerMark | undefined
): Effect.fn.Return<Withdrawals, SinkError, Sink | PullSettings> {
  if (window.origin !== "service" || !window.complete || saysNothingNew(window, history, mark)) return none
  const { days, runId, walletNo } = window
  const sink = yield* Sink
  const stored = yield* sink.storedRows(walletNo, days)
  const missing = withdrawalsOf(window.rows, stored)
  if (missing.length === 0) return none
  const { maxWithdrawals } = yield* PullSettings
  const held = yield* sink.heldRows(walletNo)
  const mayAccept = yield* AcceptWithdrawals
  const isAccepted = isAmong(mayAccept ? held.filter((row) => row.runId !== runId) : [])
  const [accepted, doubtful] = split(missing, (row) => isAccepted(identityOf(row)))
  // Where this run has doubted an answer, the smaller ones in its place may lack a few rows each.
  const isDoubting = held.some((row) => row.runId === runId)
  const isElsewhere = shownOtherwise(window, stored)
  const much = isDoubting || withdrawsMuch({
    answered: window.rows.length + window.rejections.length,
    stored: transactions(stored.filter((row) => !row.withdrawn && !isAccepted(identityOf(row)))),
    missing: transactions(doubtful.filter((row) => !isElsewhere(row))),
    most: maxWithdrawals
  })
  const isHeld = isAmong(held)
  // Unconfirmed rows come and go at any time.
  const isSuspect = (row: StoredRow): boolean =>
    window.isDoubtful === true && row.transaction.confirmed && !isElsewhere(row)
  const [kept, few] = much ? [doubtful, nobody] : split(doubtful, (row) => isHeld(identityOf(row)) || isSuspect(row))
  if (accepted.length + few.length > 0) {
    const observe = yield* PullObserver
    yield* observe({ _tag: "Withdrawing", walletNo, accepted: daysOf(accepted), few: daysOf(few) })
  }
  return { kept, accepted }
})

/** Whether a row that the answer does not show as it is stored is there all the same: on another day, or under another id. */
const shownOtherwise = (
  { elsewhere, rows }: NormalisedWindow,
  stored: ReadonlyArray<StoredRow>
): (row: StoredRow) => boolean => {
  const known = new Set(stored.filter(({ withdrawn }) => !withdrawn).map(({ transaction: { txnId } }) => txnId))
  const renamed = new Set(rows.filter(({ txnId }) => !known.has(txnId)).map(sameButForId))
  return ({ transaction }) => elsewhere?.has(movementOf(transaction)) === true || renamed.has(sameButForId(transaction))
}

/** That somebody accepted withdrawals, as it is kept with their window. */
export const acceptanceOf = ({ accepted }: Withdrawals): ReadonlyArray<Declaration> => {
  const days = daysOf(accepted)
  const [from, to] = [Math.min(...days), Math.max(...days)]
  return days.length === 0
    ? []
    : [{ kind: "accepted", rows: days.length, days: { from: dayFromNumber(from), to: dayFromNumber(to) } }]
}

/** Whether nothing is stored of the days, or just what the same answer said before. */
const saysNothingNew = (
  { days }: NormalisedWindow,
  history: WalletHistory,
  mark: AnswerMark | undefined
): boolean => {
  const [known, ...others] = history.filter(({ period }) => overlap(period, days) !== undefined)
  if (known === undefined) return true
  const { period } = known
  return mark?.repeats !== undefined && others.length === 0 && period.from === days.from && period.to === days.to &&
    toEntry(known).record === mark.repeats.record
}

const split = (
  rows: ReadonlyArray<StoredRow>,
  test: (row: StoredRow) => boolean
): readonly [ReadonlyArray<StoredRow>, ReadonlyArray<StoredRow>] => [
  rows.filter(test),
  rows.filter((row) => !test(row))
]

const transactions = (rows: ReadonlyArray<StoredRow>) => rows.map(({ transaction }) => transaction)

const daysOf = (rows: ReadonlyArray<StoredRow>) => rows.map(({ transaction }) => dayOf(transaction))
