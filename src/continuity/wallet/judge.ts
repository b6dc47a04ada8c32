/**
 * What is to be said of a wallet, from all its windows and the balances that somebody knows: whether anything is missing,
 * which known balance its rows contradict, and how far each currency is proven.
 *
 * A day is proven when the balance it begins with and the one it ends with are met by the rows around it, or are known.
 * So the first day with rows is not, unless its opening is known, and the last one is not before another follows.
 */
import type { Money } from "../../domain/Money.ts"
import { addDays, type Day, dayOfLocalTime, make, type Period } from "../../domain/Period.ts"
import type { OpenReason, Proof } from "../../domain/Proof.ts"
import { type ChainEnd, type Gap, leavesDoubt, type Verdict } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { balancesOf, boundaryOf, type KnownBalance, place, type Placed, rowDaysOf, toldDaysOf } from "./KnownBalance.ts"
import { settle } from "./settle.ts"
import { type Standing, Standings } from "./standing.ts"
import {
  currenciesOf,
  joinWindows,
  type WalletAnchors,
  type WalletCheck,
  type WindowContinuity
} from "./WalletContinuity.ts"

/** A known balance that unbroken rows on both sides lead past with another. */
export interface Contradiction {
  readonly known: KnownBalance
  readonly currency: Currency | null
  readonly found: Money
}

/** A known balance that the rows leave open. */
export interface Unchecked {
  readonly known: KnownBalance
  readonly currency: Currency | null
  readonly why: OpenReason
}

/** What is to be said of a wallet. */
export interface Judgement {
  readonly verdict: Verdict
  readonly contradictions: ReadonlyArray<Contradiction>
  /** They are no evidence: with one of them nothing is proven from its day on. */
  readonly unchecked: ReadonlyArray<Unchecked>
  /** One for each currency with rows. */
  readonly proofs: ReadonlyArray<Proof>
  /** Days that were never loaded between days that were. */
  readonly holes: ReadonlyArray<Period>
}

interface Chains {
  /** Settled, in the order of days. */
  readonly windows: ReadonlyArray<WindowContinuity>
  readonly currencies: ReadonlyArray<Currency | null>
  readonly placed: ReadonlyMap<Currency | null, Placed>
}

const namedBy = (balances: ReadonlyArray<KnownBalance>): ReadonlyArray<Currency> =>
  balances.flatMap(({ currency }) => currency ?? [])

/** The currencies that a wallet's rows or its known balances name. */
export const currenciesWith = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>
): ReadonlyArray<Currency> => [...new Set([...currenciesOf(history), ...namedBy(balances)])].sort()

const chainsIn = (history: ReadonlyArray<WindowContinuity>, balances: ReadonlyArray<KnownBalance>): Chains => {
  const ordered = history.toSorted((left, right) => left.period.from - right.period.from)
  const known = currenciesWith(ordered, balances)
  const windows = settle(ordered, known)
  const found = windows.flatMap(({ chains }) => chains.map(({ currency }) => currency))
  const currencies = [...new Set<Currency | null>([...found, ...namedBy(balances)])]
  const told = currencies.length === 0 ? [null] : currencies
  const placed = new Map(
    told.map((currency) => {
      const own = balancesOf(balances, currency, known)
      return [currency, own.length === 0 ? nowhere : placeAmong(windows, currency, own)]
    })
  )
  return { windows, currencies: told, placed }
}

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
  const unmet = (anchors: Pick<WalletAnchors, ChainEnd>): ReadonlySet<ChainEnd> =>
    new Set(
      unmetIn(joinWindows(windows, [{ currency, ...anchors }])).filter((gap) => gap.currency === currency)
        .flatMap(({ afterTxnId, beforeTxnId }): ReadonlyArray<ChainEnd> => [
          ...(afterTxnId === null ? ["opening" as const] : []),
          ...(beforeTxnId === null ? ["closing" as const] : [])
        ])
    )
  // Rows at wrong times may be met by both, and by neither alone.
  const areMet = opening !== undefined && closing !== undefined && unmet({ opening, closing }).size === 0
  // What is met as if rows without a balance were not there is met by nothing.
  const isNone = (end: ChainEnd) => (known: KnownBalance): boolean =>
    isSilent(known)
      ? !unmet({ [end]: known.balance }).has(end)
      : !areMet && unmet({ ...(opening === undefined ? {} : { opening }), [end]: known.balance }).has(end)
  const [crossedBefore, crossedBehind] = [first.filter(isNone("opening")), last.filter(isNone("closing"))]
  return {
    before: before.filter((known) => !crossedBefore.includes(known)),
    between: [...crossedBefore, ...between, ...crossedBehind],
    behind: behind.filter((known) => !crossedBehind.includes(known))
  }
}

/** Where balances don't meet, or only by rows without one. */
const unmetIn = ({ verdict, windows }: WalletCheck): ReadonlyArray<Gap> => [
  ...verdict.gaps,
  ...windows.flatMap(({ filled }) => filled)
]

const outerOf = ({ placed }: Chains): ReadonlyArray<WalletAnchors> =>
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

