/**
 * What can be made ready of a window's rows before its transaction begins, while another one is under way: how they are
 * written should nothing be stored that they have to be compared with.
 */
import { printsOfIds } from "../../domain/idPrints.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { rowLines } from "../audit/rowLines.ts"
import { type CommitPlan, nothingStored, planCommit } from "../plan/commitPlan.ts"
import { mayBeStored } from "../plan/storedAnswer.ts"

/** The rows of a window, should all of them be new. */
export interface ReadyRows {
  readonly plan: CommitPlan
  /** As `printsOfIds` gives them. */
  readonly idPrints: Uint32Array
  /** The rows' lines in the canonical audit text. */
  readonly lines: Uint8Array
}

/** Makes them ready; undefined for a window whose rows are likely to be stored already, and for one without rows. */
export const readyRowsOf = (window: StatementWindow): ReadyRows | undefined => {
  const { rows } = window
  if (rows.count === 0 || mayBeStored(window)) return undefined
  const plan = planCommit(window, nothingStored)
  return { plan, idPrints: printsOfIds(rows), lines: rowLines(rows, plan.diff.inserts) }
}
