/**
 * All ways to walk over rows in the order of their times when some rows may be left out, and some may belong to one of
 * several chains. Only where the ways end is kept, so there are few of them at any time.
 *
 * Within a second every order is tried. The search is bounded in the ways that it keeps and in the steps that it takes;
 * beyond the first it keeps the likeliest ways, beyond the second it says nothing.
 */
import * as bySecond from "./bySecond.ts"
import { at, type Edges, unknown, upTo } from "./Edges.ts"

/** Stands for the chain of a row that names none. */
export const anyChain = -1

/** What is to be walked over. */
export interface Question {
  readonly edges: Edges
  /** The chain that an edge belongs to, counted from 0, or `anyChain`. */
  readonly chainOf: (edge: number) => number
  /** Whether an edge may be left out. */
  readonly isOptional: (edge: number) => boolean
  /** How many chains rows name. */
  readonly named: number
  /** How many further chains the other rows may make up. */
  readonly mostFree: number
  /** Whether a row may begin such a chain although another chain stands at its balance. */
  readonly mayBegin: (edge: number) => boolean
  /** By how many seconds each time may be wrong. */
  readonly jitter: number | undefined
}

/** One chain of a way: vertices, edges, and how many rows that name no chain it took. */
export interface Stretch {
  readonly opening: number
  readonly closing: number
  readonly first: number
  readonly last: number
  readonly assumed: number
}

/** A row that names no chain, and the one it was given to. */
interface Given {
  readonly edge: number
  readonly chain: number
  readonly before: Given | undefined
}

/** A way over all the rows; the chains that rows name stand first, undefined where none of them has begun. */
export interface Walk {
  readonly chains: ReadonlyArray<Stretch | undefined>
  /** Optional edges that are taken in every way that ends like this one, a bit for each in the order of the edges. */
  readonly always: bigint
  /** Those that are taken in this one. */
  readonly taken: bigint
  /** The larger, the less likely. */
  readonly cost: number
  readonly given: Given | undefined
}

/** The most ways that are kept. */
export const mostWalks = 64

/** The most steps that a search takes beyond those that it takes anyhow. */
const mostSteps = 30_000

/** How unlikely it is that a row was left out, or that it begins a chain that no row names. */
const costs = { leftOut: 1, begun: 4 }

/** The ways over all rows, likeliest first; empty when there is none, undefined when it would take too long to say. */
export const walks = (question: Question): ReadonlyArray<Walk> | undefined => new Walker(question).walk()

/** The unconfirmed edges, where these are the optional ones, that some way leaves out. */
export const notAlways = (found: ReadonlyArray<Walk>, edges: Edges): ReadonlyArray<number> =>
  edgesIn(~found.reduce((mask, walk) => mask & walk.always, -1n), edges)

/** The unconfirmed edges that a way takes and another one, which ends like it, leaves out. */
export const takenSometimes = ({ always, taken }: Walk, edges: Edges): ReadonlyArray<number> =>
  edgesIn(taken & ~always, edges)

const edgesIn = (mask: bigint, edges: Edges): ReadonlyArray<number> => {
  const found: Array<number> = []
  let bit = 0n
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.unconfirmed[edge] !== 1) continue
    if (((mask >> bit) & 1n) === 1n) found.push(edge)
    bit++
  }
  return found
}

class Walker {
  private readonly question: Question
  private readonly bits: Int32Array
  private steps = 0
  private isCut = false

  constructor(question: Question) {
    this.question = question
    this.bits = new Int32Array(question.edges.count).fill(unknown)
    let bit = 0
    for (let edge = 0; edge < this.bits.length; edge++) if (question.isOptional(edge)) this.bits[edge] = bit++
  }

  walk(): ReadonlyArray<Walk> | undefined {
    const { edges, jitter, named } = this.question
    const { list, offsets } = bySecond.settled(edges, bySecond.group(edges, upTo(edges.count), jitter))
    const none: Walk = {
      chains: Array.from({ length: named }, () => undefined),
      always: 0n,
      taken: 0n,
      cost: 0,
      given: undefined
    }
    let ways: ReadonlyArray<Walk> = [none]
    for (let group = 0; group + 1 < offsets.length && ways.length > 0; group++) {
      const found = new Map<string, Walk>()
      for (const way of ways) {
        if (!this.pass(way, list, at(offsets, group), at(offsets, group + 1), found)) return undefined
      }
      ways = this.likeliest(found)
    }
    // What is taken in all ways that are kept need not be taken in one that was not.
    return this.isCut ? ways.map((way) => ({ ...way, always: 0n })) : ways
  }

