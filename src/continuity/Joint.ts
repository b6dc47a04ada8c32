/**
 * One currency of a wallet, window after window: the balance that a window leaves is the one the next must begin with.
 */
import * as Money from "../domain/Money.ts"
import type { ChainEnd, Gap, Verdict, VerdictKind } from "../domain/Verdict.ts"
import { addModulos, mostRows, nothingAssumed, worse } from "../domain/Verdict.ts"
import type { Currency } from "../domain/Wallet.ts"
import * as Carry from "./Carry.ts"
import type { ChainCheck, Mark } from "./Continuity.ts"
import type { Anchors } from "./Edges.ts"

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
  const lastTold = windows.findLastIndex(Carry.tells)
  let carry = anchors.opening === undefined ? Carry.nothing : Carry.known(anchors.opening)
  let mark: Mark | null = null
  const verdicts = windows.map((window, index): Verdict => {
    const isOpen = carry.size === 0
    const gaps: Array<Gap> = []
    let outOfTime = 0
    if (Carry.tells(window)) {
      let next = Carry.through(carry, window)
      if (!isOpen && next.size === 0) {
        next = Carry.only(carry, (balance) => passesOutOfTime(windows, index, balance, anchors))
        if (next.size > 0) outOfTime++
        else {
          gaps.push(gapBetween(carry, mark, window.ways[0]?.opening, window.first, currency))
          next = Carry.beyondGap(carry, window)
        }
      }
      carry = next
      mark = window.last
    }
    const isLast = index >= lastTold
    const { closing } = anchors
    if (index === windows.length - 1 && closing !== undefined && carry.size > 0) {
      const closed = Carry.only(carry, (balance) => balance === closing)
      if (closed.size === 0) gaps.push(gapBetween(carry, mark, closing, null, currency))
      else carry = closed
    }
    const ends: ReadonlyArray<ChainEnd> = [
      ...(isOpen ? ["opening" as const] : []),
      ...(isLast && closing === undefined ? ["closing" as const] : [])
    ]
    return verdictBetween(window?.verdict, gaps, ends, outOfTime)
  })
  const openEnds = (["opening", "closing"] as const).filter((end) => anchors[end] === undefined)
  return {
    chain: {
      currency,
      verdict: healed ?? whole(verdicts, openEnds),
      opening: anchors.opening ?? Carry.certain(Carry.openingsOf(carry)),
      closing: anchors.closing ?? Carry.certain(carry.keys())
    },
    windows: healed === undefined ? verdicts : verdicts.map((verdict) => heal(verdict, healed))
  }
}

/**
 * Whether a window is a circuit that can be passed from a balance to the same one although its times tell another
 * beginning. That is believed only where what follows begins with that balance too: seen from one side alone, a row
 * missing next to the circuit looks the same.
 */
const passesOutOfTime = (
  windows: ReadonlyArray<ChainCheck | undefined>,
  index: number,
  balance: Money.Money,
  anchors: Anchors
): boolean => {
  for (let at = index; at < windows.length; at++) {
    const window = windows[at]
    if (!Carry.tells(window)) continue
    const own = window.ways.filter(({ opening }) => opening === balance)
    if (at > index && own.some(({ outOfTime }) => !outOfTime)) return true
    if (own.length === 0 && !window.mayRest) return false
  }
  return anchors.closing === balance
}

const gapBetween = (
  carry: Carry.Carry,
  mark: Mark | null,
  to: Money.Money | undefined,
  next: Mark | null,
  currency: Currency | null
): Gap => ({
  afterTxnId: mark?.txnId ?? null,
  beforeTxnId: next?.txnId ?? null,
  from: mark?.localTime ?? null,
  to: next?.localTime ?? null,
  missing: Money.subtract(to ?? Money.zero, Carry.likeliest(carry) ?? Money.zero),
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
    orders: own?.orders ?? [],
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
    orders: verdicts.flatMap((verdict) => verdict.orders).slice(0, mostRows),
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
    orders: verdict.orders,
    rows: healed.kind === "ambiguous" ? healed.rows : verdict.rows
  }
}

const overlap = (left: Gap, right: Gap): boolean =>
  (left.from ?? -Infinity) <= (right.to ?? Infinity) && (right.from ?? -Infinity) <= (left.to ?? Infinity)
