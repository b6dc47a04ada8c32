/**
 * Commits a window to tables in memory, by the same plan as on disk.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import * as Money from "../../domain/Money.ts"
import * as Period from "../../domain/Period.ts"
import { at, type Rows } from "../../domain/Rows.ts"
import { dayOf, signedAmount, type Transaction } from "../../domain/Transaction.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../../domain/Window.ts"
import { auditHash, auditText, firstPreviousHash, recordFields } from "../audit/WindowRecord.ts"
import { allStored, type CommitPlan, planCommit, type StoredContext } from "../plan/commitPlan.ts"
import {
  byDays,
  type ContinuityPlan,
  overlapping,
  planContinuity,
  provenBeside,
  staleDays
} from "../plan/continuityPlan.ts"
import { numbered } from "../plan/declarations.ts"
import { type GapPlan, type OpenGap, planGaps } from "../plan/gapPlan.ts"
import { heldAfter, type HeldRow, planHeld } from "../plan/heldPlan.ts"
import { planQuarantine } from "../plan/quarantine.ts"
import type { RunCoverage } from "../plan/RunCoverage.ts"
import { finishedDays } from "../plan/runHistory.ts"
import { isStored, mayBeStored } from "../plan/storedAnswer.ts"
import { completeDaysAfter, watermarkIn } from "../plan/Watermark.ts"
import { type StoredRow, unmatchedIds, type WindowDiff } from "../plan/windowDiff.ts"
import { pastRuns } from "./memoryRuns.ts"
import type { MemoryEvent, MemoryRow, MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** Commits a window that was found sound. */
export const commitTo = (
  tables: Tables,
  coverage: RunCoverage,
  window: StatementWindow,
  committedAt: number
): WindowOutcome => {
  const stored = tables.rows.get(window.walletNo) ?? []
  const repeats = mayBeStored(window) && isStored(window, ...storedOf(tables, window))
  const { rows } = window
  if (coverage.isNew(window)) {
    const rules = tables.runs.get(window.runId)?.rules.get(window.walletNo) ?? null
    coverage.begin(window, finishedDays(pastRuns(tables, window.walletNo), window.asked, rules))
  }
  const plan = repeats
    ? allStored(rows.count)
    : planCommit(window, contextOf(tables, coverage, window))
  const sequence = tables.windows.length + 1
  const previousHash = tables.windows.at(-1)?.auditHash ?? firstPreviousHash
  const quarantined = quarantine(tables, window)
  const declared = numbered(window.declarations, tables.declarations.length + 1)
  const fields = recordFields(window, plan, { sequence, previousHash, committedAt })
  tables.rows.set(window.walletNo, applyPlan(stored, rows, plan, window.runId, committedAt))
  tables.events.push(...eventsOf(plan, rows, sequence))
  if (!repeats) writeContinuity(tables, window, plan.diff)
  applyGaps(tables, window, planGaps(window, openGapsIn(tables, window.walletNo)))
  for (const record of declared) tables.declarations.push({ ...record, sequence, walletNo: window.walletNo })
  tables.proofs.set(window.walletNo, provenBeside(window.proofs, tables.continuity.get(window.walletNo) ?? []))
  writeHeld(tables, window, plan)
  const { complete, days, kept, lastSettledDay, origin, runId, walletNo } = window
  tables.windows.push({
    fields,
    auditHash: auditHash(auditText(fields, rows, plan, { quarantine: quarantined, declared })),
    window: { complete, days, kept, lastSettledDay, origin, runId, walletNo }
  })
  moveWatermark(tables, window)
  coverage.add(window)
  return { ...plan.outcome, quarantined: quarantined.counted }
}

const storedOf = (tables: Tables, { days, walletNo }: StatementWindow) => {
  const live = (tables.rows.get(walletNo) ?? []).filter(({ transaction, withdrawn }) =>
    !withdrawn && Period.contains(days, dayOf(transaction))
  )
  const moved = live.map(({ transaction }) => signedAmount(transaction)).reduce(Money.add, Money.zero)
  return [overlapping(tables.continuity.get(walletNo) ?? [], days), { rows: live.length, moved }] as const
}

const contextOf = (
  tables: Tables,
  coverage: RunCoverage,
  window: StatementWindow
): StoredContext => {
  const stored = tables.rows.get(window.walletNo) ?? []
  const within = (row: StoredRow): boolean => Period.contains(window.days, dayOf(row.transaction))
  const inside = stored.filter(within)
  const wanted = unmatchedIds(window.rows, inside)
  const sharing = stored.filter((row) => wanted.has(row.transaction.txnId))
  const freeLegs = new Map<string, number>()
  for (const { leg, transaction } of sharing) {
    freeLegs.set(transaction.txnId, Math.max(freeLegs.get(transaction.txnId) ?? 0, leg + 1))
  }
  const elsewhere = coverage.movable(
    window,
    sharing.filter((row) => !within(row) && !isBlankId(row.transaction.txnId)),
    heldIn(tables, window.walletNo)
  )
  return { inside, elsewhere, freeLegs }
}

