/**
 * Which currencies the rows of a window may belong to that name none, beside rows that do.
 *
 * Each such row belongs to the chain whose balance it begins with. That can be a currency that the window's other rows
 * name, or one that none of them does: then it makes up a chain of its own, and what it is called is told only by the
 * windows around. All the ways in which the rows can be told apart are kept, so that a later check of all windows needs
 * no rows.
 */
import type * as Money from "../../domain/Money.ts"
import { dayOfLocalTime } from "../../domain/Period.ts"
import { currencyAt, type Rows } from "../../domain/Rows.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { Mark } from "../chain/Continuity.ts"
import { at, balanceAt, type Edges, make, rowAt } from "../chain/Edges.ts"
import { anyChain, notAlways, type Stretch, takenSometimes, type Walk, walks } from "../chain/walks.ts"

/** A part of a window's rows that is a chain. */
export interface SharedChain {
  /** Null for rows none of which names a currency. */
  readonly currency: Currency | null
  readonly opening: Money.Money
  readonly closing: Money.Money
  /** Rows that name no currency. */
  readonly assumed: number
  readonly first: Mark
  readonly last: Mark
  /** Whether other rows leave open what stands behind the day of its last one: unconfirmed ones, ones without a balance, or wrong times. */
  readonly isOpen: boolean
  /** Whether such rows leave open what stood before its first one. */
  readonly isOpenBefore: boolean
}

/** One way to tell a window's rows apart into chains; a currency that has none passes its balance through. */
export type Alternative = ReadonlyArray<SharedChain>

/** The ways to tell rows apart, likeliest first. */
export interface Sharing {
  readonly alternatives: ReadonlyArray<Alternative>
  /** By the likeliest of them, the indexes of the rows that each currency is given. */
  readonly given: ReadonlyMap<Currency | null, ReadonlyArray<number>>
  /** The indexes of unconfirmed rows that may have moved no balance. */
  readonly doubtful: ReadonlyArray<number>
}

/** How many chains of rows that name no currency are looked for: most wallets hold two currencies, few three. */
const freeChains = [2, 3]

/** More ways than these are not kept for each window. */
const mostAlternatives = 32

/** Tells rows apart that name `currencies` or none; undefined when they can't be, in the order of their times. */
export const share = (
  rows: Rows,
  currencies: ReadonlyArray<Currency>,
  jitter?: number
): Sharing | undefined => {
  const edges = make(rows, {})
  const chains = rows.currencies.map((currency) => (currency === null ? anyChain : currencies.indexOf(currency)))
  const chainOf = (edge: number): number => chains[rows.currency[at(edges.rowOf, edge)] ?? -1] ?? anyChain
  const found = walksOver(edges, chainOf, currencies.length, jitter)
  const [likeliest] = found
  if (likeliest === undefined) return undefined
  const alternatives = distinct(
    found.map((walk) => {
      const sometimes = takenSometimes(walk, edges)
      return walk.chains.flatMap((stretch, index): Alternative =>
        stretch === undefined ? [] : [sharedOf(rows, edges, stretch, {
          currency: currencies[index] ?? null,
          isSure: !sometimes.includes(stretch.last),
          jitter
        })]
      )
    })
  ).slice(0, mostAlternatives)
  return { alternatives, given: givenBy(likeliest, edges, currencies), doubtful: doubtfulIn(found, edges) }
}

/** How a chain is looked at: whether its last row is in it for certain. */
interface StretchSight {
  readonly currency: Currency | null
  readonly isSure: boolean
  readonly jitter: number | undefined
}

const sharedOf = (
  rows: Rows,
  edges: Edges,
  stretch: Stretch,
  { currency, isSure, jitter }: StretchSight
): SharedChain => {
  const isOpenAt = (end: "first" | "last"): boolean =>
    mayMoveBeyond(rows, at(edges.rowOf, stretch[end]), {
      currency,
      reach: (jitter ?? 0) * 1000,
      direction: end === "first" ? -1 : 1
    })
  return {
    currency,
    opening: balanceAt(edges, stretch.opening),
    closing: balanceAt(edges, stretch.closing),
    assumed: stretch.assumed,
    first: markOf(edges, stretch.first),
    last: markOf(edges, stretch.last),
    isOpenBefore: isOpenAt("first"),
    isOpen: !isSure || isOpenAt("last")
  }
}

