/**
 * A rule by which rows of a statement have a category and a counterparty: the first that fits a row counts.
 */
import type { Money } from "./Money.ts"
import type { TransactionType } from "./StatementRecord.ts"

/** A rule; null asks for nothing, or gives nothing. */
export interface CategoryRule {
  /** What the description is without its direction, currency and amount, whatever the letters' case; `*` is any text, `?` any letter. */
  readonly description: string | null
  readonly type: TransactionType | null
  /** Least and greatest amount, both included, not signed. */
  readonly amountFrom: Money | null
  readonly amountTo: Money | null
  readonly category: string | null
  /** Null is the name that the description holds, an empty text none. */
  readonly counterparty: string | null
  /** The file that it stands in, and where there. */
  readonly source: string
}
