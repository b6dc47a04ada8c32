/**
 * The balance behind each day's rows of a chain, as far as its rows tell it: what a balance that somebody knows of a day
 * is held against.
 */
import type { Money } from "../domain/Money.ts"
import { type Day, dayOfLocalTime } from "../domain/Period.ts"
import type { Chain } from "./Chain.ts"
import { at, balanceAt, type Row } from "./Edges.ts"
import type { Ways } from "./ways.ts"

/** A day with rows, and the balance behind them; null where several are possible or the rows are not whole. */
export interface DayEnd {
  readonly day: Day
  readonly balance: Money | null
}

/** The days with rows of a chain, in their order; `rows` are the chain's, those without a balance among them. */
export const dayEndsOf = (
  chain: Chain,
  { doubtful, mayRest, ways }: Ways,
  rows: ReadonlyArray<Row>
): ReadonlyArray<DayEnd> => {
  const { graph: { edges }, sequence } = chain.arrangement
  const isTold = chain.breaks.length === 0 && !mayRest &&
    new Set(ways.filter(({ outOfTime }) => !outOfTime).map(({ opening }) => opening)).size === 1
  const ends = new Map<Day, Money | null>()
  let isSure = isTold
  for (let place = 0; place < sequence.length; place++) {
    const edge = at(sequence, place)
    if (doubtful.has(edge)) isSure = false
    const day = dayOfLocalTime((edges.seconds[edge] as number) * 1000)
    ends.set(day, isSure ? balanceAt(edges, at(edges.head, edge)) : null)
  }
  for (const { balance, localTime } of rows) {
    if (balance === null) ends.set(dayOfLocalTime(localTime), null)
  }
  return [...ends].map(([day, balance]) => ({ day, balance })).sort((left, right) => left.day - right.day)
}
