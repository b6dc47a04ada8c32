/**
 * One currency of a wallet, window after window: the balance that a window leaves is the one the next must begin with.
 */
import * as Money from "../../domain/Money.ts"
import type { ChainEnd, Gap, Verdict, VerdictKind } from "../../domain/Verdict.ts"
import { addModulos, mostRows, nothingAssumed, worse } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck, Mark } from "../chain/Continuity.ts"
import type { Anchors } from "../chain/Edges.ts"
import type { Way } from "../chain/ways.ts"
import { bothSilent, fills, noneSilent } from "../chain/withoutBalance.ts"
import * as Carry from "./Carry.ts"

export interface JoinedChain {
  readonly chain: {
    readonly currency: Currency | null
    readonly verdict: Verdict
    readonly opening: Money.Money | null
    readonly closing: Money.Money | null
  }
  readonly windows: ReadonlyArray<JoinedWindow>
}

/** What is said of a window between its neighbours. */
export interface JoinedWindow {
  readonly verdict: Verdict
  /** Where it does not meet the one before it, or what is known of the end, but for rows without a balance between them. */
  readonly filled: ReadonlyArray<Gap>
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
): JoinedChain => {
  const lastTold = windows.findLastIndex(Carry.tells)
  let carry = anchors.opening === undefined ? Carry.nothing : Carry.known(anchors.opening)
  let mark: Mark | null = null
  let silent = noneSilent
  const judged = windows.map((window, index): JoinedWindow => {
    const isOpen = carry.size === 0
    const gaps: Array<Gap> = []
    const filled: Array<Gap> = []
    const filling = new Set<string>()
    const noteGap = (gap: Gap): void => {
      if (!fills(silent, gap.missing)) gaps.push(gap)
      else {
        filled.push(gap)
        for (const txnId of silent.rows) filling.add(txnId)
      }
    }
    const { before = noneSilent, behind = noneSilent } = window?.silent ?? {}
    let outOfTime = false
    silent = bothSilent(silent, before)
    if (Carry.tells(window)) {
      const led = window.mayRest ? ledBy(silent.sum, carry, window) : undefined
      if (led !== undefined) noteGap(gapBetween(carry, mark, led.opening, window.first, currency))
      const stood = led === undefined ? carry : Carry.led(carry, led.opening)
      const inTime = Carry.through(stood, window)
      const isMet = isOpen || inTime.size > 0
      const other = isMet && window.verdict.orders.length === 0
        ? Carry.nothing
        : throughOutOfTime(stood, windows, index, anchors)
      outOfTime = other.size > 0
      if (!outOfTime && !isMet) noteGap(gapBetween(stood, mark, window.ways[0]?.opening, window.first, currency))
      carry = outOfTime ? other : isMet ? inTime : Carry.beyondGap(stood, window)
      // Rows that may all have moved nothing, and don't begin with what stood before them, stand perhaps behind a missing one.
      if (!window.mayRest || isMetBy(stood, window)) {
        mark = window.last
        silent = noneSilent
      }
    }
    silent = bothSilent(silent, behind)
    const isLast = index >= lastTold
    const { closing } = anchors
    if (index === windows.length - 1 && closing !== undefined && carry.size > 0) {
      const closed = Carry.only(carry, (balance) => balance === closing)
      if (closed.size === 0) noteGap(gapBetween(carry, mark, closing, null, currency))
      else carry = closed
    }
    const ends: ReadonlyArray<ChainEnd> = [
      ...(isOpen ? ["opening" as const] : []),
      ...(isLast && closing === undefined ? ["closing" as const] : [])
    ]
    const own = outOfTime ? inAnotherOrder(window?.verdict) : window?.verdict
    return { verdict: verdictBetween(own, gaps, [...filling], ends), filled }
  })
  const verdicts = judged.map(({ verdict }) => verdict)
  const openEnds = (["opening", "closing"] as const).filter((end) => anchors[end] === undefined)
  return {
    chain: {
      currency,
      verdict: healed ?? whole(verdicts, openEnds),
      opening: anchors.opening ?? Carry.certain(Carry.openingsOf(carry)),
      closing: anchors.closing ?? Carry.certain(carry.keys())
    },
    windows: healed === undefined
      ? judged
      : judged.map(({ filled, verdict }) => ({ verdict: heal(verdict, healed), filled }))
  }
}

/**
 * What stands behind a window that is passed in another order than that of its times; empty when that is not believed.
 * It is only where what stands before the window and what follows it both say so, and neither fits what the times say:
 * seen from one side alone, a missing row looks the same.
 */
