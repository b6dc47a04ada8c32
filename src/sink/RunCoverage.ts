/**
 * The days of which a run has seen everything. A stored row of such a day is known to be there still, so a row of
 * another day with the same id is another row, not the same one moved.
 */
import * as Period from "../domain/Period.ts"
import { dayOf } from "../domain/Transaction.ts"
import type { StatementWindow } from "../domain/Window.ts"
import type { StoredRow } from "./windowDiff.ts"

/** Remembers the complete windows of runs until they end. */
export class RunCoverage {
  private readonly runs = new Map<string, Map<string, Array<Period.Period>>>()

  /** Takes note of a committed window. */
  add(window: StatementWindow): void {
    if (!window.complete) return
    const wallets = this.runs.get(window.runId) ?? new Map<string, Array<Period.Period>>()
    this.runs.set(window.runId, wallets)
    const periods = wallets.get(window.walletNo) ?? []
    wallets.set(window.walletNo, periods)
    const last = periods.at(-1)
    if (last !== undefined && Period.addDays(last.to, 1) === window.days.from) {
      periods[periods.length - 1] = { from: last.from, to: window.days.to }
    } else periods.push(window.days)
  }

  /** The rows that may have moved into a window: withdrawn ones, and live ones of days that the run has not seen. */
  movable(window: StatementWindow, rows: ReadonlyArray<StoredRow>): ReadonlyArray<StoredRow> {
    const seen = this.runs.get(window.runId)?.get(window.walletNo) ?? []
    return rows.filter((row) => row.withdrawn || !seen.some((days) => Period.contains(days, dayOf(row.transaction))))
  }

  /** Forgets a run that has ended. */
  end(runId: string): void {
    this.runs.delete(runId)
  }
}
