/**
 * What an answer shows of days that no window on its way is about: those that are to come in the same run, and those that are stored.
 */
import { Effect } from "effect"
import { contains, type Day, type Period } from "../domain/Period.ts"
import type { SinkError } from "../sink/Sink.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import type { FetchRequest } from "./FetchRequest.ts"
import type { LoadedDays } from "./LoadedDays.ts"
import { type Answered, answerOf, holdAgainstStored, settledDaysOf } from "./neighbours.ts"
import { hasOtherContents } from "./recordIdentities.ts"

/** Where the fetching stands when an answer comes. */
interface Underway {
  /** The days that it was asked for, or of which it is a part; undefined when there are none. */
  readonly asked: Period | undefined
  /** The days that are fetched, and those of them that went on. */
  readonly own: LoadedDays
  readonly gone: ReadonlyArray<Period>
  /** Windows that it was held against as they are. */
  readonly here: ReadonlyArray<FetchedWindow>
}

/**
 * Notes what an answer shows of days to come, whose own answers have to show the same, and holds it against what is stored of others.
 * Where nothing is stored of a day, those around it are asked for with it, when all is committed. Says whether anything that is
 * stored is to be asked for again.
 */
export const holdAgainstOtherDays = Effect.fnUntraced(function*(
  request: FetchRequest,
  { asked, gone, here, own }: Underway,
  answer: Answered
) {
  const { dropped, empty, stored } = request
  const [toCome, confirmed] = [new Set<Day>(), new Set<Day>()]
  let isOpen = false
  for (const day of settledDaysOf(answer)) {
    const days = { from: day, to: day }
    if ((asked !== undefined && contains(asked, day)) || here.some((each) => contains(each.days, day))) continue
    if (own.hasAny(days) && !gone.some((each) => contains(each, day))) {
      if (answer.knownFrom === undefined) toCome.add(day)
      continue
    }
    const window = stored === undefined ? undefined : yield* stored.day(day)
    if (window === undefined) {
      if (mayCome(request, day)) toCome.add(day)
      continue
    }
    const isEmpty = !answerOf(window).counts.rowsByDay.has(day)
    if (isEmpty && stored !== undefined) empty.doubt(yield* stored.emptyAround(day))
    // A day that was asked for with others before is asked for alone.
    if (isEmpty && empty.awaits(day)) dropped.drop(answer, window.days)
    else if (!holdAgainstStored(dropped, window, answer)) {
      confirmed.add(day)
      continue
    }
    isOpen = true
  }
  if (toCome.size > 0) dropped.note(answer, toCome)
  // Should one of these be loaded again, its answer has to show as much.
  if (confirmed.size > 0) dropped.confirm(answer.page, confirmed)
  return isOpen
})

/** Whether the run may load days that were never loaded. */
const mayCome = ({ neverLoaded = [], period }: FetchRequest, day: Day): boolean =>
  [period, ...neverLoaded].some((each) => contains(each, day))

/**
 * Days that were to be asked for once more, when nothing is asked for any more: what was dropped of them is held against the answer that waits,
 * or else against what is stored, as the next run may ask for none of them.
 */
export const holdDropped = Effect.fnUntraced(
  function*(
    { dropped, stored }: FetchRequest,
    waiting: ReadonlyArray<FetchedWindow>
  ): Effect.fn.Return<void, SinkError> {
    for (const day of dropped.awaited) {
      const days = { from: day, to: day }
      const own = waiting.find((each) => each.only === undefined && contains(each.days, day))
      const window = own ?? (stored === undefined ? undefined : yield* stored.day(day))
      if (window === undefined) continue
      for (const shown of own === undefined ? dropped.pagesOf(day) : []) {
        if (hasOtherContents(shown.page, window.page, day)) dropped.doubt(day, shown)
      }
      dropped.keep(window.page, days, !window.complete)
    }
  }
)

/** Whether a day was loaded, by this run or by an earlier one. */
export const isLoaded = ({ loaded, stored }: FetchRequest, day: Day): Effect.Effect<boolean, SinkError> =>
  stored === undefined
    ? Effect.succeed(loaded.hasAny({ from: day, to: day }))
    : Effect.map(stored.day(day), (window) => window !== undefined)
