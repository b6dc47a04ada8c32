/**
 * What an exact JSON text becomes, and how much of it is borne.
 */
import type { JsonNumber } from "../domain/JsonNumber.ts"

/** A JSON value whose numbers are source text. */
export type JsonValue = null | boolean | string | JsonNumber | ReadonlyArray<JsonValue> | JsonObject

/** A JSON object; `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** What a text may hold at most; beyond it the text is refused. */
export interface JsonBounds {
  /** Arrays and objects inside each other; above 512 it counts as 512. */
  readonly depth: number
  /** Elements of one array. */
  readonly elements: number
  /** Keys of one object. */
  readonly keys: number
  /** Characters of one string, escapes counted as they are written. */
  readonly stringLength: number
  /** Values of all kinds in the whole text: each takes more memory than its characters do. */
  readonly values: number
}

/** Bounds that every answer of the interface fits many times over. */
export const defaultBounds: JsonBounds = {
  depth: 32,
  elements: 1_000_000,
  keys: 1_000,
  stringLength: 1_048_576,
  values: 10_000_000
}

/** Why a text was refused. */
export type JsonProblemKind =
  | "syntax"
  | "not-utf-8"
  | "duplicate-key"
  | "too-deep"
  | "too-many-elements"
  | "too-many-keys"
  | "string-too-long"
  | "too-many-values"
