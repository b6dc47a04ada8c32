/**
 * What stands behind each day's rows of a chain, as far as its rows tell it: what a balance that somebody knows of a day
 * is held against.
 */
import type * as Money from "../../domain/Money.ts"
import { addDays, type Day, dayOfLocalTime, startOfDay } from "../../domain/Period.ts"
import type { OpenReason } from "../../domain/Proof.ts"
import * as bySecond from "./bySecond.ts"
import type { Chain } from "./Chain.ts"
import { countWhile } from "./countWhile.ts"
import { alongGroups, alongPath, Boundaries, type Crossing, type Timeline } from "./crossings.ts"
import { DoubtedTimes } from "./doubtedTimes.ts"
import { at, balanceAt, type ChainRows, type Edges, unknown, upTo } from "./Edges.ts"

/**
 * What rows may begin with, stand at on the boundary, and end with; null where these rows do not tell. All three are null
 * when they may have left the balance where it was.
 */
export interface Passage {
  readonly opening: Money.Money | null
  readonly balance: Money.Money | null
  readonly closing: Money.Money | null
}

/** What stands behind a day, and behind each later one up to the next that is told of. */
export interface DayEnd {
  readonly day: Day
  /** Whether rows bear the day; where none does, rows that stand near its midnight do. */
  readonly hasRows: boolean
  /** All that may be; none where that is left open. */
  readonly passages: ReadonlyArray<Passage>
  /** Why it is left open, null where it is not. */
  readonly open: OpenReason | null
}

/** The end of a day with rows that is known. */
export const knownEnd = (day: Day, balance: Money.Money): DayEnd => ({
  day,
  hasRows: true,
  passages: [onlyAt(balance)],
  open: null
})

/** The end of a day with rows that is not known. */
export const openEnd = (day: Day, open: OpenReason): DayEnd => ({ day, hasRows: true, passages: [], open })

/** How a chain is looked at: which of its rows may belong to another, and by how many seconds times may be wrong. */
export interface Sight {
  readonly borrowedFrom: number
  readonly jitter: number
}

/** What stands behind the days with rows of a chain, in their order; `rows` are its own, those without a balance too. */
export const dayEndsOf = (chain: Chain, rows: ChainRows, sight: Sight): ReadonlyArray<DayEnd> => {
  const timeline = timelineOf(chain, sight)
  const seconds = inOrder(secondsOf(timeline))
  const silent = inOrder(silentSeconds(rows))
  const days = daysOf(seconds, silent)
  const ends = new Ends(chain, timeline, seconds, silent)
  return days.flatMap((day, index) => {
    const next = days[index + 1] ?? Infinity
    const [eve, morrow] = [addDays(day, -1), addDays(day, 1)]
    const isAfterPause = (days[index - 1] ?? day) < eve
    return [
      ...(index === 0 ? ends.beforeAll(day) : []),
      ...(isAfterPause && ends.isCrossed(day) ? [ends.at(eve, false)] : []),
      ends.at(day, true),
      // Behind it nothing moves any more, unless the next boundary is crossed again.
      ...(next > morrow && ends.isCrossed(morrow) && !(next === morrow + 1 && ends.isCrossed(addDays(morrow, 1)))
        ? [ends.at(morrow, false)]
        : [])
    ]
  })
}

/** The seconds of rows without a balance. */
const silentSeconds = ({ count, hasBalance, localTime }: ChainRows): Float64Array => {
  const seconds: Array<number> = []
  for (let index = 0; index < count; index++) {
    if (hasBalance[index] === 0) seconds.push(Math.floor((localTime[index] as number) / 1000))
  }
  return Float64Array.from(seconds)
}

const secondsOf = ({ graph: { edges }, groups: { list } }: Timeline): Float64Array => {
  const seconds = new Float64Array(list.length)
  for (let place = 0; place < list.length; place++) seconds[place] = edges.seconds[at(list, place)] as number
  return seconds
}

const secondsWhere = (
  { graph: { edges }, groups: { list } }: Timeline,
  test: (edge: number) => boolean
): Float64Array => Float64Array.from(list).filter(test).map((edge) => edges.seconds[edge] as number)

