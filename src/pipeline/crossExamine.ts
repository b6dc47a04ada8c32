/**
 * Asks for parts of a pull's largest answer again, to see whether the service gave all that there was.
 */
import { Effect, Random } from "effect"
import { formatDay, make, type Period } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { isBlindSpot, type LargeAnswer, looksCutOff, type Part, partsOf } from "../plan/CrossExamination.ts"
import type { Habit } from "../plan/Habit.ts"
import { Statement } from "../statement/Statement.ts"
import type { StatementError } from "../statement/StatementError.ts"
import type { AnswerCap } from "./AnswerCap.ts"
import { countsOf } from "./countsOf.ts"
import type { DroppedAnswers } from "./DroppedAnswers.ts"
import { PullObserver } from "./PullObserver.ts"
import { receivedIn, type RecordsByDay, recordsOn, surplusOf } from "./recordIdentities.ts"

/** An answer that was taken for complete. */
export interface CompleteAnswer extends LargeAnswer {
  /** The days that it was kept for. */
  readonly days: Period
  readonly page: StatementPage
}

/** Whether a pull's largest answer is examined: in any case, now and then, or not, because it was already. */
export type Examined = "always" | "now-and-then" | "done"

/** Whose answers are examined. */
export interface Examination {
  readonly walletNo: WalletNo
  readonly cap: AnswerCap
  /** Takes in the answers that showed more: whatever comes of asking again, what they held is not forgotten. */
  readonly dropped: DroppedAnswers
}

/** The chance that an answer lets the largest one of its pull be examined, which takes two requests. */
const rate = 1 / 200

/** Nobody gives so few records at the most. */
const leastRecords = 10

/** Remembers what of a pull's answers an examination needs: the largest, and which windows hold as many as a cap may be. */
export class AnswerWatch {
  private largest: CompleteAnswer | undefined
  private suspect: CompleteAnswer | undefined
  private readonly kept: Array<{ readonly days: Period; readonly received: number }> = []
  private answers = 0
  private isExamined = false

  /** Takes an answer in that its window was kept from as complete. */
  take(answer: CompleteAnswer): void {
    const { days, answer: { received } } = answer
    this.answers++
    this.kept.push({ days, received })
    if (received < leastRecords) return
    if (received > (this.largest?.answer.received ?? 0)) this.largest = answer
    if (looksCutOff(answer)) this.suspect = answer
  }

  /** The answer to examine, asked for once; undefined when there is none, or none has to be. */
  toExamine(when: Examined): Effect.Effect<CompleteAnswer | undefined> {
    if (when === "done" || this.isExamined) return Effect.succeed(undefined)
    this.isExamined = true
    return Effect.map(Random.next, (random) => {
      if (when === "always") return this.largest
      return random < 1 - (1 - rate) ** this.answers ? this.largest : this.suspect
    })
  }

  /** The first window with as many records as may be cut off by what is known now; it and all behind it are forgotten. */
  takeBack(limit: number): Period | undefined {
    const index = this.kept.findIndex(({ received }) => received >= limit)
    return index < 0 ? undefined : this.kept.splice(index)[0]?.days
  }
}

/**
 * Holds an answer against its parts. A cap that is found is noted; the days to load again are given back when the parts
 * showed records that are new.
 */
export const crossExamine = Effect.fnUntraced(
  function*(
    examination: Examination,
    large: CompleteAnswer,
    habit: Habit
  ): Effect.fn.Return<Period | undefined, StatementError, Statement> {
    const { cap, walletNo } = examination
    const observe = yield* PullObserver
    const parts = partsOf(large, habit)
    for (const part of parts) {
      const isNew = yield* showsMore(examination, large, part)
      if (!isNew) continue
      const again = yield* ask(walletNo, cap.asked, large.asked)
      remember(examination, large, again)
      // Records that came late, or were left out once, make the answer longer; a cap keeps it as it was.
      if (receivedIn(again) === large.answer.received) {
        cap.learn(large.answer.received)
        yield* observe({
          _tag: "Remarked",
          walletNo,
          note:
            `The service gives ${large.answer.received} records at the most, although ${cap.asked} are asked for: ` +
            "answers with as many were asked for again in smaller pieces."
        })
      }
      return large.days
    }
    if (isBlindSpot(large, cap.asked)) {
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

const showsMore = Effect.fnUntraced(
  function*(examination: Examination, large: CompleteAnswer, { asked, witness }: Part) {
    const { cap, walletNo } = examination
    const { from, to } = large.days
    // Later days get rows at any time: two answers differ there, and nothing is wrong.
    const days = make(from, large.lastSettledDay < to ? large.lastSettledDay : to)
    if (days === undefined) return false
    const known = recordsOn(large.page, days)
    for (const request of asked) {
      const page = yield* ask(walletNo, cap.asked, request)
      const shown = recordsOn(page, days)
      // As many as in the whole answer, though not all of them: repeated records stand in for what is held back.
      const isAsMany = receivedIn(page) >= large.answer.received && hasMore(known, shown) &&
        [...countsOf(page).rowsByDay.keys()].every((day) => day <= large.lastSettledDay)
      if (isAsMany || hasMore(shown, known)) {
        remember(examination, large, page)
        return true
      }
      if (witness !== undefined && shown.has(witness)) return false
    }
    return false
  }
)

const hasMore = (shown: RecordsByDay, known: RecordsByDay): boolean =>
  [...shown].some(([day, records]) => surplusOf(records, known.get(day)).size > 0)

const remember = ({ dropped }: Examination, { days, lastSettledDay }: CompleteAnswer, page: StatementPage): void =>
  dropped.drop({ page, lastSettledDay }, days)

const ask = Effect.fnUntraced(function*(walletNo: WalletNo, limit: number, { from, to }: Period) {
  const statement = yield* Statement
  const observe = yield* PullObserver
  yield* observe({ _tag: "Asked", walletNo, days: { from, to } })
  return yield* statement.fetch({ walletNo, fromDate: formatDay(from), toDate: formatDay(to), limit })
})
