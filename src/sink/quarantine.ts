/**
 * Which quarantined records a window adds, shows again, or shows no longer.
 *
 * A record is known by its raw text. The same text twice in one answer is two records; the same text in a later
 * answer is the records that are open already. Quarantined records are never deleted: an open one that a complete
 * answer for its days no longer shows is marked replaced.
 */
import * as Period from "../domain/Period.ts"
import type { Rejection } from "../domain/Rejection.ts"
import type { StatementWindow } from "../domain/Window.ts"

/** An open quarantined record of a wallet. */
export interface OpenRecord {
  readonly id: number
  readonly rawText: string
  /** The day it stands on; null when its date can't be read. */
  readonly day: Period.Day | null
  /** The window that brought it first. */
  readonly window: Period.Period
}

/** What a window does to the quarantine of its wallet. */
export interface QuarantinePlan {
  /** In the order of their raw text, so that the order of arrival has no influence. */
  readonly fresh: ReadonlyArray<Rejection>
  /** Ids of open records that came again. */
  readonly seenAgain: ReadonlyArray<number>
  /** Ids of open records that a complete answer for their days no longer shows. */
  readonly replaced: ReadonlyArray<number>
}

/** Compares a window's rejections with the open records of its wallet. */
export const planQuarantine = (window: StatementWindow, open: ReadonlyArray<OpenRecord>): QuarantinePlan => {
  const byText = new Map<string, Array<OpenRecord>>()
  for (const record of [...open].sort((left, right) => right.id - left.id)) {
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
  return {
    fresh: fresh.sort((left, right) => (left.rawText < right.rawText ? -1 : left.rawText > right.rawText ? 1 : 0)),
    seenAgain: [...seenAgain],
    replaced: window.complete
      ? open.filter((record) => !seenAgain.has(record.id) && covers(window.days, record)).map((record) => record.id)
      : []
  }
}

const covers = (days: Period.Period, record: OpenRecord): boolean =>
  record.day === null
    ? Period.contains(days, record.window.from) && Period.contains(days, record.window.to)
    : Period.contains(days, record.day)