/** Sorted, at no cost where it is already. */
const inOrder = (seconds: Float64Array): Float64Array => bySecond.isInOrder(seconds) ? seconds : seconds.sort()

const daysOf = (...sorted: ReadonlyArray<Float64Array>): ReadonlyArray<Day> => {
  const days = new Set<Day>()
  for (const seconds of sorted) {
    let end = -Infinity
    for (const second of seconds) {
      if (second < end) continue
      const day = dayOfLocalTime(second * 1000)
      days.add(day)
      end = startOfDay(addDays(day, 1)) / 1000
    }
  }
  return [...days].sort((left, right) => left - right)
}

/** The rows of a chain in time: as its order has them where there is no other, else in any that there is. */
const timelineOf = (chain: Chain, { borrowedFrom, jitter }: Sight): Timeline => {
  const { arrangement: { graph, offsets, openings, sequence }, breaks } = chain
  const { edges } = graph
  const isOptional = (edge: number): boolean => edges.unconfirmed[edge] === 1
  const taken = new Set(borrowedFrom < edges.rows.count ? sequence : [])
  const isPossible = (edge: number): boolean => at(edges.rowOf, edge) < borrowedFrom || taken.has(edge)
  const isSettled = breaks.length === 0 && openings.length === 1 && sequence.length > 0 &&
    !edges.unconfirmed.includes(1)
  if (isSettled) {
    const groups = { list: sequence, offsets }
    return { graph, groups, between: alongPath(edges, groups), isOptional, jitter }
  }
  const list = upTo(edges.count).filter(isPossible)
  const groups = bySecond.group(edges, list, jitter)
  return { graph, groups, between: alongGroups(graph, groups, isOptional), isOptional, jitter }
}

/** What stands behind the days of a chain. */
class Ends {
  private readonly chain: Chain
  private readonly timeline: Timeline
  private readonly boundaries: Boundaries
  private readonly seconds: Float64Array
  /** Of the rows that are confirmed: only those have moved the balance to where they say for certain. */
  private readonly sure: Float64Array
  /** Of the others. */
  private readonly maybe: Float64Array
  private readonly silent: Float64Array
  private doubted: DoubtedTimes | undefined

  constructor(chain: Chain, timeline: Timeline, seconds: Float64Array, silent: Float64Array) {
    this.chain = chain
    this.timeline = timeline
    this.boundaries = new Boundaries(timeline)
    this.seconds = seconds
    const { isOptional } = timeline
    // They are looked at beside rows without a balance only.
    this.sure = silent.length === 0 ? seconds : inOrder(secondsWhere(timeline, (edge) => !isOptional(edge)))
    this.maybe = silent.length === 0 ? seconds : inOrder(secondsWhere(timeline, isOptional))
    this.silent = silent
  }

  /** Whether rows stand so near to the beginning of a day that they may belong on its other side. */
  isCrossed(day: Day): boolean {
    const second = startOfDay(day) / 1000
    const { jitter } = this.timeline
    return isAcross(this.seconds, second, jitter) || isAcross(this.silent, second, jitter)
  }

  /** What stands before the first day, where its first rows may belong on the eve or tell no balance. */
  beforeAll(day: Day): ReadonlyArray<DayEnd> {
    if (!this.isCrossed(day) && !this.isOutOfTime() && !this.isSilent(startOfDay(day) / 1000)) return []
    const end = this.at(addDays(day, -1), false)
    return end.open === null && end.passages.length < 2 ? [] : [end]
  }

  at(day: Day, hasRows: boolean): DayEnd {
    const found = this.passagesAt(startOfDay(addDays(day, 1)) / 1000)
    return typeof found === "string"
      ? { day, hasRows, passages: [], open: found }
      : { day, hasRows, passages: inShort(found.toSorted(comparePassages)), open: null }
  }