const throughOutOfTime = (
  carry: Carry.Carry,
  windows: ReadonlyArray<ChainCheck | undefined>,
  index: number,
  anchors: Anchors
): Carry.Carry => {
  const ways = windows[index]?.ways ?? []
  const inTime = ways.filter((way) => !way.outOfTime)
  const isEntered = (opening: Money.Money): boolean =>
    carry.size === 0
      ? inTime.every((way) => way.opening === opening)
      : carry.has(opening) && inTime.every((way) => way.opening === opening || !carry.has(way.opening))
  const found = ways.filter(({ closing, opening, outOfTime }) =>
    outOfTime && isEntered(opening) && isFollowed(windows.slice(index + 1), closing, inTime, anchors)
  )
  return new Map(found.map(({ closing, opening }) => [closing, carry.get(opening) ?? new Set([opening])]))
}

/** Whether windows go on from a balance, and from none of the others that some ways end with. */
const isFollowed = (
  windows: ReadonlyArray<ChainCheck | undefined>,
  balance: Money.Money,
  ways: ReadonlyArray<Way>,
  { closing }: Anchors
): boolean => {
  let [from, others] = [
    Carry.known(balance),
    Carry.anyOf(ways.map((way) => way.closing).filter((other) => other !== balance))
  ]
  for (const window of windows) {
    if (others.size === 0) return true
    if (!Carry.tells(window)) continue
    from = Carry.throughAnyhow(from, window)
    others = Carry.through(others, window)
    if (from.size === 0) return false
  }
  return others.size === 0 || (closing !== undefined && from.has(closing) && !others.has(closing))
}

/** The way of rows, all of which may have moved nothing, that begins with what rows without a balance before them lead to. */
const ledBy = (sum: Money.Money, carry: Carry.Carry, window: ChainCheck): Way | undefined => {
  const stood = Carry.likeliest(carry)
  return stood === undefined || isMetBy(carry, window)
    ? undefined
    : window.ways.find(({ opening }) => opening === Money.add(stood, sum))
}

/** Whether rows may begin with what stands before them. */
const isMetBy = (carry: Carry.Carry, { ways }: ChainCheck): boolean => ways.some(({ opening }) => carry.has(opening))

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

/** A window's verdict when its times are known to be wrong. */
const inAnotherOrder = (own: Verdict | undefined): Verdict | undefined =>
  own === undefined ? undefined : {
    ...own,
    kind: own.kind === "ambiguous" && own.rows.length === 0 ? "unanchored" : own.kind,
    modulo: { ...own.modulo, outOfTime: own.modulo.outOfTime + Math.max(own.orders.length, 1) },
    orders: []
  }

/** A window by itself is open at both ends; its neighbours and the anchors close them. */
const verdictBetween = (
  own: Verdict | undefined,
  gaps: ReadonlyArray<Gap>,
  filling: ReadonlyArray<string>,
  openEnds: ReadonlyArray<ChainEnd>
): Verdict => {
  const ends: VerdictKind = openEnds.length === 0 ? "proven" : "unanchored"
  const inner: VerdictKind = own === undefined || own.kind === "unanchored" ? "proven" : own.kind
  const all = [...(own?.gaps ?? []), ...gaps]
  const modulo = own?.modulo ?? nothingAssumed
  return {
    kind: worse(worse(inner, ends), gaps.length > 0 ? "gap" : filling.length > 0 ? "ambiguous" : "proven"),
    modulo: { ...modulo, openEnds },
    gaps: all,
    orders: own?.orders ?? [],
    rows: [...own?.rows ?? [], ...filling].slice(0, mostRows)
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

/** Leaves a window only those gaps and doubtful orders in whose time its currency's rows as a whole still have one. */
const heal = (verdict: Verdict, healed: Verdict): Verdict => {
  const places = [...healed.gaps, ...healed.orders]
  const isLeft = (place: Gap): boolean => places.some((each) => overlap(place, each))
  const [gaps, orders] = [verdict.gaps.filter(isLeft), verdict.orders.filter(isLeft)]
  const undone = verdict.gaps.length - gaps.length + verdict.orders.length - orders.length
  if (undone === 0) return verdict
  const ends: VerdictKind = verdict.modulo.openEnds.length === 0 ? "proven" : "unanchored"
  const outOfTime = verdict.modulo.outOfTime + (healed.modulo.outOfTime > 0 ? undone : 0)
  return {
    kind: gaps.length > 0 ? "gap" : orders.length > 0 || healed.kind === "ambiguous" ? "ambiguous" : ends,
    modulo: { ...verdict.modulo, outOfTime },
    gaps,
    orders,
    rows: healed.kind === "ambiguous" ? healed.rows : verdict.rows
  }
}

const overlap = (left: Gap, right: Gap): boolean =>
  (left.from ?? -Infinity) <= (right.to ?? Infinity) && (right.from ?? -Infinity) <= (left.to ?? Infinity)
