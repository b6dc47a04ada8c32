/**
 * What is to be said of a wallet, from all its windows and the balances that somebody knows: whether anything is missing,
 * which known balance its rows contradict, and how far each currency is proven.
 *
 * A day is proven when the balance it begins with and the one it ends with are met by the rows around it, or are known.
 * So the first day with rows is not, unless its opening is known, and the last one is not before another follows.
 */
import { addDays, type Day, dayOfLocalTime, gapsIn, hull, make, outside, type Period } from "../../domain/Period.ts"
import type { Proof } from "../../domain/Proof.ts"
import { type Gap, leavesDoubt, type Verdict } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { type Chains, chainsIn, outerOf, unmetEndsOf, unmetIn } from "./chains.ts"
import { type Contradiction, heldAgainstRows, type Unchecked } from "./heldBalances.ts"
import { boundaryOf, type KnownBalance, rowDaysOf } from "./KnownBalance.ts"
import { toldDaysOf } from "./toldDays.ts"
import { joinWindows, type WalletCheck, type WindowContinuity } from "./WalletContinuity.ts"

/** The known balances nearest to a currency's rows, before the first and behind the last. */
export interface KnownEnds {
  readonly currency: Currency | null
  readonly opening: KnownBalance | undefined
  readonly closing: KnownBalance | undefined
}

/** What is to be said of a wallet. */
export interface Judgement {
  readonly verdict: Verdict
  readonly contradictions: ReadonlyArray<Contradiction>
  /** They are no evidence: with one of them nothing is proven from its day on. */
  readonly unchecked: ReadonlyArray<Unchecked>
  /** The known balances that each currency's rows are to begin and to end with. */
  readonly ends: ReadonlyArray<KnownEnds>
  /** One for each currency with rows. */
  readonly proofs: ReadonlyArray<Proof>
  /** Days before others that were over when they were loaded; these never were, or were not over then. */
  readonly holes: ReadonlyArray<Period>
}

/**
 * Judges a wallet; `settledTo` is the last day that is over, null where none is, and `over` the days that were over when they were loaded: no other
 * is proven. All are when that is left out.
 */
export const judge = (
  history: ReadonlyArray<WindowContinuity>,
  balances: ReadonlyArray<KnownBalance>,
  settledTo: Day | null,
  over?: ReadonlyArray<Period>
): Judgement => {
  const chains = chainsIn(history, balances)
  const periods = chains.windows.map(({ period }) => period)
  const holes = holesIn(periods, over)
  const joined = joinWindows(chains.windows, outerOf(chains))
  const { verdict } = joined
  const { contradictions, unchecked } = heldAgainstRows(chains, verdict.gaps, balances)
  const unproven = [...contradictions, ...unchecked]
  const proofs = chains.currencies.flatMap((currency) =>
    proofOf(chains, currency, joined, unproven, settledTo, { holes, over })
  )
  const isDoubted = leavesDoubt(verdict.kind)
  const isProven = unproven.length === 0 &&
    (proofs.length === 0
      ? verdict.kind === "proven" && (over === undefined || areOver(chains, over))
      : proofs.every(({ from }) => from !== null))
  return {
    verdict: isDoubted ? verdict : { ...verdict, kind: isProven ? "proven" : "unanchored" },
    contradictions,
    unchecked,
    ends: [...chains.placed].map(([currency, { before, behind }]) => ({
      currency,
      opening: before.at(-1),
      closing: behind[0]
    })),
    proofs,
    holes
  }
}

/** The days before others that were never loaded, or were not over then: up to the last that was, and to the last window behind such days. */
const holesIn = (periods: ReadonlyArray<Period>, over: ReadonlyArray<Period> | undefined): ReadonlyArray<Period> => {
  const gaps = gapsIn(periods)
  const [first] = periods
  const around = hull([over?.at(-1), gaps.at(-1)].flatMap((days) => days ?? []))
  const all = first === undefined || around === undefined ? undefined : make(first.from, around.to)
  return over === undefined || all === undefined ? gaps : outside([all], over)
}

/** Whether all days between the known balances were over when they were loaded. */
const areOver = ({ placed }: Chains, over: ReadonlyArray<Period>): boolean => {
  const boundaries = [...placed.values()].flatMap(({ before, behind, between }) =>
    [...before, ...between, ...behind].map(boundaryOf)
  ).sort((one, other) => one - other)
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  const days = first === undefined || last === undefined ? undefined : make(first, addDays(last, -1))
  return days !== undefined && outside([days], over).length === 0
}

interface Loaded {
  readonly holes: ReadonlyArray<Period>
  readonly over: ReadonlyArray<Period> | undefined
}

const proofOf = (
  chains: Chains,
  currency: Currency | null,
  joined: WalletCheck,
  unproven: ReadonlyArray<Contradiction | Unchecked>,
  settledTo: Day | null,
  { holes, over }: Loaded
): ReadonlyArray<Proof> => {
  const { placed, windows } = chains
  const rowDays = rowDaysOf(windows, currency)
  const [firstRow, lastRow] = [rowDays[0], rowDays.at(-1)]
  if (firstRow === undefined || lastRow === undefined) return []
  const told = toldDaysOf(windows, currency)
  const [first, last] = [told[0] ?? lastRow, told.at(-1) ?? firstRow]
  const { before = [], behind = [] } = placed.get(currency) ?? {}
  const [earliest, latest] = [before[0], behind.findLast((known) => unproven.every((each) => each.known !== known))]
  const from = earliest === undefined ? addDays(first, 1) : boundaryOf(earliest)
  const lastProven = addDays(latest === undefined ? last : boundaryOf(latest), -1)
  const ends = [
    // With rows that tell nothing both ends have to be known.
    told.length > 0 || (earliest !== undefined && latest !== undefined) ? lastProven : addDays(from, -1),
    ...[...unmetIn(joined), ...joined.verdict.orders].filter((gap) => gap.currency === currency).map((gap) =>
      eveOf(gap, from)
    ),
    ...windows.filter(({ period }) => period.to >= from).flatMap((window) => (
      window.truncated || isDoubtful(window, currency) ? [addDays(window.period.from, -1)] : []
    )),
    ...unproven.filter((each) => each.currency === currency).map(lastBefore),
    ...(unproven.some((each) => "by" in each && each.currency === currency && isRival(chains, each))
      ? [addDays(last, -1)]
      : []),
    // Where nobody knows the balance that the first day begins with, that of the row before it counts, whose day can be loaded.
    ...holes.filter((hole) => hole.to >= (earliest === undefined ? first : from)).map((hole) => addDays(hole.from, -1)),
    ...(over === undefined ? [] : [over.at(-1)?.to ?? addDays(from, -1)])
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

/** The last day that a balance which is no evidence leaves proven: of two that contradict each other either may be wrong. */
const lastBefore = (each: Contradiction | Unchecked): Day => {
  const days = [addDays(each.known.day, -1)]
  if ("by" in each && each.by !== null) days.push(addDays(boundaryOf(each.by), -1))
  return days.reduce((least, day) => (day < least ? day : least))
}

/**
 * Whether the rows may lead to a balance behind them that another there contradicts just as well as to that other: then they bear
 * neither out.
 */
const isRival = ({ placed, windows }: Chains, { by, currency, known }: Contradiction): boolean => {
  const { before = [], behind = [] } = placed.get(currency) ?? {}
  if (by === null || by !== behind[0] || !behind.includes(known)) return false
  const anchors = { opening: before.at(-1)?.balance, closing: known.balance }
  return !unmetEndsOf(windows, currency, anchors).has("closing")
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
