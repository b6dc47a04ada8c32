/**
 * Faults to order, as plain data: what goes wrong and when.
 *
 * An answer fault spoils a whole answer of one endpoint and is drawn from the seed and the request's number at that
 * endpoint, so that a run can be replayed. A record fault spoils single records and is drawn from the seed and the
 * record, so that the same record is spoilt in every answer, unless `times` says how often.
 */
import { Schema } from "effect"

const rate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** On which requests of the endpoint, counted from 1: a share of them, the first few, or certain ones. Default: all. */
export const FaultTime = Schema.Union([
  Schema.Struct({ rate }),
  Schema.Struct({ first: count }),
  Schema.Struct({ requests: Schema.Array(count) })
])
export type FaultTime = typeof FaultTime.Type

const common = {
  on: Schema.Literals(["login", "statement"]),
  when: Schema.optionalKey(FaultTime)
}

/**
 * Spoils a whole answer.
 *
 * - `status`: this status with an error body, and `Retry-After` if given
 * - `unauthorized`: 401, although the token is good
 * - `refused`: `success: false` with status 200
 * - `address-refused`: 403, as a service answers whose list lacks the caller's address
 * - `signature-refused`: 403, although the signature is good; only of the statement endpoint
 * - `html`: a gateway's page, with status 200 or another
 * - `empty`: status 200 and no body
 * - `wrong-json`: `text` as a JSON body, by default one that breaks off
 * - `deep`: brackets nested this deep
 * - `oversized`: a body of this many bytes
 * - `gzip`: the right answer, compressed although nobody asked
 * - `gzip-bomb`: a small body that unpacks to this many bytes
 * - `slow`: the right answer, this many milliseconds late
 * - `clock`: the right answer, with a `Date` this many seconds late, or early when negative
 * - `no-answer`: the request is read and never answered
 * - `reset`: the connection is reset
 * - `truncated`: the connection ends in the middle of the right answer
 * - `redirect`: to another place, by default one of the same origin
 */
export const AnswerFault = Schema.Union([
  Schema.Struct({
    ...common,
    kind: Schema.Literal("status"),
    status: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })),
    retryAfter: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({ ...common, kind: Schema.Literal("unauthorized") }),
  Schema.Struct({ ...common, kind: Schema.Literal("refused"), message: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ ...common, kind: Schema.Literal("address-refused") }),
  Schema.Struct({ ...common, on: Schema.Literal("statement"), kind: Schema.Literal("signature-refused") }),
  Schema.Struct({
    ...common,
    kind: Schema.Literal("html"),
    status: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })))
  }),
  Schema.Struct({ ...common, kind: Schema.Literal("empty") }),
  Schema.Struct({ ...common, kind: Schema.Literal("wrong-json"), text: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ ...common, kind: Schema.Literal("deep"), depth: count }),
  Schema.Struct({ ...common, kind: Schema.Literal("oversized"), bytes: count }),
  Schema.Struct({ ...common, kind: Schema.Literal("gzip") }),
  Schema.Struct({ ...common, kind: Schema.Literal("gzip-bomb"), bytes: count }),
  Schema.Struct({ ...common, kind: Schema.Literal("slow"), millis: count }),
  Schema.Struct({ ...common, kind: Schema.Literal("clock"), seconds: Schema.Int }),
  Schema.Struct({ ...common, kind: Schema.Literal("no-answer") }),
  Schema.Struct({ ...common, kind: Schema.Literal("reset") }),
  Schema.Struct({ ...common, kind: Schema.Literal("truncated") }),
  Schema.Struct({
    ...common,
    kind: Schema.Literal("redirect"),
    status: Schema.Literals([301, 302, 303, 307, 308]),
    location: Schema.optionalKey(Schema.String)
  })
])
export type AnswerFault = typeof AnswerFault.Type

/**
 * What is wrong with a record: left out, sent twice in a row, no object at all, a field missing, of the wrong type or
 * null, a date or amount that is none, an amount with a fifth decimal or a fifteenth whole digit, a marker that
 * contradicts the hour, not confirmed, a blank id, fields that the interface does not name, or control characters in
 * the description.
 */
export const RecordFaultKind = Schema.Literals([
  "missing",
  "duplicated",
  "not-an-object",
  "missing-field",
  "wrong-type",
  "null-field",
  "bad-date",
  "bad-amount",
  "amount-too-precise",
  "amount-too-large",
  "marker-conflict",
  "unconfirmed",
  "blank-id",
  "extra-fields",
  "hostile-text"
])
export type RecordFaultKind = typeof RecordFaultKind.Type

/** The fields of a record on the wire (interface 2.5). */
export const RecordField = Schema.Literals([
  "txnId",
  "type",
  "amount",
  "balance",
  "description",
  "confirmed",
  "date"
])
export type RecordField = typeof RecordField.Type

/** Spoils single records. `records` counts a wallet's records in order of time, from 0, as they were generated. */
export const RecordFault = Schema.Struct({
  kind: RecordFaultKind,
  /** Of which wallet; by default of every one. */
  walletNo: Schema.optionalKey(Schema.String),
  /** A share of the records or certain ones. */
  which: Schema.Union([Schema.Struct({ rate }), Schema.Struct({ records: Schema.Array(count) })]),
  /** How often a record is spoilt before it is sent as it should be; by default always. */
  times: Schema.optionalKey(count),
  /** For `missing-field`, `wrong-type` and `null-field`; by default any. */
  field: Schema.optionalKey(RecordField)
})
export type RecordFault = typeof RecordFault.Type
