/**
 * What was written down of a wallet's days, held against the windows that brought them: which days stand together, which
 * are cut off, and of which nothing is noted.
 */
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import { format, outside, overlap, type Period, union } from "../domain/Period.ts"
import type { CompletingWindow } from "../sink/plan/Watermark.ts"
import { daysLeftBy } from "./daysLeftBy.ts"

/** Entries of what windows left, and what is wrong with those that were written down, in sentences without their ends. */
export interface EntriesLeft {
  /** In the order of days; together they are of all days of the windows. */
  readonly entries: ReadonlyArray<ContinuityEntry>
  readonly wrong: ReadonlyArray<string>
}

/**
 * Takes days and cut-off days from the windows, and of the entries only what was written down of rows. Days that stand
 * together in an entry are those that windows left so: of rows in several windows, losses that cancel out may not show.
 */
export const entriesLeftBy = (
  windows: ReadonlyArray<CompletingWindow>,
  written: ReadonlyArray<ContinuityEntry>
): EntriesLeft => {
  const committed = union(windows.map(({ days }) => days))
  const cutOff = windows.reduce<ReadonlyArray<Period>>(cutOffAfter, [])
  const isCutOff = (days: Period): boolean => cutOff.some((each) => overlap(each, days) !== undefined)
  const missing = outside(committed, written.map(({ days }) => days))
  const noted = new Map(written.map((entry) => [format(entry.days), entry]))
  const left = daysLeftBy(windows.map(({ days }) => days))
  const isLeft = new Set(left.map(format))
  return {
    entries: left.map((days) => ({
      record: null,
      answer: null,
      ...noted.get(format(days)),
      days,
      truncated: isCutOff(days)
    })),
    wrong: [
      ...written.filter(({ days, truncated }) => truncated !== isCutOff(days)).map(({ days, truncated }) =>
        `${format(days)} ${truncated ? "is" : "is not"} noted as cut off, and the windows say otherwise`
      ),
      ...missing.map((days) => `nothing is noted of ${format(days)}, which windows brought`),
      ...outside(written.map(({ days }) => days), committed).map((days) =>
        `${format(days)} is noted, and no window brought it`
      ),
      ...notedTwice(written).map((days) => `${format(days)} is noted more than once`),
      ...written.filter(({ days }) => !isLeft.has(format(days)) && outside([days], committed).length === 0).map((
        { days }
      ) => `${format(days)} is noted as one window, and the windows are of other days`)
    ]
  }
}

const notedTwice = (written: ReadonlyArray<ContinuityEntry>): ReadonlyArray<Period> =>
  written.toSorted((left, right) => left.days.from - right.days.from).flatMap(({ days }, index, sorted) => {
    const before = sorted[index - 1]
    return before === undefined ? [] : overlap(before.days, days) ?? []
  })

/** The days that may be cut off after a window: those whose last answer was. */
const cutOffAfter = (before: ReadonlyArray<Period>, { complete, days, origin }: CompletingWindow) => {
  if (origin !== "service") return before
  return complete ? outside(before, [days]) : union([...before, days])
}
