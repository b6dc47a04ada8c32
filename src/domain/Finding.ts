/**
 * What speaks against a statement's being complete or rightly read, in a form for people and for programs: the place, and
 * what may be so.
 */
import { Schema } from "effect"

/**
 * - `gap`: balances do not meet, or meet only by way of rows that tell too little.
 * - `order`: the balances meet only in an order that the times contradict.
 * - `dropped`: an answer of the run held rows that no later answer for their days showed, or rows may be stored twice.
 * - `cut-off-day`: a day may lack records: its answer was full, or two answers held different ones.
 * - `cap`: the service gives fewer records than it was asked for and does not say so.
 * - `held-withdrawal`: rows that an answer no longer showed, and that were kept.
 * - `quarantined`: records that could not be read.
 * - `contradiction`: a balance or a setting that somebody gave is not what the answers show.
 * - `clock`: times that can't be what they seem.
 */
export const FindingKind = Schema.Literals([
  "gap",
  "order",
  "dropped",
  "cut-off-day",
  "cap",
  "held-withdrawal",
  "quarantined",
  "contradiction",
  "clock"
])
export type FindingKind = typeof FindingKind.Type

/**
 * A finding. `from` and `to` are days, `YYYY-MM-DD`, null where they are not known; `amount` is an exact decimal where
 * there is one. The explanation says what may be so and what to do.
 */
export const Finding = Schema.Struct({
  kind: FindingKind,
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  amount: Schema.NullOr(Schema.String),
  currency: Schema.NullOr(Schema.String),
  explanation: Schema.String
})
export type Finding = typeof Finding.Type

/** A finding about some days, without an amount. */
export const findingOf = (
  kind: FindingKind,
  explanation: string,
  days: { readonly from: string | null; readonly to: string | null } = { from: null, to: null }
): Finding => ({ kind, ...days, amount: null, currency: null, explanation })
