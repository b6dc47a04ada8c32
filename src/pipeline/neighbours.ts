/**
 * Holds answers against windows of other days that are not committed yet: what one shows of a window's days has to be in the
 * window's own answer too. It is not where the service's days begin at another hour than those of its timestamps.
 */
import { contains, type Day, type Period, stretchAround } from "../domain/Period.ts"
import { isSameAnswer, type StatementPage } from "../domain/StatementPage.ts"
import type { Answer } from "../plan/Answer.ts"
import { countsOf } from "./countsOf.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { answerNoteOf } from "./KnownAnswer.ts"
import { hasOtherContents, recordsOn, surplusOf } from "./recordIdentities.ts"

/** An answer, whatever becomes of it. */
export interface Answered {
  readonly page: StatementPage
  readonly counts: Answer
  readonly lastSettledDay: Day
  /**
   * The run in which days were committed from the very same bytes before: between two such answers nothing new can turn out. Undefined when
   * there was none.
   */
  readonly knownFrom: string | undefined
}

/** The answer of a window. */
export const answerOf = (window: FetchedWindow): Answered => {
  const { lastSettledDay, page } = window
  const note = answerNoteOf(window)
  return { page, lastSettledDay, counts: note?.counts ?? countsOf(page), knownFrom: note?.known?.run }
}

/** Notes the days of which a window lacks what an answer shows, and says whether there are any. */
export const holdAgainst = (dropped: DroppedAnswers, window: FetchedWindow, answer: Answered): boolean => {
  const { knownFrom } = answer
  const areFromOneRun = knownFrom !== undefined && answerNoteOf(window)?.known?.run === knownFrom
  if (areFromOneRun || isSameAnswer(answer.page, window.page)) return false
  let isLacking = false
  for (const day of settledDaysOf(answer).filter((each) => contains(window.days, each))) {
    const days: Period = { from: day, to: day }
    const shown = recordsOn(answer.page, days).get(day)
    if (shown === undefined || surplusOf(shown, recordsOn(window.page, days).get(day)).size === 0) continue
    dropped.drop(answer, days)
    dropped.keep(window.page, days, !window.complete)
    isLacking = true
  }
  return isLacking
}

/** The same of a day as it is stored: no row of it may have other contents either. */
export const holdAgainstStored = (dropped: DroppedAnswers, stored: FetchedWindow, answer: Answered): boolean => {
  const isLacking = holdAgainst(dropped, stored, answer)
  const isOutdated = hasOtherContents(answer.page, stored.page, stored.days.from)
  if (isOutdated) dropped.doubt(stored.days.from, answer)
  return isLacking || isOutdated
}

/** The days that were over and of which an answer has records; later ones get rows at any time. */
export const settledDaysOf = ({ counts, lastSettledDay }: Answered): ReadonlyArray<Day> =>
  [...counts.rowsByDay.keys()].filter((day) => day <= lastSettledDay)

/**
 * A day, and those before and behind it of which the same answer has no record either: an answer that wrongly had none of one
 * day may have been empty for the others too. Undefined when none of the windows has the day.
 */
export const emptyAround = (day: Day, windows: ReadonlyArray<FetchedWindow>): Period | undefined => {
  const window = windows.find(({ days }) => contains(days, day))
  if (window === undefined) return undefined
  const { counts: { rowsByDay } } = answerOf(window)
  return stretchAround(day, window.days, (each) => !rowsByDay.has(each))
}
