/**
 * What speaks against a statement's being complete or rightly read, in a form for people and for programs: the place, and
 * what may be so.
 */
import { Schema } from "effect"
import { parseDay, type Period } from "./Period.ts"

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
 * - `changed-after-export`: rows of exported days came, went or changed since.
 * - `changed-after-proof`: rows of a month that the balances had proven did.
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
  "clock",
  "changed-after-export",
  "changed-after-proof"
])
export type FindingKind = typeof FindingKind.Type

/**
 * That somebody takes a finding for explained: who, when (`at`, ISO 8601 in UTC; `day`, `YYYY-MM-DD` by the clock of the wallet's rows,
 * and of UTC where that is not known), and why.
 */
export const Acceptance = Schema.Struct({
  by: Schema.String,
  at: Schema.String,
  day: Schema.String,
  reason: Schema.String
})
export type Acceptance = typeof Acceptance.Type

/**
 * What a finding says of itself alone; the rest of its explanation is that of its kind. `what` is the rows or balances that it lies
 * between, or how much it is, and empty where its days say all. `remarks` are sentences: what may explain it, that its balance was given,
 * that somebody accepted another amount. `together` is the command that asks for its days again with those of others that may be
 * one fault with it, null where there are none.
 */
export const OwnWords = Schema.Struct({
  what: Schema.String,
  remarks: Schema.Array(Schema.String),
  together: Schema.NullOr(Schema.String)
})
export type OwnWords = typeof OwnWords.Type

/**
 * A finding. Its `id` is made of what and where it is, and stays as long as that stands. `from` and `to` are days, `YYYY-MM-DD`,
 * null where they are not known; `amount` is an exact decimal and `count` a number of rows or records where there is one. The
 * explanation says what may be so and what to do; `own` is what of it is said of this finding alone, null where all of it is.
 * `accepted` is null while it is open.
 */
export const Finding = Schema.Struct({
  id: Schema.String,
  kind: FindingKind,
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  amount: Schema.NullOr(Schema.String),
  currency: Schema.NullOr(Schema.String),
  count: Schema.NullOr(Schema.Int),
  explanation: Schema.String,
  own: Schema.NullOr(OwnWords),
  accepted: Schema.NullOr(Acceptance)
})
export type Finding = typeof Finding.Type

/** Whether a finding still counts: nobody has accepted it as it is. */
export const isOpen = ({ accepted }: Pick<Finding, "accepted">): boolean => accepted === null

/**
 * Whether somebody can accept findings of a kind: those that follow from what is stored, so that they can be held against it again.
 * A balance or a setting that the rows contradict is put right instead, and of the others only the run at hand knows.
 */
export const isAcceptable = (kind: FindingKind): boolean => acceptable.has(kind)

const acceptable: ReadonlySet<FindingKind> = new Set([
  "gap",
  "order",
  "cut-off-day",
  "held-withdrawal",
  "quarantined",
  "changed-after-export",
  "changed-after-proof"
])

/** The days of a finding, in their order; undefined where they are not known. */
export const daysOf = ({ from, to }: Pick<Finding, "from" | "to">): Period | undefined => {
  const [one, other] = [parseDay(from ?? to ?? ""), parseDay(to ?? from ?? "")]
  if (one === undefined || other === undefined) return undefined
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/** What is found before it is known whose it is, and what was decided about it. */
export interface Doubt extends Omit<Finding, "id" | "accepted"> {
  /** What tells its place from others of its kind, where its days and its currency don't; never an amount. */
  readonly place: string | null
  /**
   * Whether all is as it was when somebody accepted it, where that is known otherwise than by its amount and count; undefined where those
   * tell it.
   */
  readonly isAsAccepted?: boolean | undefined
}

/** A doubt about some days, without an amount. */
export const doubtOf = (
  kind: FindingKind,
  explanation: string,
  days: { readonly from: string | null; readonly to: string | null } = { from: null, to: null },
  place: string | null = null
): Doubt => ({ kind, ...days, amount: null, currency: null, count: null, place, explanation, own: null })

/** A doubt, or a finding, with another sentence about it alone, in front of its explanation or behind it. */
export const remarked = <A extends Pick<Finding, "explanation" | "own">>(
  found: A,
  sentence: string,
  where: "in front" | "behind"
): A => {
  const joined = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
    where === "in front" ? [sentence, ...texts] : [...texts, sentence]
  const { explanation, own } = found
  return {
    ...found,
    explanation: joined([explanation]).join(" "),
    own: own && { ...own, remarks: joined(own.remarks) }
  }
}
