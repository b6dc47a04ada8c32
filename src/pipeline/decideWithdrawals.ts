/**
 * Decides what becomes of the stored rows that a complete answer no longer shows: withdrawn when they are few, kept when
 * they are so many that the answer is doubted. A row that is held is withdrawn only by a run that was told to accept what
 * earlier ones held, or once the finding about it is accepted.
 *
 * It works with the very comparison that the commit makes, and asks the sink only where something is stored.
 */
import { Effect } from "effect"
import type { Declaration } from "../domain/Declaration.ts"
import { contains, dayFromNumber, overlap, parseDay, same, widen } from "../domain/Period.ts"
import { values } from "../domain/Rows.ts"
import { dayOf, type Transaction } from "../domain/Transaction.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { identityKey, identityOf, isAmong } from "../sink/plan/Identity.ts"
import { sameButForId, unsettledButForId } from "../sink/plan/rowContent.ts"
import { withdrawalsOf } from "../sink/plan/withdrawalsOf.ts"
import { Sink, type SinkError, type StoredRow } from "../sink/Sink.ts"
import { AcceptedHolds } from "./AcceptedHolds.ts"
import { AcceptWithdrawals } from "./AcceptWithdrawals.ts"
import { entryOfContinuity } from "./continuityRecord.ts"
import type { NormalisedWindow } from "./FetchedWindow.ts"
import { PullObserver } from "./PullObserver.ts"
import { movementOf, movementOn, movementsBeyond, movementsOf } from "./recordIdentities.ts"
import { farthestShown } from "./waitingWindows.ts"
import type { WalletHistory } from "./WalletHistory.ts"
import { withdrawsMuch } from "./withdrawsMuch.ts"

/** What becomes of the rows that an answer lacks, apart from those few that are simply withdrawn. */
export interface Withdrawals {
  /** They stay. */
  readonly kept: ReadonlyArray<StoredRow>
  /** They were held, and are withdrawn because somebody accepted that. */
  readonly accepted: ReadonlyArray<AcceptedRow>
}

interface AcceptedRow extends StoredRow {
  /** The accepted finding about it; null where the run was told to accept it. */
  readonly source: string | null
}

const nobody: ReadonlyArray<StoredRow> = []
const none: Withdrawals = { kept: nobody, accepted: [] }

/** Decides it for a window, and tells the observer which rows it withdraws. */
export const decideWithdrawals = Effect.fnUntraced(function*(
  window: NormalisedWindow,
  history: WalletHistory
): Effect.fn.Return<Withdrawals, SinkError, Sink | PullSettings> {
  if (window.origin !== "service" || !window.complete || saysNothingNew(window, history)) return none
  const { days, runId, walletNo } = window
  const sink = yield* Sink
  const stored = yield* sink.storedRows(walletNo, days)
  const missing = withdrawalsOf(window.rows, stored)
  if (missing.length === 0) return none
  const { maxWithdrawals } = yield* PullSettings
  const held = yield* sink.heldRows(walletNo)
  const mayAccept = yield* AcceptWithdrawals
  const sources = yield* AcceptedHolds
  const acceptable = held.filter((row) => sources.has(row.id) || (mayAccept && row.runId !== runId))
  const isAccepted = isAmong(acceptable)
  const sourceOf = new Map(acceptable.map((row) => [identityKey(row), sources.get(row.id) ?? null]))
  const [found, doubtful] = split(missing, (row) => isAccepted(identityOf(row)))
  const accepted = found.map((row) => ({ ...row, source: sourceOf.get(identityKey(identityOf(row))) ?? null }))
  // Where this run has doubted an answer, the smaller ones in its place may lack a few rows each.
  const isDoubting = held.some((row) => row.runId === runId)
  const otherwise = yield* shownOtherwise(window, stored, missing)
  const isPoor = withdrawsMuch({
    answered: window.rows.count + window.rejections.length,
    stored: transactions(stored.filter((row) => !row.withdrawn && !isAccepted(identityOf(row)))),
    missing: transactions(doubtful.filter((row) => !otherwise.has(row))),
    most: maxWithdrawals
  })
  const isHeld = isAmong(held)
  // Unconfirmed rows come and go at any time.
  const isSuspect = (row: StoredRow): boolean => window.isDoubtful === true && row.transaction.confirmed
  const [kept, few] = isPoor
    ? [doubtful, nobody]
    : split(doubtful, (row) => !otherwise.has(row) && (isDoubting || isHeld(identityOf(row)) || isSuspect(row)))
  if (accepted.length + few.length > 0) {
    const observe = yield* PullObserver
    yield* observe({
      _tag: "Withdrawing",
      walletNo,
      accepted: daysOf(accepted),
      sources: accepted.flatMap(({ source }) => source ?? []),
      few: daysOf(few)
    })
  }
  return { kept, accepted }
})

