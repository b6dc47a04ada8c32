/**
 * What a chain may stand at behind some windows, and what it may have begun with to come there.
 *
 * Nearly always that is one balance. It is several behind rows that don't tell alone, such as an unconfirmed last row,
 * until a later row tells which of them it was.
 */
import type * as Money from "../../domain/Money.ts"
import type { ChainCheck } from "../chain/Continuity.ts"

/** The possible balances, likeliest first, each with the openings that lead to it; empty when nothing is known. */
export type Carry = ReadonlyMap<Money.Money, ReadonlySet<Money.Money>>

/** Nothing is known yet. */
export const nothing: Carry = new Map()

/** One balance that somebody knows. */
export const known = (balance: Money.Money): Carry => new Map([[balance, new Set([balance])]])

/** One of some balances. */
export const anyOf = (balances: ReadonlyArray<Money.Money>): Carry =>
  new Map(balances.map((balance) => [balance, new Set([balance])]))

/** More than this is not kept apart. */
const most = 256

/** Whether a window tells any balance. */
export const tells = (window: ChainCheck | undefined): window is ChainCheck =>
  window !== undefined && window.ways.length > 0

/** What may stand behind a window: empty when it can't begin with what stood before it. */
export const through = (carry: Carry, window: ChainCheck): Carry => {
  const isKnown = carry.size > 0
  if (!isKnown && window.mayRest) return nothing
  const next = new Map<Money.Money, Set<Money.Money>>()
  for (const { closing, opening, outOfTime } of window.ways) {
    const openings = isKnown ? carry.get(opening) : [opening]
    if (!outOfTime && openings !== undefined) add(next, closing, openings)
  }
  if (window.mayRest) { for (const [balance, openings] of carry) add(next, balance, openings) }
  return next
}

/** The same when the window's times may be wrong. */
export const throughAnyhow = (carry: Carry, window: ChainCheck): Carry =>
  through(carry, { ...window, ways: window.ways.map((way) => ({ ...way, outOfTime: false })) })

/**
 * What stands behind a window that does not meet what stood before it; the chain's openings stay what they were. Only
 * the likeliest beginning counts, since the gap's amount is told by it.
 */
export const beyondGap = (carry: Carry, { ways }: ChainCheck): Carry => {
  const openings = openingsOf(carry)
  const next = new Map<Money.Money, Set<Money.Money>>()
  for (const { closing, opening, outOfTime } of ways) {
    if (!outOfTime && opening === ways[0]?.opening) add(next, closing, openings)
  }
  return next
}

/** What stands at a balance that rows without one lead to; the chain's openings stay what they were. */
export const led = (carry: Carry, balance: Money.Money): Carry => new Map([[balance, openingsOf(carry)]])

/** The part of some possible balances that holds. */
export const only = (carry: Carry, holds: (balance: Money.Money) => boolean): Carry =>
  new Map([...carry].filter(([balance]) => holds(balance)))

/** All that the chain may have begun with. */
export const openingsOf = (carry: Carry): ReadonlySet<Money.Money> =>
  new Set([...carry.values()].flatMap((openings) => [...openings]))

/** The balance, when there is but one. */
export const certain = (balances: Iterable<Money.Money>): Money.Money | null => {
  const [first, second] = balances
  return first === undefined || second !== undefined ? null : first
}

/** The likeliest balance. */
export const likeliest = (carry: Carry): Money.Money | undefined => carry.keys().next().value

const add = (
  carry: Map<Money.Money, Set<Money.Money>>,
  balance: Money.Money,
  openings: Iterable<Money.Money>
): void => {
  const before = carry.get(balance)
  if (before === undefined) {
    if (carry.size < most) carry.set(balance, new Set(openings))
  } else for (const opening of openings) if (before.size < most) before.add(opening)
}