/** Judges a wallet; `settledTo` is the last day that is over, null where none is. */
export const judge = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>,
  settledTo: Day | null
): Judgement => {
  const chains = chainsIn(history, balances)
  const joined = joinWindows(chains.windows, outerOf(chains))
  const { verdict } = joined
  const { contradictions, unchecked } = heldAgainstRows(chains, verdict.gaps)
  const unproven = [...contradictions, ...unchecked]
  const proofs = chains.currencies.flatMap((currency) => proofOf(chains, currency, joined, unproven, settledTo))
  const isDoubted = leavesDoubt(verdict.kind)
  const isProven = unproven.length === 0 &&
    (proofs.length === 0 ? verdict.kind === "proven" : proofs.every(({ from }) => from !== null))
  return {
    verdict: isDoubted ? verdict : { ...verdict, kind: isProven ? "proven" : "unanchored" },
    contradictions,
    unchecked,
    proofs,
    holes: holesIn(chains.windows)
  }
}

/** Known balances that other ones or the rows contradict, and those that the rows leave open. */
type Held = Pick<Judgement, "contradictions" | "unchecked">

const heldAgainstRows = (chains: Chains, gaps: ReadonlyArray<Gap>): Held => {
  const held = chains.currencies.flatMap((currency) => heldOf(chains, currency, gaps))
  return {
    contradictions: held.flatMap((each) => ("found" in each ? each : [])),
    unchecked: held.flatMap((each) => ("why" in each ? each : []))
  }
}

const heldOf = (
  { placed, windows }: Chains,
  currency: Currency | null,
  gaps: ReadonlyArray<Gap>
): ReadonlyArray<Contradiction | Unchecked> => {
  const { before, behind, between } = placed.get(currency) ?? { before: [], between: [], behind: [] }
  const [opening, closing] = [before.at(-1)?.balance, behind[0]?.balance]
  const inner = between.filter((known) =>
    !gaps.some((gap) => gap.currency === currency && isAcross(gap, boundaryOf(known)))
  )
  const standings = inner.length === 0 ? undefined : new Standings(windows, currency, { opening, closing })
  const hold = (known: KnownBalance, standing: Standing): ReadonlyArray<Contradiction | Unchecked> => {
    if (typeof standing === "string") return [{ known, currency, why: standing }]
    const [found] = standing
    return found === undefined || standing.includes(known.balance) ? [] : [{ known, currency, found }]
  }
  return [
    ...before.slice(0, -1).flatMap((known) => hold(known, opening === undefined ? [] : [opening])),
    ...behind.slice(1).flatMap((known) => hold(known, closing === undefined ? [] : [closing])),
    ...inner.flatMap((known) => hold(known, standings?.at(boundaryOf(known)) ?? []))
  ]
}

const isAcross = (gap: Gap, boundary: Day): boolean =>
  (gap.from === null || dayOfLocalTime(gap.from) < boundary) && (gap.to === null || dayOfLocalTime(gap.to) >= boundary)

const proofOf = (
  { placed, windows }: Chains,
  currency: Currency | null,
  joined: WalletCheck,
  unproven: ReadonlyArray<Contradiction | Unchecked>,
  settledTo: Day | null
): ReadonlyArray<Proof> => {
  const rowDays = rowDaysOf(windows, currency)
  const [firstRow, lastRow] = [rowDays[0], rowDays.at(-1)]
  if (firstRow === undefined || lastRow === undefined) return []
  const told = toldDaysOf(windows, currency)
  const [first, last] = [told[0] ?? addDays(lastRow, 1), told.at(-1) ?? firstRow]
  const { before = [], behind = [] } = placed.get(currency) ?? {}
  const [earliest, latest] = [before[0], behind.at(-1)]
  const from = earliest === undefined ? addDays(first, 1) : boundaryOf(earliest)
  const lastProven = latest === undefined ? addDays(last, -1) : addDays(boundaryOf(latest), -1)
  const ends = [
    lastProven,
    ...[...unmetIn(joined), ...joined.verdict.orders].filter((gap) => gap.currency === currency).map((gap) =>
      eveOf(gap, from)
    ),
    ...windows.filter(({ period }) => period.to >= from).flatMap((window) => (
      window.truncated || isDoubtful(window, currency) ? [addDays(window.period.from, -1)] : []
    )),
    ...unproven.filter((each) => each.currency === currency).map(({ known }) => addDays(known.day, -1)),
    ...holesIn(windows).filter((hole) => hole.from >= from).map((hole) => addDays(hole.from, -1))
  ]
  const to = ends.reduce((least, day) => (day < least ? day : least))
  const loadedTo = windows.at(-1)?.period.to ?? lastRow
  const quietTo = settledTo !== null && settledTo < loadedTo ? settledTo : loadedTo
  return [{
    currency,
    ...(from <= to ? { from, to } : { from: null, to: null }),
    quietSince: settledTo !== null && quietTo > lastRow ? addDays(lastRow, 1) : null,
    openingKnown: earliest !== undefined
  }]
}

const eveOf = (gap: Gap, from: Day): Day => {
  const times = [gap.from, gap.to].filter((time) => time !== null)
  return gap.from === null || times.length === 0 ? addDays(from, -1) : addDays(dayOfLocalTime(Math.min(...times)), -1)
}

/** Whether a window's rows leave doubt that is no gap: rows without a balance or a currency. */
const isDoubtful = ({ chains }: WindowContinuity, currency: Currency | null): boolean =>
  chains.some((chain) =>
    (chain.currency === currency || chain.currency === null) && chain.verdict.kind === "ambiguous" &&
    chain.verdict.orders.length === 0
  )

const holesIn = (windows: ReadonlyArray<WindowContinuity>): ReadonlyArray<Period> =>
  windows.flatMap(({ period }, index) => {
    const next = windows[index + 1]
    return next === undefined ? [] : make(addDays(period.to, 1), addDays(next.period.from, -1)) ?? []
  })
