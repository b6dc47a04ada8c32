/**
 * Continuity of a wallet over many windows: each window's closing balance must meet the next one's opening, and each
 * currency is a chain of its own.
 *
 * Rows that name no currency are a chain of their own where no row names one. Beside known currencies each belongs to
 * the one whose balance it begins with, which a window alone need not tell: see `sharing` and `settle`. This is counted
 * in `currencyAssumed`. Rows that fit nowhere make the verdict `ambiguous`: nobody can tell what they belong to.
 */
import type * as Money from "../../domain/Money.ts"
import type { Period } from "../../domain/Period.ts"
import * as Rows from "../../domain/Rows.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { nothingAssumed, worse } from "../../domain/Verdict.ts"
import * as VerdictOf from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { byCurrency, inOrder, noIndexes } from "../chain/byCurrency.ts"
import { type ChainCheck, examine, type Examined, examineUnbroken } from "../chain/Continuity.ts"
import { dayPlaces } from "../chain/dayPlaces.ts"
import type { Anchors } from "../chain/Edges.ts"
import { inOneOrder } from "../chain/inOneOrder.ts"
import { joinChain, type JoinedWindow } from "./joinWindows.ts"
import { isOnlyChain, leaveOpen, leftOver } from "./nameless.ts"
import { settle } from "./settle.ts"
import { type Alternative, share } from "./sharing.ts"

/**
 * A window's rows; `truncated` when the service may have cut its answer off; `jitter` is by how many seconds its times are
 * known to be wrong at most.
 */
export interface Window {
  readonly period: Period
  readonly rows: Rows.Rows
  readonly truncated?: boolean
  readonly jitter?: number
}

/** What a window's rows tell by themselves, without its neighbours; small enough to keep for each window. */
export interface WindowContinuity {
  readonly period: Period
  readonly truncated: boolean
  /** By how many seconds its times were taken to be wrong at most. */
  readonly jitter: number
  /** One for each currency that occurs. */
  readonly chains: ReadonlyArray<ChainCheck>
  /** How its rows can be told apart that name no currency, likeliest first; empty where there is nothing to tell. */
  readonly shared: ReadonlyArray<Alternative>
}

/** Known outer balances; without `currency` they are those of a wallet that has one chain, and no other's. */
export interface WalletAnchors extends Anchors {
  readonly currency?: Currency | null
}

/** What is known of one currency of a wallet over all windows. */
export interface WalletChain {
  readonly currency: Currency | null
  readonly verdict: Verdict
  readonly opening: Money.Money | null
  readonly closing: Money.Money | null
}

/** What is known of a wallet: over all, by currency, and by window, each window seen between its neighbours. */
export interface WalletCheck {
  readonly verdict: Verdict
  readonly chains: ReadonlyArray<WalletChain>
  /** In the order of days; the gap between two windows stands with the later one. */
  readonly windows: ReadonlyArray<JoinedWindow & { readonly period: Period }>
}

/** A window's check, and for each of its rows the place among the rows of its day and currency; null unknown. */
export interface ExaminedWindow {
  readonly check: WindowContinuity
  readonly places: ReadonlyArray<number | null>
}

/** Checks the rows of one window by themselves, each currency apart, anchored only where anchors are given. */
export const checkWindow = (window: Window, anchors: ReadonlyArray<WalletAnchors> = []): WindowContinuity =>
  examineWindow(window, anchors).check

