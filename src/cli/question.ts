/**
 * A question to the database on its way to the process that asks it, and what that process says when there is no answer.
 */
import { Schema } from "effect"
import { SinkError } from "../sink/SinkError.ts"
import { Format } from "./rowFormats.ts"

/** What is asked, of which file, and how the answer is to be printed. */
export const Question = Schema.Struct({
  path: Schema.String,
  sql: Schema.String,
  /** For the statement's `$name`s. */
  values: Schema.Record(Schema.String, Schema.String),
  format: Format,
  /** The width of the terminal; null when the answer goes elsewhere. */
  columns: Schema.NullOr(Schema.Int),
  /** So many rows are printed to a terminal. */
  rows: Schema.Int,
  /** So much memory the question may take; null leaves it to the database. */
  bytes: Schema.NullOr(Schema.Int)
})
export type Question = typeof Question.Type

/** A question as text, and back. */
export const QuestionText = Schema.fromJsonString(Question)

/** A refusal as text, and back. */
export const RefusalText = Schema.fromJsonString(SinkError)

/** Where the refusal is written. */
export const refusalDescriptor = 3
