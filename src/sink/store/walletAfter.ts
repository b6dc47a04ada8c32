/**
 * What is known of a wallet after a change, and where the numbered things of its store stand then.
 */
import { byDays, type ContinuityPlan, removedDays } from "../plan/continuityPlan.ts"
import type { OpenGap } from "../plan/gapPlan.ts"
import type { OpenRecord } from "../plan/quarantine.ts"
import { completingOf, isOfDays } from "../plan/Watermark.ts"
import { type Change, type ConclusionsChange, type EntriesChange, type GapChange, type WindowChange } from "./Change.ts"
import type { Heads } from "./Heads.ts"
import type { StoredWallet } from "./WalletState.ts"

/** A change of a wallet, as far as it is not about its rows. */
export type WalletChange =
  | EntriesChange
  | ConclusionsChange
  | (Pick<WindowChange, "kind" | "quarantine" | "gaps" | "held" | "entries" | "reach" | "declared"> & {
    readonly window: Pick<
      WindowChange["window"],
      "runId" | "days" | "complete" | "kept" | "lastSettledDay" | "origin"
    >
  })

/** What is known of the wallet after a change of it. */
export const walletAfter = (wallet: StoredWallet, change: WalletChange): StoredWallet => {
  switch (change.kind) {
    case "window":
      return {
        ...(change.reach ?? { watermark: wallet.watermark, proofs: wallet.proofs }),
        quarantine: quarantineAfter(wallet.quarantine, change),
        gaps: gapsAfter(wallet.gaps, change.gaps),
        held: heldAfter(wallet.held, change.held),
        entries: entriesAfter(wallet.entries, change.entries),
        windows: isOfDays(change.window) ? [...wallet.windows, completingOf(change.window)] : wallet.windows,
        declarations: [...wallet.declarations, ...change.declared.map(({ declaration }) => declaration)]
      }
    case "entries":
      return { ...wallet, entries: entriesAfter(wallet.entries, change) }
    case "conclusions":
      return { ...wallet, ...change.reach, gaps: gapsAfter(wallet.gaps, change.gaps) }
  }
}

const quarantineAfter = (
  open: ReadonlyArray<OpenRecord>,
  { quarantine: { added, awaiting, closed, seenAgain }, window: { runId } }: WalletChange & { readonly kind: "window" }
): ReadonlyArray<OpenRecord> => {
  if (open.length === 0) return added
  const gone = new Set(closed.map(({ id }) => id))
  const seen = new Set(seenAgain)
  const awaited = new Map(awaiting.map((record) => [record.id, record.awaited]))
  return [
    ...open.filter(({ id }) => !gone.has(id)).map((record) => ({
      ...record,
      awaited: awaited.get(record.id) ?? record.awaited,
      lastRunId: seen.has(record.id) ? runId : record.lastRunId
    })),
    ...added
  ]
}

const gapsAfter = (open: ReadonlyArray<OpenGap>, { closed, opened }: GapChange): ReadonlyArray<OpenGap> => {
  if (closed.length === 0 && opened.length === 0) return open
  const gone = new Set(closed)
  return [...open.filter(({ id }) => !gone.has(id)), ...opened]
}

const heldAfter = (held: StoredWallet["held"], { ended, fresh }: WindowChange["held"]): StoredWallet["held"] => {
  if (ended.length === 0 && fresh.length === 0) return held
  const gone = new Set(ended.map(({ row }) => row.id))
  return [...held.filter(({ id }) => !gone.has(id)), ...fresh]
}

/** The entries of a wallet after a change, in the order of days. */
export const entriesAfter = (entries: StoredWallet["entries"], change: ContinuityPlan): StoredWallet["entries"] => {
  if (change.removed.length === 0 && change.added.length === 0) return entries
  const gone = removedDays(change)
  return [...entries.filter(({ days }) => !gone.has(days.from)), ...change.added].sort(byDays)
}

/** What of a change gives numbers out. */
export type NumberingChange =
  | Exclude<Change, WindowChange>
  | Pick<WindowChange, "kind" | "stamp" | "hash" | "quarantine" | "gaps" | "declared" | "held">

/** Where the numbered things of a store stand after a change. */
export const headsAfter = (heads: Heads, change: NumberingChange): Heads => {
  switch (change.kind) {
    case "window":
      return {
        sequence: change.stamp.sequence,
        hash: change.hash,
        quarantineId: heads.quarantineId + change.quarantine.added.length,
        gapId: heads.gapId + change.gaps.opened.length,
        declarationId: heads.declarationId + change.declared.length,
        heldId: heads.heldId + change.held.fresh.length
      }
    case "conclusions":
      return { ...heads, gapId: heads.gapId + change.gaps.opened.length }
    default:
      return heads
  }
}
