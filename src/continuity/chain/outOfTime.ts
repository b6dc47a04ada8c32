/**
 * Whether rows of one currency that meet, though not in the order of their times, do so for the balances' sake alone: then
 * their times are wrong, and none of them is missing.
 *
 * Where balances come again and again, rows are whole in many orders whether some are missing or not. So nearly all rows
 * around the places where the times break have to be put into their order by the balances alone. Rows that lead from a
 * balance back to it fit wherever the wallet had it: they are believed only where no other balance around them comes twice.
 */
import type { Money } from "../../domain/Money.ts"
import * as Rows from "../../domain/Rows.ts"
import { farthestDated } from "../../domain/Transaction.ts"
import { arrange, type Arrangement } from "./Arrangement.ts"
import * as bySecond from "./bySecond.ts"
import { areMostlyCertain } from "./certainRows.ts"
import { balanceAt, type Edges, make, unknown, upTo } from "./Edges.ts"
import { readChain } from "./readChain.ts"
import { fitTogether, type Span, visitsOf } from "./seams.ts"

/**
 * Whether that is so of the places where the times of some rows break in a span; rows may be missing elsewhere. `around` are
 * rows of days before and behind them, as far as any row may be dated from its own day.
 */
export const meetByBalances = (
  rows: Rows.Rows,
  around: Rows.Rows,
  within: Span,
  jitter: number
): boolean => {
  const { chain } = readChain(rows, {}, rows.count, jitter)
  if (chain.disorder !== undefined) return false
  if (chain.breaks.length === 0) return true
  const near = make(Rows.concat([nearTo(rows, within), nearTo(around, within)]), {})
  const arrangement = chain.gaps.length > 0 ? chain.arrangement : inTime(chain.arrangement, jitter)
  const entries = areMostlyCertain(near) ? fitTogether(arrangement, chain.gaps, within) : undefined
  return entries !== undefined && (entries.size === 0 || isSingular(near, entries))
}

/** Fewer rows than these don't tell whether balances come again. */
const fewestRows = 12

/** Whether no balance of some rows comes twice but those that are given. */
const isSingular = (edges: Edges, known: ReadonlySet<Money>): boolean =>
  edges.count >= fewestRows &&
  [...visitsOf(edges, upTo(edges.count))].every(([vertex, visits]) => visits < 2 || known.has(balanceAt(edges, vertex)))

const reach = farthestDated * 86_400_000

const nearTo = (rows: Rows.Rows, { from, to }: Span): Rows.Rows =>
  Rows.pick(
    rows,
    upTo(rows.count).filter((index) => {
      const time = rows.localTime[index] as number
      return time >= from - reach && time <= to + reach
    })
  )

const inTime = ({ graph, sequence }: Arrangement, jitter: number): Arrangement =>
  arrange(graph, bySecond.settled(graph.edges, bySecond.group(graph.edges, sequence, jitter)), unknown, unknown)
