/**
 * Which days to ask for once more because rows of them are held: those of the answers that this run doubts, whole, since
 * they may lack more than what is stored; and the days of what earlier runs hold, as far as this run has not asked for
 * them. Bounded, because requests are scarce and some rows are gone for good.
 */
import { addDays, contains, dayFromNumber, type Period } from "../domain/Period.ts"
import type { HeldRow } from "../sink/Sink.ts"

/** How many stretches of days are asked for because of held rows in one run. */
export const mostStretches = 10

/** The stretches, in order; where there are too many, those that lie nearest to each other become one. */
export const heldPeriods = (
  held: ReadonlyArray<HeldRow>,
  runId: string,
  asked: ReadonlyArray<Period>
): ReadonlyArray<Period> => {
  const wanted = held.flatMap((row): ReadonlyArray<Period> => {
    if (row.runId === runId) return [row.window]
    return asked.some((days) => contains(days, row.day)) ? [] : [{ from: row.day, to: row.day }]
  }).sort((one, other) => one.from - other.from)
  const [first, ...rest] = wanted
  if (first === undefined) return []
  const gaps: Array<Period> = []
  let last = first.to
  for (const { from, to } of rest) {
    if (from > addDays(last, 1)) gaps.push({ from: addDays(last, 1), to: addDays(from, -1) })
    if (to > last) last = to
  }
  const widest = [...gaps].sort((one, other) => other.to - other.from - (one.to - one.from)).slice(0, mostStretches - 1)
  const stretches: Array<Period> = []
  let from = first.from
  for (const gap of widest.sort((one, other) => one.from - other.from)) {
    stretches.push({ from, to: addDays(gap.from, -1) })
    from = addDays(gap.to, 1)
  }
  return [...stretches, { from, to: dayFromNumber(last) }]
}
