/**
 * The books that somebody keeps: where they are, and how they are read.
 */
import type { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { ColumnNames } from "./booksColumns.ts"
import type { BooksRefused } from "./BooksRefused.ts"
import { readDatabaseBooks } from "./databaseBooks.ts"
import { type BooksFields, readBooks } from "./readBooks.ts"

/** Books, as somebody says where they are. */
export interface Books {
  /** The file with the books. */
  readonly path: string
  /** What is asked of it where it is a DuckDB file. */
  readonly sql: string | null
  /** The sheet of a workbook; null is its first. */
  readonly sheet: string | null
  readonly columns: ColumnNames
}

/** Reads them into the table `books`. Fails with BooksRefused, which says what to do. */
export const fillBooks = (
  workspace: Workspace,
  { columns, path, sheet, sql }: Books
): Effect.Effect<BooksFields, SinkError | BooksRefused> =>
  sql === null ? readBooks(workspace, path, columns, sheet) : readDatabaseBooks(workspace, path, sql, columns)
