/**
 * What a run's report notes of the rows that it withdrew.
 */
import { addDays, type Day, format, type Period } from "../domain/Period.ts"

/** The days of the rows that a run withdrew, one for each row: few of an answer, or held ones that were accepted. */
export interface Withdrawn {
  readonly few: ReadonlyArray<Day>
  readonly accepted: ReadonlyArray<Day>
  /** The accepted findings about them, and why they were accepted. */
  readonly sources: ReadonlySet<string>
}

/** Stretches of days that a note names; the others are counted. */
const mostNamed = 5

/** The notes; `mayAccept` when the run was told to accept what earlier ones held. */
export const withdrawalNotes = ({ accepted, few, sources }: Withdrawn, mayAccept: boolean): ReadonlyArray<string> => [
  ...(few.length === 0
    ? []
    : [`The service no longer shows ${rowsText(few)}: withdrawn, and kept in the file as that.`]),
  ...(accepted.length > 0
    ? [
      `As accepted${sources.size === 0 ? "" : ` (${[...sources].join("; ")})`}, ${
        rowsText(accepted)
      } that an earlier run held ${accepted.length === 1 ? "was" : "were"} withdrawn.`
    ]
    : mayAccept
    ? [
      "There was nothing to accept: no row that an earlier run held is missing in this run's answers. " +
      "What a run holds can be accepted by a later one."
    ]
    : [])
]

const rowsText = (days: ReadonlyArray<Day>): string => {
  const stretches = stretchesOf(days)
  const named = stretches.slice(0, mostNamed).map(format).join(", ")
  const more = stretches.length > mostNamed ? ` and ${stretches.length - mostNamed} more stretches of days` : ""
  return `${days.length} ${days.length === 1 ? "row" : "rows"} of ${named}${more}`
}

const stretchesOf = (days: ReadonlyArray<Day>): ReadonlyArray<Period> => {
  const stretches: Array<Period> = []
  for (const day of [...days].sort((one, other) => one - other)) {
    const last = stretches.at(-1)
    if (last === undefined || day > addDays(last.to, 1)) stretches.push({ from: day, to: day })
    else stretches[stretches.length - 1] = { from: last.from, to: day }
  }
  return stretches
}