/**
 * The rows that the answer does not show as they are stored, and that are there all the same: on another day, or under another
 * id. Each of the answer's records is one of them at most, and none that is stored already as what it is.
 */
const shownOtherwise = Effect.fnUntraced(function*(
  { days, elsewhere, receipt, rows, walletNo }: NormalisedWindow,
  stored: ReadonlyArray<StoredRow>,
  missing: ReadonlyArray<StoredRow>
) {
  const known = new Set(stored.filter(({ withdrawn }) => !withdrawn).map(({ transaction: { txnId } }) => txnId))
  const renamed = new Map<string, number>()
  for (const row of values(rows)) {
    if (!known.has(row.txnId)) { for (const key of [unsettledButForId(row), renamedKey(row)]) add(renamed, key, 1) }
  }
  const moved = elsewhere === undefined ? new Map<string, number>() : movementsBeyond(elsewhere.page, elsewhere.days)
  const [from, to] = [parseDay(receipt.request.fromDate), parseDay(receipt.request.toDate)]
  if (from !== undefined && to !== undefined && missing.some(({ transaction }) => moved.has(movementOf(transaction)))) {
    const shown = widen({ from, to }, farthestShown, farthestShown)
    for (const row of yield* (yield* Sink).rowsOf(walletNo, shown)) {
      if (!contains(days, dayOf(row))) { for (const movement of movementsOf(row)) add(moved, movement, -1) }
    }
  }
  // An answer that has nothing of a row's day or before may be one of a service that no longer knows these days.
  const isKnown = ({ confirmed, ...row }: Transaction): boolean =>
    !confirmed || (elsewhere?.first !== undefined && elsewhere.first <= dayOf(row))
  const isRedated = ({ transaction }: StoredRow): boolean =>
    elsewhere?.redated.has(movementOn(dayOf(transaction), transaction)) === true && isKnown(transaction)
  const takeMoved = ({ transaction }: StoredRow): boolean =>
    take(moved, movementOf(transaction), movementsOf(transaction))
  const takeRenamed = ({ transaction }: StoredRow): boolean => {
    const keys = [unsettledButForId(transaction), renamedKey(transaction)]
    return take(renamed, transaction.confirmed ? renamedKey(transaction) : unsettledButForId(transaction), keys)
  }
  // What has to agree in more goes first: no record stands for one of them and for another one that is not confirmed, too.
  const [confirmed, unconfirmed] = split(missing, ({ transaction }) => transaction.confirmed)
  return new Set([...confirmed, ...unconfirmed].filter((row) => isRedated(row) || takeMoved(row) || takeRenamed(row)))
})

/** What a confirmed row keeps under another id. Two dates may mean one time, as 02:30 AM and 02:30 PM do where the marker is not believed. */
const renamedKey = (row: Transaction): string => `${sameButForId(row)} ${row.dateText}`

/** Whether there is one left of a key; it is then taken from that, or from all keys that it has. */
const take = (counts: Map<string, number>, key: string, keys: ReadonlyArray<string> = [key]): boolean => {
  if ((counts.get(key) ?? 0) <= 0) return false
  for (const each of keys) add(counts, each, -1)
  return true
}

const add = (counts: Map<string, number>, key: string, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** That somebody accepted withdrawals, as it is kept with their window. */
export const acceptanceOf = ({ accepted }: Withdrawals): ReadonlyArray<Declaration> =>
  [...Map.groupBy(accepted, ({ source }) => source)].map(([source, rows]) => {
    const days = daysOf(rows)
    const [from, to] = [Math.min(...days), Math.max(...days)]
    return {
      kind: "accepted",
      rows: days.length,
      days: { from: dayFromNumber(from), to: dayFromNumber(to) },
      source
    }
  })

/** Whether nothing is stored of the days, or just what the same answer said before. */
const saysNothingNew = (
  { days, rows: { answer } }: NormalisedWindow,
  history: WalletHistory
): boolean => {
  const [known, ...others] = history.filter(({ period }) => overlap(period, days) !== undefined)
  if (known === undefined) return true
  const { period } = known
  return answer?.repeats !== undefined && others.length === 0 && same(period, days) &&
    entryOfContinuity(known).record === answer.repeats.record
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
