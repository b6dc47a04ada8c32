/**
 * Why a text is read no further, and where.
 */
import type { JsonProblemKind } from "./JsonValue.ts"

/** Leaves the reader in one step from any depth; `ExactJson.reading` catches it. */
export class JsonRefusal {
  readonly kind: JsonProblemKind
  /** In bytes from the start of the text. */
  readonly offset: number
  readonly expected: string
  constructor(kind: JsonProblemKind, offset: number, expected: string) {
    this.kind = kind
    this.offset = offset
    this.expected = expected
  }
}
