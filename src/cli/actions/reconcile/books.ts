/**
 * Which books a command means, as its flags say.
 */
import { Effect, Option } from "effect"
import type { Books } from "../../../analytics/reconcile/Books.ts"
import { columnNamesOf } from "../../../analytics/reconcile/booksColumns.ts"
import { CommandEnd, exitCode } from "../../ending/exit.ts"

/** What a command was given of the books. */
export interface BooksInput {
  readonly against: Option.Option<string>
  readonly sql: Option.Option<string>
  readonly sheet: Option.Option<string>
  readonly column: ReadonlyArray<string>
}

/** A mistake in how a command was called. */
export const wrong = (message: string): CommandEnd => new CommandEnd({ code: exitCode.usage, message })

/** The books that are meant. */
export const booksFrom = Effect.fnUntraced(
  function*({ against, column, sheet, sql }: BooksInput): Effect.fn.Return<Books, CommandEnd> {
    const columns = yield* Effect.mapError(Effect.fromResult(columnNamesOf(column)), wrong)
    if (Option.isNone(against)) return yield* wrong("--against names the file with the books, and is not there.")
    return { path: against.value, sql: Option.getOrNull(sql), sheet: Option.getOrNull(sheet), columns }
  }
)
