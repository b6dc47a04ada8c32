/**
 * From the answer's bytes to its records (interface 2.4 and 2.5).
 *
 * One wrong record does not spoil the page: it is told apart here, and its text stays within reach. More records than
 * the limit are kept as well: they are data, though no such page can be taken for a complete one.
 */
import { Predicate, Result, Schema } from "effect"
import { once } from "../domain/once.ts"
import { markScanned } from "../domain/ScannedRecords.ts"
import type { ReceivedRecord } from "../domain/StatementPage.ts"
import { ErrorEnvelope, StatementEnvelope } from "../domain/StatementRecord.ts"
import { decodeUtf8, formatProblem, parse } from "../json/ExactJson.ts"
import { elementSpans, type Span } from "../json/JsonSpans.ts"
import type { JsonBounds, JsonProblemKind } from "../json/JsonValue.ts"
import { pageBounds } from "../settings/TransportSettings.ts"
import type { BeyondBound } from "../transport/words/TransportError.ts"
import { readRecord } from "./readRecord.ts"
import { recordShape } from "./recordShape.ts"
import { scanPage } from "./scanPage.ts"

/** The part of a page that the body holds. */
export interface PageBody {
  readonly records: ReadonlyArray<ReceivedRecord>
  readonly sourceText: (index: number) => string
}

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

const isError = Schema.is(ErrorEnvelope)
const isStatement = Schema.is(StatementEnvelope)

/**
 * Reads a page's body. Where all records are of the usual kind it is marked with their columns, and the records are read
 * when they are first asked for.
 */
export const readPage = (
  bytes: Uint8Array,
  bounds: JsonBounds = pageBounds
): Result.Result<PageBody, Refused | Malformed | Beyond> => {
  const scanned = scanPage(bytes, bounds)
  return scanned === undefined ? readRecords(bytes, bounds) : Result.succeed(markScanned(readLater(bytes), scanned))
}

/** Reads a page's body record by record. */
export const readRecords = (
  bytes: Uint8Array,
  bounds: JsonBounds
): Result.Result<PageBody, Refused | Malformed | Beyond> => {
  const decoded = decodeUtf8(bytes)
  if (Result.isFailure(decoded)) return malformed(formatProblem(decoded.failure))
  const text = decoded.success
  const parsed = parse(text, bounds, recordShape)
  if (Result.isFailure(parsed)) {
    const beyond = boundOf[parsed.failure.kind]
    if (beyond === undefined) return malformed(formatProblem(parsed.failure))
    return Result.fail({ _tag: "Beyond", bound: beyond[0], most: bounds[beyond[1]] })
  }
  const envelope: unknown = parsed.success
  if (isError(envelope)) return Result.fail({ _tag: "Refused" })
  if (!isStatement(envelope)) return malformed(envelopeProblem(envelope))
  return Result.succeed({ records: envelope.data.map(readRecord), sourceText: sourceTextOf(text) })
}

/** The same, for an answer that is known to be sound: its records are read when they are first asked for. */
export const readLater = (bytes: Uint8Array): PageBody => {
  // It met the bounds of its time; what they are now is no reason to refuse it here.
  const body = once(() => Result.getOrThrow(readRecords(bytes, unbounded)))
  return {
    get records() {
      return body().records
    },
    sourceText: (index) => body().sourceText(index)
  }
}

const unbounded: JsonBounds = {
  depth: Infinity,
  elements: Infinity,
  keys: Infinity,
  stringLength: Infinity,
  values: Infinity
}

const malformed = (detail: string): Result.Result<never, Malformed> => Result.fail({ _tag: "Malformed", detail })

const envelopeProblem = (envelope: unknown): string => {
  if (!Predicate.hasProperty(envelope, "success")) return "expected success, true or false"
  if (envelope.success !== true) return "expected success to be true or false"
  return Predicate.hasProperty(envelope, "data") ? "expected data to be an array" : "expected data, an array"
}

/** Looks for the elements when the first text is asked for; most pages are never asked. */
const sourceTextOf = (text: string): (index: number) => string => {
  let spans: ReadonlyArray<Span> | undefined
  return (index) => {
    spans ??= elementSpans(text, "data")
    const span = spans[index]
    return span === undefined ? "" : text.slice(span[0], span[1])
  }
}
