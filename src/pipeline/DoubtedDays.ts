/**
 * The days of answers that a run doubted, as long as it has not loaded them from another one: a doubted answer makes no day
 * complete, and whatever lets its rows go again, all its days have to be asked for once more.
 */
import { type Period, union, without } from "../domain/Period.ts"
import type { StatementWindow } from "../domain/Window.ts"

/** Takes note of a wallet's windows in a run. */
export class DoubtedDays {
  private days: ReadonlyArray<Period> = []

  /** Takes a committed window in: one that keeps rows is doubted. */
  take({ days, kept }: Pick<StatementWindow, "days" | "kept">): void {
    this.days = kept.length > 0
      ? union([...this.days, days])
      : this.days.flatMap((period) => without(period, days))
  }

  /** The days that were not loaded from an answer that was believed. */
  get open(): ReadonlyArray<Period> {
    return this.days
  }
}
