/**
 * From the answer's bytes to its records (interface 2.4 and 2.5).
 *
 * One wrong record does not spoil the page: it is told apart here, and its text stays within reach. More records than
 * the limit are kept as well: they are data, though no such page can be taken for a complete one.
 */
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import type { Records } from "../domain/Records.ts"
import { formatProblem, type JsonProblem, notUtf8, reading } from "../json/ExactJson.ts"
import { byte } from "../json/JsonCursor.ts"
import { JsonReader } from "../json/JsonReader.ts"
import type { JsonBounds, JsonProblemKind } from "../json/JsonValue.ts"
import { pageBounds } from "../settings/TransportSettings.ts"
import type { BeyondBound } from "../transport/words/TransportError.ts"
import { RecordReader } from "./RecordReader.ts"

/** The body says `success: false`. */
export interface Refused {
  readonly _tag: "Refused"
}

/** The body is no statement answer; `detail` says where and what was expected, and quotes nothing. */
export interface Malformed {
  readonly _tag: "Malformed"
  readonly detail: string
}

/** The body holds more than the bounds allow. */
export interface Beyond {
  readonly _tag: "Beyond"
  readonly bound: BeyondBound["bound"]
  readonly most: number
}

const boundOf: { readonly [K in JsonProblemKind]?: readonly [BeyondBound["bound"], keyof JsonBounds] } = {
  "too-deep": ["depth", "depth"],
  "too-many-elements": ["records", "elements"],
  "too-many-keys": ["keys", "keys"],
  "string-too-long": ["field", "stringLength"],
  "too-many-values": ["values", "values"]
}

/** Reads a page's body; `sha256` is that of its bytes. */
export const readPage = (
  bytes: Uint8Array,
  sha256: string | null,
  bounds: JsonBounds = pageBounds
): Result.Result<Records, Refused | Malformed | Beyond> => {
  const read = isUtf8(bytes) ? reading(bytes, () => readEnvelope(bytes, bounds)) : Result.fail(notUtf8)
  if (Result.isFailure(read)) return Result.fail(failureOf(read.failure, bounds))
  const { records, success } = read.success
  if (success === false) return Result.fail({ _tag: "Refused" })
  const problem = problemOf(read.success)
  return records === undefined || problem !== undefined
    ? Result.fail(malformed(problem ?? "expected data, an array"))
    : Result.succeed(records.records(sha256))
}

/** What stands in an envelope; `success` and `data` are undefined where there is none. */
interface Envelope {
  readonly success: unknown
  readonly data: "array" | "other" | undefined
  readonly records: RecordReader | undefined
}

const readEnvelope = (bytes: Uint8Array, bounds: JsonBounds): Envelope => {
  const json = new JsonReader(bytes, bounds)
  const { cursor } = json
  let success: unknown
  let data: Envelope["data"]
  let records: RecordReader | undefined
  if (cursor.next() !== byte.openBrace) json.value(0)
  else {
    cursor.count()
    json.members(1, (key) => {
      if (key !== "data" || cursor.next() !== byte.openBracket) {
        const value = json.value(1)
        if (key === "success") success = value
        if (key === "data") data = "other"
        return
      }
      cursor.count()
      data = "array"
      records = new RecordReader(json)
      records.readAll(2)
    })
  }
  json.end()
  return { success, data, records }
}

const problemOf = ({ data, success }: Envelope): string | undefined => {
  if (success === undefined) return "expected success, true or false"
  if (success !== true) return "expected success to be true or false"
  return data === "other" ? "expected data to be an array" : undefined
}

const failureOf = (problem: JsonProblem, bounds: JsonBounds): Malformed | Beyond => {
  const beyond = boundOf[problem.kind]
  return beyond === undefined
    ? malformed(formatProblem(problem))
    : { _tag: "Beyond", bound: beyond[0], most: bounds[beyond[1]] }
}

const malformed = (detail: string): Malformed => ({ _tag: "Malformed", detail })
