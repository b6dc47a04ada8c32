/**
 * From the answer's bytes to its records (interface 2.4 and 2.5).
 *
 * One wrong record does not spoil the page: it is told apart here, and its text stays within reach. More records than
 * the limit are kept as well: they are data, though no such page can be taken for a complete one.
 */
import { Predicate, Result, Schema } from "effect"
import { decodeUtf8, formatProblem, parse } from "../domain/ExactJson.ts"
import { elementSpans, type Span } from "../domain/JsonSpans.ts"
import type { RejectionCause } from "../domain/Rejection.ts"
import type { ReceivedRecord } from "../domain/StatementPage.ts"
import { ErrorEnvelope, StatementEnvelope, StatementRecord } from "../domain/StatementRecord.ts"

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

const isRecord = Schema.is(StatementRecord)
const isError = Schema.is(ErrorEnvelope)
const isStatement = Schema.is(StatementEnvelope)

const fields: ReadonlyArray<readonly [name: string, expected: string, isRight: (value: unknown) => boolean]> = [
  ["txnId", "a string", Schema.is(StatementRecord.fields.txnId)],
  ["type", "Debit or Credit", Schema.is(StatementRecord.fields.type)],
  ["amount", "a number, or a string that holds one", Schema.is(StatementRecord.fields.amount)],
  ["balance", "a number, a string that holds one, or null", Schema.is(StatementRecord.fields.balance)],
  ["description", "a string", Schema.is(StatementRecord.fields.description)],
  ["confirmed", "true or false", Schema.is(StatementRecord.fields.confirmed)],
  ["date", "a string", Schema.is(StatementRecord.fields.date)]
]
const optionalFields: ReadonlySet<string> = new Set(["balance"])

/** Reads a page's body. */
export const readPage = (bytes: Uint8Array): Result.Result<PageBody, Refused | Malformed> => {
  const decoded = decodeUtf8(bytes)
  if (Result.isFailure(decoded)) return malformed(formatProblem(decoded.failure))
  const text = decoded.success
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return malformed(formatProblem(parsed.failure))
  const envelope: unknown = parsed.success
  if (isError(envelope)) return Result.fail({ _tag: "Refused" })
  if (!isStatement(envelope)) return malformed(envelopeProblem(envelope))
  return Result.succeed({ records: envelope.data.map(readRecord), sourceText: sourceTextOf(text) })
}

const malformed = (detail: string): Result.Result<never, Malformed> => Result.fail({ _tag: "Malformed", detail })

const envelopeProblem = (envelope: unknown): string => {
  if (!Predicate.hasProperty(envelope, "success")) return "expected success, true or false"
  if (envelope.success !== true) return "expected success to be true or false"
  return Predicate.hasProperty(envelope, "data") ? "expected data to be an array" : "expected data, an array"
}

const readRecord = (element: unknown): ReceivedRecord =>
  isRecord(element) ? { _tag: "Record", record: element } : { _tag: "Malformed", cause: causeOf(element) }

const causeOf = (element: unknown): RejectionCause => {
  if (!Predicate.isObject(element)) return { reason: "not-an-object", detail: "expected an object" }
  for (const [name, expected, isRight] of fields) {
    const present = Object.hasOwn(element, name)
    if (!present && !optionalFields.has(name)) {
      return { reason: "missing-field", detail: `${name} is missing: expected ${expected}` }
    }
    if (present && !isRight(Reflect.get(element, name))) {
      return { reason: "wrong-field", detail: `${name}: expected ${expected}` }
    }
  }
  return { reason: "wrong-field", detail: "expected a transaction record" }
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
