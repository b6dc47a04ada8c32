/**
 * What is known of the service's limit when a request goes out: nothing, that it is looked for, or what it is.
 */
import type { LimitEvidence } from "./LimitEvidence.ts"

/** The limit is looked for between the low end, or this share of the high end if that is more, and the high end. */
export const nearTheTop = 0.64

/** Where a round begins, and by how much it rises until its end and, cubed, from there on; as shares of the limit. */
const start = 0.96
const rise = 0.06
const bend = 0.02

/** Nothing is known of a limit, and nothing is held back. */
export interface Free {
  readonly _tag: "Free"
}

/** The limit is looked for, by sending faster than it may be. */
export interface Looking {
  readonly _tag: "Looking"
  readonly evidence: LimitEvidence
  /** It is not thought to be less at first. */
  readonly least: number
  /** Between the ends of what it may be, when it was refused last. */
  ratio: number
  refusedSince: boolean
  /** Refusals that said little. */
  stuck: number
  near: number
  /** Whether something came that may tell more. */
  isNews: boolean
  takenSince: number
}

/** The limit is known, and requests go on from just below it to a little above. */
export interface Holding {
  readonly _tag: "Holding"
  readonly limit: number
  readonly round: number
  /** Turns of this round that somebody waited for. */
  awaited: number
  /** Requests that were taken since the last refusal before the round began. */
  readonly takenBefore: number
  /** What came since an early refusal; nothing without one. */
  readonly evidence: LimitEvidence | undefined
}

/** The pace of a round, in requests a millisecond: a little more with every turn that somebody waited for. */
export const paceOf = ({ awaited, limit, round }: Holding): number => {
  const rounds = awaited / round
  return limit * (start + rise * rounds + bend * rounds ** 3)
}

/** A limit that is at least so much begins to be looked for. */
export const lookingFrom = (least: number, evidence: LimitEvidence): Looking => ({
  _tag: "Looking",
  evidence,
  least,
  ratio: Number.POSITIVE_INFINITY,
  refusedSince: true,
  stuck: 0,
  near: nearTheTop,
  isNews: false,
  takenSince: 0
})
