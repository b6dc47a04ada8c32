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
import { at, balanceAt, type Edges, unknown, upTo } from "./Edges.ts"
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
  if (!isWeighed || !edges.unconfirmed.includes(1)) {
    return { ways: plainWays(chain), mayRest: false, doubtful: new Set() }
  }
  const optional = upTo(edges.count).filter((edge) => edges.unconfirmed[edge] === 1)
  // Beyond some number not all ways are kept, so that is told without them.
  const mayRest = optional.length === edges.count && isPassed(edges)
  if (optional.length > mostOptional) {
    return { ...atEnds(chain, optional, jitter), mayRest, doubtful: new Set(optional) }
  }
  const found = walksOf(edges, jitter)
  return { ...(found.length === 0 ? atEnds(chain, optional, jitter) : weighed(edges, found)), mayRest }
}

/** Whether the known balances allow that none is moved. */
const isPassed = ({ closing, opening }: Edges): boolean =>
  opening === unknown || closing === unknown || opening === closing

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
      ? isPassed(edges)
      : (opening === unknown || stretch.opening === opening) && (closing === unknown || stretch.closing === closing)
  )
}

const weighed = (edges: Edges, found: ReadonlyArray<Walk>): Omit<Ways, "mayRest"> => ({
  ways: found.flatMap(({ chains: [stretch] }) =>
    stretch === undefined ? [] : [between(edges, stretch.opening, stretch.closing)]
  ),
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

/**
 * Where rows are not weighed one by one: the chain's own ends, what rows that it does without lead on to there, and what is left
 * without rows there that are optional.
 */
const atEnds = (chain: Chain, optional: Int32Array, jitter = 0): Omit<Ways, "mayRest"> => {
  const { arrangement: { graph: { edges }, sequence } } = chain
  const isOptional = (edge: number | undefined): boolean => edge !== undefined && edges.unconfirmed[edge] === 1
  const own = plainWays(chain)
  const [way] = own
  const doubtful = new Set<number>()
  if (way === undefined || own.length > 1) return { ways: own, doubtful }
  const left = new Set(optional)
  for (const edge of sequence) left.delete(edge)
  const beyond = (end: Money.Money, direction: 1 | -1): Array<Money.Money> => {
    const edge = sequence.at(direction === 1 ? -1 : 0)
    return edge === undefined ? [] : ledOn(edges, left, { edge, end, direction, reach: 2 * jitter })
  }
  const openings = [...edges.opening === unknown ? beyond(way.opening, -1) : [], way.opening]
  const closings = [...edges.closing === unknown ? beyond(way.closing, 1) : [], way.closing]
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
  return { ways, doubtful }
}

/** An end of a chain: its last row there, its balance, which way time goes on, and how many seconds times may be exchanged by. */
interface ChainEndSight {
  readonly edge: number
  readonly end: Money.Money
  readonly direction: 1 | -1
  readonly reach: number
}

/** What some edges lead on to from an end of a chain, and not before its last row there; what most of them lead to first. */
const ledOn = (
  edges: Edges,
  left: ReadonlySet<number>,
  { direction, edge: from, end, reach }: ChainEndSight
): Array<Money.Money> => {
  const secondOf = (edge: number): number => direction * (edges.seconds[edge] as number)
  const [near, far] = direction === 1 ? [edges.tail, edges.head] : [edges.head, edges.tail]
  const inTime = [...left].sort((one, other) => secondOf(one) - secondOf(other))
  const reached = new Map([[end, { second: secondOf(from), steps: 0 }]])
  for (let isNew = true; isNew;) {
    isNew = false
    for (const edge of inTime) {
      const [balance, next] = [balanceAt(edges, at(near, edge)), balanceAt(edges, at(far, edge))]
      const begun = reached.get(balance)
      if (begun === undefined || begun.second > secondOf(edge) + reach || reached.has(next)) continue
      reached.set(next, { second: Math.max(begun.second, secondOf(edge)), steps: begun.steps + 1 })
      isNew = true
    }
  }
  reached.delete(end)
  return [...reached].sort(([one, { steps }], [other, before]) => before.steps - steps || (one < other ? -1 : 1))
    .slice(0, mostEnds).map(([balance]) => balance)
}
