/**
 * Remembers of a pull's answers what an examination needs: the largest, and which windows hold as many records as a cap may be.
 */
import { Effect, Random } from "effect"
import { overlap, type Period, widen } from "../domain/Period.ts"
import { type LargeAnswer, leastRecords, looksCutOff } from "../plan/CrossExamination.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { around, farthestShown } from "./waitingWindows.ts"

/** An answer that was taken for complete. */
export interface CompleteAnswer extends LargeAnswer {
  /** What was kept of it. */
  readonly window: FetchedWindow
}

/** Whether a pull's largest answer is examined: in any case, now and then, or not, because it was already. */
export type Examined = "always" | "now-and-then" | "done"

/** The chance that an answer lets the largest one of its pull be examined, which takes two requests. */
const rate = 1 / 200

/** One for each pull of a wallet. */
export class AnswerWatch {
  private largest: CompleteAnswer | undefined
  private suspect: CompleteAnswer | undefined
  private examined: CompleteAnswer | undefined
  /** The windows that went on around the largest answers and the last one. */
  private gone: ReadonlyArray<FetchedWindow> = []
  private readonly kept: Array<{ readonly days: Period; readonly received: number }> = []
  private answers = 0
  private isExamined = false

  /** Takes an answer in that its window was kept from as complete. */
  take(answer: CompleteAnswer): void {
    const { answer: { received }, window } = answer
    this.answers++
    this.kept.push({ days: window.days, received })
    if (received < leastRecords) return
    if (received > (this.largest?.answer.received ?? 0)) this.largest = answer
    if (looksCutOff(answer)) this.suspect = answer
  }

  /** Takes a window in that nothing is changed of any more. */
  letGo(window: FetchedWindow): void {
    const kept = [this.largest?.window, this.suspect?.window, window].flatMap((each) => each ?? [])
    this.gone = [...this.gone.filter((gone) => kept.some(({ days }) => isNear(days, gone))), window]
  }

  /** The windows that went on of which the parts of the examined answer, or days that are loaded again, may show something. */
  beside(again: Period | undefined): ReadonlyArray<FetchedWindow> {
    const { examined, gone } = this
    const days = again ?? examined?.window.days
    return days === undefined ? [] : gone.filter((each) => isNear(days, each) && overlap(days, each.days) === undefined)
  }

  /** What went on a few days from some, without these: an answer for them may show that it lacks something. */
  near(days: Period): ReadonlyArray<FetchedWindow> {
    return this.gone.flatMap((each) => isNear(days, each) ? around(each, days) : [])
  }

  /** The answer to examine, asked for once; undefined when there is none, or none has to be. */
  toExamine(when: Examined): Effect.Effect<CompleteAnswer | undefined> {
    if (when === "done" || this.isExamined) return Effect.succeed(undefined)
    this.isExamined = true
    return Effect.map(Random.next, (random) => {
      const isLargest = when === "always" || random < 1 - (1 - rate) ** this.answers
      this.examined = isLargest ? this.largest : this.suspect
      return this.examined
    })
  }

  /** The first window with as many records as may be cut off by what is known now; it and all behind it are forgotten. */
  takeBack(limit: number): Period | undefined {
    const index = this.kept.findIndex(({ received }) => received >= limit)
    return index < 0 ? undefined : this.kept.splice(index)[0]?.days
  }
}

const isNear = (days: Period, window: FetchedWindow): boolean =>
  overlap(widen(days, farthestShown, farthestShown), window.days) !== undefined
