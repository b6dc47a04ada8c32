/**
 * Strict JSON (RFC 8259) whose numbers keep the characters that were received.
 *
 * Stricter than `JSON.parse`: a key that appears twice in one object, nesting beyond a bound and a byte order mark are
 * refused, because in an answer about money each of them means that something is wrong. Lone surrogates written as
 * `\u` escapes are kept, as `JSON.parse` keeps them. Strings are slices of the text: who keeps one keeps the text.
 *
 * Nesting is bounded, so recursion is: no text makes the parser overflow the stack. Objects at the same depth usually
 * have the same keys in the same order; the parser guesses them, which saves making and comparing key strings.
 */
import { Result } from "effect"
import { JsonNumber } from "./JsonNumber.ts"
import { readString } from "./jsonString.ts"

/** A JSON value whose numbers are source text. */
export type JsonValue = null | boolean | string | JsonNumber | ReadonlyArray<JsonValue> | JsonObject

/** A JSON object; `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** What a text may hold at the most; beyond it the text is refused. */
export interface JsonBounds {
  /** Arrays and objects inside each other; at most 512. */
  readonly depth: number
  /** Elements of one array. */
  readonly elements: number
  /** Keys of one object. */
  readonly keys: number
  /** Characters of one string, escapes counted as they are written. */
  readonly stringLength: number
}

/** Bounds that every answer of the interface fits many times over. */
export const defaultBounds: JsonBounds = { depth: 32, elements: 1_000_000, keys: 1_000, stringLength: 1_048_576 }

/** Why a text was refused. */
export type JsonProblemKind =
  | "syntax"
  | "not-utf-8"
  | "duplicate-key"
  | "too-deep"
  | "too-many-elements"
  | "too-many-keys"
  | "string-too-long"

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

/** Reads one JSON value that is the whole text. */
export const parse = (text: string, bounds: JsonBounds = defaultBounds): Result.Result<JsonValue, JsonProblem> => {
  try {
    return Result.succeed(new Reader(text, bounds).whole())
  } catch (thrown) {
    if (thrown instanceof Refusal) return Result.fail(locate(text, thrown))
    throw thrown
  }
}

/** Leaves the parser in one step from any depth; never leaves this file. */
export class Refusal {
  readonly kind: JsonProblemKind
  readonly offset: number
  readonly expected: string
  constructor(kind: JsonProblemKind, offset: number, expected: string) {
    this.kind = kind
    this.offset = offset
    this.expected = expected
  }
}
