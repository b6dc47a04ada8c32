/**
 * Whether rows of one currency that meet, though not in the order of their times, do so for the balances' sake alone: then
 * their times are wrong, and none of them is missing.
 *
 * Where balances come again and again, rows are whole in many orders whether some are missing or not. So nearly all rows
 * around the places where the times break have to be put into their order by the balances alone.
 */
import { farthestDated } from "../domain/Transaction.ts"
import { arrange, type Arrangement } from "./Arrangement.ts"
import { make, type Row, unknown } from "./Edges.ts"
import { areForced } from "./forcedRows.ts"
import { readChain } from "./readChain.ts"
import { fitTogether, type Span } from "./seams.ts"
import * as Seconds from "./Seconds.ts"

/**
 * Whether that is so of the places where the times of some rows break in a span; rows may be missing elsewhere. `around` are
 * rows of days before and behind them, as far as any row may be dated from its own day.
 */
export const meetByBalances = (
  rows: ReadonlyArray<Row>,
  around: ReadonlyArray<Row>,
  within: Span,
  jitter: number
): boolean => {
  const { chain } = readChain(rows, {}, rows.length, jitter)
  if (chain.disorder !== undefined) return false
  if (chain.breaks.length === 0) return true
  const near = [...rows, ...around].filter(isNear(within))
  return areForced(make(near, {})) &&
    fitTogether(chain.gaps.length > 0 ? chain.arrangement : inTime(chain.arrangement, jitter), chain.gaps, within)
}

const reach = farthestDated * 86_400_000

const isNear = ({ from, to }: Span) => ({ localTime }: Row): boolean =>
  localTime >= from - reach && localTime <= to + reach

const inTime = ({ graph, sequence }: Arrangement, jitter: number): Arrangement =>
  arrange(graph, Seconds.settled(graph.edges, Seconds.group(graph.edges, sequence, jitter)), unknown, unknown)