const applyPlan = (
  stored: ReadonlyArray<MemoryRow>,
  rows: Rows,
  { diff, placements, positions }: CommitPlan,
  runId: string,
  committedAt: number
): Array<MemoryRow> => {
  const after = new Map<StoredRow, Partial<MemoryRow>>()
  for (const { index, stored: row } of [...diff.changes, ...diff.returns]) {
    const [transaction, position] = [at(rows, index), positions[index] ?? null]
    after.set(row, { transaction, position, lastChangedAt: committedAt, withdrawn: false, withdrawnAt: null, runId })
  }
  for (const row of diff.withdrawals) {
    after.set(row, { position: null, lastChangedAt: committedAt, withdrawn: true, withdrawnAt: committedAt, runId })
  }
  for (const { position, stored: row } of placements) after.set(row, { position })
  const fresh = diff.inserts.map(({ index, leg }) => {
    const position = positions[index] ?? null
    const seen = { firstSeenAt: committedAt, lastChangedAt: committedAt, withdrawn: false, withdrawnAt: null, runId }
    return { transaction: at(rows, index), leg, position, ...seen }
  })
  return [...stored.map((row) => ({ ...row, ...after.get(row) })), ...fresh]
}

const eventsOf = ({ diff }: CommitPlan, rows: Rows, sequence: number): Array<MemoryEvent> => {
  const event = (
    kind: MemoryEvent["kind"],
    before: Transaction | null,
    after: Transaction | null,
    leg: number
  ): MemoryEvent => ({ sequence, kind, txnId: (before ?? after)?.txnId ?? "", leg, before, after })
  return [
    ...diff.inserts.map(({ index, leg }) => event("inserted", null, at(rows, index), leg)),
    ...diff.changes.map(({ index, stored }) => event("changed", stored.transaction, at(rows, index), stored.leg)),
    ...diff.returns.map(({ index, stored }) => event("returned", stored.transaction, at(rows, index), stored.leg)),
    ...diff.withdrawals.map((stored) => event("withdrawn", stored.transaction, null, stored.leg))
  ]
}

const quarantine = (tables: Tables, window: StatementWindow) => {
  const { days, runId, walletNo } = window
  const open = tables.quarantine.filter((record) => record.walletNo === walletNo && record.state === "open")
  const { awaiting, closed, counted, fresh, seenAgain } = planQuarantine(window, open)
  const states = new Map(closed.map(({ id, state }) => [id, state]))
  const awaited = new Map(awaiting.map((record) => [record.id, record.awaited]))
  tables.quarantine.forEach((record, index) => {
    tables.quarantine[index] = {
      ...record,
      state: states.get(record.id) ?? record.state,
      awaited: awaited.get(record.id) ?? record.awaited,
      lastRunId: seenAgain.includes(record.id) ? runId : record.lastRunId
    }
  })
  const added = fresh.map((rejection, index) => ({ ...rejection, id: tables.quarantine.length + index + 1 }))
  const first = { walletNo, window: days, state: "open" as const, awaited: days, lastRunId: runId }
  tables.quarantine.push(...added.map((record) => ({ ...record, ...first })))
  return { added, closed, counted }
}

const moveWatermark = (tables: Tables, window: StatementWindow): void => {
  const { walletNo } = window
  const complete = completeDaysAfter(tables.completeDays.get(walletNo) ?? [], window)
  tables.completeDays.set(walletNo, complete)
  const watermark = watermarkIn(complete, tables.watermarks.get(walletNo))
  if (watermark === undefined) tables.watermarks.delete(walletNo)
  else tables.watermarks.set(walletNo, watermark)
}

const writeContinuity = (tables: Tables, window: StatementWindow, diff: WindowDiff): void => {
  const stored = tables.continuity.get(window.walletNo) ?? []
  applyContinuity(tables, window.walletNo, planContinuity(window, staleDays(window, diff), stored))
}

/** Takes entries of a wallet away and adds others. */
export const applyContinuity = (tables: Tables, walletNo: WalletNo, { added, removed }: ContinuityPlan): void => {
  const gone = new Set(removed.map(({ from }) => from))
  const kept = (tables.continuity.get(walletNo) ?? []).filter(({ days }) => !gone.has(days.from))
  tables.continuity.set(walletNo, [...kept, ...added].sort(byDays))
}

/** The open gaps of a wallet. */
export const openGapsIn = (tables: Tables, walletNo: WalletNo): ReadonlyArray<OpenGap> =>
  tables.gaps.filter((entry) => entry.walletNo === walletNo && entry.closedRunId === null)

/** Closes and opens gaps of a wallet. */
export const applyGaps = (
  tables: Tables,
  { runId, walletNo }: Pick<StatementWindow, "runId" | "walletNo">,
  { closed, opened }: GapPlan
): void => {
  tables.gaps.forEach((entry, index) => {
    if (closed.includes(entry.id)) tables.gaps[index] = { ...entry, closedRunId: runId }
  })
  for (const gap of opened) {
    tables.gaps.push({ id: tables.gaps.length + 1, walletNo, gap, foundRunId: runId, closedRunId: null })
  }
}

/** The rows of a wallet that are held. */
export const heldIn = (tables: Tables, walletNo: WalletNo): ReadonlyArray<HeldRow> =>
  tables.held
    .filter((row) => row.walletNo === walletNo && row.state === "held")
    .map(({ day, id, leg, runId, txnId, window }) => ({ day, id, leg, runId, txnId, window }))

const writeHeld = (tables: Tables, window: StatementWindow, plan: CommitPlan): void => {
  const { runId, walletNo } = window
  const held = heldIn(tables, walletNo)
  const change = planHeld(window, plan, held)
  const states = new Map(change.ended.map(({ row, state }) => [row.id, state]))
  tables.held.forEach((row, index) => {
    const state = states.get(row.id)
    if (state !== undefined) tables.held[index] = { ...row, state, endedRunId: runId }
  })
  const fresh = heldAfter(window, { ...change, ended: [] }, [], tables.held.length + 1)
  tables.held.push(...fresh.map((row) => ({ ...row, walletNo, state: "held" as const, endedRunId: null })))
}
