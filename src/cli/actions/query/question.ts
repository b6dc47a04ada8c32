/**
 * A question to the database on its way to the process that asks it, and what that process says when there is no answer.
 */
import { Schema } from "effect"
import { SinkError } from "../../../sink/SinkError.ts"
import { Format } from "../../output/rowFormats.ts"

/** What is asked, of which file, and how the answer is to be printed. */
export const Question = Schema.Struct({
  path: Schema.String,
  sql: Schema.String,
  /** For the statement's `$name`s. */
  values: Schema.Record(Schema.String, Schema.String),
  format: Format,
  /** The width of the terminal; null when the answer goes elsewhere. */
  columns: Schema.NullOr(Schema.Int),
  /** So many rows are printed to a terminal, whatever the format. */
  rows: Schema.Int,
  /** So much memory the question may take. */
  bytes: Schema.Int
})
export type Question = typeof Question.Type

/** A question as text, and back. */
export const QuestionText = Schema.fromJsonString(Question)

/** The answer could not be written; `code` is the system's word for why. */
export const OutputLost = Schema.TaggedStruct("OutputLost", { code: Schema.String })
export type OutputLost = typeof OutputLost.Type

/** So many rows were shown, and there are more. */
export const RowsLeftOut = Schema.TaggedStruct("RowsLeftOut", { shown: Schema.Int })

/** Why there is no answer, or not all of it. */
export const NoAnswer = Schema.Union([SinkError, OutputLost, RowsLeftOut])
export type NoAnswer = typeof NoAnswer.Type

/** The same as text, and back. */
export const NoAnswerText = Schema.fromJsonString(NoAnswer)

/** Where that is written. */
export const noAnswerDescriptor = 3

/** What the process takes by itself, beside what the question may take: with nothing asked it is about half of that. */
const ownBytes = 200 * 2 ** 20

/** All that the process may take. */
export const mostBytes = (bytes: number): number => ownBytes + bytes

/** Of it, what rows may take on their way from the database to the output. */
export const heapMegabytes = (bytes: number): number => Math.ceil((ownBytes / 4 + bytes / 4) / 2 ** 20)