  /** Adds to `found` the ways over the edges of a second; false when that takes too long. */
  private pass(way: Walk, list: Int32Array, from: number, to: number, found: Map<string, Walk>): boolean {
    const single = at(list, from)
    if (to - from === 1) {
      for (const next of this.take(way, single)) keep(found, next)
      if (this.question.isOptional(single)) keep(found, { ...way, cost: way.cost + costs.leftOut })
      return true
    }
    const required = this.maskOf(list, from, to, (edge) => !this.question.isOptional(edge))
    const seen = new Set<string>()
    const open: Array<readonly [mask: bigint, way: Walk]> = [[0n, way]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [mask, walk] = next
      if ((mask & required) === required) keep(found, { ...walk, cost: walk.cost + this.leftOut(mask, list, from, to) })
      for (let place = from; place < to; place++) {
        const bit = 1n << BigInt(place - from)
        if ((mask & bit) !== 0n || this.isRepeated(mask, list, from, place)) continue
        for (const taken of this.take(walk, at(list, place))) {
          const key = `${mask | bit} ${keyOf(taken)}`
          if (seen.has(key)) continue
          if (++this.steps > mostSteps) return false
          seen.add(key)
          open.push([mask | bit, taken])
        }
      }
    }
    return true
  }

  private likeliest(found: Map<string, Walk>): ReadonlyArray<Walk> {
    const all = [...found.values()].sort((left, right) => left.cost - right.cost)
    if (all.length <= mostWalks) return all
    this.isCut = true
    return all.slice(0, mostWalks)
  }

  private maskOf(list: Int32Array, from: number, to: number, isIn: (edge: number) => boolean): bigint {
    let mask = 0n
    for (let place = from; place < to; place++) if (isIn(at(list, place))) mask |= 1n << BigInt(place - from)
    return mask
  }

  private leftOut(mask: bigint, list: Int32Array, from: number, to: number): number {
    let count = 0
    for (let place = from; place < to; place++) {
      if ((mask & (1n << BigInt(place - from))) === 0n && this.question.isOptional(at(list, place))) count++
    }
    return count * costs.leftOut
  }

  /** Whether an edge not yet taken stands in front that leads the same way: which of the two goes first is all one. */
  private isRepeated(mask: bigint, list: Int32Array, from: number, place: number): boolean {
    const { chainOf, edges, isOptional } = this.question
    const edge = at(list, place)
    if (isOptional(edge)) return false
    for (let earlier = from; earlier < place; earlier++) {
      if ((mask & (1n << BigInt(earlier - from))) !== 0n) continue
      const other = at(list, earlier)
      const isLike = at(edges.tail, edge) === at(edges.tail, other) && at(edges.head, edge) === at(edges.head, other)
      if (isLike && chainOf(edge) === chainOf(other) && !isOptional(other)) return true
    }
    return false
  }

  /** The ways that come of taking an edge. */
  private take(way: Walk, edge: number): ReadonlyArray<Walk> {
    const { chainOf, edges, mayBegin, mostFree, named } = this.question
    const tail = at(edges.tail, edge)
    const own = chainOf(edge)
    const stands = (chain: number): boolean => {
      const stretch = way.chains[chain]
      return stretch === undefined || stretch.closing === tail
    }
    if (own !== anyChain) return stands(own) ? [this.extend(way, own, edge)] : []
    const next: Array<Walk> = []
    for (let chain = 0; chain < way.chains.length; chain++) if (stands(chain)) next.push(this.extend(way, chain, edge))
    const isFree = way.chains.length - named < mostFree
    if (isFree && (next.length === 0 || mayBegin(edge))) next.push(this.extend(way, way.chains.length, edge))
    return next
  }

  private extend(way: Walk, chain: number, edge: number): Walk {
    const { chainOf, edges, named } = this.question
    const isGiven = chainOf(edge) === anyChain
    const before = way.chains[chain]
    const chains = way.chains.slice()
    chains[chain] = {
      opening: before?.opening ?? at(edges.tail, edge),
      closing: at(edges.head, edge),
      first: before?.first ?? edge,
      last: edge,
      assumed: (before?.assumed ?? 0) + (isGiven ? 1 : 0)
    }
    const place = at(this.bits, edge)
    const bit = place === unknown ? 0n : 1n << BigInt(place)
    return {
      chains,
      always: way.always | bit,
      taken: way.taken | bit,
      cost: way.cost + (before === undefined && chain >= named ? costs.begun : 0),
      given: isGiven ? { edge, chain, before: way.given } : way.given
    }
  }
}

const keep = (found: Map<string, Walk>, way: Walk): void => {
  const key = keyOf(way)
  const known = found.get(key)
  if (known === undefined) found.set(key, way)
  else found.set(key, { ...(known.cost <= way.cost ? known : way), always: known.always & way.always })
}

const keyOf = ({ chains }: Walk): string =>
  chains.map((stretch) => (stretch === undefined ? "-" : `${stretch.opening}>${stretch.closing}`)).join(" ")