/** `checkWindow`, and the order of the rows, in one pass. Rows that name no currency beside others have no place. */
export const examineWindow = (window: Window, anchors: ReadonlyArray<WalletAnchors> = []): ExaminedWindow => {
  const { jitter = 0, rows } = window
  const indexesOf = byCurrency(rows)
  const known = namedIn(indexesOf.keys())
  const nameless = indexesOf.get(null) ?? noIndexes
  const places = Array.from({ length: rows.count }, (): number | null => null)
  const chains: Array<ChainCheck> = []
  const look = (currency: Currency | null, own: Int32Array, lent: ReadonlyArray<number>): Examined => {
    const anchored = anchorsOf(anchors, currency, known)
    const options = { currency, borrowedFrom: own.length, jitter }
    const chainOf = (order: Int32Array): Rows.Rows =>
      own.length === rows.count ? inOrder(rows, order) : Rows.pick(rows, [...order, ...lent])
    // Rows without a balance nearly always leave places where the others don't meet.
    const mayMeet = lent.length === 0 && own.every((row) => rows.hasBalance[row] === 1)
    const asTheyCame = mayMeet ? examineUnbroken(chainOf(own), anchored, options) : undefined
    const order = asTheyCame === undefined ? inOneOrder(rows, own) : own
    const chain = chainOf(order)
    const examined = asTheyCame ?? examine(chain, anchored, options)
    const found = dayPlaces(chain.localTime.subarray(0, chain.count), examined, own.length)
    order.forEach((row, index) => {
      places[row] = found[index] ?? null
    })
    chains.push(examined.check)
    return examined
  }
  const windowOf = (shared: ReadonlyArray<Alternative>): ExaminedWindow => {
    if (known.length > 0 && nameless.length > 0) leaveOpen(rows, places)
    return { check: { period: window.period, truncated: window.truncated ?? false, jitter, chains, shared }, places }
  }
  if (nameless.length === 0) {
    for (const currency of known) look(currency, indexesOf.get(currency) ?? noIndexes, [])
    return windowOf([])
  }
  if (known.length === 0) {
    const { check } = look(null, nameless, [])
    if (check.verdict.kind === "gap") return windowOf(alternativesOf(rows, jitter))
    // A row that is not confirmed and seems to have moved nothing here may have moved another currency's balance.
    const isOpen = places.some((place, index) => place === null && rows.confirmed[index] === 0)
    return windowOf(isOpen ? alternativesOf(rows, jitter).filter((each) => each.length > 1) : [])
  }
  const sharing = share(rows, known, jitter)
  let left: ReadonlyArray<number> = [...inOneOrder(rows, nameless)]
  for (const currency of known) {
    const own = indexesOf.get(currency) ?? noIndexes
    const lent = sharing === undefined ? left : sharing.given.get(currency) ?? []
    const { check } = look(currency, own, lent)
    const taken = new Set(check.borrowed.map((row) => lent[row - own.length]))
    left = left.filter((row) => !taken.has(row))
  }
  if (left.length > 0) chains.push(leftOver(Rows.pick(rows, left)))
  for (let index = 0; index < rows.count; index++) {
    if (rows.confirmed[index] === 0 && (sharing === undefined || sharing.doubtful.includes(index))) places[index] = null
  }
  return windowOf(sharing?.alternatives ?? [])
}

/** How rows none of which names a currency can be told apart. */
const alternativesOf = (rows: Rows.Rows, jitter: number): ReadonlyArray<Alternative> =>
  share(rows, [], jitter)?.alternatives ?? []

const namedIn = (currencies: Iterable<Currency | null>): ReadonlyArray<Currency> =>
  [...new Set(currencies)].filter((currency) => currency !== null).sort()

const anchorsOf = (
  anchors: ReadonlyArray<WalletAnchors>,
  currency: Currency | null,
  known: ReadonlyArray<Currency>
): Anchors => {
  return anchors.find((each) => each.currency === currency) ??
    (isOnlyChain(currency, known) ? anchors.find((each) => each.currency === undefined) : undefined) ?? {}
}

/**
 * Joins windows, which don't overlap, to the wallet's whole history; the windows were checked without anchors.
 *
 * It needs no rows, so windows of earlier runs take part. A window without rows passes the balance through. Because
 * it sees only what each window concluded by itself, a row dated in a neighbouring window makes a gap here;
 * `checkWallet` has the rows and does not fall for it. `others` are currencies that the wallet is known to hold beside
 * those that the windows name.
 */
export const joinWindows = (
  windows: ReadonlyArray<WindowContinuity>,
  anchors: ReadonlyArray<WalletAnchors> = [],
  others: ReadonlyArray<Currency> = []
): WalletCheck => joinKnowing(windows, anchors, others, new Map())

