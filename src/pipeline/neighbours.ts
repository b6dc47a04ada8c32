/**
 * Holds the answers of two windows next to each other against one another: what one shows of the other's days has to be
 * there too. It is not where the service's days begin at another hour than those of its timestamps.
 */
import { contains, type Day, type Period } from "../domain/Period.ts"
import { countsOf } from "./countsOf.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { answerNoteOf } from "./KnownAnswer.ts"
import { recordsOn, surplusOf } from "./recordIdentities.ts"

/** Notes the days of which one of two windows lacks what the other's answer shows. */
export const compareNeighbours = (dropped: DroppedAnswers, earlier: FetchedWindow, later: FetchedWindow): void => {
  // The same bytes as in an earlier run say the same as then.
  if (isKnown(earlier) && isKnown(later)) return
  for (const [window, neighbour] of [[earlier, later], [later, earlier]] as const) {
    for (const day of settledDaysOf(neighbour, window.days)) {
      const days: Period = { from: day, to: day }
      const shown = recordsOn(neighbour.page, days).get(day)
      if (shown === undefined || surplusOf(shown, recordsOn(window.page, days).get(day)).size === 0) continue
      dropped.drop(neighbour, days)
      dropped.keep(window.page, days, !window.complete)
    }
  }
}

const isKnown = (window: FetchedWindow): boolean => answerNoteOf(window)?.known !== undefined

/** The days of a period that were over and of which a window's answer has records; later ones get rows at any time. */
const settledDaysOf = (window: FetchedWindow, days: Period): ReadonlyArray<Day> => {
  const { rowsByDay } = answerNoteOf(window)?.counts ?? countsOf(window.page)
  return [...rowsByDay.keys()].filter((day) => contains(days, day) && day <= window.lastSettledDay)
}
