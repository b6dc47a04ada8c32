/**
 * Answers against days that no window on its way is about: those that are stored, and those to come once more.
 */
import { Effect } from "effect"
import { contains, type Period } from "../domain/Period.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import type { FetchRequest } from "./FetchRequest.ts"
import type { LoadedDays } from "./LoadedDays.ts"
import { type Answered, answerOf, holdAgainstStored, settledDaysOf } from "./neighbours.ts"

/** What an answer need not be held against as it is stored. */
interface Underway {
  /** The days that it was asked for; what it shows of later ones is noted when it is dropped. */
  readonly asked: Period | undefined
  /** The days that are fetched, and those of them that went on. */
  readonly own: LoadedDays
  readonly gone: ReadonlyArray<Period>
  /** Windows that it is held against as they are. */
  readonly here: ReadonlyArray<FetchedWindow>
}

/**
 * Holds an answer against what is stored of days that are not fetched any more, and notes what it shows of earlier ones to come.
 * Where nothing is stored of a day, those around it are asked for with it, when all is committed. Says whether anything is to be
 * asked for again.
 */
export const holdAgainstAllStored = Effect.fnUntraced(function*(
  request: FetchRequest,
  { asked, gone, here, own }: Underway,
  answer: Answered
) {
  const { dropped, empty, loaded, stored } = request
  let isOpen = false
  for (const day of settledDaysOf(answer)) {
    const days = { from: day, to: day }
    const isComing = own.hasAny(days) && !gone.some((each) => contains(each, day))
    if (here.some((each) => contains(each.days, day))) continue
    if (isComing) {
      // A day before these is asked for again at the end of the plan, and its answer has to show the same.
      if (asked !== undefined && day < asked.from && !answer.isKnown) dropped.drop(answer, days)
      continue
    }
    // What is stored of days that no answer of this run was about was there when the known answer came first.
    if (stored === undefined || (answer.isKnown && !loaded.hasAny(days))) continue
    const window = yield* stored.day(day)
    if (window === undefined) continue
    const isEmpty = !answerOf(window).counts.rowsByDay.has(day)
    if (isEmpty) empty.doubt(yield* stored.emptyAround(day))
    // A day that was asked for with others before is asked for alone.
    if (isEmpty && empty.awaits(day)) dropped.drop(answer, window.days)
    else if (!holdAgainstStored(dropped, window, answer)) continue
    isOpen = true
  }
  return isOpen
})
