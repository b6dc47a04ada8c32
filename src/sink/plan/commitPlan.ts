/**
 * What committing a window writes, worked out before anything is written; the same for every sink.
 */
import * as Period from "../../domain/Period.ts"
import type { Rows } from "../../domain/Rows.ts"
import { dayOf } from "../../domain/Transaction.ts"
import type { StatementWindow, WindowOutcome } from "../../domain/Window.ts"
import { identityKey, identityOf, isAmong } from "./Identity.ts"
import { positionOf, walletPositions } from "./rowPositions.ts"
import { type StoredRow, type WindowDiff, windowDiff } from "./windowDiff.ts"

/** A stored row that stays as it is but for its place. */
export interface Placement {
  readonly stored: StoredRow
  readonly position: number | null
}

/** What is written to the rows of a wallet. */
export interface CommitPlan {
  readonly diff: WindowDiff
  /** Stored rows that the answer does not show and that the window keeps. */
  readonly kept: ReadonlyArray<StoredRow>
  /** For each fetched row its place among the wallet's rows. */
  readonly positions: ReadonlyArray<number | null>
  readonly placements: ReadonlyArray<Placement>
  readonly outcome: Omit<WindowOutcome, "quarantined">
}

/** What a window is compared with: `inside` its days, and `elsewhere` what may concern it of other days. */
export interface StoredContext {
  readonly inside: ReadonlyArray<StoredRow>
  readonly elsewhere: ReadonlyArray<StoredRow>
  readonly freeLegs: ReadonlyMap<string, number>
}

/**
 * Why a window can't be committed, or undefined: its counts must add up, its rows must be its wallet's and of its
 * days, and each must have its place. Names counts only.
 */
export const windowProblem = (window: StatementWindow): string | undefined => {
  if (window.kept.length > 0 && !window.complete) return "only a complete window can lack rows that are kept"
  const { check, receipt: { duplicates, outside, received }, rejections, rows } = window
  const kept = rows.count + rejections.length
  if (received !== kept + outside + duplicates) {
    return `${received} records were received, but ${rows.count} rows, ${rejections.length} rejected, ` +
      `${outside} outside its days and ${duplicates} duplicates make ${kept + outside + duplicates}`
  }
  if (check.positions.length !== rows.count) {
    return `it has ${rows.count} rows but ${check.positions.length} places`
  }
  const origin = originProblem(window)
  if (origin !== undefined) return origin
  const strangers = strangersIn(window)
  return strangers === 0 ? undefined : `${strangers} of its rows are of other days or another wallet`
}

const strangersIn = ({ days, rows, walletNo }: StatementWindow): number => {
  if (rows.count > 0 && rows.walletNo !== walletNo) return rows.count
  let strangers = 0
  for (let index = 0; index < rows.count; index++) {
    if (!Period.contains(days, Period.dayOfLocalTime(rows.localTime[index] as number))) strangers++
  }
  return strangers
}

const originProblem = (window: StatementWindow): string | undefined => {
  const { complete, continuity, declarations, origin, receipt, resolves, rows } = window
  if (origin === "service") {
    return resolves.length === 0 ? undefined : "only a window that comes from quarantine resolves records"
  }
  if (complete) return "only an answer of the service makes a complete window"
  if (origin === "joining") {
    return receipt.received === 0 && resolves.length === 0 && continuity.length === 1
      ? undefined
      : "a window that joins others has no records and one entry"
  }
  if (origin === "decision" || origin === "export") {
    return receipt.received + resolves.length + continuity.length === 0 &&
        declarations.length > 0 && declarations.every(({ kind }) => kind === origin)
      ? undefined
      : `a window of ${origin === "decision" ? "a decision" : "an export"} has one, and no records and no entry`
  }
  const read = rows.count + receipt.duplicates
  return resolves.length === read && new Set(resolves).size === read
    ? undefined
    : `${read} rows and duplicates were read from quarantine, but ${new Set(resolves).size} records are resolved`
}

/** Works out what a window changes. */
export const planCommit = (window: StatementWindow, context: StoredContext): CommitPlan => {
  const { rows } = window
  const compared = windowDiff({
    fetched: rows,
    positions: window.check.positions,
    complete: window.complete,
    ...context
  })
  const isKept = isAmong(window.kept.map(identityOf))
  const kept = compared.withdrawals.filter((row) => isKept(identityOf(row)))
  const diff = kept.length === 0
    ? compared
    : { ...compared, withdrawals: compared.withdrawals.filter((row) => !isKept(identityOf(row))) }
  const positions = walletPositions(rows, window.check.positions)
  const placed = [
    ...diff.unchanged.map(({ index, stored }) => ({ stored, position: positions[index] ?? null })),
    ...keptPlaces(window, kept)
  ]
  const differing = touchedDays(diff, rows)
  const known = daysBetterKnown(placed)
  const placements = placed.filter(({ position, stored }) =>
    position !== stored.position && [differing, known].some((days) => days.has(dayOf(stored.transaction)))
  )
  const outcome = {
    inserted: diff.inserts.length,
    changed: diff.changes.length,
    unchanged: diff.unchanged.length,
    withdrawn: diff.withdrawals.length,
    returned: diff.returns.length
  }
  return { diff, kept, positions, placements, outcome }
}

const keptPlaces = (window: StatementWindow, kept: ReadonlyArray<StoredRow>): ReadonlyArray<Placement> => {
  if (kept.length === 0) return []
  const places = new Map(window.kept.map((row) => [identityKey(identityOf(row)), row.place]))
  return kept.map((stored) => ({
    stored,
    position: positionOf(stored.transaction.localTime, places.get(identityKey(identityOf(stored))) ?? null)
  }))
}

/** Nothing is stored that a window's rows may be, or may have to stand beside. */
export const nothingStored: StoredContext = { inside: [], elsewhere: [], freeLegs: new Map() }

/** The plan of a window of so many rows that are all stored as they are: it lists none of them. */
export const allStored = (rows: number): CommitPlan => ({
  diff: { inserts: [], changes: [], returns: [], unchanged: [], withdrawals: [] },
  kept: [],
  positions: [],
  placements: [],
  outcome: { inserted: 0, changed: 0, unchanged: rows, withdrawn: 0, returned: 0 }
})

/**
 * Days on which a row has a place by now that had none, and none has lost its own: the last rows of a window may find theirs when those behind
 * them are loaded.
 */
const daysBetterKnown = (placed: ReadonlyArray<Placement>): ReadonlySet<Period.Day> => {
  const days = (isSo: (placement: Placement) => boolean): ReadonlySet<Period.Day> =>
    new Set(placed.flatMap((each) => (isSo(each) ? [dayOf(each.stored.transaction)] : [])))
  const losing = days(({ position, stored }) => position === null && stored.position !== null)
  const gaining = days(({ position, stored }) => position !== null && stored.position === null)
  return new Set([...gaining].filter((day) => !losing.has(day)))
}

/** On other days without a difference the stored places stay, so that a second identical window writes no row. */
const touchedDays = (diff: WindowDiff, rows: Rows): ReadonlySet<Period.Day> => {
  const days = new Set<Period.Day>()
  const add = (index: number): void => void days.add(Period.dayOfLocalTime(rows.localTime[index] as number))
  for (const { index } of diff.inserts) add(index)
  for (const { index, stored } of [...diff.changes, ...diff.returns]) {
    add(index)
    days.add(dayOf(stored.transaction))
  }
  for (const stored of diff.withdrawals) days.add(dayOf(stored.transaction))
  return days
}
