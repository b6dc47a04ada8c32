/**
 * The balances that a chain may lead between: one pair as a rule, several where its rows alone don't tell.
 *
 * Rows that are a circuit may be entered at any of their balances. A row that is not confirmed may have moved the
 * balance or not: where rows that come later settle it, it belongs to the chain or not; where none does, both hold, and
 * such a row has no certain place.
 */
import type * as Money from "../../domain/Money.ts"
import type { Arrangement } from "./Arrangement.ts"
import type { Chain } from "./Chain.ts"
import { at, balanceAt, type Edges, unknown } from "./Edges.ts"
import type { EndsByTime } from "./times.ts"
import { notAlways, type Walk, walks } from "./walks.ts"

/** The balance before the first row and the one after the last. */
export interface Way {
  readonly opening: Money.Money
  readonly closing: Money.Money
  /** Set where only wrong times allow it. */
  readonly outOfTime: boolean
}

/** All that a chain may lead between. */
export interface Ways {
  /** Likeliest first; empty when no row and no known balance tells. */
  readonly ways: ReadonlyArray<Way>
  /** Whether the rows may all have left the balance where it was, whatever it is. */
  readonly mayRest: boolean
  /** Edges of rows that are part of the chain but need not have moved the balance. */
  readonly doubtful: ReadonlySet<number>
}

/** More rows that may be left out are not weighed one by one. */
const mostOptional = 200

/** The most pairs of balances that times leave open. */
const mostPairs = 64

/** The most pairs that a broken chain's ends give. */
const mostEnds = 8

/** How rows are to be weighed: not one by one when rows that may belong to another chain have a part in it. */
export interface Weighing {
  readonly isWeighed: boolean
  readonly jitter: number | undefined
}

/** What an arranged chain may lead between. */
export const waysOf = (chain: Chain, { isWeighed, jitter }: Weighing): Ways => {
  const { edges } = chain.arrangement.graph
  const optional = countOf(edges)
  if (optional === 0 || !isWeighed) return { ways: plainWays(chain), mayRest: false, doubtful: new Set() }
  const found = optional > mostOptional ? [] : walksOf(edges, jitter)
  return found.length === 0 ? atEnds(chain) : weighed(edges, found)
}

const countOf = ({ count, unconfirmed }: Edges): number => {
  let found = 0
  for (let edge = 0; edge < count; edge++) found += unconfirmed[edge] as number
  return found
}

const walksOf = (edges: Edges, jitter: number | undefined): ReadonlyArray<Walk> => {
  const { closing, opening, unconfirmed } = edges
  const all = walks({
    edges,
    chainOf: () => 0,
    isOptional: (edge) => unconfirmed[edge] === 1,
    named: 1,
    mostFree: 0,
    mayBegin: () => false,
    jitter
  })
  return (all ?? []).filter(({ chains: [stretch] }) =>
    stretch === undefined
      ? opening === unknown || closing === unknown || opening === closing
      : (opening === unknown || stretch.opening === opening) && (closing === unknown || stretch.closing === closing)
  )
}

const weighed = (edges: Edges, found: ReadonlyArray<Walk>): Ways => ({
  ways: found.flatMap(({ chains: [stretch] }) =>
    stretch === undefined ? [] : [between(edges, stretch.opening, stretch.closing)]
  ),
  mayRest: found.some(({ chains: [stretch] }) => stretch === undefined),
  doubtful: new Set(notAlways(found, edges))
})

const between = (edges: Edges, opening: number, closing: number, outOfTime = false): Way => ({
  opening: balanceAt(edges, opening),
  closing: balanceAt(edges, closing),
  outOfTime
})

