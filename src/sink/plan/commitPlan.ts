/**
 * What committing a window writes, worked out before anything is written; the same for every sink.
 */
import * as Period from "../../domain/Period.ts"
import { columnsOf } from "../../domain/RowColumns.ts"
import { dayOf, type Transaction } from "../../domain/Transaction.ts"
import { rowCount, type StatementWindow, type WindowOutcome } from "../../domain/Window.ts"
import { identityKey, identityOf, isAmong } from "./Identity.ts"
import { storable } from "./rowContent.ts"
import { walletPositions } from "./rowPositions.ts"
import { mayBeStored } from "./storedAnswer.ts"
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

/** The window's rows as a sink keeps them. */
export const storableRows = (window: Pick<StatementWindow, "rows">): ReadonlyArray<Transaction> =>
  window.rows.every((row) => storable(row) === row) ? window.rows : window.rows.map(storable)

/**
 * Why a window can't be committed, or undefined: its counts must add up, its rows must be its wallet's and of its
 * days, and each must have its place. Names counts only.
 */
export const windowProblem = (window: StatementWindow): string | undefined => {
  if (window.kept.length > 0 && !window.complete) return "only a complete window can lack rows that are kept"
  // Rows of an answer that was committed before were found sound then, and perhaps nobody needs them now.
  if (mayBeStored(window)) return undefined
  if (areColumnsOf(window)) return undefined
  const { duplicates, outside, received } = window.receipt
  const kept = window.rows.length + window.rejections.length
  if (received !== kept + outside + duplicates) {
    return `${received} records were received, but ${window.rows.length} rows, ${window.rejections.length} rejected, ` +
      `${outside} outside its days and ${duplicates} duplicates make ${kept + outside + duplicates}`
  }
  if (window.check.positions.length !== window.rows.length) {
    return `it has ${window.rows.length} rows but ${window.check.positions.length} places`
  }
  const origin = originProblem(window)
  if (origin !== undefined) return origin
  const strangers = window.rows.filter((row) =>
    row.walletNo !== window.walletNo || !Period.contains(window.days, dayOf(row))
  )
  return strangers.length === 0 ? undefined : `${strangers.length} of its rows are of other days or another wallet`
}

/** Columns are the pipeline's own, made of the window's days alone. */
const areColumnsOf = (window: StatementWindow): boolean => {
  const columns = columnsOf(window)
  return columns?.walletNo === window.walletNo && columns.count === rowCount(window) &&
    columns.count === window.check.positions.length
}

const originProblem = (window: StatementWindow): string | undefined => {
  const { complete, continuity, origin, receipt, resolves, rows } = window
  if (origin === "service") {
    return resolves.length === 0 ? undefined : "only a window that comes from quarantine resolves records"
  }
  if (complete) return "only an answer of the service makes a complete window"
  if (origin === "joining") {
    return receipt.received === 0 && resolves.length === 0 && continuity.length === 1
      ? undefined
      : "a window that joins others has no records and one entry"
  }
  const read = rows.length + receipt.duplicates
  return resolves.length === read && new Set(resolves).size === read
    ? undefined
    : `${read} rows and duplicates were read from quarantine, but ${new Set(resolves).size} records are resolved`
}

/** Works out what a window changes; `rows` are its storable rows. */
export const planCommit = (
  window: StatementWindow,
  rows: ReadonlyArray<Transaction>,
  context: StoredContext
): CommitPlan => {
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
  const touched = touchedDays(diff, rows)
  const placed = [
    ...diff.unchanged.map(({ index, stored }) => ({ stored, position: positions[index] ?? null })),
    ...keptPlaces(window, kept)
  ]
  const placements = placed.filter(({ position, stored }) =>
    position !== stored.position && touched.has(dayOf(stored.transaction))
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
  const positions = walletPositions(
    kept.map(({ transaction }) => transaction),
    kept.map((row) => places.get(identityKey(identityOf(row))) ?? null)
  )
  return kept.map((stored, index) => ({ stored, position: positions[index] ?? null }))
}

/** The plan of a window of so many rows that are all stored as they are, or all new: it lists none of them. */
export const nothingToCompare = (
  rows: Partial<Pick<WindowOutcome, "inserted" | "unchanged">>
): CommitPlan => ({
  diff: { inserts: [], changes: [], returns: [], unchanged: [], withdrawals: [] },
  kept: [],
  positions: [],
  placements: [],
  outcome: { inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, ...rows }
})

/** On days without a difference the stored places stay, so that a second identical window writes no row. */
const touchedDays = (diff: WindowDiff, rows: ReadonlyArray<Transaction>): ReadonlySet<Period.Day> => {
  const days = new Set<Period.Day>()
  const add = (row: Transaction | undefined): void => {
    if (row !== undefined) days.add(dayOf(row))
  }
  for (const { index } of diff.inserts) add(rows[index])
  for (const { index, stored } of [...diff.changes, ...diff.returns]) {
    add(rows[index])
    add(stored.transaction)
  }
  for (const stored of diff.withdrawals) add(stored.transaction)
  return days
}
