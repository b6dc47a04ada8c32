/**
 * Gaps that rows without a balance fill: those in a gap's time span sum to what is missing there, to the last digit. Of rows
 * in its first and its last second some may stand outside of it, and fill others.
 */
import * as Money from "../../domain/Money.ts"
import { signedAmount } from "../../domain/Transaction.ts"
import { type Gap, mostRows } from "../../domain/Verdict.ts"
import { byTime, type ChainRows, type Row, rowOf, upTo } from "./Edges.ts"

/** The gaps that stay, the rows that fill the others, and those that fill none. */
export interface Filled {
  readonly gaps: ReadonlyArray<Gap>
  readonly filling: ReadonlyArray<Row>
  readonly left: ReadonlyArray<Row>
}

/** A gap, the rows that fill it, and those beside it that don't. */
interface Filling {
  readonly gap: Gap
  readonly chosen: ReadonlyArray<Row>
  readonly others: ReadonlyArray<Row>
}

/**
 * Fills gaps, which come in the order of time; each row fills one at most. Each time may be wrong by `jitter` seconds: what rows in its
 * time don't fill, others may that are as near as that.
 */
export const fill = (gaps: ReadonlyArray<Gap>, rows: ChainRows, jitter = 0): Filled => {
  const loose = Array.from(
    upTo(rows.count).filter((index) => rows.hasBalance[index] === 0),
    (index) => rowOf(rows, index)
  ).sort(byTime)
  const reach = reachOf(jitter)
  const filling = new Set<Row>()
  const timely = fillEach(gaps, loose, filling, 0)
  const filled = reach === 0 ? timely : withNearer(timely, loose, filling, reach)
  // A row that some choice leaves out has moved the balance too: where it stands in no other gap, and not at an end, the choice was wrong.
  const unfilled = new Set(filled.flatMap(({ chosen, others }) => (chosen.length === 0 ? others : [])))
  const told = timesTold(rows)
  const isLost = (row: Row): boolean =>
    row.confirmed && !filling.has(row) && !unfilled.has(row) && row.localTime > told.first + reach &&
    row.localTime < told.last - reach
  const open = filled.filter(({ chosen, others }) => chosen.length === 0 || others.some(isLost))
  for (const { chosen } of open) for (const row of chosen) filling.delete(row)
  return { gaps: open.map(({ gap }) => gap), filling: [...filling], left: loose.filter((row) => !filling.has(row)) }
}

/** Fills gaps with rows that fill no other, and are no further from them than some milliseconds. */
const fillEach = (
  gaps: ReadonlyArray<Gap>,
  loose: ReadonlyArray<Row>,
  filling: Set<Row>,
  reach: number
): ReadonlyArray<Filling> => {
  let begin = 0
  return gaps.map((gap) => {
    const from = gap.from ?? -Infinity
    const to = gap.to ?? Infinity
    begin = skip(loose, begin, (row) => row.localTime < from - reach)
    const end = skip(loose, begin, (row) => row.localTime <= to + reach)
    const inside = loose.slice(begin, end).filter((row) => !filling.has(row))
    const chosen = fillingOf(inside, gap, reach)
    for (const row of chosen) filling.add(row)
    return { gap, chosen, others: inside.filter((row) => !chosen.includes(row)) }
  })
}

/** Fills also with rows near by the gaps that rows in their time don't fill. */
const withNearer = (
  timely: ReadonlyArray<Filling>,
  loose: ReadonlyArray<Row>,
  filling: Set<Row>,
  reach: number
): ReadonlyArray<Filling> => {
  const nearer = fillEach(timely.flatMap(({ chosen, gap }) => (chosen.length === 0 ? gap : [])), loose, filling, reach)
  let next = 0
  return timely.map((each) => (each.chosen.length === 0 ? nearer[next++] ?? each : each))
}

/** The times of the first and the last row that tells a balance for certain. */
const timesTold = (
  { confirmed, count, hasBalance, localTime }: ChainRows
): { readonly first: number; readonly last: number } => {
  let [first, last] = [Infinity, -Infinity]
  for (let row = 0; row < count; row++) {
    if (hasBalance[row] === 0 || confirmed[row] === 0) continue
    first = Math.min(first, localTime[row] as number)
    last = Math.max(last, localTime[row] as number)
  }
  return { first, last }
}

