/**
 * Gaps that rows without a balance fill: those in a gap's time span sum to what is missing there, to the last digit.
 *
 * Where such rows share a second with several gaps, nobody can tell which of them fill which: those gaps stay.
 */
import { signedAmount } from "../../domain/Transaction.ts"
import type { Gap } from "../../domain/Verdict.ts"
import { type ChainRows, type Row, rowOf, upTo } from "./Edges.ts"

/** The gaps that stay, and the rows that fill the others. Gaps come in the order of time; each row fills one at most. */
export const fill = (
  gaps: ReadonlyArray<Gap>,
  rows: ChainRows
): { readonly gaps: ReadonlyArray<Gap>; readonly filling: ReadonlyArray<Row> } => {
  if (gaps.length === 0) return { gaps, filling: [] }
  const loose = Array.from(
    upTo(rows.count).filter((index) => rows.hasBalance[index] === 0),
    (index) => rowOf(rows, index)
  )
    .sort((left, right) => left.localTime - right.localTime)
  const filling: Array<Row> = []
  let begin = 0
  const open = gaps.filter((gap) => {
    const from = gap.from ?? -Infinity
    const to = gap.to ?? Infinity
    begin = skip(loose, begin, (row) => row.localTime < from)
    const end = skip(loose, begin, (row) => row.localTime <= to)
    const inside = loose.slice(begin, end)
    const sum = inside.reduce((total, row) => total + signedAmount(row), 0n)
    if (inside.length === 0 || sum !== gap.missing) return true
    for (const row of inside) filling.push(row)
    begin = end
    return false
  })
  return { gaps: open, filling }
}

const skip = (rows: ReadonlyArray<Row>, from: number, isBefore: (row: Row) => boolean): number => {
  let index = from
  for (let row = rows[index]; row !== undefined && isBefore(row); row = rows[index]) index++
  return index
}
