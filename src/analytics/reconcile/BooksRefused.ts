/**
 * Books that can't be read as they are.
 */
import { Schema } from "effect"

/** Each problem names the file, where it can the line, and the remedy; of the cells only wallets are quoted. */
export class BooksRefused extends Schema.TaggedError<BooksRefused>()("BooksRefused", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/** The refusal for one reason. */
export const booksRefused = (problem: string): BooksRefused => new BooksRefused({ problems: [problem] })
