/**
 * What a window's rows tell by themselves, for the sink to keep: whether their balances meet, and whether their descriptions
 * name the currency that they bear.
 */
import {
  checkWindow,
  type ExaminedWindow,
  examineWindow,
  type Window,
  type WindowContinuity
} from "../continuity/wallet/WalletContinuity.ts"
import type { Rows } from "../domain/Rows.ts"
import { type Relabelled, relabelledIn } from "../normalise/relabelled.ts"

/** What is kept of a window. */
export interface WindowEvidence extends WindowContinuity {
  /** Rows that bear another currency than they name; left out where there are none. */
  readonly relabelled?: ReadonlyArray<Relabelled> | undefined
}

/** Checks rows that were stored: what a setting made of them is no longer known. */
export const checkRows = (window: Window): WindowEvidence => ({
  ...checkWindow(window),
  ...relabelledBy(window.rows)
})

/** The same, and the order of the rows; `given` are those of them whose currency their descriptions may not have told. */
export const examineRows = (window: Window, given: Rows): ExaminedWindow & { readonly check: WindowEvidence } => {
  const { check, places } = examineWindow(window)
  return { check: { ...check, ...relabelledBy(given) }, places }
}

const relabelledBy = (rows: Rows): Pick<WindowEvidence, "relabelled"> => {
  const relabelled = relabelledIn(rows)
  return relabelled.length === 0 ? {} : { relabelled }
}
