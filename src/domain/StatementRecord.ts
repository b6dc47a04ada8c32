/**
 * The records and envelopes of the service as it speaks them (interface 2.2, 2.4, 2.5 and 7), before anything is
 * made of them. Numbers are JsonNumber, so their digits are those that were received. Fields that the interface
 * does not name are tolerated and dropped.
 */
import { Schema } from "effect"
import { JsonNumber } from "./JsonNumber.ts"

/** A number that may come as a JSON number or as a JSON string that holds one. */
export const Numeric = Schema.Union([Schema.String, Schema.instanceOf(JsonNumber)])
export type Numeric = typeof Numeric.Type

/** The digits of a Numeric, as received. */
export const numericText = (value: Numeric): string => (typeof value === "string" ? value : value.text)

/** Debit takes from the wallet, Credit adds to it (interface 2.5, `type`). */
export const TransactionType = Schema.Literals(["Debit", "Credit"])
export type TransactionType = typeof TransactionType.Type

/** One element of a statement's `data` (interface 2.5); `balance` may be absent or null. */
export const StatementRecord = Schema.Struct({
  txnId: Schema.String,
  type: TransactionType,
  amount: Numeric,
  balance: Schema.optional(Schema.NullOr(Numeric)),
  description: Schema.String,
  confirmed: Schema.Boolean,
  date: Schema.String
})
export type StatementRecord = typeof StatementRecord.Type

/** A statement answer (interface 2.4): `data` stays undecoded here, so that one bad record does not spoil the page. */
export const StatementEnvelope = Schema.Struct({
  success: Schema.Literal(true),
  message: Schema.optional(Schema.Unknown),
  data: Schema.Array(Schema.Unknown)
})

/** A login answer (interface 2.2). */
export const TokenEnvelope = Schema.Struct({
  success: Schema.Literal(true),
  message: Schema.optional(Schema.Unknown),
  data: Schema.Struct({
    access_token: Schema.NonEmptyString,
    token_type: Schema.optional(Schema.String),
    expires_in: Numeric
  })
})

/** An error answer (interface 7), with whatever status it came. */
export const ErrorEnvelope = Schema.Struct({
  success: Schema.Literal(false),
  message: Schema.optional(Schema.Unknown)
})
