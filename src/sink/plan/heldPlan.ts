/**
 * Which rows are held: a stored row that an answer too poor to be believed no longer showed, and that stays until an
 * answer shows it again or somebody accepts that it is gone. A row is held once, however many answers lack it.
 */
import type { Day, Period } from "../../domain/Period.ts"
import { dayOf } from "../../domain/Transaction.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { CommitPlan } from "./commitPlan.ts"
import { type Identity, identityOf, isAmong } from "./Identity.ts"
import { inIdentityOrder } from "./identityOrder.ts"
import type { StoredRow } from "./windowDiff.ts"

/** A row that is held. */
export interface HeldRow extends Identity {
  readonly id: number
  readonly day: Day
  /** The run whose answer lacked it first. */
  readonly runId: string
  /** The days of that answer's window. */
  readonly window: Period
}

/** How a row ceases to be held: an answer shows it, or it was withdrawn because somebody accepted that. */
export type HeldEnd = "shown" | "accepted"

/** A row that is held no longer. */
export interface EndedHold {
  readonly row: HeldRow
  readonly state: HeldEnd
}

/** What a window does to the held rows of its wallet. */
export interface HeldPlan {
  readonly fresh: ReadonlyArray<StoredRow>
  readonly ended: ReadonlyArray<EndedHold>
}

/** Compares what a window keeps, shows and withdraws with the rows that are held. */
export const planHeld = (
  { origin }: Pick<StatementWindow, "origin">,
  { diff, kept }: Pick<CommitPlan, "diff" | "kept">,
  held: ReadonlyArray<HeldRow>
): HeldPlan => {
  const wasHeld = isAmong(held)
  const fresh = kept.filter((row) => !wasHeld(identityOf(row)))
  if (held.length === 0) return { fresh, ended: [] }
  const matched = [...diff.unchanged, ...diff.changes, ...diff.returns].map(({ stored }) => identityOf(stored))
  const isShown = isAmong(origin === "service" ? matched : [])
  const isWithdrawn = isAmong(diff.withdrawals.map(identityOf))
  return {
    fresh,
    ended: held.flatMap((row): ReadonlyArray<EndedHold> =>
      isShown(row) ? [{ row, state: "shown" }] : isWithdrawn(row) ? [{ row, state: "accepted" }] : []
    )
  }
}

/** Rows that are held no longer, and those that are from now on. */
export interface HeldChange {
  readonly ended: ReadonlyArray<EndedHold>
  readonly fresh: ReadonlyArray<HeldRow>
}

/** A plan with ids for the rows that are new, from `firstId` on in the order of identities, whatever order a store has them in. */
export const heldChange = (
  { days, runId }: Pick<StatementWindow, "days" | "runId">,
  { ended, fresh }: HeldPlan,
  firstId: number
): HeldChange => ({
  ended,
  fresh: inIdentityOrder(fresh.map((row) => ({ ...identityOf(row), day: dayOf(row.transaction) }))).map(
    (row, index): HeldRow => ({ ...row, id: firstId + index, runId, window: days })
  )
})
