/**
 * Books in a file, as flags would tell of them.
 */
import { Result } from "effect"
import type { Books } from "../../../src/analytics/reconcile/Books.ts"
import { columnNamesOf } from "../../../src/analytics/reconcile/booksColumns.ts"
import { amountStyleOf, dateStyleOf } from "../../../src/analytics/reconcile/cellStyles.ts"

interface Told {
  readonly columns?: ReadonlyArray<string>
  readonly sheet?: string | null
  readonly dates?: string
  readonly amounts?: string
  readonly profile?: string
}

export const booksAt = (path: string, { amounts, columns = [], dates, profile, sheet = null }: Told = {}): Books => ({
  profile: profile ?? null,
  path,
  sql: null,
  sheet,
  columns: Result.getOrThrow(columnNamesOf(columns)),
  styles: {
    dates: dates === undefined ? null : Result.getOrThrow(dateStyleOf(dates)),
    amounts: amounts === undefined ? null : Result.getOrThrow(amountStyleOf(amounts))
  }
})
