/**
 * Days before others that nobody loaded when they were over: which there are, and which a report tells of.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayText } from "../calendar.ts"
import type { WalletRun } from "./WalletRun.ts"

/** The days from one to another. */
const between = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** Days before others that were never loaded, or not since they were over, as they are told: none that has not come. */
export const holesOf = ({ days, lastOver, over }: WalletRun["model"]): ReadonlyArray<string> => {
  const first = Math.min(...days.keys())
  const never = between(first, Math.max(...days.keys())).filter((day) => !days.has(day))
  const last = Math.min(lastOver, Math.max(...never, ...over))
  const holes = new Set(between(first, last).filter((day) => !over.has(day)))
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
