/**
 * Which days to ask for once more because rows of them are held: those of the answers that this run doubts, whole, since
 * they may lack more than what is stored; and the days of what earlier runs hold, as far as this run has not asked for
 * them. Bounded, because requests are scarce and some rows are gone for good.
 */
import { contains, gapsIn, hull, length, outside, type Period } from "../domain/Period.ts"
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
  })
  const around = hull(wanted)
  const widest = gapsIn(wanted).toSorted((one, other) => length(other) - length(one)).slice(0, mostStretches - 1)
  return around === undefined ? [] : outside([around], widest)
}
