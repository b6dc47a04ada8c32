/**
 * What may stand between two days of a currency, by all its windows: what rows lead to there, as far as what the windows
 * before theirs leave and those behind theirs begin with allow it.
 */
import type { Money } from "../../domain/Money.ts"
import type { Day } from "../../domain/Period.ts"
import type { OpenReason } from "../../domain/Proof.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck } from "../chain/Continuity.ts"
import { countWhile } from "../chain/countWhile.ts"
import type { DayEnd, Passage } from "../chain/dayEnds.ts"
import type { Anchors } from "../chain/Edges.ts"
import type { SilentRows } from "../chain/withoutBalance.ts"
import * as Carry from "./Carry.ts"
import { isLoaded } from "./KnownBalance.ts"
import type { WindowContinuity } from "./WalletContinuity.ts"

/** All the balances that may stand at a boundary between days; or why that is left open. */
export type Standing = ReadonlyArray<Money> | OpenReason

/** A chain, and what stands before it by the windows before, and behind it by the windows behind; empty when they tell nothing. */
export interface Around {
  readonly chain: ChainCheck
  readonly before: Carry.Carry
  readonly behind: Carry.Carry
}

interface Told extends Around {
  readonly firstDay: Day
  readonly lastDay: Day
}

/** What stands at the boundaries of a currency's days. */
export class Standings {
  private readonly windows: ReadonlyArray<WindowContinuity>
  private readonly told: ReadonlyArray<Told>

  constructor(windows: ReadonlyArray<WindowContinuity>, currency: Currency | null, anchors: Anchors) {
    this.windows = windows
    this.told = toldBy(aroundEach(windows, currency, anchors))
  }

  /** What stands before the first row of a day and behind the last one of its eve. */
  at(boundary: Day): Standing {
    const [left, right] = this.around(boundary)
    if (left !== undefined && boundary <= left.lastDay) return within(left, endBefore(left, boundary))
    const isLeftLoaded = left !== undefined && isLoaded(this.windows, left.lastDay, boundary)
    const isRightLoaded = right !== undefined && isLoaded(this.windows, boundary, right.firstDay)
    const behind = isLeftLoaded ? within(left, endBefore(left, boundary)) : "not-loaded"
    if (!isRightLoaded) return behind
    const crossing = crossingAt(right, boundary)
    // Rows that may stand behind the boundary are passed before what follows: that does not tell of it.
    const mayCross = behind === "midnight" || behind === "order" || behind === "no-currency"
    return together(
      typeof behind === "string" && !mayCross ? firstOf(right) ?? behind : behind,
      crossing === undefined || crossing.open === "no-balance" ? [] : within(right, crossing)
    )
  }

  /** The last chain that begins before a boundary, and the next one. */
  private around(boundary: Day): readonly [Told | undefined, Told | undefined] {
    const index = countWhile(this.told.length, (place) => (this.told[place]?.firstDay ?? boundary) < boundary) - 1
    return [this.told[index], this.told[index + 1]]
  }

  /** Whether rows at the outer end next to a boundary may lead to a balance there, and yet not begin or end with it. */
  isBeyondEnd(boundary: Day, balance: Money): boolean {
    const [first, last] = [this.told[0], this.told.at(-1)]
    if (first === undefined || last === undefined) return false
    const isBefore = boundary <= first.firstDay
    const end = isBefore ? crossingAt(first, boundary) : endBefore(last, boundary)
    const outer = isBefore ? entryOf(first) ?? [] : [...Carry.through(last.before, last.chain).keys()]
    return end !== undefined && !outer.includes(balance) &&
      (end.open === "midnight" || end.passages.some((passage) => passage.balance === balance))
  }

  /** Whether rows without a balance stand between a boundary at an outer end and the rows that tell one. */
  isSilentEnd(boundary: Day): boolean {
    const [first, last] = [this.told[0], this.told.at(-1)]
    if (first === undefined || last === undefined) return false
    return boundary <= first.firstDay ? beginsSilent(first) : endBefore(last, boundary)?.open === "no-balance"
  }
}

/** Whether the first rows of a chain tell no balance. */
const beginsSilent = ({ chain: { days: [first], silent } }: Told): boolean =>
  first !== undefined && !first.hasRows &&
  (first.open === "no-balance" || (first.open === "midnight" && hasRows(silent?.before)))

const toldBy = (around: ReadonlyArray<Around>): ReadonlyArray<Told> =>
  around.flatMap((each) => {
    const days = each.chain.days.filter(({ hasRows }) => hasRows)
    const [first, last] = [days[0], days.at(-1)]
    return first === undefined || last === undefined ? [] : [{ ...each, firstDay: first.day, lastDay: last.day }]
  })

