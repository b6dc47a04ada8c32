/**
 * Decides, for all windows of a wallet together, what the rows belong to that name no currency: to the currency whose
 * balance they begin with and whose next row they lead to.
 *
 * What a window alone leaves open, its neighbours tell. So the ways in which each window's rows can be told apart are
 * followed from window to window, those with the fewest breaks first; of these the breaks that come latest, so that
 * what was found whole before stays so.
 */
import { zero } from "../../domain/Money.ts"
import { dayOfLocalTime } from "../../domain/Period.ts"
import { nothingAssumed } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck } from "../chain/Continuity.ts"
import { type DayEnd, knownEnd, openEnd } from "../chain/dayEnds.ts"
import * as Carry from "./Carry.ts"
import type { Alternative, SharedChain } from "./sharing.ts"

/** What a window's rows tell: its chains, and how those can be told apart that name no currency. */
export interface ToldApart {
  readonly chains: ReadonlyArray<ChainCheck>
  readonly shared: ReadonlyArray<Alternative>
}

/** One way to name the chains of a window, and how many of them no currency takes. */
interface Naming {
  readonly chains: ReadonlyArray<ChainCheck>
  readonly unnamed: number
}

/** Some windows with their chains named, and what stands behind them. */
interface Route {
  readonly carries: ReadonlyMap<Currency, Carry.Carry>
  readonly cost: number
  readonly naming: Naming
  readonly before: Route | undefined
  /** Others that are as good and leave the same balances behind. */
  readonly like: ReadonlyArray<Route>
}

/** The most routes that are followed at a time. */
const mostRoutes = 48

/** The windows, which stand in the order of days, with every chain named by one of the known currencies if it can be. */
export const settle = <Window extends ToldApart>(
  windows: ReadonlyArray<Window>,
  known: ReadonlyArray<Currency>
): ReadonlyArray<Window> => {
  if (known.length === 0 || windows.every(isNamed)) return windows
  let routes: ReadonlyArray<Route> = [
    { carries: new Map(), cost: 0, naming: { chains: [], unnamed: 0 }, before: undefined, like: [] }
  ]
  for (const [index, window] of windows.entries()) {
    const namings = namingsOf(window, known)
    const found = new Map<string, Route>()
    for (const route of routes) {
      for (const naming of namings) {
        const next = follow(route, naming, windows.length - index)
        const key = keyOf(next)
        const other = found.get(key)
        if (next.cost < (other?.cost ?? Infinity)) found.set(key, next)
        else if (next.cost === other?.cost) found.set(key, { ...other, like: [...other.like, next] })
      }
    }
    routes = [...found.values()].sort((left, right) => left.cost - right.cost).slice(0, mostRoutes)
  }
  const settled: Array<Window> = []
  let route = routes[0]
  let ties = routes.slice(0, 1)
  for (const window of windows.toReversed()) {
    const all = ties.flatMap((each) => [each, ...each.like])
    const chains = route?.naming.chains.map((chain) => (isOneOf(chain, all) ? chain : untold(chain)))
    settled.unshift({ ...window, chains: chains ?? window.chains, shared: [] })
    route = route?.before
    ties = [...new Set(all.flatMap(({ before }) => before ?? []))]
  }
  return settled
}

/** Whether all of some routes name a chain alike that ends with the same balance. */
const isOneOf = ({ closing, currency }: ChainCheck, routes: ReadonlyArray<Route>): boolean =>
  routes.every(({ naming }) => {
    const other = naming.chains.find((chain) => chain.currency === currency)
    return other !== undefined && other.closing === closing
  })

/** A chain of which nobody knows whether it or another leads to what comes behind its last day. */
const untold = (chain: ChainCheck): ChainCheck => {
  const last = chain.days.at(-1)
  return last === undefined ? chain : { ...chain, days: [...chain.days.slice(0, -1), openEnd(last.day, "no-currency")] }
}

/** Rows that nobody takes count for less than a break that they would make, and for more than a break put off. */
const costs = { break: 1, unnamed: 0.9, sooner: 1e-6 }

const follow = (before: Route, naming: Naming, left: number): Route => {
  const carries = new Map(before.carries)
  let cost = before.cost + naming.unnamed * (costs.unnamed + costs.sooner * left)
  for (const chain of naming.chains) {
    if (chain.currency === null || !Carry.tells(chain)) continue
    const carry = carries.get(chain.currency) ?? Carry.nothing
    const next = Carry.through(carry, chain)
    const isBroken = carry.size > 0 && next.size === 0
    if (isBroken) cost += costs.break + costs.sooner * left
    carries.set(chain.currency, isBroken ? Carry.beyondGap(carry, chain) : next)
  }
  return { carries, cost, naming, before, like: [] }
}

const keyOf = ({ carries }: Route): string =>
  [...carries].map(([currency, carry]) => `${currency} ${[...carry.keys()].join(",")}`).sort().join(" ")

const isNamed = ({ chains, shared }: ToldApart): boolean =>
  shared.length === 0 && chains.every(({ currency }) => currency !== null)

