/**
 * Answers that were dropped, as whole pages: what is in them alone can be kept from them.
 */
import type { Day } from "../domain/Period.ts"
import { isSameAnswer, type StatementPage } from "../domain/StatementPage.ts"

/** A dropped answer. */
export interface DroppedPage {
  readonly page: StatementPage
  readonly lastSettledDay: Day
}

interface KeptPage extends DroppedPage {
  /** The days of which its records count. */
  readonly days: ReadonlyArray<Day>
}

/** So many answers are kept whole at a time; of others it is known which records they held, and no more. */
const mostPages = 8

/** The last of them. */
export class DroppedPages {
  private pages: ReadonlyArray<KeptPage> = []

  /** Adds an answer whose records count on some days, if there are any. */
  add(dropped: DroppedPage, days: ReadonlyArray<Day>): void {
    if (days.length === 0) return
    const before = this.pages.find(({ page }) => isSameAnswer(page, dropped.page))
    const added = { ...dropped, days: [...days, ...before?.days ?? []] }
    this.pages = [...this.pages.filter((each) => each !== before), added].slice(-mostPages)
  }

  /** Forgets those whose days are all done. */
  retain(isOpen: (day: Day) => boolean): void {
    this.pages = this.pages.filter(({ days }) => days.some(isOpen))
  }

  /** All that are kept. */
  get all(): ReadonlyArray<DroppedPage> {
    return this.pages
  }

  /** Those whose records count on a day. */
  of(day: Day): ReadonlyArray<DroppedPage> {
    return this.pages.filter(({ days }) => days.includes(day))
  }
}
