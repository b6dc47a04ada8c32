/**
 * Why JsonReader reads no further, and where.
 */
import type { JsonProblemKind } from "./JsonValue.ts"

/** Leaves the reader in one step from any depth; `ExactJson.parse` catches it. */
export class JsonRefusal {
  readonly kind: JsonProblemKind
  readonly offset: number
  readonly expected: string
  constructor(kind: JsonProblemKind, offset: number, expected: string) {
    this.kind = kind
    this.offset = offset
    this.expected = expected
  }
}
