/**
 * One currency of a wallet, window after window: the balance that a window leaves is the one the next must begin with.
 */
import * as Money from "../domain/Money.ts"
import type { ChainEnd, Gap, Verdict, VerdictKind } from "../domain/Verdict.ts"
import { addModulos, mostRows, nothingAssumed, worse } from "../domain/Verdict.ts"
import type { Currency } from "../domain/Wallet.ts"
import type { ChainCheck, Mark } from "./Continuity.ts"
import type { Anchors } from "./Edges.ts"

const tells = (window: ChainCheck | undefined): window is ChainCheck =>
  window !== undefined && window.openings.length > 0

/** What stands after some windows: the balances it may be, none when nothing is known, and the last row. */
interface Carry {
  readonly balances: ReadonlyArray<Money.Money>
  /** Those it may be if the times of the last window with rows are wrong. */
  readonly outOfTime: ReadonlyArray<Money.Money>
  readonly mark: Mark | null
}

export interface Joint {
  readonly chain: {
    readonly currency: Currency | null
    readonly verdict: Verdict
    readonly opening: Money.Money | null
    readonly closing: Money.Money | null
  }
  /** The verdict of each window between its neighbours. */
  readonly windows: ReadonlyArray<Verdict>
}

/**
 * Joins the windows of one currency in the order of days; undefined stands for a window without rows of it. `healed`
 * is the verdict of all its rows as one window, when that is better than what the windows make of them.
 */
export const joinChain = (
  currency: Currency | null,
  windows: ReadonlyArray<ChainCheck | undefined>,
  anchors: Anchors,
  healed: Verdict | undefined
): Joint => {
  const lastTold = windows.findLastIndex(tells)
  let carry: Carry = { balances: anchors.opening === undefined ? [] : [anchors.opening], outOfTime: [], mark: null }
  let openings = carry.balances
  // As long as windows are circuits, what the next one begins with is also what the first began with.
  let isCircling = true
  const verdicts = windows.map((window, index): Verdict => {
    const isOpen = carry.balances.length === 0
    const gaps: Array<Gap> = []
    let outOfTime = 0
    if (tells(window)) {
      const met = meeting(carry, window)
      const entry = isOpen ? window.openings : met?.balances ?? window.openings.slice(0, 1)
      if (!isOpen && met === undefined) gaps.push(gapBetween(carry, entry, window.first, currency))
      if (met?.isOutOfTime === true) outOfTime++
      // Only a chain that nothing went before has a beginning that a later window can correct.
      if ((isCircling && (isOpen || met !== undefined)) || met?.turnsBack === true) openings = entry
      isCircling &&= window.closing === null
      carry = {
        balances: window.closing === null || met?.entersOutOfTime === true ? entry : [window.closing],
        outOfTime: isOpen ? window.openingsOutOfTime : shared(carry.outOfTime, window.openingsOutOfTime),
        mark: window.last
      }
    }
    const isLast = index >= lastTold
    const { closing } = anchors
    if (index === windows.length - 1 && closing !== undefined && carry.balances.length > 0) {
      if (!carry.balances.includes(closing)) {
        if (carry.outOfTime.includes(closing)) {
          outOfTime++
          openings = [closing]
        } else gaps.push(gapBetween(carry, [closing], null, currency))
      }
    }
    const ends: ReadonlyArray<ChainEnd> = [
      ...(isOpen ? ["opening" as const] : []),
      ...(isLast && anchors.closing === undefined ? ["closing" as const] : [])
    ]
    return verdictBetween(window?.verdict, gaps, ends, outOfTime)
  })
  const openEnds = (["opening", "closing"] as const).filter((end) => anchors[end] === undefined)
  return {
    chain: {
      currency,
      verdict: healed ?? whole(verdicts, openEnds),
      opening: openings.length === 1 ? openings[0] ?? null : null,
      closing: anchors.closing ?? (carry.balances.length === 1 ? carry.balances[0] ?? null : null)
    },
    windows: healed === undefined ? verdicts : verdicts.map((verdict) => heal(verdict, healed))
  }
}

