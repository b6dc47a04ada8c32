/**
 * Whether the rows of one chain, one wallet's in one currency, are complete, and in which order they stand.
 *
 * Rows come in any order. Each is an edge from the balance before it to the balance after it, and a complete statement
 * is one unbroken path. That test needs no times, so a wrong time alone never makes a gap; times give the order, and
 * the place of a gap. Rows that are whole only in another order than that of their times must still begin and end where
 * the times say, or leave no doubt by their balances alone; else a row is missing, or the first or last one bears a wrong
 * time, and the verdict is `ambiguous`.
 * All is linear in the number of rows, in time and in memory.
 *
 * Rows that are not confirmed are optional edges. Rows without a balance are no edges; a break that they fill to the
 * last digit makes the verdict `ambiguous`, not `gap`. Order that can't be told is no flaw of completeness: such rows
 * have no position and the verdict is what it would be.
 */
import type * as Money from "../../domain/Money.ts"
import type { ChainEnd, Gap, Verdict } from "../../domain/Verdict.ts"
import { mostRows } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { Arrangement } from "./Arrangement.ts"
import * as Breaks from "./Breaks.ts"
import { type Chain, chainOf, type Positions, positionsOf, unbrokenChain } from "./Chain.ts"
import { type DayEnd, dayEndsOf } from "./dayEnds.ts"
import { type Anchors, at, type ChainRows, make, type Row, rowAt, some, upTo } from "./Edges.ts"
import { type ReadChain, readChain } from "./readChain.ts"
import { type Tally, tallyOf } from "./Tally.ts"
import { type Way, type Ways, waysOf } from "./ways.ts"
import { fill, type SilentEnds, silentEndsOf } from "./withoutBalance.ts"

/** Where a row stands: its id as received and its wall-clock time in milliseconds. */
export interface Mark {
  readonly txnId: string
  readonly localTime: number
}

/** What is known of one chain. */
export interface ChainCheck {
  readonly currency: Currency | null
  readonly verdict: Verdict
  /** The balance before the first row; null when no row and no anchor tells, or when several are possible. */
  readonly opening: Money.Money | null
  /** The balance after the last row; null as for `opening`. */
  readonly closing: Money.Money | null
  /** The balances the chain may lead between, likeliest first; none when no row tells one. */
  readonly ways: ReadonlyArray<Way>
  /** Whether its rows may all have left the balance where it was, since none of them is confirmed. */
  readonly mayRest: boolean
  /** What stands behind its days with rows, in their order. */
  readonly days: ReadonlyArray<DayEnd>
  /** Its rows without a balance at either end; null where there are none that fill no gap within. */
  readonly silent: SilentEnds | null
  /** The sum of what the rows took, confirmed or not. */
  readonly debit: Money.Money
  /** The sum of what the rows gave, confirmed or not. */
  readonly credit: Money.Money
  readonly rows: number
  readonly first: Mark | null
  readonly last: Mark | null
  /** The indices of the rows, of those that may belong to another chain, that found their place in this one. */
  readonly borrowed: ReadonlyArray<number>
}

/**
 * How rows are to be looked at; `borrowedFrom` is the index from which on they may belong to another chain, `jitter` by
 * how many seconds their times are known to be wrong at most.
 */
export interface ChainOptions {
  readonly currency?: Currency | null
  readonly borrowedFrom?: number
  readonly jitter?: number
}

const borrowedOf = ({ graph, sequence }: Arrangement, borrowedFrom: number): ReadonlyArray<number> =>
  borrowedFrom >= graph.edges.rows.count
    ? []
    : Array.from(sequence, (edge) => at(graph.edges.rowOf, edge)).filter((row) => row >= borrowedFrom)

/** What is said of a chain beside its order. */
interface Findings {
  readonly tally: Tally
  readonly gaps: ReadonlyArray<Gap>
  /** Where the times speak against the order in which the balances meet. */
  readonly orders: ReadonlyArray<Gap>
  /** The rows without a balance that fill other gaps. */
  readonly filling: ReadonlyArray<Row>
  /** Those that fill none. */
  readonly left: ReadonlyArray<Row>
  readonly borrowed: ReadonlyArray<number>
  readonly feesContained: number
  readonly ways: Ways
  readonly days: ReadonlyArray<DayEnd>
  readonly jitter: number
}

/** A chain, and what it may lead between. */
interface WeighedChain extends ReadChain {
  readonly ways: Ways
}

const weigh = (
  rows: ChainRows,
  anchors: Anchors,
  { borrowedFrom = rows.count, jitter = 0 }: ChainOptions
): WeighedChain => {
  const read = readChain(rows, anchors, borrowedFrom, jitter)
  return { ...read, ways: waysOf(read.chain, { isWeighed: borrowedFrom >= rows.count, jitter }) }
}

const checkOf = (
  rows: ChainRows,
  anchors: Anchors,
  options: ChainOptions,
  { chain, feesContained, ways }: WeighedChain
): ChainCheck => {
  const { borrowedFrom = rows.count, currency = null, jitter = 0 } = options
  const borrowed = borrowedOf(chain.arrangement, borrowedFrom)
  const members = borrowedFrom >= rows.count ? rows : some(rows, [...upTo(borrowedFrom), ...borrowed])
  const found = chain.gaps.map((each) => Breaks.toGap(chain.arrangement, each, currency))
  return conclude(chain, anchors, currency, {
    ...fill(found, members, jitter),
    orders: ordersOf(chain, currency),
    tally: tallyOf(members),
    borrowed,
    feesContained,
    ways,
    days: dayEndsOf(chain, members, { borrowedFrom, jitter }),
    jitter
  })
}

