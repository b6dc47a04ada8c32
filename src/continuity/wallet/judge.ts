/**
 * What is to be said of a wallet, from all its windows and the balances that somebody knows: whether anything is missing,
 * which known balance its rows contradict, and how far each currency is proven.
 *
 * A day is proven when the balance it begins with and the one it ends with are met by the rows around it, or are known.
 * So the first day with rows is not, unless its opening is known, and the last one is not before another follows.
 */
import type { Money } from "../../domain/Money.ts"
import { addDays, contains, type Day, dayOfLocalTime, make, type Period } from "../../domain/Period.ts"
import type { OpenReason, Proof } from "../../domain/Proof.ts"
import { type Gap, leavesDoubt, type Verdict } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { type Chains, chainsIn, outerOf, unmetIn } from "./chains.ts"
import { boundaryOf, isLoaded, type KnownBalance, rowDaysOf, toldDaysOf } from "./KnownBalance.ts"
import { type Standing, Standings } from "./standing.ts"
import { currenciesOf, joinWindows, type WalletCheck, type WindowContinuity } from "./WalletContinuity.ts"

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

/** Judges a wallet; `settledTo` is the last day that is over, null where none is. */
export const judge = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>,
  settledTo: Day | null
): Judgement => {
  const chains = chainsIn(history, balances)
  const joined = joinWindows(chains.windows, outerOf(chains))
  const { verdict } = joined
  const { contradictions, unchecked } = heldAgainstRows(chains, verdict.gaps, balances)
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

const heldAgainstRows = (
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
  const all = [...before, ...between, ...behind].sort((left, right) => boundaryOf(left) - boundaryOf(right))
  /** The other balance that is known where rows leave one open, if it is another; of two left open the later one has it. */
  const otherOf = (known: KnownBalance, why: OpenReason): KnownBalance | undefined => {
    const place = all.indexOf(known)
    const [last, next] = [all[place - 1], all[place + 1]]
    return [last, next !== undefined && inner.includes(next) ? undefined : next].find((other) =>
      other !== undefined && other.balance !== known.balance && !mayMove(windows, currency, [other, known], why)
    )
  }
  const against = (known: KnownBalance, by: KnownBalance | undefined): ReadonlyArray<Contradiction> =>
    by === undefined || by.balance === known.balance ? [] : [{ known, currency, found: by.balance, by }]
  const hold = (known: KnownBalance, standing: Standing): ReadonlyArray<Contradiction | Unchecked> => {
    if (typeof standing === "string") {
      const other = otherOf(known, standing)
      return other === undefined ? [{ known, currency, why: standing }] : against(known, other)
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

/** Whether rows may stand between two known balances, one of which rows leave open for a reason. */
const mayMove = (
  windows: ReadonlyArray<WindowContinuity>,
  currency: Currency | null,
  [one, other]: readonly [KnownBalance, KnownBalance],
  why: OpenReason
): boolean => {
  if (why === "order" || why === "midnight" || why === "no-currency") return true
  const [left, right] = [boundaryOf(one), boundaryOf(other)]
  if (left === right) return false
  const [from, until] = left < right ? [left, right] : [right, left]
  const margin = windows.some(({ jitter }) => jitter > 0) ? 1 : 0
  const days = [...rowDaysOf(windows, currency), ...rowDaysOf(windows, null)]
  return !isLoaded(windows, from, until) || days.some((day) => day >= from - margin && day < until + margin)
}

/** Why a balance in a currency without rows is left open where rows are in others. */
const whyNone = (windows: ReadonlyArray<WindowContinuity>): OpenReason =>
  windows.some(({ chains }) => chains.some((chain) => chain.currency === null)) ? "no-currency" : "no-rows"

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
