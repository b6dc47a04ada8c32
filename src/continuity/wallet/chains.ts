/**
 * The currencies of a wallet with the balances that somebody knows of each, and which of these its rows begin or end with.
 */
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import type { ChainEnd, Gap } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import * as Carry from "./Carry.ts"
import { balancesOf, boundaryOf, type KnownBalance, place, type Placed, rowDaysOf } from "./KnownBalance.ts"
import { settle } from "./settle.ts"
import { Standings } from "./standing.ts"
import {
  currenciesOf,
  joinWindows,
  type WalletAnchors,
  type WalletCheck,
  type WindowContinuity
} from "./WalletContinuity.ts"

/** A wallet's windows and the balances known of its currencies. */
export interface Chains {
  /** Settled, in the order of days. */
  readonly windows: ReadonlyArray<WindowContinuity>
  readonly currencies: ReadonlyArray<Currency | null>
  readonly placed: ReadonlyMap<Currency | null, Placed>
  /** Days with rows that name no currency, before any was given to one. */
  readonly namelessDays: ReadonlyArray<Day>
}

const namedBy = (balances: ReadonlyArray<KnownBalance>): ReadonlyArray<Currency> =>
  balances.flatMap(({ currency }) => currency ?? [])

/** The currencies that a wallet's rows or its known balances name. */
export const currenciesWith = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>
): ReadonlyArray<Currency> => [...new Set([...currenciesOf(history), ...namedBy(balances)])].sort()

/** Settles the windows of a wallet and places the balances that are known of it. */
export const chainsIn = (history: ReadonlyArray<WindowContinuity>, balances: ReadonlyArray<KnownBalance>): Chains => {
  const ordered = history.toSorted((left, right) => left.period.from - right.period.from)
  const known = currenciesWith(ordered, balances)
  const windows = settle(ordered, known)
  const found = windows.flatMap(({ chains }) => chains.map(({ currency }) => currency))
  const currencies = [...new Set<Currency | null>([...found, ...namedBy(balances)])]
  const told = currencies.length === 0 ? [null] : currencies
  const ofRows = currenciesOf(ordered)
  const placed = new Map(
    told.map((currency) => {
      const own = balancesOf(balances, currency, ofRows.length === 0 ? known : ofRows)
      return [currency, own.length === 0 ? nowhere : placeAmong(windows, currency, own)]
    })
  )
  return { windows, currencies: told, placed, namelessDays: namelessDaysOf(ordered) }
}

/** Of what is told apart the first row and the last one may be a currency's, and so may all between them. */
const namelessDaysOf = (windows: ReadonlyArray<WindowContinuity>): ReadonlyArray<Day> => [
  ...rowDaysOf(windows, null),
  ...windows.flatMap(({ shared }) =>
    shared.flat().flatMap(({ first, last }) => [first, last].map(({ localTime }) => dayOfLocalTime(localTime)))
  )
]

const nowhere: Placed = { before: [], between: [], behind: [] }

/**
 * A balance next to an outer end that rows lead to there, and that is none they begin or end with, is no anchor: the last
 * of them may be of the next day, the first one of the eve. Nor is one that is met only if rows without a balance next to it
 * moved nothing.
 */
const placeAmong = (
  windows: ReadonlyArray<WindowContinuity>,
  currency: Currency | null,
  balances: ReadonlyArray<KnownBalance>
): Placed => {
  const placed = place(windows, currency, balances)
  const { before, behind, between } = placed
  const [opening, closing] = [before.at(-1)?.balance, behind[0]?.balance]
  const standings = new Standings(windows, currency, { opening })
  const isCrossed = (known: KnownBalance): boolean => standings.isBeyondEnd(boundaryOf(known), known.balance)
  const isSilent = (known: KnownBalance): boolean => standings.isSilentEnd(boundaryOf(known))
  const mayBeNone = (known: KnownBalance): boolean => isCrossed(known) || isSilent(known)
  const [first, last] = [before.filter(mayBeNone), behind.filter(mayBeNone)]
  if (first.length === 0 && last.length === 0) return placed
  const unmet = (anchors: Pick<WalletAnchors, ChainEnd>) => unmetEndsOf(windows, currency, anchors)
  const unmetEnds = opening === undefined || closing === undefined ? undefined : unmet({ opening, closing }).size
  // Rows at wrong times may be met by both, and by neither alone.
  const areMet = unmetEnds === 0
  // Where no row tells a balance both ends are held against each other.
  const areApart = unmetEnds !== undefined && unmetEnds > 0 &&
    !windows.some(({ chains }) => chains.some((chain) => chain.currency === currency && Carry.tells(chain)))
  // What is met as if rows without a balance were not there is met by nothing.
  const isNone = (end: ChainEnd) => (known: KnownBalance): boolean =>
    isSilent(known)
      ? !areApart && !unmet({ [end]: known.balance }).has(end)
      : !areMet && unmet({ ...(opening === undefined ? {} : { opening }), [end]: known.balance }).has(end)
  const [crossedBefore, crossedBehind] = [first.filter(isNone("opening")), last.filter(isNone("closing"))]
  return {
    before: before.filter((known) => !crossedBefore.includes(known)),
    between: [...crossedBefore, ...between, ...crossedBehind],
    behind: behind.filter((known) => !crossedBehind.includes(known))
  }
}

/** Which outer ends of a currency some balances don't meet. */
export const unmetEndsOf = (
  windows: ReadonlyArray<WindowContinuity>,
  currency: Currency | null,
  anchors: Pick<WalletAnchors, ChainEnd>
): ReadonlySet<ChainEnd> =>
  new Set(
    unmetIn(joinWindows(windows, [{ currency, ...anchors }])).filter((gap) => gap.currency === currency)
      .flatMap(({ afterTxnId, beforeTxnId }): ReadonlyArray<ChainEnd> => [
        ...(afterTxnId === null ? ["opening" as const] : []),
        ...(beforeTxnId === null ? ["closing" as const] : [])
      ])
  )

/** Where balances don't meet, or only by rows without one. */
export const unmetIn = ({ verdict, windows }: WalletCheck): ReadonlyArray<Gap> => [
  ...verdict.gaps,
  ...windows.flatMap(({ filled }) => filled)
]

/** The balances that stand before the first row and behind the last one of each currency. */
export const outerOf = ({ placed }: Chains): ReadonlyArray<WalletAnchors> =>
  [...placed].flatMap(([currency, { before, behind }]) => {
    const [opening, closing] = [before.at(-1)?.balance, behind[0]?.balance]
    return opening === undefined && closing === undefined ? [] : [{
      currency,
      ...(opening === undefined ? {} : { opening }),
      ...(closing === undefined ? {} : { closing })
    }]
  })

/** The known balances that stand before the first row or behind the last of some windows. */
export const outerAnchors = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>
): ReadonlyArray<WalletAnchors> => (balances.length === 0 ? [] : outerOf(chainsIn(history, balances)))