  private passagesAt(second: number): ReadonlyArray<Passage> | OpenReason {
    const { graph: { edges }, groups, jitter } = this.timeline
    if (isAcross(this.silent, second, jitter)) return "midnight"
    if (this.isSilent(second)) return isAcross(this.seconds, second, jitter) ? "midnight" : "no-balance"
    const begun = countWhile(
      bySecond.size(groups),
      (group) => (this.seconds[at(groups.offsets, group)] as number) - jitter < second
    )
    const crossings = this.boundaries.at(second, begun)
    // Where times are wrong or rows are missing, the first row and the last one by time need not be the chain's.
    const isBroken = this.chain.breaks.length > 0
    const found = typeof crossings === "string"
      ? crossings
      : crossings.map((each) => (isBroken ? onlyAt(moneyAt(edges, each.balance)) : passageOf(edges, each)))
    if (!this.isOutOfTime()) return found.length === 0 ? "order" : found
    this.doubted ??= new DoubtedTimes(this.chain, jitter)
    // At an end no row of the other side confirms what the times say.
    const isEnd = begun === 0 || begun === bySecond.size(groups)
    const other = isEnd || found.length === 0 ? this.doubted.crossings(second)?.map(onlyAt) : undefined
    const met = other ?? (found.length === 0 ? "order" : found)
    return typeof met === "string" ? met : [...met, ...this.doubted.sumsAt(second).map(onlyAt)]
  }

  /** Whether rows are whole in another order than that of their times. */
  private isOutOfTime(): boolean {
    return this.chain.breaks.length > 0 && this.chain.gaps.length === 0
  }

  /**
   * Whether rows without a balance leave open what stood at a second: they may have moved it on both sides up to the next rows that
   * tell it for certain, or on one side where no such row stands on the other, or one that may not have moved it.
   */
  private isSilent(second: number): boolean {
    const { maybe, silent, sure, timeline: { jitter } } = this
    if (silent.length === 0) return false
    const before = sure[countBefore(sure, second - jitter) - 1] ?? -Infinity
    const after = sure[countBefore(sure, second + jitter)] ?? Infinity
    const silentBefore = silent[countBefore(silent, second + jitter) - 1]
    const silentAfter = silent[countBefore(silent, second - jitter)]
    const isBefore = silentBefore !== undefined && silentBefore + 2 * jitter >= before
    const isAfter = silentAfter !== undefined && silentAfter - 2 * jitter <= after
    const isToldBefore = before > -Infinity && !isAmong(maybe, before, second + jitter)
    const isToldAfter = after < Infinity && !isAmong(maybe, second - jitter, after + 1)
    return isBefore ? isAfter || !isToldAfter : isAfter && !isToldBefore
  }
}

/** Whether one of some sorted seconds is so near to another that it may belong on its other side. */
const isAcross = (sorted: Float64Array, second: number, jitter: number): boolean =>
  isAmong(sorted, second - jitter, second + jitter)

/** Whether one of some sorted seconds is from one on and before another. */
const isAmong = (sorted: Float64Array, from: number, to: number): boolean =>
  countBefore(sorted, to) > countBefore(sorted, from)

const countBefore = (sorted: Float64Array, second: number): number =>
  countWhile(sorted.length, (index) => (sorted[index] as number) < second)

const moneyAt = (edges: Edges, vertex: number): Money.Money | null =>
  vertex === unknown ? null : balanceAt(edges, vertex)

const passageOf = (edges: Edges, { balance, closing, opening }: Crossing): Passage => ({
  opening: moneyAt(edges, opening),
  balance: moneyAt(edges, balance),
  closing: moneyAt(edges, closing)
})

/** None is likelier than another: they stand in an order of their own, whatever order the rows came in. */
const comparePassages = (one: Passage, other: Passage): number =>
  compareMoney(one.balance, other.balance) || compareMoney(one.opening, other.opening) ||
  compareMoney(one.closing, other.closing)

const compareMoney = (one: Money.Money | null, other: Money.Money | null): number =>
  one === other ? 0 : one === null ? -1 : other === null ? 1 : one < other ? -1 : 1

/** What is there in any case needs no word of what stands elsewhere. */
const inShort = (passages: ReadonlyArray<Passage>): ReadonlyArray<Passage> => {
  const [balance, ...others] = new Set(passages.map((each) => each.balance))
  return balance === undefined || others.length > 0 ? passages : [onlyAt(balance)]
}

const onlyAt = (balance: Money.Money | null): Passage => ({ opening: null, balance, closing: null })