const joinKnowing = (
  windows: ReadonlyArray<WindowContinuity>,
  anchors: ReadonlyArray<WalletAnchors>,
  others: ReadonlyArray<Currency>,
  healed: ReadonlyMap<Currency | null, Verdict>
): WalletCheck => {
  const known = namedIn([...currenciesOf(windows), ...anchors.map(({ currency }) => currency ?? null), ...others])
  const ordered = settle(windows.toSorted((left, right) => left.period.from - right.period.from), known)
  const found = new Set(ordered.flatMap((window) => window.chains.map((chain) => chain.currency)))
  const currencies: ReadonlyArray<Currency | null> = found.size === 0
    ? expectedIn(anchors)
    // Rows that name no currency may be of any.
    : [...new Set([...found, ...found.has(null) ? [] : namedIn(expectedIn(anchors))])].sort()
  const joints = currencies.map((currency) =>
    joinChain(
      currency,
      ordered.map((window) => window.chains.find((chain) => chain.currency === currency)),
      anchorsOf(anchors, currency, known),
      healed.get(currency)
    )
  )
  const isCut = ordered.some((window) => window.truncated)
  return {
    verdict: cutOff(isCut, together(joints.map((joint) => joint.chain.verdict))),
    chains: joints.map((joint) => joint.chain),
    windows: ordered.map((window, index) => {
      const judged = joints.flatMap((joint) => joint.windows[index] ?? [])
      return {
        period: window.period,
        verdict: cutOff(window.truncated, together(judged.map(({ verdict }) => verdict))),
        filled: judged.flatMap(({ filled }) => filled)
      }
    })
  }
}

/** The currencies that the rows of some windows name. */
export const currenciesOf = (windows: ReadonlyArray<WindowContinuity>): ReadonlyArray<Currency> =>
  namedIn(windows.flatMap(({ chains }) => chains.map(({ currency }) => currency)))

/** The currencies of a wallet without rows: those that somebody knows a balance of. */
const expectedIn = (anchors: ReadonlyArray<WalletAnchors>): ReadonlyArray<Currency | null> =>
  anchors.length === 0 ? [null] : anchors.map(({ currency }) => currency ?? null)

const together = ([first, ...rest]: ReadonlyArray<Verdict>): Verdict =>
  first === undefined
    ? { kind: "unanchored", modulo: nothingAssumed, gaps: [], orders: [], rows: [] }
    : VerdictOf.combine([first, ...rest])

const cutOff = (isCut: boolean, verdict: Verdict): Verdict =>
  isCut ? { ...verdict, kind: worse(verdict.kind, "truncated") } : verdict

/**
 * Checks a wallet's windows and joins them. Where that leaves gaps, all the rows of the currency are checked as one
 * window: if they are whole, or have fewer gaps, the times of some rows were at fault and not the rows.
 */
export const checkWallet = (
  windows: ReadonlyArray<Window>,
  anchors: ReadonlyArray<WalletAnchors> = []
): WalletCheck => {
  const checks = windows.map((window) => checkWindow(window))
  const joined = joinWindows(checks, anchors)
  if (placesOf(joined.verdict) === 0) return joined
  const [first] = windows
  if (first === undefined) return joined
  const rows = Rows.concat(windows.map((window) => window.rows))
  const union = checkWindow({ period: first.period, rows }, anchors)
  // What is whole only because rows are left over is not whole.
  if (union.chains.some(({ currency }) => joined.chains.every((chain) => chain.currency !== currency))) return joined
  const healed = new Map<Currency | null, Verdict>()
  for (const chain of union.chains) {
    const before = joined.chains.find((each) => each.currency === chain.currency)?.verdict
    if (before !== undefined && placesOf(chain.verdict) < placesOf(before)) {
      healed.set(chain.currency, chain.verdict)
    }
  }
  return healed.size === 0 ? joined : joinKnowing(checks, anchors, [], healed)
}

/** At how many places rows may be missing. */
const placesOf = ({ gaps, orders }: Verdict): number => gaps.length + orders.length
