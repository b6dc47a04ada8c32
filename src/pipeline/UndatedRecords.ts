/**
 * Records without a readable day in answers that were dropped: no day's answer is sure to show them again, so each has to be in
 * some answer that days are kept from.
 */
import type { Day } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { undatedIn } from "./recordIdentities.ts"

/** Where such a record was seen. */
export interface UndatedRecord {
  readonly page: StatementPage
  readonly index: number
  /** A day that its answer was asked for. */
  readonly day: Day
  readonly lastSettledDay: Day
}

/** One for each pull of a wallet. */
export class UndatedRecords {
  private readonly kept = new Map<string, Set<StatementPage>>()
  private readonly open = new Map<string, UndatedRecord>()

  /** Takes an answer in that days are kept from. */
  keep(page: StatementPage): void {
    for (const content of undatedIn(page).keys()) {
      this.open.delete(content)
      this.kept.set(content, (this.kept.get(content) ?? new Set()).add(page))
    }
  }

  /** Takes an answer in that no day is kept from any more. */
  drop(page: StatementPage, seen: Omit<UndatedRecord, "index" | "page">): void {
    for (const [content, index] of undatedIn(page)) {
      const others = this.kept.get(content)
      others?.delete(page)
      if ((others?.size ?? 0) === 0) this.open.set(content, { ...seen, page, index })
    }
  }

  /** The records that no answer showed that days are kept from; each is given out once. */
  takeOpen(): ReadonlyArray<UndatedRecord> {
    const open = [...this.open.values()]
    this.open.clear()
    return open
  }
}