const namingsOf = (window: ToldApart, known: ReadonlyArray<Currency>): ReadonlyArray<Naming> => {
  if (isNamed(window)) return [{ chains: window.chains, unnamed: 0 }]
  const loose = window.chains.find(({ currency }) => currency === null)
  const named = window.chains.filter(({ currency }) => currency !== null)
  const free = known.filter((currency) => named.every((chain) => chain.currency !== currency))
  const told = window.shared.flatMap((alternative) => namingsBy(alternative, named, free))
    .map((naming) => withUntold(naming, loose?.verdict.modulo.noBalance ?? 0))
  const isUndecided = loose?.verdict.kind === "ambiguous" && loose.ways.length === 0
  if (loose === undefined || isUndecided || named.length > 0) {
    return told.length > 0 ? told : [{ chains: window.chains, unnamed: 1 }]
  }
  // Rows none of which names a currency: those of a wallet with one are its, broken or not.
  const isOne = known.length === 1 || loose.verdict.kind !== "gap"
  const rest = known.length === 1 ? [] : [{ chains: [undecided([loose])], unnamed: 1 }]
  return [...told, ...(isOne ? asOne(loose, free) : []), ...rest]
}

/** Rows that tell neither a balance nor a currency stand in none of the chains that are told apart: they are counted all the same. */
const withUntold = (naming: Naming, noBalance: number): Naming => {
  const [first, ...others] = naming.chains
  if (first === undefined || noBalance === 0) return naming
  const modulo = { ...first.verdict.modulo, noBalance: first.verdict.modulo.noBalance + noBalance }
  return { ...naming, chains: [{ ...first, verdict: { ...first.verdict, modulo } }, ...others] }
}

/** All the rows as one chain of a currency. */
const asOne = (loose: ChainCheck, free: ReadonlyArray<Currency>): ReadonlyArray<Naming> =>
  free.map((currency) => ({
    chains: [{
      ...loose,
      currency,
      verdict: {
        ...loose.verdict,
        modulo: { ...loose.verdict.modulo, currencyAssumed: loose.rows },
        gaps: loose.verdict.gaps.map((gap) => ({ ...gap, currency }))
      }
    }],
    unnamed: 0
  }))

/** The namings that come of giving each chain of rows without a currency to one that has none yet, or to nobody. */
const namingsBy = (
  alternative: Alternative,
  named: ReadonlyArray<ChainCheck>,
  free: ReadonlyArray<Currency>
): ReadonlyArray<Naming> => {
  const own = named.map((chain) => {
    const shared = alternative.find(({ currency }) => currency === chain.currency)
    return shared === undefined ? { ...chain, ways: [], mayRest: false } : withShare(chain, shared)
  })
  const give = (
    [first, ...rest]: Alternative,
    left: ReadonlyArray<Currency>,
    given: ReadonlyArray<ChainCheck>,
    unnamed: ReadonlyArray<ChainCheck>
  ): ReadonlyArray<Naming> => {
    if (first === undefined) {
      return [{
        chains: unnamed.length === 0 ? given : [...given, undecided(unnamed)],
        unnamed: unnamed.length
      }]
    }
    const chain = withShare(blank, first)
    return [
      ...left.flatMap((currency) =>
        give(rest, left.filter((other) => other !== currency), [...given, { ...chain, currency }], unnamed)
      ),
      ...give(rest, left, given, [...unnamed, chain])
    ]
  }
  return give(alternative.filter(({ currency }) => currency === null), free, own, [])
}

const blank: ChainCheck = {
  currency: null,
  verdict: {
    kind: "unanchored",
    modulo: { ...nothingAssumed, openEnds: ["opening", "closing"] },
    gaps: [],
    orders: [],
    rows: []
  },
  opening: null,
  closing: null,
  ways: [],
  mayRest: false,
  days: [],
  silent: null,
  debit: zero,
  credit: zero,
  rows: 0,
  first: null,
  last: null,
  borrowed: []
}

const withShare = (chain: ChainCheck, { assumed, closing, first, isOpen, last, opening }: SharedChain): ChainCheck => ({
  ...chain,
  verdict: { ...chain.verdict, modulo: { ...chain.verdict.modulo, currencyAssumed: assumed } },
  opening,
  closing,
  ways: [{ opening, closing, outOfTime: false }],
  mayRest: false,
  silent: null,
  rows: chain === blank ? assumed : chain.rows,
  days: daysOf(chain, { first, last, closing, isOpen }),
  first,
  last
})

/** Between the first day and the last the balance is not told, and where that is open behind the last one neither. */
const daysOf = (
  { days }: ChainCheck,
  { closing, first, isOpen, last }: Pick<SharedChain, "first" | "last" | "closing" | "isOpen">
): ReadonlyArray<DayEnd> => {
  const lastDay = dayOfLocalTime(last.localTime)
  const eve = days[0]
  const own = days.flatMap(({ day, hasRows }) => (hasRows ? day : []))
  const inner = new Set([...own, dayOfLocalTime(first.localTime)])
  return [
    // What its own rows say of the eve may not be so with those that were given to it.
    ...(eve === undefined || eve.hasRows
      ? []
      : [{ ...eve, passages: [], open: eve.open === "no-balance" ? eve.open : "no-currency" as const }]),
    ...[...inner].filter((day) => day < lastDay).sort((left, right) => left - right)
      .map((day) => openEnd(day, "no-currency")),
    isOpen ? openEnd(lastDay, "no-currency") : knownEnd(lastDay, closing),
    // Rows without a balance are in no share.
    ...[...inner].filter((day) => day > lastDay).sort((left, right) => left - right)
      .map((day) => openEnd(day, "no-balance"))
  ]
}

/** Rows that no currency takes: no balance of theirs is believed. */
const undecided = (chains: ReadonlyArray<ChainCheck>): ChainCheck => ({
  ...blank,
  verdict: {
    ...blank.verdict,
    kind: "ambiguous",
    rows: [...new Set(chains.flatMap(({ first, last }) => [first?.txnId ?? [], last?.txnId ?? []].flat()))]
  },
  rows: chains.reduce((sum, { rows }) => sum + rows, 0)
})