/** Whether rows of a currency that may or may not have moved the balance stand with a row or beyond it, or its time may be that of another day. */
const mayMoveBeyond = (
  rows: Rows,
  row: number,
  { currency, direction, reach }: {
    readonly currency: Currency | null
    readonly direction: number
    readonly reach: number
  }
): boolean => {
  const time = rows.localTime[row] as number
  if (dayOfLocalTime(time + direction * reach) !== dayOfLocalTime(time)) return true
  for (let other = 0; other < rows.count; other++) {
    if (rows.hasBalance[other] === 1) continue
    const named = currencyAt(rows, other)
    const isBeyond = direction * ((rows.localTime[other] as number) - time) >= -2 * reach
    if (isBeyond && (named === null || named === currency)) return true
  }
  return false
}

/**
 * Between rows that name a currency the balances tell what the others belong to; only at the ends can they be the
 * currency's or another's. To look for other chains everywhere is dear, so it is done only where that explains nothing.
 */
const walksOver = (
  edges: Edges,
  chainOf: (edge: number) => number,
  named: number,
  jitter: number | undefined
): ReadonlyArray<Walk> => {
  const question = { edges, chainOf, isOptional: (edge: number) => edges.unconfirmed[edge] === 1, named, jitter }
  for (const mostFree of freeChains) {
    if (named > 0) {
      const atEnds = walks({ ...question, mostFree, mayBegin: outside(edges, chainOf, named) })
      if (atEnds !== undefined && atEnds.length > 0) return atEnds
    }
    const anywhere = walks({ ...question, mostFree, mayBegin: () => true })
    if (anywhere !== undefined && anywhere.length > 0) return anywhere
  }
  return []
}

/** Whether an edge stands before the first row, or behind the last, that names some one of the currencies. */
const outside = (edges: Edges, chainOf: (edge: number) => number, named: number): (edge: number) => boolean => {
  const first = Array.from({ length: named }, () => Infinity)
  const last = Array.from({ length: named }, () => -Infinity)
  for (let edge = 0; edge < edges.count; edge++) {
    const chain = chainOf(edge)
    if (chain === anyChain) continue
    first[chain] = Math.min(first[chain] ?? Infinity, edges.seconds[edge] as number)
    last[chain] = Math.max(last[chain] ?? -Infinity, edges.seconds[edge] as number)
  }
  const [latestFirst, earliestLast] = [Math.max(...first), Math.min(...last)]
  return (edge) => {
    const second = edges.seconds[edge] as number
    return second <= latestFirst || second >= earliestLast
  }
}

const keyOf = ({ closing, currency, opening }: SharedChain): string => `${currency ?? "~"} ${opening} ${closing}`

/** Chains that no row names have no order: two ways that differ in it alone are one. */
const distinct = (alternatives: ReadonlyArray<Alternative>): ReadonlyArray<Alternative> => {
  const ordered = alternatives.map((alternative) =>
    alternative.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
  )
  const first = new Map<string, Alternative>()
  for (const each of ordered) {
    const key = each.map(keyOf).join()
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

const doubtfulIn = (found: ReadonlyArray<Walk>, edges: Edges): ReadonlyArray<number> =>
  notAlways(found, edges).map((edge) => at(edges.rowOf, edge))

const markOf = (edges: Edges, edge: number): Mark => {
  const { localTime, txnId } = rowAt(edges, edge)
  return { txnId, localTime }
}

const givenBy = (
  walk: Walk,
  edges: Edges,
  currencies: ReadonlyArray<Currency>
): ReadonlyMap<Currency | null, ReadonlyArray<number>> => {
  const given = new Map<Currency | null, Array<number>>()
  for (let next = walk.given; next !== undefined; next = next.before) {
    const currency = currencies[next.chain] ?? null
    const row = at(edges.rowOf, next.edge)
    const others = given.get(currency)
    if (others === undefined) given.set(currency, [row])
    else others.unshift(row)
  }
  return given
}