const plainWays = ({ arrangement, disorder, ends, gaps }: Chain): ReadonlyArray<Way> => {
  const { graph: { edges }, openings, sequence } = arrangement
  const [first, last] = [sequence[0], sequence.at(-1)]
  if (first === undefined || last === undefined) return passing(edges)
  if (ends !== undefined && (openings.length > 1 || disorder !== undefined)) {
    return outOfOrder(arrangement, ends, disorder)
  }
  if (openings.length > 1) return openings.map((vertex) => between(edges, vertex, vertex))
  const opening = openings[0] ?? at(edges.tail, first)
  const closing = at(edges.head, last)
  const way = between(edges, opening, closing)
  const isTimedCircuit = opening === closing && sequence.length > 1 && gaps.length === 0
  const isAnchored = edges.opening !== unknown || edges.closing !== unknown
  return isTimedCircuit && !isAnchored ? [way, ...outOfTime(arrangement, opening)] : [way]
}

/**
 * What rows may lead between that are whole in another order than that of their times: what the times say, and what
 * that order says, which is known for certain only where the times are believed to be wrong.
 */
const outOfOrder = (
  { graph: { edges }, openings, sequence }: Arrangement,
  ends: EndsByTime,
  disorder: Chain["disorder"]
): ReadonlyArray<Way> => {
  const wholes = openings.length > 1
    ? openings.map((vertex) => [vertex, vertex] as const)
    : [[openings[0] ?? at(edges.tail, at(sequence, 0)), at(edges.head, at(sequence, sequence.length - 1))] as const]
  const isInTime = ([opening, closing]: readonly [number, number]): boolean =>
    ends.openings.has(opening) && ends.closings.has(closing)
  if (disorder === undefined) {
    return [...wholes.filter(isInTime), ...wholes.filter((whole) => !isInTime(whole))]
      .map((whole) => between(edges, ...whole, !isInTime(whole)))
  }
  const pairs = [...ends.openings].flatMap((opening) =>
    [...ends.closings].map((closing) => [opening, closing] as const)
  )
  const told = pairs.slice(0, mostPairs).map((pair) => between(edges, ...pair))
  // What the times may say must all be known where neighbours are to tell that they are wrong.
  return pairs.length > mostPairs ? told : [...told, ...wholes.map((whole) => between(edges, ...whole, true))]
}

/** A known balance passes where no row tells one. */
const passing = (edges: Edges): ReadonlyArray<Way> => {
  const known = edges.opening === unknown ? edges.closing : edges.opening
  return known === unknown ? [] : [between(edges, known, edges.closing === unknown ? known : edges.closing)]
}

/** The other balances of a circuit, smallest first. */
const outOfTime = ({ graph: { edges }, sequence }: Arrangement, opening: number): ReadonlyArray<Way> =>
  Array.from(new Set(sequence.map((edge) => at(edges.tail, edge))))
    .filter((vertex) => vertex !== opening)
    .map((vertex) => between(edges, vertex, vertex, true))
    .sort((left, right) => (left.opening < right.opening ? -1 : 1))

/** Where rows are not weighed one by one: the chain's own ends, and what is left without rows there that are optional. */
const atEnds = (chain: Chain): Ways => {
  const { arrangement: { graph: { edges }, sequence } } = chain
  const isOptional = (edge: number | undefined): boolean => edge !== undefined && edges.unconfirmed[edge] === 1
  const own = plainWays(chain)
  const [way] = own
  const doubtful = new Set<number>()
  if (way === undefined || own.length > 1) return { ways: own, mayRest: false, doubtful }
  const [openings, closings] = [[way.opening], [way.closing]]
  if (edges.opening === unknown) {
    for (let place = 0; place < sequence.length - 1 && isOptional(sequence[place]); place++) {
      doubtful.add(at(sequence, place))
      if (openings.length < mostEnds) openings.push(balanceAt(edges, at(edges.head, at(sequence, place))))
    }
  }
  if (edges.closing === unknown) {
    for (let place = sequence.length - 1; place > 0 && isOptional(sequence[place]); place--) {
      doubtful.add(at(sequence, place))
      if (closings.length < mostEnds) closings.push(balanceAt(edges, at(edges.tail, at(sequence, place))))
    }
  }
  const ways = openings.flatMap((opening) => closings.map((closing): Way => ({ opening, closing, outOfTime: false })))
  return { ways, mayRest: false, doubtful }
}
