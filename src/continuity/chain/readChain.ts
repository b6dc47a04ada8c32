/**
 * The chain of some rows, read as their balances are meant: a payment's may contain its fee already.
 */
import { type Chain, chainOf } from "./Chain.ts"
import { type Anchors, type ChainRows, make } from "./Edges.ts"
import { type FeePair, feePairs, withoutFees } from "./fees.ts"

/** The chain of some rows, and how many payments' balances had to be read without their fees for it to be whole. */
export interface ReadChain {
  readonly chain: Chain
  readonly feesContained: number
}

/** The most pairs of a payment and its fee that are tried one by one. */
const mostPairs = 20

/** Puts rows in the order of their chain, as `chainOf` does; where gaps are left, payments are read without their fees. */
export const readChain = (
  rows: ChainRows,
  anchors: Anchors,
  borrowedFrom: number,
  jitter: number
): ReadChain => {
  const chain = chainOf(make(rows, anchors), borrowedFrom, jitter)
  const pairs = chain.gaps.length === 0 ? [] : feePairs(rows)
  if (pairs.length === 0) return { chain, feesContained: 0 }
  const reread = (chosen: ReadonlyArray<FeePair>): ReadChain => ({
    chain: chainOf(make(withoutFees(rows, chosen), anchors), borrowedFrom, jitter),
    feesContained: chosen.length
  })
  const all = reread(pairs)
  if (faultsOf(all) === 0) return all
  const chosen: Array<FeePair> = []
  let best: ReadChain = { chain, feesContained: 0 }
  for (const pair of pairs.slice(0, mostPairs)) {
    const next = reread([...chosen, pair])
    if (faultsOf(next) >= faultsOf(best)) continue
    chosen.push(pair)
    best = next
  }
  return all.chain.gaps.length === 0 && best.chain.gaps.length > 0 ? all : best
}

/** The gaps of a reading; rows that are whole only at times which are not believed are worse than whole ones, and better than a gap. */
const faultsOf = ({ chain: { disorder, gaps } }: ReadChain): number =>
  gaps.length + (disorder === undefined ? 0 : 1 / 2)
