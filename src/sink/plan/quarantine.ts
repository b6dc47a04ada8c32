/**
 * Which quarantined records a window adds, shows again, or shows no longer.
 *
 * A record is known by its raw text. The same text twice in one answer is two records; the same text in a later
 * answer is the records that are open already. Quarantined records are never deleted: an open one that a complete
 * answer for its days no longer shows is marked replaced, and one that could be read at last is marked resolved.
 *
 * A record without a readable date may stand on any day of the windows that showed it. It is replaced when complete
 * windows that show it no longer have covered all those days, from their ends inwards; a window in their middle counts
 * for nothing, and each new sight of the record begins the wait anew.
 */
import * as Period from "../../domain/Period.ts"
import type { Rejection } from "../../domain/Rejection.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import { wellFormed } from "../../domain/wellFormed.ts"
import type { StatementWindow } from "../../domain/Window.ts"

/** A record in quarantine. */
export interface QuarantinedRecord extends Rejection {
  readonly id: number
  readonly walletNo: WalletNo
  /** The window that brought it first. */
  readonly window: Period.Period
  /** The days that complete windows have yet to cover without it; of no use when its day is known. */
  readonly awaited: Period.Period
}

/** An open record with what decides when it is replaced. */
export interface OpenRecord extends QuarantinedRecord {
  /** The run that brought it last. */
  readonly lastRunId: string
}

/** The record without the run that brought it last. */
export const quarantinedRecord = (
  { awaited, day, detail, id, rawText, reason, walletNo, window }: QuarantinedRecord
): QuarantinedRecord => ({ awaited, day, detail, id, rawText, reason, walletNo, window })

/** A quarantined record that leaves the state open. */
export interface ClosedRecord {
  readonly id: number
  /** A complete answer for its days no longer shows it, or it became a row. */
  readonly state: "replaced" | "resolved"
}

/** What a window does to the quarantine of its wallet. */
export interface QuarantinePlan {
  /** In the order of their raw text, so that the order of arrival has no influence. */
  readonly fresh: ReadonlyArray<Rejection>
  /** Ids of open records that came again. */
  readonly seenAgain: ReadonlyArray<number>
  /** In the order of their ids. */
  readonly closed: ReadonlyArray<ClosedRecord>
  /** Open records without a known day, and the days that are awaited of them from now on. */
  readonly awaiting: ReadonlyArray<Pick<OpenRecord, "id" | "awaited">>
  /** Records that the run brings for the first time. */
  readonly counted: number
}

/** Why a window can't resolve what it says, or undefined: the records must be the wallet's and open. */
export const resolveProblem = (
  window: Pick<StatementWindow, "resolves">,
  open: ReadonlyArray<QuarantinedRecord>
): string | undefined => {
  const ids = new Set(open.map((record) => record.id))
  const strange = window.resolves.filter((id) => !ids.has(id))
  return strange.length === 0
    ? undefined
    : `${strange.length} of the ${window.resolves.length} quarantined records that it resolves are not open`
}

/** Compares a window's rejections with the open records of its wallet. */
export const planQuarantine = (window: StatementWindow, open: ReadonlyArray<OpenRecord>): QuarantinePlan => {
  const byText = new Map<string, Array<OpenRecord>>()
  const resolved = new Set(window.resolves)
  const left = open.filter((record) => !resolved.has(record.id))
  for (const record of [...left].sort((left, right) => right.id - left.id)) {
    byText.set(record.rawText, [...(byText.get(record.rawText) ?? []), record])
  }
  const fresh: Array<Rejection> = []
  const seenAgain = new Set<number>()
  const awaiting: Array<Pick<OpenRecord, "id" | "awaited">> = []
  const replaced: Array<number> = []
  let counted = 0
  for (const rejection of window.rejections) {
    const rawText = wellFormed(rejection.rawText)
    const known = byText.get(rawText)?.pop()
    if (known?.lastRunId !== window.runId) counted++
    if (known === undefined) fresh.push({ ...rejection, rawText })
    else seenAgain.add(known.id)
  }
  for (const record of left) {
    const seen = seenAgain.has(record.id)
    if (!seen && !window.complete) continue
    if (record.day !== null) {
      if (!seen && Period.contains(window.days, record.day)) replaced.push(record.id)
      continue
    }
    const { awaited, id } = record
    // Of days that a window in their middle divides both parts are awaited, and what lies between them.
    const next = Period.hull(seen ? [record.window, awaited, window.days] : Period.without(awaited, window.days))
    if (next === undefined) replaced.push(id)
    else if (!Period.same(next, awaited)) awaiting.push({ id, awaited: next })
  }
  return {
    fresh: fresh.sort((left, right) => (left.rawText < right.rawText ? -1 : left.rawText > right.rawText ? 1 : 0)),
    seenAgain: [...seenAgain],
    closed: [
      ...replaced.map((id): ClosedRecord => ({ id, state: "replaced" })),
      ...window.resolves.map((id): ClosedRecord => ({ id, state: "resolved" }))
    ].sort((one, other) => one.id - other.id),
    awaiting,
    counted
  }
}
