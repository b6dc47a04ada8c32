/**
 * Which quarantined records a window adds, shows again, or shows no longer.
 *
 * A record is known by its raw text. The same text twice in one answer is two records; the same text in a later
 * answer is the records that are open already. Quarantined records are never deleted: an open one that a complete
 * answer for its days no longer shows is marked replaced, and one that could be read at last is marked resolved.
 */
import * as Period from "../domain/Period.ts"
import type { Rejection } from "../domain/Rejection.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow } from "../domain/Window.ts"

/** A record in quarantine. */
export interface QuarantinedRecord extends Rejection {
  readonly id: number
  readonly walletNo: WalletNo
  /** The window that brought it first. */
  readonly window: Period.Period
}

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
export const planQuarantine = (window: StatementWindow, open: ReadonlyArray<QuarantinedRecord>): QuarantinePlan => {
  const byText = new Map<string, Array<QuarantinedRecord>>()
  const resolved = new Set(window.resolves)
  const left = open.filter((record) => !resolved.has(record.id))
  for (const record of [...left].sort((left, right) => right.id - left.id)) {
    byText.set(record.rawText, [...(byText.get(record.rawText) ?? []), record])
  }
  const fresh: Array<Rejection> = []
  const seenAgain = new Set<number>()
  for (const rejection of window.rejections) {
    const rawText = rejection.rawText.toWellFormed()
    const known = byText.get(rawText)?.pop()
    if (known === undefined) fresh.push({ ...rejection, rawText })
    else seenAgain.add(known.id)
  }
  const replaced = window.complete
    ? left.filter((record) => !seenAgain.has(record.id) && covers(window.days, record)).map((record) => record.id)
    : []
  return {
    fresh: fresh.sort((left, right) => (left.rawText < right.rawText ? -1 : left.rawText > right.rawText ? 1 : 0)),
    seenAgain: [...seenAgain],
    closed: [
      ...replaced.map((id): ClosedRecord => ({ id, state: "replaced" })),
      ...window.resolves.map((id): ClosedRecord => ({ id, state: "resolved" }))
    ].sort((one, other) => one.id - other.id)
  }
}

const covers = (days: Period.Period, record: QuarantinedRecord): boolean =>
  record.day === null
    ? Period.contains(days, record.window.from) && Period.contains(days, record.window.to)
    : Period.contains(days, record.day)
