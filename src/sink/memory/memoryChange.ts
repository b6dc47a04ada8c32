/**
 * Makes a change to tables in memory.
 */
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { identityKey, identityOf } from "../plan/Identity.ts"
import { eventsOf, type RowChange, rowChanges } from "../store/atHand.ts"
import type { Change, GapChange, QuarantineChange, Reach, WindowChange } from "../store/Change.ts"
import { entriesAfter } from "../store/walletAfter.ts"
import type { MemoryRow, MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** Makes a change. */
export const applyTo = (tables: Tables, change: Change): void => {
  switch (change.kind) {
    case "window":
      return applyWindow(tables, change)
    case "entries":
      return applyEntries(tables, change.walletNo, change)
    case "conclusions":
      applyGaps(tables, change, change.gaps)
      return applyReach(tables, change.walletNo, change.reach)
    case "run-begins":
      interrupt(tables, (walletNo) => change.run.wallets.includes(walletNo))
      tables.runs.set(change.run.runId, change.run)
      return
    case "run-ends":
      tables.interrupted.delete(change.report.runId)
      tables.reports.set(change.report.runId, change.report)
      return
    case "runs-interrupted":
      return interrupt(tables, () => true)
  }
}

const interrupt = (tables: Tables, concerns: (walletNo: WalletNo) => boolean): void => {
  for (const run of tables.runs.values()) {
    if (!tables.reports.has(run.runId) && run.wallets.some(concerns)) tables.interrupted.add(run.runId)
  }
}

const applyWindow = (tables: Tables, change: WindowChange): void => {
  const { declared, entries, fields, gaps, hash, quarantine, reach, stamp: { sequence }, window } = change
  const { complete, days, kept, lastSettledDay, origin, runId, walletNo } = window
  const changes = rowChanges(change)
  tables.rows.set(walletNo, rowsAfter(tables.rows.get(walletNo) ?? [], changes, change))
  tables.events.push(...eventsOf(changes, sequence))
  applyQuarantine(tables, window, quarantine)
  applyEntries(tables, walletNo, entries)
  applyGaps(tables, window, gaps)
  for (const record of declared) tables.declarations.push({ ...record, sequence, walletNo })
  applyHeld(tables, window, change.held)
  if (reach !== undefined) applyReach(tables, walletNo, reach)
  tables.windows.push({
    fields,
    auditHash: hash,
    window: { complete, days, kept, lastSettledDay, origin, runId, walletNo }
  })
}

const rowsAfter = (
  rows: ReadonlyArray<MemoryRow>,
  changes: ReadonlyArray<RowChange>,
  { stamp: { committedAt, sequence }, window: { runId } }: WindowChange
): Array<MemoryRow> => {
  const rewritten = new Map(
    changes.flatMap((change) => (change.before === null ? [] : [[identityKey(identityOf(change.before)), change]]))
  )
  const next = rows.map((row): MemoryRow => {
    const change = rewritten.get(identityKey(identityOf(row)))
    if (change === undefined) return row
    if (change.kind === "placed") return { ...row, position: change.after.position }
    const withdrawnAt = change.kind === "withdrawn" ? committedAt : null
    return { ...row, ...change.after, lastChangedAt: committedAt, withdrawnAt, runId }
  })
  const seen = { firstSeenAt: committedAt, lastChangedAt: committedAt, withdrawnAt: null, runId, sequence }
  for (const { after, before } of changes) if (before === null) next.push({ ...after, ...seen })
  return next
}

const applyQuarantine = (
  { quarantine }: Tables,
  { runId }: StatementWindow,
  { added, awaiting, closed, seenAgain }: QuarantineChange
): void => {
  const states = new Map(closed.map(({ id, state }) => [id, state]))
  const awaited = new Map(awaiting.map((record) => [record.id, record.awaited]))
  quarantine.forEach((record, index) => {
    quarantine[index] = {
      ...record,
      state: states.get(record.id) ?? record.state,
      awaited: awaited.get(record.id) ?? record.awaited,
      lastRunId: seenAgain.includes(record.id) ? runId : record.lastRunId
    }
  })
  quarantine.push(...added.map((record) => ({ ...record, state: "open" as const })))
}

const applyEntries = (
  { continuity }: Tables,
  walletNo: WalletNo,
  change: Parameters<typeof entriesAfter>[1]
): void => {
  continuity.set(walletNo, entriesAfter(continuity.get(walletNo) ?? [], change))
}

const applyGaps = (
  { gaps }: Tables,
  { runId, walletNo }: Pick<StatementWindow, "runId" | "walletNo">,
  { closed, opened }: GapChange
): void => {
  gaps.forEach((entry, index) => {
    if (closed.includes(entry.id)) gaps[index] = { ...entry, closedRunId: runId }
  })
  gaps.push(...opened.map((open) => ({ ...open, walletNo, foundRunId: runId, closedRunId: null })))
}

const applyReach = ({ proofs, watermarks }: Tables, walletNo: WalletNo, reach: Reach): void => {
  proofs.set(walletNo, reach.proofs)
  if (reach.watermark === undefined) watermarks.delete(walletNo)
  else watermarks.set(walletNo, reach.watermark)
}

const applyHeld = (
  { held }: Tables,
  { runId, walletNo }: StatementWindow,
  { ended, fresh }: WindowChange["held"]
): void => {
  const states = new Map(ended.map(({ row, state }) => [row.id, state]))
  held.forEach((row, index) => {
    const state = states.get(row.id)
    if (state !== undefined) held[index] = { ...row, state, endedRunId: runId }
  })
  held.push(...fresh.map((row) => ({ ...row, walletNo, state: "held" as const, endedRunId: null })))
}
