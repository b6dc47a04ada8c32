/**
 * Asks for parts of a pull's largest answer again, to see whether the service gave all that there was.
 */
import { Effect, Result } from "effect"
import { formatDay, type Period, same, upTo, widen } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { isBlindSpot, type Part, partsOf, withoutInnerDay } from "../plan/CrossExamination.ts"
import type { Habit } from "../plan/Habit.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import type { Statement } from "../statement/Statement.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import type { CompleteAnswer } from "./AnswerWatch.ts"
import { type AskError, askStatement } from "./askStatement.ts"
import { countsOf } from "./countsOf.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import type { Answered } from "./neighbours.ts"
import { PullObserver } from "./PullObserver.ts"
import { type IdentitiesByDay, recordsOn, surplusOf } from "./recordIdentities.ts"
import { farthestShown } from "./waitingWindows.ts"

/** Whose answers are examined. */
export interface Examination {
  readonly walletNo: WalletNo
  readonly cap: AnswerCap
  /** Takes in the answers that showed more: whatever comes of asking again, what they held is not forgotten. */
  readonly dropped: DroppedAnswers
}

/** What came of it. */
export interface CrossExamined {
  /** The days to load again; undefined when the parts showed nothing new of the days that were asked for. */
  readonly doubted: Period | undefined
  /** The answers to the parts, and to the whole when it was asked for again. */
  readonly parts: ReadonlyArray<Answered>
  /** Why there are no more of them, and nothing is known of the answer. */
  readonly failure: AskError | undefined
}

/** Holds an answer against its parts. A cap that is found is noted. */
export const crossExamine = Effect.fnUntraced(
  function*(
    examination: Examination,
    large: CompleteAnswer,
    habit: Habit
  ): Effect.fn.Return<CrossExamined, never, Statement | PullSettings> {
    const parts: Array<Answered> = []
    const asked = yield* Effect.result(askParts(examination, large, habit, parts))
    return Result.match(asked, {
      onSuccess: (doubted) => ({ doubted, parts, failure: undefined }),
      onFailure: (failure) => ({ doubted: undefined, parts, failure })
    })
  }
)

/** Asks for the parts until one shows more; adds the answers to `parts`, and gives the days of which more was shown. */
const askParts = Effect.fnUntraced(
  function*(
    examination: Examination,
    large: CompleteAnswer,
    habit: Habit,
    parts: Array<Answered>
  ): Effect.fn.Return<Period | undefined, AskError, Statement | PullSettings> {
    const { cap, walletNo } = examination
    const observe = yield* PullObserver
    for (const part of partsOf(large, habit)) {
      const isNew = yield* askPart(examination, large, part, parts)
      if (!isNew) continue
      const again = yield* ask(walletNo, cap.asked, large.asked)
      remember(examination, large, again)
      parts.push({ page: again, counts: countsOf(again), lastSettledDay: large.lastSettledDay, knownFrom: undefined })
      // Records that came late, or were left out once, make the answer longer; a cap keeps it as it was.
      if (again.records.count === large.answer.received) {
        cap.learn(large.answer.received)
        yield* observe({
          _tag: "Remarked",
          walletNo,
          note: `The service gives ${large.answer.received} records at most, although ${cap.asked} are asked for: ` +
            "answers with as many were asked for again in smaller pieces."
        })
      }
      return large.window.days
    }
    if (isBlindSpot(large)) {
      yield* observe({
        _tag: "Remarked",
        walletNo,
        note:
          `All ${large.answer.received} records of an answer stand on one day: that the service gives no more than that ` +
          "at once can't be ruled out."
      })
    }
    return undefined
  }
)

/** Asks for a part of an answer, and says whether it shows more than the whole did. */
const askPart = Effect.fnUntraced(
  function*(
    examination: Examination,
    { answer, asked, lastSettledDay, window }: CompleteAnswer,
    part: Part,
    parts: Array<Answered>
  ) {
    const { cap, walletNo } = examination
    // Later days get rows at any time: two answers differ there, and nothing is wrong.
    const days = upTo(widen(asked, farthestShown, farthestShown), lastSettledDay)
    if (days === undefined) return false
    const known = recordsOn(window.page, days)
    const requests = [...part.asked]
    for (const request of requests) {
      const page = yield* ask(walletNo, cap.asked, request)
      const counts = countsOf(page)
      parts.push({ page, counts, lastSettledDay, knownFrom: undefined })
      const shown = recordsOn(page, days)
      // As many as in the whole answer, though not all of them: repeated records stand in for what is held back.
      const isAsMany = counts.received >= answer.received && hasMore(known, shown) &&
        [...counts.rowsByDay.keys()].every((day) => day <= lastSettledDay)
      if (isAsMany || hasMore(shown, known)) {
        remember(examination, { window, lastSettledDay }, page)
        return true
      }
      // The same records again: the part holds all of them, where days begin at another hour, and tells nothing.
      const narrower = counts.received === answer.received ? withoutInnerDay(part, request) : undefined
      const isAsked = requests.some((each) => same(each, narrower))
      if (narrower === undefined) {
        if (part.witness !== undefined && shown.has(part.witness)) return false
      } else if (!isAsked && requests.length < part.asked.length + mostNarrower) requests.push(narrower)
    }
    return false
  }
)

/** Days begin and bounds lie at most so many days elsewhere than they are taken to. */
const mostNarrower = 2

const hasMore = (shown: IdentitiesByDay, known: IdentitiesByDay): boolean =>
  [...shown].some(([day, records]) => surplusOf(records, known.get(day)).size > 0)

const remember = (
  { dropped }: Examination,
  { lastSettledDay, window }: Pick<CompleteAnswer, "lastSettledDay" | "window">,
  page: StatementPage
): void => dropped.drop({ page, lastSettledDay }, window.days)

const ask = (walletNo: WalletNo, limit: number, { from, to }: Period) =>
  askStatement({ walletNo, fromDate: formatDay(from), toDate: formatDay(to), limit }, { from, to })
