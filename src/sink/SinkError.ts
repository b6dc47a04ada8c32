/**
 * What can go wrong with a sink, and what to do about it.
 */
import { Schema } from "effect"

/** Another process has the database open; `holder` is its process id where the database tells. */
export class Locked extends Schema.TaggedClass<Locked>()("Locked", {
  holder: Schema.NullOr(Schema.Int)
}) {}

/** The file is no database of ours and was left alone, or is damaged; `setAside` is its new name when it has one. */
export class Damaged extends Schema.TaggedClass<Damaged>()("Damaged", {
  ours: Schema.Boolean,
  setAside: Schema.NullOr(Schema.String)
}) {}

/** The file was written by a newer version of this program. */
export class TooNew extends Schema.TaggedClass<TooNew>()("TooNew", {
  found: Schema.Int,
  supported: Schema.Int
}) {}

/** The disk is full. */
export class DiskFull extends Schema.TaggedClass<DiskFull>()("DiskFull", {}) {}

/** The file or its folder can't be read or written. */
export class Inaccessible extends Schema.TaggedClass<Inaccessible>()("Inaccessible", {}) {}

/** Others can read or write the database; it was left alone. */
export class Exposed extends Schema.TaggedClass<Exposed>()("Exposed", {}) {}

/** The file holds definitions of somebody else by which it can say what they like; it was left alone. */
export class Foreign extends Schema.TaggedClass<Foreign>()("Foreign", {}) {}

/** A statement of the user's own was refused; `kind` is DuckDB's word for why, without any content of a record. */
export class QueryRefused extends Schema.TaggedClass<QueryRefused>()("QueryRefused", {
  kind: Schema.String
}) {}

/** The database failed in some other way. */
export class DatabaseFailed extends Schema.TaggedClass<DatabaseFailed>()("DatabaseFailed", {}) {}

/** What went wrong with a sink. */
export const SinkErrorReason = Schema.Union([
  Locked,
  Damaged,
  TooNew,
  DiskFull,
  Inaccessible,
  Exposed,
  Foreign,
  QueryRefused,
  DatabaseFailed
])

/** A sink could not do what was asked; `message` says where and what to do. Nothing of the window was kept. */
export class SinkError extends Schema.TaggedError<SinkError>()("SinkError", {
  reason: SinkErrorReason,
  message: Schema.String
}) {}

/** Makes a SinkError; `message` says where and what to do, and but for a QueryRefused it carries no content of a record. */
export const sinkError = (reason: typeof SinkErrorReason.Type, message: string): SinkError =>
  new SinkError({ reason, message })

/** A window of these days can't be committed as it is. */
export const notKept = (days: string, problem: string): SinkError =>
  sinkError(new DatabaseFailed(), `The window ${days} was not kept: ${problem}.`)

/** A statement of the user's own needs more memory than it may take. */
export const moreMemoryNeeded = (): SinkError =>
  sinkError(
    new QueryRefused({ kind: "Out of Memory Error" }),
    "The query needs more memory than it may use, and nothing is put on the disk meanwhile. Allow more with --memory, " +
      "such as --memory 4GB, or ask for less at once: fewer columns, a shorter period, no order."
  )

/** The engine failed over a statement of the user's own, which a mistake of the engine's is behind. */
export const engineBrokeDown = (): SinkError =>
  sinkError(
    new DatabaseFailed(),
    "The database's engine broke down over this query. A query only reads: nothing is changed. Ask in another way."
  )

/** A value of the answer, or a row of it as text, has more characters than a text can have. */
export const valueTooLong = (): SinkError =>
  sinkError(
    new QueryRefused({ kind: "value too long" }),
    "The answer has a value, or a row, that is too long to be shown: 500 million characters are the most. Ask for parts of it, " +
      "such as with left(value, 1000), or for its length()."
  )

/** Whether a text could not be made because it would have been too long. */
export const isTooLong = (cause: unknown): boolean =>
  cause instanceof Error &&
  (("code" in cause && cause.code === "ERR_STRING_TOO_LONG") ||
    (cause instanceof RangeError && cause.message === "Invalid string length"))
