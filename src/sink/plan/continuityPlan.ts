/**
 * What a window does to the continuity entries of its wallet: its entries replace those that they overlap, and the
 * entry of a day that loses a row to the window has to be worked out again. What is the same already is not written.
 */
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import * as Period from "../../domain/Period.ts"
import type { Proof } from "../../domain/Proof.ts"
import { dayOf } from "../../domain/Transaction.ts"
import { wellFormed } from "../../domain/wellFormed.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { WindowDiff } from "./windowDiff.ts"

/** What is written to the continuity entries of a wallet. */
export interface ContinuityPlan {
  /** The days of stored entries that are there no longer. */
  readonly removed: ReadonlyArray<Period.Period>
  readonly added: ReadonlyArray<ContinuityEntry>
}

/**
 * The days whose entries a window makes stale: days outside that lose a live row to it, and its own where it changes a
 * row and brings no entry for them.
 */
export const staleDays = (
  { continuity, days }: Pick<StatementWindow, "continuity" | "days">,
  { changes, inserts, returns, withdrawals }: WindowDiff
): ReadonlyArray<Period.Day> => {
  const lost = new Set<Period.Day>()
  if (inserts.length + changes.length + returns.length + withdrawals.length > 0) {
    for (const day of Period.daysOf(days)) {
      if (!continuity.some((entry) => Period.contains(entry.days, day))) lost.add(day)
    }
  }
  for (const { stored } of [...changes, ...returns]) {
    const day = dayOf(stored.transaction)
    if (!stored.withdrawn && !Period.contains(days, day)) lost.add(day)
  }
  return [...lost]
}

/** The days between which all entries lie that a window may change; undefined when it changes none. */
export const concernedDays = (
  window: Pick<StatementWindow, "continuity">,
  lost: ReadonlyArray<Period.Day>
): Period.Period | undefined =>
  Period.hull([...window.continuity.map((entry) => entry.days), ...lost.map((day) => ({ from: day, to: day }))])

/** Works out what a window writes; `stored` are at least the entries that overlap the concerned days. */
export const planContinuity = (
  window: Pick<StatementWindow, "continuity" | "days" | "rows">,
  lost: ReadonlyArray<Period.Day>,
  stored: ReadonlyArray<ContinuityEntry>
): ContinuityPlan => {
  const fresh = window.continuity.map((entry) =>
    storableEntry(
      Period.same(entry.days, window.days) ? { ...entry, answer: window.rows.answer?.answer ?? null } : entry
    )
  )
  const kept = stored.filter((entry) => overlapping(fresh, entry.days).length === 0)
  const next = [...kept, ...fresh].map((entry) =>
    lost.some((day) => Period.contains(entry.days, day)) ? { ...entry, record: null, answer: null } : entry
  )
  return { removed: without(stored, next).map((entry) => entry.days), added: without(next, stored) }
}

/**
 * Works out what entries that had to be worked out again take the place of: an entry of the same days, or one that they are all of
 * the days of. Others are there no longer.
 */
export const planAnew = (
  entries: ReadonlyArray<ContinuityEntry>,
  stored: ReadonlyArray<ContinuityEntry>
): ContinuityPlan => {
  const next = stored.flatMap((entry): ReadonlyArray<ContinuityEntry> => {
    const same = entries.find(({ days }) => Period.same(days, entry.days))
    if (same !== undefined) return [storableEntry({ ...same, answer: entry.answer })]
    const parts = overlapping(entries, entry.days)
    return areAllOf(parts, entry.days) ? parts.map(storableEntry) : [entry]
  })
  return { removed: without(stored, next).map((entry) => entry.days), added: without(next, stored) }
}

const without = (entries: ReadonlyArray<ContinuityEntry>, others: ReadonlyArray<ContinuityEntry>) => {
  const keys = new Set(others.map(keyOf))
  return entries.filter((entry) => !keys.has(keyOf(entry)))
}

/** The days of entries that are there no longer. */
export const removedDays = ({ removed }: ContinuityPlan): ReadonlySet<Period.Day> =>
  new Set(removed.map(({ from }) => from))

/**
 * What is proven as long as the entry of a day that lost a row has to be worked out again: nothing. Whoever drew the proofs may not
 * have seen the loss, and the gap that it leaves begins with some row before.
 */
export const provenBeside = (
  proofs: ReadonlyArray<Proof>,
  entries: ReadonlyArray<ContinuityEntry>,
  change: ContinuityPlan
): ReadonlyArray<Proof> => {
  const gone = removedDays(change)
  const isOpenThen = entries.some((entry) => isOpen(entry) && !gone.has(entry.days.from)) || change.added.some(isOpen)
  return isOpenThen ? proofs.map((proof) => ({ ...proof, from: null, to: null })) : proofs
}

const isOpen = ({ record }: ContinuityEntry): boolean => record === null

/** The entry as a database keeps its text. */
export const storableEntry = ({ answer, days, record, truncated }: ContinuityEntry): ContinuityEntry => ({
  days,
  truncated,
  record: record === null ? null : wellFormed(record),
  answer
})

/** Why a window can't join what it says, or undefined: the wallet's entries must be all of its days, each day once. */
export const joinProblem = (
  { days, origin }: Pick<StatementWindow, "days" | "origin">,
  entries: ReadonlyArray<ContinuityEntry>
): string | undefined =>
  origin !== "joining" || areAllOf(overlapping(entries, days), days)
    ? undefined
    : "it joins windows that are not all of its days"

const areAllOf = (entries: ReadonlyArray<ContinuityEntry>, days: Period.Period): boolean => {
  const sorted = entries.map((entry) => entry.days).sort((one, other) => one.from - other.from)
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first?.from === days.from && last?.to === days.to &&
    sorted.every(({ from }, index) => index === 0 || from === Period.addDays(sorted[index - 1]?.to ?? from, 1))
}

/** The entries that overlap some days. */
export const overlapping = (
  entries: ReadonlyArray<ContinuityEntry>,
  days: Period.Period
): ReadonlyArray<ContinuityEntry> => entries.filter((entry) => Period.overlap(entry.days, days) !== undefined)

/** Orders entries by their days. */
export const byDays = (left: ContinuityEntry, right: ContinuityEntry): number => left.days.from - right.days.from

const keyOf = ({ answer, days, record, truncated }: ContinuityEntry): string =>
  `${days.from} ${days.to} ${truncated} ${record === null ? "-" : `:${record}`} ${answer ?? "-"}`
