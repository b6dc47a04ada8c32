/**
 * Known balances held against the rows, and against each other.
 */
import type { Money } from "../../domain/Money.ts"
import { contains, type Day, dayOfLocalTime } from "../../domain/Period.ts"
import type { OpenReason } from "../../domain/Proof.ts"
import type { Gap } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { Chains } from "./chains.ts"
import { boundaryOf, isLoaded, type KnownBalance, rowDaysOf } from "./KnownBalance.ts"
import { type Standing, Standings } from "./standing.ts"
import { currenciesOf, type WindowContinuity } from "./WalletContinuity.ts"

/** A known balance that unbroken rows on both sides lead past with another. */
export interface Contradiction {
  readonly known: KnownBalance
  readonly currency: Currency | null
  readonly found: Money
  /** The other known balance that says so, no row standing between the two; null where the rows do. */
  readonly by: KnownBalance | null
}

/** A known balance that the rows leave open. */
export interface Unchecked {
  readonly known: KnownBalance
  readonly currency: Currency | null
  readonly why: OpenReason
}

/** Known balances that other ones or the rows contradict, and those that the rows leave open. */
export interface Held {
  readonly contradictions: ReadonlyArray<Contradiction>
  readonly unchecked: ReadonlyArray<Unchecked>
}

/** Holds the known balances of a wallet against its rows, and against each other where no row stands between. */
export const heldAgainstRows = (
  chains: Chains,
  gaps: ReadonlyArray<Gap>,
  balances: ReadonlyArray<KnownBalance>
): Held => {
  const held = [...chains.currencies.flatMap((currency) => heldOf(chains, currency, gaps)), ...ofNone(chains, balances)]
  return {
    contradictions: held.flatMap((each) => ("found" in each ? each : [])),
    unchecked: held.flatMap((each) => ("why" in each ? each : []))
  }
}

/** Those that name no currency where rows are in several. */
const ofNone = ({ windows }: Chains, balances: ReadonlyArray<KnownBalance>): ReadonlyArray<Unchecked> =>
  currenciesOf(windows).length < 2
    ? []
    : balances.filter(({ currency, day }) => currency === null && windows.some(({ period }) => contains(period, day)))
      .map((known) => ({ known, currency: null, why: "several" }))

const heldOf = (
  chains: Chains,
  currency: Currency | null,
  gaps: ReadonlyArray<Gap>
): ReadonlyArray<Contradiction | Unchecked> => {
  const { placed, windows } = chains
  const { before, behind, between } = placed.get(currency) ?? { before: [], between: [], behind: [] }
  const [opening, closing] = [before.at(-1)?.balance, behind[0]?.balance]
  const inner = between.filter((known) =>
    !gaps.some((gap) => gap.currency === currency && isAcross(gap, boundaryOf(known)))
  )
  const standings = inner.length === 0 ? undefined : new Standings(windows, currency, { opening, closing })
  const all = [...before, ...between, ...behind].sort((left, right) => boundaryOf(left) - boundaryOf(right))
  const against = (known: KnownBalance, by: KnownBalance | undefined): ReadonlyArray<Contradiction | Unchecked> => {
    if (by === undefined || by.balance === known.balance) return []
    const why = whyBetween(chains, currency, [known, by])
    return [why === undefined ? { known, currency, found: by.balance, by } : { known, currency, why }]
  }
  /** What contradicts a balance that rows leave open: another that is known, none of them standing between; said of the later of two. */
  const otherOf = (known: KnownBalance): ReadonlyArray<Contradiction | Unchecked> => {
    const place = all.indexOf(known)
    const [last, next] = [all[place - 1], all[place + 1]]
    return [last, next !== undefined && inner.includes(next) ? undefined : next].flatMap((other) =>
      against(known, other)
    )
      .filter((each) => "found" in each).slice(0, 1)
  }
  const hold = (known: KnownBalance, standing: Standing): ReadonlyArray<Contradiction | Unchecked> => {
    if (typeof standing === "string") {
      const others = otherOf(known)
      return others.length > 0 ? others : [{ known, currency, why: standing }]
    }
    const [found] = standing
    return found === undefined || standing.includes(known.balance) ? [] : [{ known, currency, found, by: null }]
  }
  const alone = opening === undefined ? behind[0] : closing === undefined ? before.at(-1) : undefined
  const hasRows = windows.some(({ chains }) => chains.some((chain) => chain.currency === currency))
  const hasOthers = windows.some(({ chains }) => chains.length > 0)
  return [
    ...(alone === undefined || hasRows || !hasOthers ? [] : [{ known: alone, currency, why: whyNone(windows) }]),
    ...before.slice(0, -1).flatMap((known) => against(known, before.at(-1))),
    ...behind.slice(1).flatMap((known) => against(known, behind[0])),
    ...inner.flatMap((known) => hold(known, standings?.at(boundaryOf(known)) ?? []))
  ]
}

/** Why rows may stand between two known balances; undefined where none can, so that they have to agree. */
const whyBetween = (
  { namelessDays, windows }: Chains,
  currency: Currency | null,
  [one, other]: readonly [KnownBalance, KnownBalance]
): OpenReason | undefined => {
  const [left, right] = [boundaryOf(one), boundaryOf(other)]
  if (left === right) return undefined
  const [from, until] = left < right ? [left, right] : [right, left]
  if (!isLoaded(windows, from, until)) return "not-loaded"
  // Times that may be wrong by some seconds carry a row over midnight.
  const margin = windows.some(({ jitter }) => jitter > 0) ? 1 : 0
  const isBetween = (day: Day): boolean => day >= from - margin && day < until + margin
  if (currency !== null && namelessDays.some(isBetween)) return "no-currency"
  return rowDaysOf(windows, currency).some(isBetween) ? "order" : undefined
}

/** Why a balance in a currency without rows is left open where rows are in others. */
const whyNone = (windows: ReadonlyArray<WindowContinuity>): OpenReason =>
  windows.some(({ chains }) => chains.some((chain) => chain.currency === null)) ? "no-currency" : "no-rows"

const isAcross = (gap: Gap, boundary: Day): boolean =>
  (gap.from === null || dayOfLocalTime(gap.from) < boundary) && (gap.to === null || dayOfLocalTime(gap.to) >= boundary)
