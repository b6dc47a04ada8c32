/**
 * What committing a window changes, and what is known of its wallet then: pure, the same for every store.
 */
import { isBlankId } from "../../domain/duplicates.ts"
import { same } from "../../domain/Period.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { auditHash, auditText, recordFields } from "../audit/WindowRecord.ts"
import { allStored, type CommitPlan, planCommit, type StoredContext } from "../plan/commitPlan.ts"
import {
  concernedDays,
  type ContinuityPlan,
  joinProblem,
  overlapping,
  planContinuity,
  provenBeside,
  staleDays
} from "../plan/continuityPlan.ts"
import { numbered, sameProofs } from "../plan/declarations.ts"
import { type GapPlan, planGaps } from "../plan/gapPlan.ts"
import { heldChange, planHeld } from "../plan/heldPlan.ts"
import { type OpenRecord, planQuarantine, resolveProblem } from "../plan/quarantine.ts"
import { movable, seenAfter } from "../plan/seenDays.ts"
import { completeDaysAfter, completingOf, watermarkIn } from "../plan/Watermark.ts"
import { type GapChange, type QuarantineChange, type Reach, type WindowChange } from "./Change.ts"
import type { Heads } from "./Heads.ts"
import type { ReadyRows } from "./readyRows.ts"
import { headsAfter, walletAfter } from "./walletAfter.ts"
import type { WalletState } from "./WalletState.ts"

/** What is known before a window. */
export interface Known {
  readonly heads: Heads
  readonly wallet: WalletState
}

/** How a window's rows are written: as a comparison with what is stored says, as they are made ready, or not, since they are stored. */
export type RowsToPlan =
  | { readonly kind: "compared"; readonly stored: StoredContext }
  | { readonly kind: "new"; readonly ready: ReadyRows }
  | { readonly kind: "stored" }

/** A window that is to be committed, and what is known then. */
export interface PlannedWindow {
  readonly change: WindowChange
  readonly next: Known
  /** How many of its records count as quarantined. */
  readonly quarantined: number
}

/** Why a window can't be committed to a wallet, or undefined; names counts only. */
export const walletProblem = (window: StatementWindow, { entries, quarantine }: WalletState): string | undefined =>
  resolveProblem(window, quarantine) ?? joinProblem(window, entries)

/** Works out what a window changes; `committedAt` is in milliseconds since 1970-01-01T00:00:00Z. */
export const planWindow = (
  { heads, wallet }: Known,
  rows: RowsToPlan,
  window: StatementWindow,
  committedAt: number
): PlannedWindow => {
  const plan = planRows(wallet, rows, window)
  const stamp = { sequence: heads.sequence + 1, previousHash: heads.hash, committedAt }
  const { change: quarantine, counted } = quarantineChange(window, wallet, heads.quarantineId + 1)
  const entries = rows.kind === "stored" ? unchanged : continuityChange(window, plan, wallet)
  const gaps = concernsGaps(window) ? gapChange(planGaps(window, wallet.gaps), heads.gapId + 1) : noGaps
  const declared = numbered(window.declarations, heads.declarationId + 1, stamp)
  const completeDays = completeDaysAfter(wallet.completeDays, completingOf(window))
  const reach: Reach = {
    watermark: watermarkIn(completeDays, wallet.watermark),
    proofs: provenBeside(window.proofs, wallet.entries, entries)
  }
  const fields = recordFields(window, plan, stamp)
  const lines = rows.kind === "new" ? rows.ready.lines : undefined
  const change: WindowChange = {
    kind: "window",
    window,
    stamp,
    fields,
    hash: auditHash(auditText(fields, window.rows, plan, { quarantine, declared }, lines)),
    plan,
    quarantine,
    entries,
    gaps,
    declared,
    held: heldChange(window, planHeld(window, plan, wallet.held), heads.heldId + 1),
    proofs: sameProofs(reach.proofs, wallet.proofs) ? undefined : reach.proofs,
    reach: sameReach(reach, wallet) ? undefined : reach
  }
  const seen = seenAfter(wallet.seen.get(window.runId) ?? [], window.days)
  return {
    change,
    next: {
      heads: headsAfter(heads, change),
      wallet: { ...walletAfter(wallet, change), completeDays, seen: new Map(wallet.seen).set(window.runId, seen) }
    },
    quarantined: counted
  }
}

const planRows = (wallet: WalletState, rows: RowsToPlan, window: StatementWindow): CommitPlan => {
  switch (rows.kind) {
    case "stored":
      return allStored(window.rows.count)
    case "new":
      return rows.ready.plan
    case "compared": {
      const { elsewhere, freeLegs, inside } = rows.stored
      const named = elsewhere.filter((row) => !isBlankId(row.transaction.txnId))
      const known = { seen: wallet.seen.get(window.runId) ?? [], held: wallet.held }
      return planCommit(window, { inside, elsewhere: movable(window, named, known), freeLegs })
    }
  }
}

const quarantineChange = (window: StatementWindow, { quarantine }: WalletState, firstId: number) => {
  const { awaiting, closed, counted, fresh, seenAgain } = planQuarantine(window, quarantine)
  const { days, runId, walletNo } = window
  const added = fresh.map((rejection, index): OpenRecord => ({
    ...rejection,
    id: firstId + index,
    walletNo,
    window: days,
    awaited: days,
    lastRunId: runId
  }))
  const change: QuarantineChange = { added, awaiting, closed, seenAgain }
  return { change, counted }
}

const unchanged: ContinuityPlan = { removed: [], added: [] }

const continuityChange = (window: StatementWindow, { diff }: CommitPlan, { entries }: WalletState): ContinuityPlan => {
  const lost = staleDays(window, diff)
  const concerned = concernedDays(window, lost)
  return concerned === undefined ? unchanged : planContinuity(window, lost, overlapping(entries, concerned))
}

const noGaps: GapChange = { closed: [], opened: [] }

const concernsGaps = ({ continuity, gaps }: StatementWindow): boolean => continuity.length > 0 || gaps.length > 0

/** A plan with ids for the gaps that are new. */
export const gapChange = ({ closed, opened }: GapPlan, firstId: number): GapChange => ({
  closed,
  opened: opened.map((gap, index) => ({ id: firstId + index, gap }))
})

/** Whether a wallet reaches as far as before. */
const sameReach = (now: Reach, before: Reach): boolean =>
  same(before.watermark, now.watermark) && sameProofs(before.proofs, now.proofs)
