/**
 * Books of any kind into the table of the matching.
 */
import { Effect } from "effect"
import type { SinkError } from "../../sink/SinkError.ts"
import type { Workspace } from "../Workspace.ts"
import type { Books } from "./Books.ts"
import type { BooksRefused } from "./BooksRefused.ts"
import { readDatabaseBooks } from "./databaseBooks.ts"
import { type BooksFields, readBooks } from "./readBooks.ts"

/** Reads them into the table `books`. Fails with BooksRefused, which says what to do. */
export const fillBooks = (workspace: Workspace, books: Books): Effect.Effect<BooksFields, SinkError | BooksRefused> =>
  Effect.suspend(() =>
    books.sql === null ? readBooks(workspace, books) : readDatabaseBooks(workspace, books, books.sql)
  )
