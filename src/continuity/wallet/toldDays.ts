/**
 * The days from the first row of a currency that tells a balance to the last one: beyond them nothing is met.
 *
 * A row that is not confirmed tells one where it is part of its window's chain; a chain of such rows alone, all of which may have moved
 * nothing, where it begins with what stands before it, or begins or ends with what stands behind it.
 */
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { ChainCheck } from "../chain/Continuity.ts"
import { type Around, aroundEach } from "./standing.ts"
import type { WindowContinuity } from "./WalletContinuity.ts"

/** Those days that have rows, in their order; windows are settled and in the order of days. */
export const toldDaysOf = (windows: ReadonlyArray<WindowContinuity>, currency: Currency | null): ReadonlyArray<Day> =>
  aroundEach(windows, currency, {}).filter(isMet).flatMap(({ chain }) => toldDays(chain))
    .sort((left, right) => left - right)

const isMet = ({ before, behind, chain }: Around): boolean =>
  !chain.mayRest ||
  chain.ways.some(({ closing, opening }) => before.has(opening) || behind.has(opening) || behind.has(closing))

const toldDays = ({ days, first, last, verdict: { modulo } }: ChainCheck): ReadonlyArray<Day> => {
  // The last rows may all be another currency's.
  const sure = days.slice(0, days.findLastIndex(({ open }) => open !== "no-currency") + 1)
  const withRows = sure.flatMap(({ day, hasRows }) => (hasRows ? day : []))
  if (modulo.noBalance === 0 && modulo.unconfirmed === 0) return withRows
  if (first === null || last === null) return []
  const [one, other] = [dayOfLocalTime(first.localTime), dayOfLocalTime(last.localTime)]
  return withRows.filter((day) => day >= Math.min(one, other) && day <= Math.max(one, other))
}
