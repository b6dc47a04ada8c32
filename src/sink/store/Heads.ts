/**
 * Where the numbered things of a store stand: the chain of windows, quarantined records, gaps, declarations, held rows.
 */
import { noWindow } from "../audit/ChainHead.ts"

/** The last number given out of each, and the last hash of the chain. */
export interface Heads {
  readonly sequence: number
  readonly hash: string
  readonly quarantineId: number
  readonly gapId: number
  readonly declarationId: number
  readonly heldId: number
}

/** Those of a store without a window. */
export const noHeads: Heads = {
  sequence: noWindow.sequence,
  hash: noWindow.hash,
  quarantineId: 0,
  gapId: 0,
  declarationId: 0,
  heldId: 0
}
