/**
 * Records without a readable day in answers that were dropped: no day's answer is sure to show them again, so each has to be in
 * some answer that went on to be committed.
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
  private readonly committed = new Set<string>()
  private readonly open = new Map<string, UndatedRecord>()

  /** Takes an answer in of which a window goes on. */
  letGo(page: StatementPage): void {
    for (const content of undatedIn(page).keys()) {
      this.open.delete(content)
      this.committed.add(content)
    }
  }

  /** Takes an answer in that is dropped, at least in part. */
  drop(page: StatementPage, seen: Omit<UndatedRecord, "index" | "page">): void {
    for (const [content, index] of undatedIn(page)) {
      if (!this.committed.has(content)) this.open.set(content, { ...seen, page, index })
    }
  }

  /** The records of dropped answers that no window shows that went on; each is given out once. */
  takeOpen(): ReadonlyArray<UndatedRecord> {
    const open = [...this.open.values()]
    this.open.clear()
    return open
  }
}
