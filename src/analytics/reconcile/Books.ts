/**
 * The books that somebody keeps: where they are, and how they are read.
 */
import type { ColumnNames } from "./booksColumns.ts"
import type { CellStyles } from "./cellStyles.ts"

/** Books, as somebody says where they are. */
export interface Books {
  /** The profile that says how they are read; null where none was named. */
  readonly profile: string | null
  /** The file with the books. */
  readonly path: string
  /** What is asked of it where it is a DuckDB file. */
  readonly sql: string | null
  /** The sheet of a workbook; null is its first. */
  readonly sheet: string | null
  readonly columns: ColumnNames
  /** How days and amounts are written in texts. */
  readonly styles: CellStyles
}
