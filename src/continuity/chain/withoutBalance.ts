/**
 * Gaps that rows without a balance fill: those in a gap's time span sum to what is missing there, to the last digit.
 *
 * Where such rows share a second with several gaps, nobody can tell which of them fill which: those gaps stay.
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

/** Fills gaps, which come in the order of time; each row fills one at most. */
export const fill = (gaps: ReadonlyArray<Gap>, rows: ChainRows): Filled => {
  const loose = Array.from(
    upTo(rows.count).filter((index) => rows.hasBalance[index] === 0),
    (index) => rowOf(rows, index)
  ).sort(byTime)
  const filling = new Set<Row>()
  let begin = 0
  const open = gaps.filter((gap) => {
    const from = gap.from ?? -Infinity
    const to = gap.to ?? Infinity
    begin = skip(loose, begin, (row) => row.localTime < from)
    const end = skip(loose, begin, (row) => row.localTime <= to)
    const inside = loose.slice(begin, end)
    if (!fills(silentOf(inside), gap.missing)) return true
    for (const row of inside) filling.add(row)
    begin = end
    return false
  })
  return { gaps: open, filling: [...filling], left: loose.filter((row) => !filling.has(row)) }
}

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
  last: number | undefined
): SilentEnds | null => {
  if (rows.length === 0) return null
  const isBehind = ({ localTime }: Row): boolean => last === undefined || localTime >= last
  const isBefore = (row: Row): boolean => first !== undefined && row.localTime <= first && !isBehind(row)
  return { before: silentOf(rows.filter(isBefore)), behind: silentOf(rows.filter(isBehind)) }
}

const silentOf = (rows: ReadonlyArray<Row>): SilentRows => ({
  sum: rows.reduce((sum, row) => Money.add(sum, signedAmount(row)), Money.zero),
  rows: rows.slice(0, mostRows).map(({ txnId }) => txnId)
})
