/**
 * Continuity of a wallet over many windows: each window's closing balance must meet the next one's opening, and each
 * currency is a chain of its own.
 *
 * Rows that name no currency are a chain of their own where no row names one. Beside known currencies they are lent
 * to each chain that has rows of its own, in the order of the codes, and stay where all of them fit or where they
 * bridge a break; this is counted in `currencyAssumed`. A wallet's only currency is lent them even where it has no
 * rows. Those that fit nowhere make the verdict `ambiguous`: nobody can tell what they belong to.
 */
import type * as Money from "../domain/Money.ts"
import type { Period } from "../domain/Period.ts"
import type { RowColumns } from "../domain/RowColumns.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { Verdict } from "../domain/Verdict.ts"
import { mostRows, nothingAssumed, worse } from "../domain/Verdict.ts"
import * as VerdictOf from "../domain/Verdict.ts"
import type { Currency } from "../domain/Wallet.ts"
import { type ChainCheck, check, examine, examineColumns, type Examined } from "./Continuity.ts"
import { dayPlaces } from "./dayPlaces.ts"
import type { Anchors, Row } from "./Edges.ts"
import { joinChain } from "./Joint.ts"

/** The part of a transaction that a wallet's continuity looks at. */
export type WalletRow = Row & Pick<Transaction, "currency">

/**
 * A window's rows; `truncated` when the service may have cut its answer off; `jitter` is by how many seconds its times are
 * known to be wrong at the most.
 */
export interface Window {
  readonly period: Period
  readonly rows: ReadonlyArray<WalletRow>
  readonly truncated?: boolean
  readonly jitter?: number
}

/** What a window's rows tell by themselves, without its neighbours; small enough to keep for each window. */
export interface WindowCheck {
  readonly period: Period
  readonly truncated: boolean
  /** By how many seconds its times were taken to be wrong at the most. */
  readonly jitter: number
  /** One for each currency that occurs. */
  readonly chains: ReadonlyArray<ChainCheck>
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
  readonly windows: ReadonlyArray<{ readonly period: Period; readonly verdict: Verdict }>
}

/** A window's check, and for each of its rows the place among the rows of its day and currency; null unknown. */
export interface ExaminedWindow {
  readonly check: WindowCheck
  readonly places: ReadonlyArray<number | null>
}

/**
 * Checks the rows of one window by themselves, each currency apart, anchored only where anchors are given. `others`
 * are currencies that the wallet is known to hold, whether this window has rows of them or not.
 */
export const checkWindow = (
  window: Window,
  anchors: ReadonlyArray<WalletAnchors> = [],
  others: ReadonlyArray<Currency> = []
): WindowCheck => examineWindow(window, anchors, others).check

/** `checkWindow`, and the order of the rows, in one pass. Rows lent to another currency's chain have no place. */
export const examineWindow = (
  window: Window,
  anchors: ReadonlyArray<WalletAnchors> = [],
  others: ReadonlyArray<Currency> = []
): ExaminedWindow => {
  const { jitter = 0, rows } = window
  const indexesOf = Map.groupBy(rows.keys(), (index) => rows[index]?.currency ?? null)
  // All the rows are all of them in their order: one currency is the usual case.
  const pick = (indexes: ReadonlyArray<number>): ReadonlyArray<WalletRow> =>
    indexesOf.size <= 1 ? rows : indexes.flatMap((index) => rows[index] ?? [])
  const places: Array<number | null> = rows.map(() => null)
  let nameless: ReadonlyArray<number> = indexesOf.get(null) ?? []
  const known = namedIn([...indexesOf.keys(), ...others])
  const chains: Array<ChainCheck> = []
  const add = (indexes: ReadonlyArray<number>, chain: ReadonlyArray<WalletRow>, examined: Examined): void => {
    const found = dayPlaces(chain.map((row) => row.localTime), examined)
    indexes.forEach((row, index) => {
      places[row] = found[index] ?? null
    })
    chains.push(examined.check)
  }
  for (const currency of known) {
    const own = indexesOf.get(currency) ?? []
    if (own.length === 0 && (known.length > 1 || nameless.length === 0)) continue
    const chain = pick([...own, ...nameless])
    const examined = examine(chain, anchorsOf(anchors, currency, known), { currency, borrowedFrom: own.length, jitter })
    const taken = new Set(examined.check.borrowed)
    nameless = nameless.filter((_, index) => !taken.has(own.length + index))
    add(own, chain, examined)
  }
  if (nameless.length > 0) {
    const chain = pick(nameless)
    if (known.length === 0) add(nameless, chain, examine(chain, anchorsOf(anchors, null, known), { jitter }))
    else chains.push(leftOver(chain))
  }
  return { check: { period: window.period, truncated: window.truncated ?? false, jitter, chains }, places }
}

