/**
 * The head of the audit chain: what stands for all that a file holds, to be kept where nobody can change it together with the
 * file (docs/audit.md). A file has one chain, whatever wallets are in it.
 */

import { firstPreviousHash } from "./WindowRecord.ts"

/** The last window of a chain, or one that was the last at some time; `sequence` is 0 where there is none. */
export interface ChainHead {
  readonly sequence: number
  /** SHA-256 in lower-case hex. */
  readonly hash: string
}

/** The head of a chain without a window. */
export const noWindow: ChainHead = { sequence: 0, hash: firstPreviousHash }

/** A head as it is written: `SEQUENCE:HASH`. */
export const headText = ({ hash, sequence }: ChainHead): string => `${sequence}:${hash}`

/** Reads `SEQUENCE:HASH`; undefined when it is something else. */
export const parseHead = (text: string): ChainHead | undefined => {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text)
  return match === null ? undefined : { sequence: Number(match[1]), hash: (match[2] ?? "").toLowerCase() }
}