/** How a window's beginning meets what stands before it. */
interface Meeting {
  readonly balances: ReadonlyArray<Money.Money>
  /** The windows before are a circuit whose times tell another beginning. */
  readonly turnsBack: boolean
  /** The window is a circuit whose times tell another beginning. */
  readonly entersOutOfTime: boolean
  readonly isOutOfTime: boolean
}

const shared = (some: ReadonlyArray<Money.Money>, others: ReadonlyArray<Money.Money>): ReadonlyArray<Money.Money> => {
  const known = new Set(others)
  return some.filter((balance) => known.has(balance))
}

/** By the times where they fit, else with those of a circuit disregarded; undefined when nothing meets. */
const meeting = (carry: Carry, { openings, openingsOutOfTime }: ChainCheck): Meeting | undefined => {
  for (const entersOutOfTime of [false, true]) {
    for (const turnsBack of [false, true]) {
      const balances = shared(
        turnsBack ? carry.outOfTime : carry.balances,
        entersOutOfTime ? openingsOutOfTime : openings
      )
      if (balances.length > 0) {
        return { balances, turnsBack, entersOutOfTime, isOutOfTime: entersOutOfTime || turnsBack }
      }
    }
  }
  return undefined
}

const gapBetween = (
  carry: Carry,
  [to = Money.zero]: ReadonlyArray<Money.Money>,
  next: Mark | null,
  currency: Currency | null
): Gap => ({
  afterTxnId: carry.mark?.txnId ?? null,
  beforeTxnId: next?.txnId ?? null,
  from: carry.mark?.localTime ?? null,
  to: next?.localTime ?? null,
  missing: Money.subtract(to, carry.balances[0] ?? Money.zero),
  currency
})

/** A window by itself is open at both ends; its neighbours and the anchors close them. */
const verdictBetween = (
  own: Verdict | undefined,
  gaps: ReadonlyArray<Gap>,
  openEnds: ReadonlyArray<ChainEnd>,
  outOfTime: number
): Verdict => {
  const ends: VerdictKind = openEnds.length === 0 ? "proven" : "unanchored"
  const inner: VerdictKind = own === undefined || own.kind === "unanchored" ? "proven" : own.kind
  const all = [...(own?.gaps ?? []), ...gaps]
  const modulo = own?.modulo ?? nothingAssumed
  return {
    kind: worse(worse(inner, ends), gaps.length > 0 ? "gap" : "proven"),
    modulo: { ...modulo, openEnds, outOfTime: modulo.outOfTime + outOfTime },
    gaps: all,
    rows: own?.rows ?? []
  }
}

/** The whole chain: open only where its own ends are. */
const whole = (verdicts: ReadonlyArray<Verdict>, openEnds: ReadonlyArray<ChainEnd>): Verdict => {
  const inner = verdicts.map((verdict) => verdict.kind)
  return {
    kind: inner.reduce(worse, openEnds.length === 0 && verdicts.length > 0 ? "proven" : "unanchored"),
    modulo: { ...addModulos(verdicts.map((verdict) => verdict.modulo)), openEnds },
    gaps: verdicts.flatMap((verdict) => verdict.gaps),
    rows: verdicts.flatMap((verdict) => verdict.rows).slice(0, mostRows)
  }
}

/** Leaves a window only those gaps in whose time its currency's rows as a whole still have one. */
const heal = (verdict: Verdict, healed: Verdict): Verdict => {
  const gaps = verdict.gaps.filter((gap) => healed.gaps.some((each) => overlap(gap, each)))
  const undone = verdict.gaps.length - gaps.length
  if (undone === 0) return verdict
  const ends: VerdictKind = verdict.modulo.openEnds.length === 0 ? "proven" : "unanchored"
  const outOfTime = verdict.modulo.outOfTime + (healed.modulo.outOfTime > 0 ? undone : 0)
  return {
    kind: gaps.length > 0 ? "gap" : healed.kind === "ambiguous" ? "ambiguous" : ends,
    modulo: { ...verdict.modulo, outOfTime },
    gaps,
    rows: healed.kind === "ambiguous" ? healed.rows : verdict.rows
  }
}

const overlap = (left: Gap, right: Gap): boolean =>
  (left.from ?? -Infinity) <= (right.to ?? Infinity) && (right.from ?? -Infinity) <= (left.to ?? Infinity)