/**
 * `examineWindow` for rows that travel as columns; undefined unless they are one unbroken path by themselves, which is
 * all that can be told without an object for each row.
 */
export const examineColumnsWindow = (
  period: Period,
  columns: RowColumns,
  truncated: boolean,
  jitter = 0
): ExaminedWindow | undefined => {
  if (columns.count === 0) return undefined
  const examined = examineColumns(columns, jitter)
  if (examined === undefined) return undefined
  const places = dayPlaces(columns.localTime, examined)
  return { check: { period, truncated, jitter, chains: [examined.check] }, places }
}

const namedIn = (currencies: Iterable<Currency | null>): ReadonlyArray<Currency> =>
  [...new Set(currencies)].filter((currency) => currency !== null).sort()

const anchorsOf = (
  anchors: ReadonlyArray<WalletAnchors>,
  currency: Currency | null,
  known: ReadonlyArray<Currency>
): Anchors => {
  const isOnly = known.length === 0 || (known.length === 1 && known[0] === currency)
  return anchors.find((each) => each.currency === currency) ??
    (isOnly ? anchors.find((each) => each.currency === undefined) : undefined) ?? {}
}

/** Rows that name no currency and fit into no chain: no balance of theirs is believed, so that none is passed on. */
const leftOver = (rows: ReadonlyArray<WalletRow>): ChainCheck => {
  const alone = check(rows)
  const verdict: Verdict = {
    ...alone.verdict,
    kind: "ambiguous",
    gaps: [],
    rows: rows.slice(0, mostRows).map((row) => row.txnId)
  }
  return { ...alone, verdict, opening: null, closing: null, openings: [] }
}

/**
 * Joins windows, which don't overlap, to the wallet's whole history; the windows were checked without anchors.
 *
 * It needs no rows, so windows of earlier runs take part. A window without rows passes the balance through. Because
 * it sees only what each window concluded by itself, a row dated in a neighbouring window, or an unconfirmed last
 * row that did not move the balance, makes a gap here; `checkWallet` has the rows and does not fall for it.
 */
export const joinWindows = (
  windows: ReadonlyArray<WindowCheck>,
  anchors: ReadonlyArray<WalletAnchors> = []
): WalletCheck => joinKnowing(windows, anchors, new Map())

const joinKnowing = (
  windows: ReadonlyArray<WindowCheck>,
  anchors: ReadonlyArray<WalletAnchors>,
  healed: ReadonlyMap<Currency | null, Verdict>
): WalletCheck => {
  const ordered = windows.toSorted((left, right) => left.period.from - right.period.from)
  const found = new Set(ordered.flatMap((window) => window.chains.map((chain) => chain.currency)))
  const currencies: ReadonlyArray<Currency | null> = found.size === 0 ? expectedIn(anchors) : [...found].sort()
  const joints = currencies.map((currency) =>
    joinChain(
      currency,
      ordered.map((window) => window.chains.find((chain) => chain.currency === currency)),
      anchorsOf(anchors, currency, namedIn(found)),
      healed.get(currency)
    )
  )
  const isCut = ordered.some((window) => window.truncated)
  return {
    verdict: cutOff(isCut, together(joints.map((joint) => joint.chain.verdict))),
    chains: joints.map((joint) => joint.chain),
    windows: ordered.map((window, index) => ({
      period: window.period,
      verdict: cutOff(window.truncated, together(joints.flatMap((joint) => joint.windows[index] ?? [])))
    }))
  }
}

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
  const others = namedIn(windows.flatMap((window) => window.rows.map((row) => row.currency)))
  const checks = windows.map((window) => checkWindow(window, [], others))
  const joined = joinWindows(checks, anchors)
  if (joined.verdict.gaps.length === 0) return joined
  const [first] = windows
  if (first === undefined) return joined
  const union = checkWindow({ period: first.period, rows: windows.flatMap((window) => window.rows) }, anchors)
  const healed = new Map<Currency | null, Verdict>()
  for (const chain of union.chains) {
    const before = joined.chains.find((each) => each.currency === chain.currency)?.verdict
    if (before !== undefined && chain.verdict.gaps.length < before.gaps.length) {
      healed.set(chain.currency, chain.verdict)
    }
  }
  return healed.size === 0 ? joined : joinKnowing(checks, anchors, healed)
}
