/**
 * Strict JSON (RFC 8259) whose numbers keep the characters that were received.
 *
 * Stricter than `JSON.parse`: a key that appears twice in one object, nesting or sizes beyond a bound, bytes that are not
 * UTF-8 and a byte order mark are refused, because in an answer about money each of them means that something is wrong.
 * Lone surrogates written as `\u` escapes are kept, as `JSON.parse` keeps them.
 */
import { Result } from "effect"
import { JsonReader } from "./JsonReader.ts"
import { JsonRefusal } from "./JsonRefusal.ts"
import { defaultBounds, type JsonBounds, type JsonProblemKind, type JsonValue } from "./JsonValue.ts"

/** Where and why a text was refused; nothing of the text is quoted. */
export interface JsonProblem {
  readonly kind: JsonProblemKind
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
  /** What should have stood there. */
  readonly expected: string
}

/** Says a problem in one line. */
export const formatProblem = (problem: JsonProblem): string =>
  problem.kind === "not-utf-8"
    ? `expected ${problem.expected}`
    : `line ${problem.line}, column ${problem.column}: expected ${problem.expected}`

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Reads the one JSON value that is the whole text, given as its bytes. */
export const parse = (
  bytes: Uint8Array,
  bounds: JsonBounds = defaultBounds
): Result.Result<JsonValue, JsonProblem> =>
  isUtf8(bytes) ? reading(bytes, () => new JsonReader(bytes, bounds).whole()) : Result.fail(notUtf8)

/** What a text is refused for that is no UTF-8: bytes are never replaced. */
export const notUtf8: JsonProblem = { kind: "not-utf-8", offset: 0, line: 1, column: 1, expected: "UTF-8 text" }

/** What `read` makes of a text that is UTF-8, or where and why it was refused. */
export const reading = <A>(bytes: Uint8Array, read: () => A): Result.Result<A, JsonProblem> => {
  try {
    return Result.succeed(read())
  } catch (thrown) {
    if (thrown instanceof JsonRefusal) return Result.fail(locate(bytes, thrown))
    throw thrown
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => Result.isSuccess(Result.try(() => utf8.decode(bytes)))

const locate = (bytes: Uint8Array, { expected, kind, offset }: JsonRefusal): JsonProblem => {
  const before = utf8.decode(bytes.subarray(0, offset))
  const lines = before.split("\n")
  return { kind, offset: before.length, line: lines.length, column: (lines.at(-1) ?? "").length + 1, expected }
}
