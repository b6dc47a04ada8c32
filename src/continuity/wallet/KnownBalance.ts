/**
 * A balance that somebody knows of a day, as an anchor for the chain of its currency.
 *
 * The opening of a day is the closing of the day before: both are what stands between the two days. Such a balance says
 * nothing of any other day, so it holds only where the days between it and the rows next to it were loaded.
 */
import type { Money } from "../../domain/Money.ts"
import { addDays, type Day, firstOutside } from "../../domain/Period.ts"
import type { ChainEnd } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { isOnlyChain } from "./nameless.ts"
import type { WindowContinuity } from "./WalletContinuity.ts"

/** The balance that a day begins or ends with. */
export interface KnownBalance {
  /** Null is that of a wallet's only currency. */
  readonly currency: Currency | null
  readonly day: Day
  readonly end: ChainEnd
  readonly balance: Money
  /** Where it was given. */
  readonly source: string
}

/** The day before whose first row, and behind whose eve's last, a balance stands. */
export const boundaryOf = ({ day, end }: Pick<KnownBalance, "day" | "end">): Day =>
  end === "opening" ? day : addDays(day, 1)

/** The balances that are a chain's: those of its currency, and those without one where it is the only chain. */
export const balancesOf = (
  balances: ReadonlyArray<KnownBalance>,
  currency: Currency | null,
  known: ReadonlyArray<Currency>
): ReadonlyArray<KnownBalance> =>
  balances.filter((each) => each.currency === null ? isOnlyChain(currency, known) : each.currency === currency)

/** The days with rows of a currency, in their order; windows are settled and in the order of days. */
export const rowDaysOf = (windows: ReadonlyArray<WindowContinuity>, currency: Currency | null): ReadonlyArray<Day> =>
  windows.flatMap(({ chains }) =>
    chains.filter((chain) => chain.currency === currency)
      .flatMap(({ days }) => days.flatMap(({ day, hasRows }) => (hasRows ? day : [])))
  ).sort((left, right) => left - right)

/** Whether all days from one up to another, which is left out, were loaded. */
export const isLoaded = (windows: ReadonlyArray<WindowContinuity>, from: Day, until: Day): boolean =>
  firstOutside(windows.map(({ period }) => period), from) >= until

/** What the balances known of a chain are to its rows. */
export interface Placed {
  /** Before the first row, the nearest to it last. */
  readonly before: ReadonlyArray<KnownBalance>
  /** Between rows. */
  readonly between: ReadonlyArray<KnownBalance>
  /** Behind the last row, the nearest to it first. */
  readonly behind: ReadonlyArray<KnownBalance>
}

/** Places the balances known of a chain; those of days that were not loaded are left out. */
export const place = (
  windows: ReadonlyArray<WindowContinuity>,
  currency: Currency | null,
  balances: ReadonlyArray<KnownBalance>
): Placed => {
  const days = rowDaysOf(windows, currency)
  const [first, last] = [days[0], days.at(-1)]
  const ordered = balances.toSorted((left, right) => boundaryOf(left) - boundaryOf(right) || left.day - right.day)
  if (first === undefined || last === undefined) {
    const start = windows[0]?.period.from
    const told = ordered.filter((each) => start !== undefined && isLoaded(windows, start, boundaryOf(each)))
    const covered = told.filter((each) => start !== undefined && boundaryOf(each) >= start)
    return {
      before: covered.filter(({ end }) => end === "opening"),
      between: [],
      behind: covered.filter(({ end }) => end === "closing")
    }
  }
  return {
    before: ordered.filter((each) => boundaryOf(each) <= first && isLoaded(windows, boundaryOf(each), first)),
    between: ordered.filter((each) => boundaryOf(each) > first && boundaryOf(each) <= last),
    behind: ordered.filter((each) => boundaryOf(each) > last && isLoaded(windows, last, boundaryOf(each)))
  }
}