/** With more rows in a gap's first and last second not each choice of them is tried. */
const mostAtEnds = 10

/** Those of the rows in a gap's span that fill it: all, or without some in its first and last second; none when no choice does. */
const fillingOf = (rows: ReadonlyArray<Row>, { from, missing, to }: Gap, reach: number): ReadonlyArray<Row> => {
  if (fills(silentOf(rows), missing)) return rows
  const isAtEnd = ({ localTime }: Row): boolean =>
    (from !== null && localTime <= from + reach) || (to !== null && localTime >= to - reach)
  const isSpare = ({ localTime }: Row): boolean =>
    (from !== null && localTime < from) || (to !== null && localTime >= to)
  const atEnds = rows.filter(isAtEnd)
  if (atEnds.length > mostAtEnds) return []
  const within = rows.filter((row) => !isAtEnd(row))
  const chosen = choose(atEnds, Money.subtract(missing, silentOf(within).sum), isSpare)
  return chosen === undefined ? [] : [...within, ...chosen]
}

/** The first rows from a place on that sum to so much; the spare ones, which others may need, are left out where they can be. */
const choose = (
  rows: ReadonlyArray<Row>,
  sum: Money.Money,
  isSpare: (row: Row) => boolean,
  place = 0
): ReadonlyArray<Row> | undefined => {
  const row = rows[place]
  if (row === undefined) return sum === Money.zero ? [] : undefined
  const without = (): ReadonlyArray<Row> | undefined => choose(rows, sum, isSpare, place + 1)
  const chosen = (): ReadonlyArray<Row> | undefined => {
    const others = choose(rows, Money.subtract(sum, signedAmount(row)), isSpare, place + 1)
    return others === undefined ? undefined : [row, ...others]
  }
  return isSpare(row) ? without() ?? chosen() : chosen() ?? without()
}

/** How far apart two times may be, in milliseconds, that are of rows in another order; each may be wrong by so many seconds. */
const reachOf = (jitter: number): number => 2 * jitter * 1000

const skip = (rows: ReadonlyArray<Row>, from: number, isBefore: (row: Row) => boolean): number => {
  let index = from
  for (let row = rows[index]; row !== undefined && isBefore(row); row = rows[index]) index++
  return index
}

/** Rows without a balance: what they give, and their txnIds, as many as a verdict names. */
export interface SilentRows {
  readonly sum: Money.Money
  readonly rows: ReadonlyArray<string>
}

/** Those before the first row of a chain that tells a balance, and those behind the last one; where none does all are behind. */
export interface SilentEnds {
  readonly before: SilentRows
  readonly behind: SilentRows
}

/** None. */
export const noneSilent: SilentRows = { sum: Money.zero, rows: [] }

/** Some and others. */
export const bothSilent = (some: SilentRows, others: SilentRows): SilentRows => ({
  sum: Money.add(some.sum, others.sum),
  rows: [...some.rows, ...others.rows].slice(0, mostRows)
})

/** Whether rows are what is missing somewhere. */
export const fills = ({ rows, sum }: SilentRows, missing: Money.Money): boolean => rows.length > 0 && sum === missing

/** The rows without a balance at the ends of a chain whose first and last row that tells one have those times. */
export const silentEndsOf = (
  rows: ReadonlyArray<Row>,
  first: number | undefined,
  last: number | undefined,
  jitter = 0
): SilentEnds | null => {
  if (rows.length === 0) return null
  const reach = reachOf(jitter)
  const sideOf = ({ localTime }: Row): "before" | "behind" | undefined => {
    if (first === undefined || last === undefined || localTime >= last) return "behind"
    if (localTime <= first) return "before"
    const [behindFirst, beforeLast] = [localTime - first, last - localTime]
    if (Math.min(behindFirst, beforeLast) > reach) return undefined
    return behindFirst < beforeLast ? "before" : "behind"
  }
  const at = (side: "before" | "behind"): SilentRows => silentOf(rows.filter((row) => sideOf(row) === side))
  return { before: at("before"), behind: at("behind") }
}

const silentOf = (rows: ReadonlyArray<Row>): SilentRows => ({
  sum: rows.reduce((sum, row) => Money.add(sum, signedAmount(row)), Money.zero),
  rows: rows.slice(0, mostRows).map(({ txnId }) => txnId)
})
