/**
 * Strict JSON (RFC 8259) whose numbers keep the characters that were received.
 *
 * Stricter than `JSON.parse`: a key that appears twice in one object, nesting or sizes beyond a bound and a byte order
 * mark are refused, because in an answer about money each of them means that something is wrong. Lone surrogates
 * written as `\u` escapes are kept, as `JSON.parse` keeps them. Strings are slices of the text: who keeps one keeps
 * the text.
 */
import { Result } from "effect"
import { JsonReader } from "./JsonReader.ts"
import { JsonRefusal } from "./JsonRefusal.ts"
import type { JsonShape } from "./JsonShape.ts"
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

/** Decodes UTF-8; bytes that are none are refused, never replaced, and a byte order mark stays for `parse` to refuse. */
export const decodeUtf8 = (bytes: Uint8Array): Result.Result<string, JsonProblem> =>
  Result.try({
    try: () => utf8.decode(bytes),
    catch: (): JsonProblem => ({ kind: "not-utf-8", offset: 0, line: 1, column: 1, expected: "UTF-8 text" })
  })

/** Reads the one JSON value that is the whole text; `shape` makes arrays of such objects faster and changes no result. */
export const parse = (
  text: string,
  bounds: JsonBounds = defaultBounds,
  shape?: JsonShape
): Result.Result<JsonValue, JsonProblem> => {
  try {
    return Result.succeed(new JsonReader(text, bounds, shape).whole())
  } catch (thrown) {
    if (thrown instanceof JsonRefusal) return Result.fail(locate(text, thrown))
    throw thrown
  }
}

const locate = (text: string, refusal: JsonRefusal): JsonProblem => {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf("\n"); at !== -1 && at < refusal.offset; at = text.indexOf("\n", at + 1)) {
    line++
    lineStart = at + 1
  }
  const { expected, kind, offset } = refusal
  return { kind, offset, line, column: offset - lineStart + 1, expected }
}
