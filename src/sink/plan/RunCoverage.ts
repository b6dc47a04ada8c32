/**
 * The days of which a run has seen what the service shows. A live row of another day is taken for one that moved only
 * while the run has yet to see its old day: if that day still shows the row, it is then added there as another row.
 * Everything else with a known id is another row, for a row too many can be found later and one overwritten can't.
 */
import * as Period from "../../domain/Period.ts"
import { dayOf, farthestDated, type Transaction } from "../../domain/Transaction.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import { type Identity, identityOf, isAmong } from "./Identity.ts"
import { movedKey } from "./rowContent.ts"
import type { StoredRow } from "./windowDiff.ts"

/** A window as far as coverage goes. */
type CoveringWindow = Pick<StatementWindow, "runId" | "walletNo" | "days" | "asked">

const likenessOf = (row: Transaction): string => `${movedKey(row)} ${row.txnId}`

/** Remembers the windows of runs until they end. */
export class RunCoverage {
  private runs = new Map<string, Map<string, Array<Period.Period>>>()

  /** Whether the run has still to be told which days of the wallet it will not see, since earlier runs finished them. */
  isNew({ runId, walletNo }: CoveringWindow): boolean {
    return this.runs.get(runId)?.has(walletNo) !== true
  }

  /** Takes note of days that earlier runs finished, so that this one does not fetch them. */
  begin({ runId, walletNo }: CoveringWindow, finished: ReadonlyArray<Period.Period>): void {
    const wallets = this.runs.get(runId) ?? new Map<string, Array<Period.Period>>()
    this.runs.set(runId, wallets.set(walletNo, [...finished]))
  }

  /** Takes note of a committed window; one that was cut off is no reason to see its days again. */
  add({ days, runId, walletNo }: CoveringWindow): void {
    const periods = this.runs.get(runId)?.get(walletNo)
    const last = periods?.at(-1)
    if (periods !== undefined && last !== undefined && Period.addDays(last.to, 1) === days.from) {
      periods[periods.length - 1] = { from: last.from, to: days.to }
    } else periods?.push(days)
  }

  /**
   * The rows of other days that may have moved into a window: withdrawn ones, held ones, which their own day no longer
   * shows either, and other live ones of days yet to be seen. A held one is near, and no other live row could be it.
   */
  movable(
    { asked, days, runId, walletNo }: CoveringWindow,
    rows: ReadonlyArray<StoredRow>,
    held: ReadonlyArray<Identity>
  ): ReadonlyArray<StoredRow> {
    const isHeld = isAmong(held)
    const seen = this.runs.get(runId)?.get(walletNo) ?? []
    const near = Period.widen(days, farthestDated, farthestDated)
    const live = Map.groupBy(rows.filter(({ withdrawn }) => !withdrawn), ({ transaction }) => likenessOf(transaction))
    return rows.filter((row) => {
      const day = dayOf(row.transaction)
      return row.withdrawn ||
        (isHeld(identityOf(row)) && Period.contains(near, day) &&
          live.get(likenessOf(row.transaction))?.length === 1) ||
        (Period.contains(asked, day) && !seen.some((period) => Period.contains(period, day)))
    })
  }

  /** Remembers all of it as it is, and gives a way back. */
  snapshot(): () => void {
    const { runs } = this
    this.runs = new Map([...runs].map(([runId, wallets]) => [
      runId,
      new Map([...wallets].map(([walletNo, days]) => [walletNo, [...days]]))
    ]))
    return () => {
      this.runs = runs
    }
  }

  /** Forgets a run that has ended. */
  end(runId: string): void {
    this.runs.delete(runId)
  }
}
