/**
 * Days before others that nobody loaded when they were over: which there are, and which a report tells of.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayText } from "../calendar.ts"
import type { WalletRun } from "./WalletRun.ts"

/** Days from the first known one to the last of some that are none of these. */
const without = (known: Iterable<number>, some: Iterable<number>): ReadonlyArray<number> => {
  const days = new Set(some)
  const [first, last] = [Math.min(...known), Math.max(...days)]
  return days.size === 0 || first > last
    ? []
    : Array.from({ length: last - first }, (_, index) => first + index).filter((day) => !days.has(day))
}

/** Days before others that were never loaded, or not since they were over, as they are told. */
export const holesOf = ({ days, over }: WalletRun["model"]): ReadonlyArray<string> => {
  const holes = new Set([...without(days.keys(), days.keys()), ...without(days.keys(), over)])
  return [...holes].filter((day) => !holes.has(day - 1)).toSorted((one, other) => one - other).map((from) => {
    let to = from
    while (holes.has(to + 1)) to++
    return `${dayText(from)}..${dayText(to)}`
  })
}

/** Those that a report tells of. */
export const holesTold = ({ findings }: WalletReport): ReadonlyArray<string> =>
  findings.filter(isHole).map(({ from, to }) => `${from}..${to}`)

/** Whether a finding tells of such days. */
export const isHole = ({ amount, from, kind }: WalletReport["findings"][number]): boolean =>
  kind === "gap" && amount === null && from !== null
