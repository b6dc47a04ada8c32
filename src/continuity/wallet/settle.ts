/**
 * Decides, for all windows of a wallet together, what the rows belong to that name no currency: to the currency whose
 * balance they begin with and whose next row they lead to.
 *
 * What a window alone leaves open, its neighbours tell. So the ways in which each window's rows can be told apart are
 * followed from window to window, those with the fewest breaks first; of these the breaks that come latest, so that
 * what was found whole before stays so.
 */
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck } from "../chain/Continuity.ts"
import * as Carry from "./Carry.ts"
import { isNamed, type Naming, namingsOf, type ToldApart, untold } from "./namings.ts"

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
  let ties = routes.filter(({ cost }) => cost === route?.cost)
  for (const window of windows.toReversed()) {
    const all = ties.flatMap((each) => [each, ...each.like])
    const chains = route?.naming.chains.map((chain) => toldBy(chain, all))
    settled.unshift({ ...window, chains: chains ?? window.chains, shared: [] })
    route = route?.before
    ties = [...new Set(all.flatMap(({ before }) => before ?? []))]
  }
  return settled
}

/** A chain by what all of some routes that are as good say of it. */
const toldBy = (chain: ChainCheck, routes: ReadonlyArray<Route>): ChainCheck => {
  const others = routes.map(({ naming }) => naming.chains.find(({ currency }) => currency === chain.currency))
  if (others.some((other) => other === undefined)) return untold(chain, 0)
  return others.every((other) => other?.closing === chain.closing) ? chain : untold(chain, chain.days.length - 1)
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
