/**
 * The balance behind each day's rows of a chain, as far as its rows tell it: what a balance that somebody knows of a day
 * is held against.
 */
import * as Money from "../domain/Money.ts"
import { type Day, dayFromNumber, dayOfLocalTime } from "../domain/Period.ts"
import { type Chain, positionsOf } from "./Chain.ts"
import { at, balanceAt, type Edges, type Row } from "./Edges.ts"
import type { Ways } from "./ways.ts"

/** A day with rows, and the balance behind them; null where several are possible or the rows are not whole. */
export interface DayEnd {
  readonly day: Day
  readonly balance: Money.Money | null
  /** All that may stand behind the day where some rows bear the time of another day; left out where that is not told. */
  readonly possible?: ReadonlyArray<Money.Money>
}

/** More balances than these tell nothing of a day. */
const mostPossible = 16

/** The days with rows of a chain, in their order; `rows` are the chain's, those without a balance among them. */
export const dayEndsOf = (
  chain: Chain,
  { doubtful, mayRest, ways }: Ways,
  rows: ReadonlyArray<Row>
): ReadonlyArray<DayEnd> => {
  const { graph: { edges }, sequence } = chain.arrangement
  const isTold = chain.breaks.length === 0 && !mayRest &&
    new Set(ways.filter(({ outOfTime }) => !outOfTime).map(({ opening }) => opening)).size === 1
  const ends = new Map<Day, Money.Money | null>()
  let isSure = isTold
  for (let place = 0; place < sequence.length; place++) {
    const edge = at(sequence, place)
    if (doubtful.has(edge)) isSure = false
    ends.set(dayOfEdge(edges, edge), isSure ? balanceAt(edges, at(edges.head, edge)) : null)
  }
  const possible = !mayRest && doubtful.size === 0 && isInOneOrder(chain)
    ? possibleEnds(edges, sequence, [...ends.keys()])
    : new Map<Day, Set<Money.Money>>()
  for (const { balance, localTime } of rows) {
    if (balance !== null) continue
    ends.set(dayOfLocalTime(localTime), null)
    possible.delete(dayOfLocalTime(localTime))
  }
  return [...ends].map(([day, balance]) => {
    const found = possible.get(day)
    return { day, balance, ...(found === undefined || found.size > mostPossible ? {} : { possible: [...found] }) }
  }).sort((left, right) => left.day - right.day)
}

/** Whether rows meet in one order only, and it is not that of their times. */
const isInOneOrder = (chain: Chain): boolean => {
  if (chain.breaks.length === 0 || chain.gaps.length > 0) return false
  const positions = positionsOf(chain)
  const { graph: { edges }, sequence } = chain.arrangement
  return sequence.every((edge) => positions[at(edges.rowOf, edge)] !== null)
}

const dayOfEdge = ({ seconds }: Edges, edge: number): Day => dayOfLocalTime((seconds[edge] as number) * 1000)

/**
 * The balances between a row of the day or before and one behind it, in the order in which the balances meet, and what the
 * rows up to the day sum to: a service may tell either.
 */
const possibleEnds = (
  edges: Edges,
  sequence: Int32Array,
  days: ReadonlyArray<Day>
): Map<Day, Set<Money.Money>> => {
  const ends = new Map(days.map((day) => [day, new Set<Money.Money>()]))
  const moved = new Map<Day, Money.Money>()
  const first = at(sequence, 0)
  const opening = balanceAt(edges, at(edges.tail, first))
  const cross = (one: Day, other: Day, balance: Money.Money): void => {
    for (const [day, found] of ends) if (day >= Math.min(one, other) && day < Math.max(one, other)) found.add(balance)
  }
  const [earliest, latest] = [dayFromNumber(Math.min(...days)), dayFromNumber(Math.max(...days) + 1)]
  cross(earliest, dayOfEdge(edges, first), opening)
  for (let place = 0; place < sequence.length; place++) {
    const edge = at(sequence, place)
    const [before, after] = [balanceAt(edges, at(edges.tail, edge)), balanceAt(edges, at(edges.head, edge))]
    const day = dayOfEdge(edges, edge)
    moved.set(day, Money.add(moved.get(day) ?? Money.zero, Money.subtract(after, before)))
    const isLast = place === sequence.length - 1
    const next = isLast ? latest : dayOfEdge(edges, at(sequence, place + 1))
    if (next !== day) cross(day, next, after)
    const previous = place === 0 ? earliest : dayOfEdge(edges, at(sequence, place - 1))
    // A row that is out of its time may have been booked on any day between its neighbours'.
    if (day < previous || day > next) { for (const balance of [before, after]) cross(previous, next, balance) }
  }
  let sum = opening
  for (const day of [...ends.keys()].sort((one, other) => one - other)) {
    sum = Money.add(sum, moved.get(day) ?? Money.zero)
    ends.get(day)?.add(sum)
  }
  return ends
}