/** The chains of a currency, in the order of their windows. */
export const aroundEach = (
  windows: ReadonlyArray<WindowContinuity>,
  currency: Currency | null,
  { closing, opening }: Anchors
): ReadonlyArray<Around> => {
  const chains = windows.flatMap((window) => window.chains.filter((chain) => chain.currency === currency))
  const before = carried(chains, opening)
  const behind = carried(chains.toReversed().map(fromBehind), closing).toReversed()
  return chains.map((chain, index) => ({
    chain,
    before: before[index] ?? Carry.nothing,
    behind: behind[index] ?? Carry.nothing
  }))
}

/** What stands before each of some chains; nothing is known where rows without a balance may have moved it in between. */
const carried = (chains: ReadonlyArray<ChainCheck>, known: Money | undefined): ReadonlyArray<Carry.Carry> => {
  let carry = known === undefined ? Carry.nothing : Carry.known(known)
  let isSilent = false
  return chains.map((chain) => {
    isSilent ||= hasRows(chain.silent?.before)
    if (isSilent) carry = Carry.nothing
    const before = carry
    isSilent = (isSilent && !Carry.tells(chain)) || hasRows(chain.silent?.behind) || isUnsure(chain)
    if (Carry.tells(chain)) {
      const inTime = Carry.through(carry, chain)
      const met = inTime.size > 0 || carry.size === 0 ? inTime : Carry.throughAnyhow(carry, chain)
      carry = met.size > 0 || carry.size === 0 ? met : Carry.beyondGap(carry, chain)
    }
    return before
  })
}

const hasRows = (silent: SilentRows | undefined): boolean => silent !== undefined && silent.rows.length > 0

/** A chain as it is met when one comes from behind. */
const fromBehind = (chain: ChainCheck): ChainCheck => ({
  ...chain,
  silent: chain.silent && { before: chain.silent.behind, behind: chain.silent.before },
  ways: chain.ways.map(({ closing, opening, outOfTime }) => ({ opening: closing, closing: opening, outOfTime }))
})

/** What is told of a boundary that a chain's rows stand before. */
const endBefore = ({ chain }: Told, boundary: Day): DayEnd | undefined => {
  const count = countWhile(chain.days.length, (place) => (chain.days[place]?.day ?? boundary) < boundary)
  return chain.days[count - 1]
}

/** What is told of the boundary that the first rows of a chain may cross. */
const crossingAt = ({ chain: { days: [first] } }: Told, boundary: Day): DayEnd | undefined =>
  first !== undefined && !first.hasRows && first.day === boundary - 1 ? first : undefined

/** The balances of a boundary that a chain's neighbours allow: all of them where they allow none, for there is a gap. */
const within = (told: Told, end: DayEnd | undefined): Standing => {
  if (end === undefined) return []
  if (end.open !== null) return end.open
  const found = end.passages.map((passage) => metBy(passage, told))
  if (found.includes(undefined)) return "unconfirmed"
  const met = found.flatMap((balances) => balances ?? [])
  return [...new Set(met.length > 0 ? met : end.passages.flatMap(({ balance }) => balance ?? []))]
}

/** The balances of one way over a boundary that both sides allow; undefined when nothing tells what it passes on. */
const metBy = (
  { balance, closing, opening }: Passage,
  { before, behind }: Told
): ReadonlyArray<Money> | undefined => {
  if (balance !== null) return isMet(before, opening) && isMet(behind, closing) ? [balance] : []
  if (before.size === 0 && behind.size === 0) return undefined
  return before.size === 0 ? [...behind.keys()] : [...before.keys()].filter((each) => isMet(behind, each))
}

const isMet = (side: Carry.Carry, end: Money | null): boolean => end === null || side.size === 0 || side.has(end)

/** What a chain may begin with, by its rows and those behind it, unless these don't fit; undefined when they don't tell. */
const entryOf = ({ before, behind, chain }: Told): ReadonlyArray<Money> | undefined => {
  const fitting = Carry.through(behind, fromBehind(chain))
  const entries = fitting.size > 0 ? fitting : Carry.through(Carry.nothing, fromBehind(chain))
  const met = [...entries.keys()].filter((balance) => before.size === 0 || before.has(balance))
  return entries.size === 0 ? undefined : met.length > 0 ? met : [...entries.keys()]
}

/** The same where rows that tell no balance may stand before them, or nobody knows whose rows they are. */
const firstOf = (told: Told): Standing | undefined =>
  beginsSilent(told) ? "no-balance" : isUnsure(told.chain) || beginsNameless(told) ? "no-currency" : entryOf(told)

const beginsNameless = ({ chain: { days: [first] } }: Told): boolean =>
  first !== undefined && !first.hasRows && first.open === "no-currency"

/** Whether all of a chain's rows may be another currency's. */
const isUnsure = ({ days }: ChainCheck): boolean => days.length > 0 && days.every(({ open }) => open === "no-currency")

const together = (one: Standing, other: Standing): Standing =>
  typeof one === "string" ? one : typeof other === "string" ? other : [...new Set([...one, ...other])]