const ordersOf = ({ disorder }: Chain, currency: Currency | null): ReadonlyArray<Gap> =>
  disorder === undefined
    ? []
    : disorder.places.slice(0, mostRows).map((each) => Breaks.toGap(disorder.arrangement, each, currency))

const conclude = (
  chain: Chain,
  anchors: Anchors,
  currency: Currency | null,
  { borrowed, days, feesContained, filling, gaps, jitter, left, orders, tally, ways: { mayRest, ways } }: Findings
): ChainCheck => {
  const { graph: { edges }, sequence } = chain.arrangement
  const [first, last] = [sequence[0], sequence.at(-1)].map((edge) =>
    edge === undefined ? undefined : { txnId: rowAt(edges, edge).txnId, localTime: rowAt(edges, edge).localTime }
  )
  return {
    currency,
    verdict: verdictOf(tally, anchors, { gaps, orders, filling }, {
      currencyAssumed: borrowed.length,
      outOfTime: chain.breaks.length - chain.gaps.length - (chain.disorder?.places.length ?? 0),
      feesContained
    }),
    opening: mayRest ? null : only(ways, "opening"),
    closing: mayRest ? null : only(ways, "closing"),
    ways,
    mayRest,
    days,
    silent: silentEndsOf(left, first?.localTime, last?.localTime, jitter),
    debit: tally.debit,
    credit: tally.credit,
    rows: tally.rows,
    first: first ?? null,
    last: last ?? null,
    borrowed
  }
}

/** The balance at one end when all ways in time agree on it. */
const only = (ways: ReadonlyArray<Way>, end: ChainEnd): Money.Money | null => {
  const [first, ...others] = ways.filter(({ outOfTime }) => !outOfTime)
  return first === undefined || others.some((way) => way[end] !== first[end]) ? null : first[end]
}

const verdictOf = (
  tally: Tally,
  anchors: Anchors,
  { filling, gaps, orders }: Pick<Findings, "filling" | "gaps" | "orders">,
  found: { readonly currencyAssumed: number; readonly outOfTime: number; readonly feesContained: number }
): Verdict => {
  const openEnds = (["opening", "closing"] as const).filter((end: ChainEnd) => anchors[end] === undefined)
  return {
    kind: gaps.length > 0
      ? "gap"
      : orders.length > 0 || filling.length > 0
      ? "ambiguous"
      : openEnds.length > 0
      ? "unanchored"
      : "proven",
    modulo: {
      zeroSum: true,
      openEnds,
      unconfirmed: tally.unconfirmed,
      zeroAmount: tally.zeroAmount,
      noBalance: tally.noBalance,
      ...found
    },
    gaps,
    orders,
    rows: filling.slice(0, mostRows).map((row) => row.txnId)
  }
}

/** Says what the balances say about the rows of one chain; the sums and counts are of all its rows. */
export const check = (rows: ChainRows, anchors: Anchors = {}, options: ChainOptions = {}): ChainCheck =>
  checkOf(rows, anchors, options, weigh(rows, anchors, options))

/**
 * Gives each row its place in the chain where the balances and times leave it no other.
 *
 * A place is given exactly when it is the same in every order in which times do not decrease and each balance leads
 * to the next; when no such order exists although the rows are whole, the times are disregarded. So of two rows that
 * could be exchanged, equal ones included, neither has a place. Where the chain is broken, rows that share a second with
 * a row next to a gap have no place, since the fault may hide in their order; rows alone in their second always have.
 */
export const reconstruct = (rows: ChainRows, anchors: Anchors = {}): Positions =>
  positionsOf(chainOf(make(rows, anchors), rows.count))

/** What `check` and `reconstruct` say, and the indexes of the rows that make up the chain, in its order. */
export interface Examined {
  readonly check: ChainCheck
  readonly positions: Positions
  readonly members: Int32Array
}

/** `check` and `reconstruct` in one pass. */
export const examine = (rows: ChainRows, anchors: Anchors = {}, options: ChainOptions = {}): Examined => {
  const weighed = weigh(rows, anchors, options)
  return examined(weighed, checkOf(rows, anchors, options, weighed))
}

/**
 * The same of rows that meet one after the other in the order of their times, whatever order they came in; undefined of any
 * others, at a fraction of the cost.
 */
export const examineUnbroken = (
  rows: ChainRows,
  anchors: Anchors = {},
  options: ChainOptions = {}
): Examined | undefined => {
  const chain = unbrokenChain(make(rows, anchors), options.jitter)
  if (chain === undefined) return undefined
  const ways = waysOf(chain, { isWeighed: true, jitter: options.jitter })
  const weighed = { chain, feesContained: 0, ways }
  return examined(weighed, checkOf(rows, anchors, options, weighed))
}

/** A row that need not have moved the balance has no certain place. */
const examined = (
  { chain, ways: { doubtful } }: Pick<WeighedChain, "chain" | "ways">,
  check: ChainCheck
): Examined => {
  const { graph, sequence } = chain.arrangement
  const unplaced = new Set(Array.from(doubtful, (edge) => at(graph.edges.rowOf, edge)))
  const positions = positionsOf(chain)
  return {
    check,
    positions: unplaced.size === 0 ? positions : positions.map((place, row) => (unplaced.has(row) ? null : place)),
    members: sequence.map((edge) => at(graph.edges.rowOf, edge))
  }
}
